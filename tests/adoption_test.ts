/**
 * From nothing to protected and back, with the real program on files of six clients, and a real client that starts the
 * server exactly as the rewritten file says.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { dirname, join } from "node:path";
import { runSallyport, testEnvironment, textOf, userHome, withTestFolder } from "./support/guarded_session.ts";
import { LineProcess } from "./support/run_process.ts";
import { npmServer, scriptedServer, type TestFolder } from "./support/sallyport.ts";
import { ROOT } from "./support/source_tree.ts";

/** Files of six clients below a home, each with a server of its own name. */
function clientFiles(command: readonly string[]): Readonly<Record<string, string>> {
  const [program = "", ...args] = command;
  const json = (indent: string) =>
    JSON.stringify({ command: program, args, env: { DENO_DIR: "${DENO_DIR}" } }, undefined, indent);
  const list = args.map((arg) => JSON.stringify(arg)).join(", ");
  return {
    ".claude.json": `{"numStartups": 3, "mcpServers": {"claude": ${json("\t")}}}`,
    ".cursor/mcp.json": `\ufeff{\r\n  "mcpServers": {\r\n    "cursor": ${
      json("  ").replaceAll("\n", "\r\n")
    }\r\n  }\r\n}\r\n`,
    ".config/Code/User/mcp.json": `{\n  // comments stay\n  "servers": {\n    "vscode": ${
      json("  ")
    }, /* here */\n  },\n}\n`,
    ".codex/config.toml": `# codex\n[mcp_servers.codex]\ncommand = ${
      JSON.stringify(program)
    } # program\nargs = [${list}]\n`,
    ".config/goose/config.yaml":
      `extensions:\n  goose:\n    type: stdio\n    cmd: ${program}\n    args: [${list}]\n    timeout: 300\n`,
    ".config/opencode/opencode.json": JSON.stringify(
      { mcp: { opencode: { type: "local", command, enabled: true } } },
      undefined,
      4,
    ),
  };
}

async function readAll(folder: TestFolder, names: readonly string[]): Promise<Record<string, Uint8Array>> {
  const found: Record<string, Uint8Array> = {};
  for (const name of names) found[name] = await Deno.readFile(join(userHome(folder), name));
  return found;
}

Deno.test("from nothing: init, a client that starts what the file says, a refusal, status, unwrap, byte for byte", async () => {
  await withTestFolder("adopt", async (folder) => {
    const data = join(folder.project, "..", "data");
    await Deno.mkdir(data);
    await Deno.writeTextFile(join(data, "a.txt"), "hello");
    const server = npmServer("server-filesystem", data);
    const files = clientFiles(server);
    for (const [name, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(userHome(folder), name)), { recursive: true });
      await Deno.writeTextFile(join(userHome(folder), name), text);
    }
    const before = await readAll(folder, Object.keys(files));
    const home = { permissions: ["-A"], unset: ["SALLYPORT_HOME"] };
    const init = await runSallyport(folder, ["init", "--yes", "--profile", "local-dev"], home);
    assertEquals(init.code, 0, init.stderr);
    for (const name of ["claude", "cursor", "vscode", "codex", "goose", "opencode"]) {
      assertStringIncludes(init.stderr, `: ${name} in `);
    }
    const entry = JSON.parse(await Deno.readTextFile(join(userHome(folder), ".claude.json"))).mcpServers.claude;
    const env: Record<string, string> = { ...testEnvironment(folder), PATH: Deno.env.get("PATH") ?? "" };
    delete env["SALLYPORT_HOME"];
    const transport = new StdioClientTransport({
      command: entry.command,
      args: entry.args,
      env,
      cwd: folder.project,
      stderr: "pipe",
    });
    const client = new Client({ name: "adopter", version: "1.0.0" });
    await client.connect(transport);
    const read = (path: string) => client.callTool({ name: "read_text_file", arguments: { path } });
    assertEquals(textOf({ result: await read(join(data, "a.txt")) }), "hello");
    assertStringIncludes(JSON.stringify(await read(join(data, ".env"))), "blocked: ");
    await client.close();
    const status = await runSallyport(folder, ["status"], home);
    assertEquals(status.code, 0, status.stdout);
    assertEquals(status.stdout.match(/behind Sallyport\n/g)?.length, 6, status.stdout);
    assertEquals((await runSallyport(folder, ["wrap", "--check"], home)).code, 0);
    const unwrap = await runSallyport(folder, ["unwrap", "--all"], home);
    assertEquals(unwrap.code, 0, unwrap.stderr);
    assertEquals(await readAll(folder, Object.keys(files)), before);
    assertEquals((await runSallyport(folder, ["wrap", "--check"], home)).code, 1);
    const uninstalled = await runSallyport(folder, ["uninstall", "--yes"], home);
    assertEquals(uninstalled.code, 0, uninstalled.stderr);
    const left: string[] = [];
    for await (const { name } of Deno.readDir(join(userHome(folder), ".sallyport"))) left.push(name);
    assertEquals(left.filter((name) => !["audit", "audit.key", "ledger.key"].includes(name)), []);
    assert(left.includes("audit"));
    assertEquals((await runSallyport(folder, ["uninstall", "--yes", "--purge"], home)).code, 0);
    await assertRejects(() => Deno.lstat(join(userHome(folder), ".sallyport")), Deno.errors.NotFound);
  });
});

Deno.test("links, read-only folders and huge files are left as they are, each with one sentence", async () => {
  await withTestFolder("adopt", async (folder) => {
    const home = userHome(folder);
    const options = { permissions: ["-A"] };
    const text = '{"mcpServers":{"a":{"command":"x"}}}';
    await Deno.mkdir(join(home, ".cursor"));
    await Deno.writeTextFile(join(home, "real.json"), text);
    await Deno.symlink(join(home, "real.json"), join(home, ".cursor", "mcp.json"));
    const linked = await runSallyport(folder, ["wrap", "a"], options);
    assertEquals([linked.code, await Deno.readTextFile(join(home, "real.json"))], [2, text]);
    assertStringIncludes(linked.stderr, "it is a link");
    await Deno.remove(join(home, ".cursor", "mcp.json"));
    await Deno.writeTextFile(join(home, ".cursor", "mcp.json"), `${text}${" ".repeat(17 * 1024 * 1024)}`);
    const huge = await runSallyport(folder, ["wrap", "a"], options);
    assertEquals(huge.code, 2);
    assert(huge.stderr.includes("too large"), huge.stderr);
  });
});

for (const perCall of [false, true]) {
  Deno.test(`wrap gives a ${perCall ? "server with rights per call" : "sandboxed server"} the flags that its policy needs, and no others`, async () => {
    await withTestFolder("adopt-sandbox", async (folder) => {
      const data = join(folder.project, "..", "data");
      await Deno.mkdir(data);
      await Deno.writeTextFile(join(data, "a.txt"), "hello");
      await Deno.mkdir(folder.home, { recursive: true });
      const path = { under: [data] };
      const policy = {
        version: 1,
        default: "allow",
        tools: { read_text_file: { args: { path: { path } } } },
        sandbox: { deno: { read: [data], ...perCall ? { perCall } : {} } },
      };
      await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(policy));
      const [, version = ""] = /server-filesystem@([\d.]+)/.exec(await Deno.readTextFile(join(ROOT, "deno.json"))) ??
        [];
      const file = join(userHome(folder), ".cursor", "mcp.json");
      await Deno.mkdir(dirname(file));
      const args = ["-y", `@modelcontextprotocol/server-filesystem@${version}`, data];
      await Deno.writeTextFile(file, JSON.stringify({ mcpServers: { files: { command: "npx", args } } }));
      const wrap = await runSallyport(folder, ["wrap", "files"], { permissions: ["-A"] });
      assertEquals(wrap.code, 0, wrap.stderr);
      const { command, args: words } = JSON.parse(await Deno.readTextFile(file)).mcpServers.files;
      assert(!words.some((word: string) => /^--allow-(?:run=.*npx|sys|ffi|all)|^-A$/.test(word)), words.join(" "));
      await using client = new LineProcess([command, ...words], { cwd: folder.project, env: testEnvironment(folder) });
      await client.initialize();
      assertEquals(textOf(await client.callTool("read_text_file", { path: join(data, "a.txt") }, 20_000)), "hello");
      const outside = await client.callTool("read_text_file", { path: join(folder.project, "b.txt") }, 20_000);
      assertStringIncludes(JSON.stringify(outside), "blocked: ");
      assertEquals((await client.close()).code, 0, client.stderr);
      assertStringIncludes(client.stderr, "sandboxed: ");
    });
  });
}

Deno.test("a wrapped server starts under a policy in YAML", async () => {
  await withTestFolder("adopt-yaml", async (folder) => {
    await Deno.mkdir(folder.home, { recursive: true });
    await Deno.writeTextFile(join(folder.home, "sallyport.yaml"), "version: 1\ndefault: allow\ntools:\n  echo: deny\n");
    const file = join(userHome(folder), ".cursor", "mcp.json");
    await Deno.mkdir(dirname(file));
    const [command, ...args] = scriptedServer();
    await Deno.writeTextFile(file, JSON.stringify({ mcpServers: { scripted: { command, args } } }));
    assertEquals((await runSallyport(folder, ["wrap", "scripted"], { permissions: ["-A"] })).code, 0);
    const entry = JSON.parse(await Deno.readTextFile(file)).mcpServers.scripted;
    const started = [entry.command, ...entry.args];
    await using client = new LineProcess(started, { cwd: folder.project, env: testEnvironment(folder) });
    await client.initialize();
    assertStringIncludes(JSON.stringify(await client.callTool("echo", { text: "x" })), "blocked: ");
    assertEquals((await client.close()).code, 0, client.stderr);
  });
});
