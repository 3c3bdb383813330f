/**
 * The program works with the narrow permissions that it documents and refuses to start with one less; nothing that lies
 * in the folder it is started in is run.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import {
  type CommandResult,
  refusedBy,
  runCommand,
  testEnvironment,
  textOf,
  withTestFolder,
  writePolicy,
} from "./support/guarded_session.ts";
import { namesIn, plantTraps } from "./support/hostile_folder.ts";
import { killMarked, newMark, waitUntilGone } from "./support/orphan_watch.ts";
import { LineProcess } from "./support/run_process.ts";
import { npmServer, scriptedServer, type TestFolder } from "./support/sallyport.ts";
import { ROOT } from "./support/source_tree.ts";

const VARIABLES = [
  "HOME",
  "SALLYPORT_HOME",
  "DENO_PERMISSION_BROKER_PATH",
  "OTEL_DENO",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "USER",
];

/** A permission by its flag and its values. */
type Permissions = Readonly<Record<"read" | "write" | "env" | "run", readonly string[]>>;

function narrow({ home, project }: TestFolder, program: string): Permissions {
  return {
    read: [home, project, "/etc/sallyport", ROOT.replace(/\/$/, "")],
    write: [home],
    env: VARIABLES,
    run: [program, "kill"],
  };
}

function flagsOf(permissions: Permissions): string[] {
  return Object.entries(permissions).filter(([, values]) => values.length > 0).map(([kind, values]) =>
    `--allow-${kind}=${values.join(",")}`
  );
}

/** The command as it is documented. */
function documented(
  folder: TestFolder,
  permissions: Permissions,
  server: readonly string[],
  more: readonly string[] = [],
): string[] {
  return [
    Deno.execPath(),
    "run",
    "--no-prompt",
    `--config=${join(ROOT, "deno.json")}`,
    "--node-modules-dir=none",
    "--cached-only",
    "--frozen",
    "--unstable-lazy-dynamic-imports",
    ...flagsOf(permissions),
    ...more,
    join(ROOT, "main.ts"),
    "--project",
    folder.project,
    "--",
    ...server,
  ];
}

const ALLOW = { version: 1, default: "allow" };

/** The real file server, started by a program that a permission can name. */
function fileServer(folder: TestFolder): string[] {
  const [first = "", ...rest] = npmServer("server-filesystem", folder.project);
  const cache = `DENO_DIR=${testEnvironment(folder)["DENO_DIR"]}`;
  return first === "env" ? [first, ...rest] : ["env", cache, first, ...rest];
}

Deno.test("with exactly the documented flags a real server works, and what is protected is refused", async () => {
  await withTestFolder("narrow", async (folder) => {
    await writePolicy(folder, ALLOW);
    await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
    await Deno.symlink(folder.home, join(folder.project, "link"));
    const command = documented(folder, narrow(folder, "env"), fileServer(folder));
    await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
    await client.initialize();
    const read = (path: string) => client.callTool("read_text_file", { path }, 20_000);
    assertEquals(textOf(await read(join(folder.project, "a.txt"))), "hello");
    for (const path of ["link/sallyport.jsonc", `${folder.home}/trust.jsonc`, `/proc/self/root${folder.home}/x`]) {
      assertEquals(refusedBy(await read(path)), "self/protected", path);
    }
    assert(textOf(await read("/etc/hostname")).includes("denied"), "outside the folder the server itself refuses");
    assertEquals((await client.close()).code, 0, client.stderr);
    assert(!/NotCapable|Requires .* access|error/i.test(client.stderr), client.stderr);
  });
});

/** What the YAML reader needs beside the rest. */
const YAML_FLAG = "--ignore-env=LOG_TOKENS,LOG_STREAM";

async function startWith(folder: TestFolder, permissions: Permissions, ...more: string[]): Promise<CommandResult> {
  const server = ["sh", "-c", `touch '${join(folder.project, "started")}'; cat`];
  return await runCommand(documented(folder, permissions, server, more), {
    cwd: folder.project,
    env: testEnvironment(folder),
  });
}

Deno.test("with one flag, or one value of one, missing it does not start and says which", async () => {
  await withTestFolder("narrow", async (folder) => {
    await writePolicy(folder, ALLOW);
    const full = narrow(folder, "sh");
    const started = join(folder.project, "started");
    assertEquals((await startWith(folder, full)).code, 0);
    await Deno.remove(started);
    for (const kind of ["read", "write", "env", "run"] as const) {
      for (const value of [undefined, ...full[kind]]) {
        const fewer = value === undefined ? [] : full[kind].filter((one) => one !== value);
        const result = await startWith(folder, { ...full, [kind]: fewer });
        const what = `without --allow-${kind}${value === undefined ? "" : `=${value}`}: ${result.stderr}`;
        assertEquals([result.code, result.stdout], [2, ""], what);
        assertEquals(await Deno.stat(started).then(() => true, () => false), false, `${what}: the server was started`);
        assertStringIncludes(result.stderr, "sallyport: error: Refusing to start: Deno may not ", what);
        const hint = result.stderr.split("\n").find((line) => line.startsWith("sallyport: hint: Add ")) ?? "";
        const flag = hint.split(" ").find((word) => word.startsWith(`--allow-${kind}=`)) ?? "";
        const named = flag.replace(/^[^=]*=/, "").split(",");
        assert(value === undefined ? full[kind].some((one) => named.includes(one)) : named.includes(value), what);
      }
    }
  });
});

Deno.test("a policy in YAML, a file behind -c and a variable of --pass-env need no more than their own flag", async () => {
  await withTestFolder("narrow", async (folder) => {
    await Deno.writeTextFile(join(folder.home, "sallyport.yaml"), "version: 1\ndefault: allow\n");
    const full = narrow(folder, "sh");
    const bare = await startWith(folder, full);
    assertEquals([bare.code, bare.stdout], [2, ""], bare.stderr);
    assertStringIncludes(bare.stderr, "--ignore-env=LOG_TOKENS,LOG_STREAM");
    const result = await startWith(folder, full, YAML_FLAG);
    assertEquals(result.code, 0, result.stderr);
    assertStringIncludes(result.stderr, "sallyport.yaml");
    await Deno.remove(join(folder.home, "sallyport.yaml"));
    const own = join(folder.project, "..", "own.jsonc");
    await Deno.writeTextFile(own, JSON.stringify(ALLOW));
    const command = (permissions: Permissions) =>
      documented(folder, permissions, ["sh", "-c", "cat"]).flatMap((word) =>
        word === "--project" ? ["-c", own, "--pass-env", "MINE", word] : [word]
      );
    const options = { cwd: folder.project, env: { ...testEnvironment(folder), MINE: "1" } };
    const refused = await runCommand(command(full), options);
    assertEquals(refused.code, 2);
    assertStringIncludes(refused.stderr, `--allow-read=${own}`);
    const half = await runCommand(command({ ...full, read: [...full.read, own] }), options);
    assertEquals(half.code, 2);
    assertStringIncludes(half.stderr, "--allow-env=MINE");
    const whole = { ...full, read: [...full.read, own], env: [...full.env, "MINE"] };
    assertEquals((await runCommand(command(whole), options)).code, 0);
  });
});

Deno.test("a grandchild in the group is gone under narrow flags", async () => {
  await withTestFolder("narrow", async (folder) => {
    await writePolicy(folder, ALLOW);
    const mark = newMark();
    const server = scriptedServer("--grandchild", "--ignore-eof", "--ignore-term", `--mark=${mark}`);
    const command = documented(folder, narrow(folder, server[0] ?? ""), server);
    try {
      await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
      await client.initialize();
      assertEquals(textOf(await client.callTool("echo", { text: "a" })), "a");
      await client.closeInput();
      await client.exited;
      assertEquals((await waitUntilGone(mark)).map(({ command }) => command), []);
    } finally {
      await killMarked(mark);
    }
  });
});

Deno.test("nothing of a hostile working folder runs", async () => {
  await withTestFolder("hostile", async (folder) => {
    const markers = join(folder.project, "..", "markers");
    await Deno.mkdir(markers);
    await plantTraps(folder.project, markers);
    await Deno.writeTextFile(
      join(folder.home, "sallyport.yaml"),
      "version: 1\ndefault: allow\nrules:\n  - { name: a, when: { any: { regex: 'x+y|z{3}' } }, then: deny }\n",
    );
    const server = ["sh", "-c", "exec cat", "cat"];
    const command = documented(folder, narrow(folder, "sh"), server, [YAML_FLAG]);
    await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
    await client.send({ jsonrpc: "2.0", id: 1, method: "x/y", params: { a: "zzz" } });
    assertEquals(refusedBy(await client.response(1)), "a", client.stderr);
    assertEquals((await client.close()).code, 0);
    assertEquals(await namesIn(markers), []);
  });
});

Deno.test("the traps of the hostile folder do work: a program that does not guard itself runs them", async () => {
  await withTestFolder("hostile", async (folder) => {
    const markers = join(folder.project, "..", "markers");
    await Deno.mkdir(markers);
    await plantTraps(folder.project, markers);
    const file = join(folder.project, "victim.ts");
    await Deno.writeTextFile(file, 'import "yaml";');
    const command = [Deno.execPath(), "run", "--no-prompt", "--no-lock", "-A", file];
    await runCommand(command, { cwd: folder.project, env: testEnvironment(folder) });
    assertEquals(await namesIn(markers), ["import-0"]);
  });
});
