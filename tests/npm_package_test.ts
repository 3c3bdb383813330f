/**
 * The npm package as a stranger gets it: packed, installed from a filled npm cache with the network cut, and used in a
 * working folder that would like to be run.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { join } from "node:path";
import {
  type CommandResult,
  runCommand,
  testEnvironment,
  textOf,
  userHome,
  waitFor,
  withTestFolder,
} from "./support/guarded_session.ts";
import { namesIn, plantTraps } from "./support/hostile_folder.ts";
import { LineProcess } from "./support/run_process.ts";
import { makeTestFolder, npmServer, type TestFolder } from "./support/sallyport.ts";
import { ROOT } from "./support/source_tree.ts";

/** Puts a command into a network namespace without an interface that is up. */
const CUT = ["unshare", "--net", "--"];

async function whyNot(): Promise<string | undefined> {
  const works = async (command: readonly string[]) => {
    try {
      return (await runCommand(command)).code === 0;
    } catch {
      return false;
    }
  };
  if (!(await works([...CUT, "true"]))) return "a network namespace may not be made here";
  return await works(["npm", "--version"]) ? undefined : "there is no npm here";
}

const reason = await whyNot();
if (reason !== undefined) console.warn(`${reason}: the npm package is not tested`);

/** One installation for all tests of this file. */
interface Installed {
  readonly root: string;
  /** The link that npm puts into `.bin`. */
  readonly bin: string;
  readonly deno: string;
  readonly main: string;
}

let installed: Promise<Installed> | undefined;

async function install(): Promise<Installed> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-npm-" }));
  const made = await runCommand([
    Deno.execPath(),
    "run",
    "--no-prompt",
    "-P=tools",
    join(ROOT, "tools/npm.ts"),
    `--out=${join(root, "made")}`,
  ], {
    cwd: ROOT,
  });
  assertEquals(made.code, 0, made.stderr);
  const tarball = made.stdout.trim();
  const npm = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--prefix", root, tarball];
  let added = await runCommand([...CUT, ...npm], { cwd: root });
  if (added.code !== 0) {
    // A cache that lacks Deno is filled, then the network is cut again.
    await runCommand(["npm", "install", "--no-audit", "--no-fund", "--prefix", join(root, "fill"), "deno@2.9.6"]);
    added = await runCommand([...CUT, ...npm], { cwd: root });
  }
  assertEquals(added.code, 0, added.stderr);
  const folder = join(root, "node_modules");
  const found = [
    join(folder, "deno/deno"),
    join(folder, "@deno/linux-x64-glibc/deno"),
    join(folder, "@deno/linux-arm64-glibc/deno"),
  ];
  const there = await Promise.all(found.map((path) => Deno.stat(path).then(() => [path], () => [])));
  const [deno = ""] = there.flat();
  return { root, bin: join(folder, ".bin/sallyport"), deno, main: join(folder, "@sallyport/sallyport/lib/main.js") };
}

function packageTest(name: string, run: (place: Installed, folder: TestFolder) => Promise<void>): void {
  Deno.test({
    name,
    ignore: reason !== undefined,
    async fn() {
      const place = await (installed ??= install());
      await withTestFolder("npm", (folder) => run(place, folder));
    },
  });
}

async function run(
  { bin }: Installed,
  folder: TestFolder,
  words: readonly string[],
  options: { readonly stdin?: string; readonly env?: Record<string, string>; readonly unset?: readonly string[] } = {},
): Promise<CommandResult> {
  return await runCommand([...CUT, bin, ...words], {
    cwd: folder.project,
    ...options,
    env: { ...testEnvironment(folder), ...options.env },
  });
}

/** The real file server, which finds Deno's cache although its home is another. */
function fileServer(folder: TestFolder): string[] {
  const words = npmServer("server-filesystem", folder.project);
  return words[0] === "env" ? words : ["env", `DENO_DIR=${testEnvironment(folder)["DENO_DIR"]}`, ...words];
}

/** An SDK client that starts a command in the project, with the network cut. */
async function withClient(
  folder: TestFolder,
  command: readonly string[],
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const [program = "", ...args] = [...CUT, ...command];
  const env = { ...testEnvironment(folder), PATH: Deno.env.get("PATH") ?? "" };
  const transport = new StdioClientTransport({ command: program, args, env, cwd: folder.project, stderr: "pipe" });
  const client = new Client({ name: "stranger", version: "1.0.0" });
  try {
    await client.connect(transport);
    await use(client);
  } finally {
    await client.close();
  }
}

async function readsAndRefuses(client: Client, folder: TestFolder): Promise<void> {
  const read = (name: string) =>
    client.callTool({ name: "read_text_file", arguments: { path: join(folder.project, name) } });
  assertEquals(textOf({ result: await read("a.txt") }), "hello");
  assertStringIncludes(JSON.stringify(await read(".env")), "blocked: ");
}

packageTest("installed without network it stands between an SDK client and a real server", async (place, folder) => {
  await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
  const command = [place.bin, "--name", "files", "--", ...fileServer(folder)];
  await withClient(folder, command, (client) => readsAndRefuses(client, folder));
  const verified = await run(place, folder, ["audit", "verify"]);
  assertEquals(verified.code, 0, verified.stdout);
});

packageTest("its commands end with the codes of Sallyport, and a server's code is passed on", async (place, folder) => {
  const call = (path: string) => JSON.stringify({ call: { tool: "read_file", args: { path } } });
  assertEquals((await run(place, folder, ["check", "--input", call("~/.ssh/id_rsa")])).code, 1);
  assertEquals((await run(place, folder, ["check", "--input", call(`${folder.project}/a.txt`)])).code, 0);
  assertEquals((await run(place, folder, ["check", "--colour"])).code, 2);
  assertEquals((await run(place, folder, ["--", "sh", "-c", "exit 7"])).code, 7);
  for (const dialect of ["postgresql", "sqlite"]) {
    const options = JSON.stringify({ dialect, tables: ["orders"] });
    const sql = await run(place, folder, ["guard", "sql", "--options", options], {
      stdin: '"select * from orders"\n"delete from orders"\n',
    });
    assertEquals([sql.code, sql.stdout.match(/"ok":true/g)?.length], [1, 1], sql.stderr);
  }
  const doctor = await run(place, folder, ["doctor"]);
  assertEquals(doctor.code, 0, doctor.stdout);
  assertStringIncludes(doctor.stdout, `deno run ${place.main} (npm package)`);
  for (const kind of ["net", "sys", "ffi"]) assertStringIncludes(doctor.stdout, `permission ${kind}: nothing`);
  for (const kind of ["write", "env"]) assertStringIncludes(doctor.stdout, `permission ${kind}: only what was named`);
});

packageTest("a policy in YAML works, and a sandboxed server", async (place, folder) => {
  await Deno.writeTextFile(join(folder.home, "sallyport.yaml"), "version: 1\nextends: [baseline]\ndefault: allow\n");
  const server = ["npx", "-y", "@modelcontextprotocol/server-memory@2026.8.31"];
  await withClient(folder, [place.bin, "--sandbox", "--name", "memory", "--", ...server], async (client) => {
    assert((await client.listTools()).tools.length > 5);
  });
});

packageTest("wrap writes an entry that starts this very installation, and knows it again", async (place, folder) => {
  await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
  const [program = "", ...args] = fileServer(folder);
  const file = join(userHome(folder), ".cursor", "mcp.json");
  await Deno.mkdir(join(userHome(folder), ".cursor"));
  const text = `{\n  "mcpServers": { "files": ${JSON.stringify({ command: program, args })} }\n}\n`;
  await Deno.writeTextFile(file, text);
  const wrapped = await run(place, folder, ["init", "--yes"]);
  assertEquals(wrapped.code, 0, wrapped.stderr);
  const entry = JSON.parse(await Deno.readTextFile(file)).mcpServers.files;
  assertEquals(entry.command, place.deno);
  assert(entry.args.includes(place.main) && entry.args.includes("--no-config"), entry.args.join(" "));
  const own: string[] = entry.args.slice(0, entry.args.indexOf("--"));
  assert(!own.some((word) => /^-A$|^--allow-(?:all|net|sys|ffi|[a-z]+$)/.test(word)), own.join(" "));
  await withClient(folder, [entry.command, ...entry.args], (client) => readsAndRefuses(client, folder));
  const status = await run(place, folder, ["status"]);
  assertEquals([status.code, /files: behind Sallyport\n/.test(status.stdout)], [0, true], status.stdout);
  assertEquals((await run(place, folder, ["wrap", "--check"])).code, 0);
  const after = await Deno.readTextFile(file);
  for (const fake of [after.replace(place.main, "/tmp/evil/lib/main.js"), after.replace(place.deno, "/tmp/deno")]) {
    assert(fake !== after);
    await Deno.writeTextFile(file, fake);
    const counterfeit = await run(place, folder, ["status"]);
    assertEquals(counterfeit.code, 1);
    assertStringIncludes(counterfeit.stdout, "NOT behind this Sallyport");
    assertEquals((await run(place, folder, ["wrap", "--check"])).code, 1);
  }
  await Deno.writeTextFile(file, after);
  assertEquals((await run(place, folder, ["unwrap", "--all"])).code, 0);
  assertEquals(await Deno.readTextFile(file), text);
});

packageTest("nothing of a hostile working folder or environment is run", async (place, folder) => {
  const markers = join(folder.project, "..", "markers");
  await Deno.mkdir(markers);
  await plantTraps(folder.project, markers);
  const fake = join(folder.project, "node_modules", "deno");
  await Deno.mkdir(fake, { recursive: true });
  await Deno.writeTextFile(join(fake, "package.json"), '{"name":"deno","version":"2.9.6"}');
  await Deno.writeTextFile(join(fake, "deno"), `#!/bin/sh\ntouch ${join(markers, "fake-deno")}\n`, { mode: 0o755 });
  const evil = join(folder.project, "evil.cjs");
  await Deno.writeTextFile(
    evil,
    `require("node:fs").appendFileSync(${JSON.stringify(join(markers, "preload"))}, typeof Deno + "\\n");`,
  );
  const env = {
    NODE_PATH: join(folder.project, "node_modules"),
    DENO_PERMISSION_BROKER_PATH: join(folder.project, "broker"),
    DENO_V8_FLAGS: "--help",
    DENO_AUDIT_PERMISSIONS: join(markers, "audit"),
    OTEL_DENO: "true",
  };
  const message = '{"jsonrpc":"2.0","id":1,"method":"x/y"}\n';
  const ran = await run(place, folder, ["--", "/bin/sh", "-c", "exec /bin/cat"], { env, stdin: message });
  assertEquals(ran.code, 0, ran.stderr);
  assert(ran.stdout !== "" && JSON.parse(ran.stdout.split("\n")[0] ?? "").id === 1, ran.stdout);
  assertEquals(await namesIn(markers), []);
  // Node reads NODE_OPTIONS before our first line, and whoever sets it has Node; Deno gets none of it.
  await run(place, folder, ["--version"], { env: { ...env, NODE_OPTIONS: `--require ${evil}` } });
  assertEquals(await Deno.readTextFile(join(markers, "preload")), "undefined\n");
});

packageTest("it finds itself through any link, and refuses a Deno of another version", async (place, folder) => {
  const links = join(folder.project, "..", "links");
  await Deno.mkdir(links);
  await Deno.symlink(place.bin, join(links, "one"));
  await Deno.symlink(join(links, "one"), join(links, "two"));
  const linked = await runCommand([join(links, "two"), "--version"], { cwd: links, env: testEnvironment(folder) });
  assertEquals([linked.code, linked.stdout.startsWith("sallyport ")], [0, true], linked.stderr);
  const copy = join(folder.project, "..", "copy", "node_modules");
  await Deno.mkdir(join(copy, "deno"), { recursive: true });
  await runCommand(["cp", "-r", join(place.root, "node_modules", "@sallyport"), copy]);
  const bin = join(copy, "@sallyport/sallyport/bin/sallyport.js");
  const env = testEnvironment(folder);
  for (const manifest of ['{"version":"2.9.5"}', "{}"]) {
    await Deno.writeTextFile(join(copy, "deno", "package.json"), manifest);
    const refused = await runCommand([bin, "--version"], { env });
    assertEquals([refused.code, refused.stdout], [2, ""]);
    assertStringIncludes(refused.stderr, "sallyport: error: Refusing to start: the package deno in ");
  }
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  packageTest(`${signal} ends the server and all as it does without the package`, async (place, folder) => {
    const mark = join(folder.project, "pid");
    const server = ["sh", "-c", `echo $$ > '${mark}'; exec cat`];
    const direct = [place.deno, "run", "--no-prompt", "--no-config", "--no-lock", "-A", place.main, "--", ...server];
    const ends: (readonly [number, string | null])[] = [];
    for (const command of [direct, [place.bin, "--", ...server]]) {
      await Deno.remove(mark).catch(() => {});
      await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
      // An answer says that it has come as far as to listen to signals.
      await client.send({ jsonrpc: "2.0", id: 1, method: "x/y" });
      await waitFor(() => client.frames.length > 0, "an answer");
      const pid = Number(await Deno.readTextFile(mark));
      Deno.kill(client.pid, signal);
      const { code, signal: by } = await client.exited;
      ends.push([code, by]);
      await waitFor(async () => await Deno.stat(`/proc/${pid}`).then(() => false, () => true), "the server's end");
    }
    assertEquals(ends[1], ends[0]);
  });
}

Deno.test.afterAll(async () => {
  if (installed !== undefined) await Deno.remove((await installed).root, { recursive: true });
});

Deno.test({
  name: "with a comma in the folder it does not start, and says why",
  ignore: reason !== undefined,
  async fn() {
    const place = await (installed ??= install());
    await using folder = await makeTestFolder("npm,comma");
    const refused = await runCommand([place.bin, "--", "cat"], { cwd: folder.project, env: folder.env });
    assertEquals([refused.code, refused.stdout], [2, ""]);
    assertStringIncludes(refused.stderr, "comma");
  },
});
