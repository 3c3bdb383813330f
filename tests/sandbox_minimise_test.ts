/**
 * Permission sets that are learned by replays of real servers: what they hold, that the answers are the same, and that
 * nobody's data is written; and the facts about Deno's list of uses that this rests on.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/jsonc";
import { join } from "node:path";
import {
  type CommandResult,
  runSallyport,
  testEnvironment,
  userHome,
  withTestFolder,
} from "./support/guarded_session.ts";
import { learnAndRun, MEMORY, PROJECT_FILES, READ_ONLY_FILES, WRITTEN_FILES } from "./support/learned_sandbox.ts";
import { LineProcess } from "./support/run_process.ts";
import { fixture, sallyport } from "./support/sallyport.ts";

Deno.test("the set of a file server that is only read holds no write, and every answer is the same", async () => {
  const { set, bare, sandboxed, stderr } = await learnAndRun(READ_ONLY_FILES);
  assertEquals(set.deno, { read: ["${PROJECT_DIR}"] });
  assertEquals(sandboxed, bare);
  assertEquals(set.unsteady, []);
  assertStringIncludes(stderr, "no write, net, env, run, sys, ffi");
});

Deno.test("a file server that is written to keeps write, and the project is left as it was", async () => {
  const { set, bare, sandboxed, project } = await learnAndRun(WRITTEN_FILES);
  assertEquals(set.deno, { read: ["${PROJECT_DIR}"], write: ["${PROJECT_DIR}"] });
  assertEquals(sandboxed, bare);
  assertEquals(project, PROJECT_FILES, "what was written was written to copies");
});

Deno.test("a variable and the file that it names are learned from their effect", async () => {
  const { set, bare, sandboxed, project } = await learnAndRun(MEMORY);
  assertEquals(set.deno.startup?.["env"] ?? set.deno["env"], ["MEMORY_FILE_PATH"]);
  assertEquals(set.deno["write"], ["${PROJECT_DIR}"], "it writes a draft beside the file");
  assertEquals(sandboxed, bare);
  assertEquals(project, PROJECT_FILES);
});

/** A server that does what an attacker would do with a replay: it writes, sends and starts, whatever it is called for. */
async function attackReplay(reads: readonly string[]) {
  let came:
    | { readonly visitors: number; readonly planted: boolean; readonly written: boolean } & CommandResult
    | undefined;
  await withTestFolder("replay", async (folder) => {
    const home = userHome(folder);
    await Deno.mkdir(join(home, ".ssh"), { recursive: true });
    await Deno.writeTextFile(join(home, ".ssh", "id_rsa"), "the key");
    await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
    let visitors = 0;
    const listener = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      visitors++;
      return new Response("ok");
    });
    const suite = join(home, "suite.jsonl");
    const call = { tool: "read_text_file", arguments: { path: "${PROJECT_DIR}/a.txt" } };
    await Deno.writeTextFile(suite, JSON.stringify(call));
    const server = [
      "node",
      fixture("attack_server.ts"),
      folder.project,
      `--home=${home}`,
      `--port=${listener.addr.port}`,
    ];
    const words = ["sandbox", "minimise", "--json", "--project", folder.project, "--calls", suite, ...reads];
    const ran = await runSallyport(folder, [...words, "--", ...server], { env: testEnvironment(folder) });
    await listener.shutdown();
    came = {
      visitors,
      planted: await Deno.stat(join(home, ".bashrc")).then(() => true, () => false),
      written: (await Deno.readTextFile(join(folder.project, "a.txt"))) !== "hello",
      ...ran,
    };
  });
  assert(came !== undefined);
  return came;
}

Deno.test("a server that writes and sends whatever it is called for can do neither in a replay in a copy", async () => {
  const { visitors, planted, written, code, stderr } = await attackReplay([]);
  assertEquals([visitors, planted, written, code], [0, false, false, 1], stderr);
  assertStringIncludes(stderr, '/.ssh/id_rsa": it keeps secrets or starts programs');
  assertStringIncludes(stderr, '/.bashrc": it lies outside the copy, where nothing could be written');
});

Deno.test("where a person says that a tool only reads, it is held to that", async () => {
  const { visitors, planted, written, code, stderr } = await attackReplay(["--reads", "read_text_file"]);
  assertEquals([planted, written, code], [false, false, 1], stderr);
  assert(visitors > 0, "the network is there, as is said");
  assertStringIncludes(stderr, '/.bashrc": nothing could be written here');
});

Deno.test("a learned session that is recorded gives a set, keeps no raw list, and the set is enough", async () => {
  await withTestFolder("record", async (folder) => {
    await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
    await Deno.mkdir(join(folder.project, "sub"));
    await Deno.writeTextFile(join(folder.project, "sub", "b.txt"), "beta");
    const env = testEnvironment(folder);
    const server = ["npx", "-y", READ_ONLY_FILES.package, folder.project];
    const talk = async (words: readonly string[]) => {
      const prefix = sallyport([...words, "--name", "files", "--project", folder.project]);
      await using client = new LineProcess([...prefix, ...server], { cwd: folder.project, env });
      await client.initialize();
      const answers = [];
      for (const name of ["a.txt", "sub/b.txt"]) {
        const { result } = await client.callTool("read_text_file", { path: join(folder.project, name) }, 20_000);
        answers.push(result);
      }
      await client.close();
      return { answers, stderr: client.stderr };
    };
    const first = await talk(["learn", "--sandbox-record"]);
    await talk(["learn", "--sandbox-record"]);
    assertStringIncludes(first.stderr, "RECORDING: runs under Deno");
    const left = await Array.fromAsync(Deno.readDir(folder.home), ({ name }) => name);
    assertEquals(left.filter((name) => name.startsWith("sandbox-")), []);
    const proposed = await runSallyport(folder, ["learn", "propose"]);
    assertEquals(proposed.code, 0, proposed.stderr);
    const policy = await Deno.readTextFile(join(folder.home, "sallyport.proposed.jsonc"));
    const { sandbox } = parse(policy) as { sandbox: unknown };
    assertEquals(sandbox, { deno: { read: ["${PROJECT_DIR}"] } });
    await Deno.writeTextFile(
      join(folder.home, "sallyport.jsonc"),
      JSON.stringify({ version: 1, default: "allow", sandbox }),
    );
    const bound = await talk([]);
    assertStringIncludes(bound.stderr, "no write, net, env, run, sys, ffi");
    assertEquals(bound.answers, first.answers);
  });
});

/** What Deno lists for a program that reads one file and writes another. */
async function listed(flags: readonly string[]): Promise<string[]> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-audit-" }));
  try {
    await Deno.writeTextFile(join(folder, "a"), "a");
    const program = `await Deno.readTextFile("${folder}/a"); await Deno.writeTextFile("${folder}/b", "b");
      try { await new Deno.Command("true").output(); } catch {}`;
    await Deno.writeTextFile(join(folder, "program.js"), program);
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", ...flags, join(folder, "program.js")],
      env: { DENO_AUDIT_PERMISSIONS: join(folder, "audit") },
    }).output();
    assertEquals(code, 0);
    const lines = (await Deno.readTextFile(join(folder, "audit"))).split("\n").filter((line) => line !== "");
    return lines.map((line) => {
      const { permission, value } = JSON.parse(line);
      return `${permission} ${value.slice(folder.length + 1)}`;
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("Deno lists write beside a mere read only where reading is permitted without a path, and no program", async () => {
  assertEquals(await listed(["--allow-read=/", "--allow-write=/", "--allow-run"]), ["read a", "write b"]);
  assertEquals(await listed(["--allow-read", "--allow-write=/"]), ["read a", "write a", "write b"]);
  assertEquals(await listed(["-A"]), ["read a", "write a", "read b", "write b"]);
});
