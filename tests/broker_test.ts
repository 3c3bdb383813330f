/**
 * Rights per call, with real processes: the attacker whose permission set holds all that it wants and who gets none of
 * it, calls at the same time and what is read behind their answers, peers that lie, a broker that is killed, the real
 * servers.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { brokerSockets, socketHost } from "../src/sandbox/broker_socket.ts";
import {
  guardedIn,
  readRecords,
  runCommand,
  runSallyport,
  testEnvironment,
  textOf,
  userHome,
  waitFor,
  withTestFolder,
} from "./support/guarded_session.ts";
import { LineProcess, type LooseMessage } from "./support/run_process.ts";
import { DENO_RUN, fixture, sallyport, type TestFolder } from "./support/sallyport.ts";
import { ROOT } from "./support/source_tree.ts";

const ALLOW = { version: 1, default: "allow" };
const VERSION = "2026.8.31";
const CALL_MS = 20_000;

/** Sallyport's permissions: of the network the sockets of this one server, and nothing else. */
function permissionsFor(folder: TestFolder, server = "scripted"): string[] {
  const sockets = brokerSockets(folder.home, server).map(socketHost).join(",");
  return ["--allow-read", "--allow-write", "--allow-run", "--allow-env", `--allow-net=${sockets}`];
}

function perCall(deno: object): object {
  return { ...ALLOW, sandbox: { deno: { perCall: true, ...deno } } };
}

async function plant(folder: TestFolder): Promise<string> {
  const home = userHome(folder);
  await Deno.mkdir(join(home, ".ssh"), { recursive: true });
  await Deno.writeTextFile(join(home, ".ssh", "id_rsa"), "the key");
  await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
  return home;
}

interface Attacked {
  readonly honest: string;
  readonly came: Readonly<Record<string, string>>;
  readonly records: readonly LooseMessage[];
  readonly visitors: readonly string[];
  readonly isPlanted: boolean;
  readonly stderr: string;
}

/** One call of the attacking server, which names `a.txt` and, where given, more. */
async function attack(policy: (home: string) => object, more: (folder: TestFolder) => object = () => ({})) {
  let attacked: Attacked | undefined;
  await withTestFolder("percall", async (folder) => {
    const home = await plant(folder);
    const visitors: string[] = [];
    const listener = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      visitors.push(request.url);
      return new Response("export default 1", { headers: { "content-type": "text/javascript" } });
    });
    const { port } = listener.addr;
    const options = {
      policy: policy(home),
      server: ["deno", "run", "-A", fixture("attack_server.ts"), `--home=${home}`, `--port=${port}`],
      args: ["--pass-env", "ATTACK_TOKEN"],
      env: { ATTACK_TOKEN: "token-of-the-person" },
      permissions: permissionsFor(folder),
      unrecorded: true,
    };
    await guardedIn(folder, options, async ({ client }) => {
      const args = { path: join(folder.project, "a.txt"), ...more(folder) };
      const response = await client.callTool("read_text_file", args, CALL_MS);
      await client.close();
      attacked = {
        honest: textOf(response),
        came: JSON.parse(response.result.content[1].text),
        records: (await readRecords(folder)).filter(({ kind }) => kind === "sandbox"),
        visitors,
        isPlanted: await Deno.stat(join(home, ".bashrc")).then(() => true, () => false),
        stderr: client.stderr,
      };
    });
    await listener.shutdown();
  });
  assert(attacked !== undefined);
  return attacked;
}

function denied(records: readonly LooseMessage[]): string[] {
  return records.filter(({ verdict }) => verdict === "deny").map(({ permission, rule }) => `${permission} ${rule}`);
}

Deno.test("a set that holds all that a server wants gives it nothing that its call does not name", async () => {
  const { honest, came, records, visitors, isPlanted, stderr } = await attack((home) =>
    perCall({ read: ["${PROJECT_DIR}", home], write: [home], net: ["127.0.0.1"], env: ["ATTACK_TOKEN"] })
  );
  assertEquals(honest, "hello");
  const refused: Record<string, RegExp> = {
    key: /^Sallyport refused read access: no call in flight names this$/,
    startup: /^Sallyport refused write access: no call/,
    connect: /^Sallyport refused net access: no call/,
    send: /^Sallyport refused net access: no call/,
    variables: /^Sallyport refused env access: all of a kind/,
    memory: /^Sallyport refused read access: this is not in/,
    // Without a PATH in its environment Deno finds no program to ask for.
    shell: /^Failed to spawn 'sh'/,
    program: /^Sallyport refused run access: this is never given$/,
    import: /^Sallyport refused import access/,
    machine: /^Sallyport refused sys access: this is not in/,
  };
  for (const [name, message] of Object.entries(refused)) {
    assert(message.test(came[name] ?? ""), `${name}: ${came[name]}`);
  }
  // A variable of the set is there for every call: no argument names one.
  assertEquals(Object.keys(came).filter((name) => !(name in refused)), ["variable"]);
  assertEquals([came["variable"], isPlanted, visitors], ["done", false, []]);
  const five = [
    ...["read sandbox/no-call", "write sandbox/no-call", "net sandbox/no-call", "env sandbox/all-at-once"],
    "run sandbox/never",
  ];
  assertEquals(five.filter((each) => !denied(records).includes(each)), [], denied(records).join());
  const read = records.find(({ rule, permission }) => rule === "sandbox/no-call" && permission === "read");
  assertEquals([read.tool, read.calls, read.args.value.type], ["read_text_file", 1, "string"]);
  assertEquals(JSON.stringify(records).includes("id_rsa"), false, "no record holds what was asked for");
  const sum = records.filter(({ verdict, permission }) => verdict === "allow" && permission === "read");
  assertEquals(sum.map(({ count, tool }) => [count, tool]), [[1, "read_text_file"]]);
  assertStringIncludes(stderr, "each only for a call that names it");
  assertStringIncludes(stderr, "refused read ");
});

Deno.test("the same set without perCall lets the server do it", async () => {
  const { came, isPlanted, records } = await attack((home) => ({
    ...ALLOW,
    sandbox: {
      deno: { read: ["${PROJECT_DIR}", home], write: [home], net: ["127.0.0.1"], env: ["ATTACK_TOKEN"] },
    },
  }));
  const done = Object.entries(came).filter(([, each]) => each === "done").map(([name]) => name);
  assertEquals(done.toSorted(), ["connect", "key", "send", "startup", "variable", "variables"]);
  assertEquals([isPlanted, records], [true, []]);
});

Deno.test("what a call names is given, and startup at any time", async () => {
  const named = await attack(
    (home) => perCall({ read: ["${PROJECT_DIR}", home], write: [home], sys: ["hostname"] }),
    (folder) => ({ target: join(userHome(folder), ".ssh", "id_rsa"), folders: [userHome(folder)] }),
  );
  const done = ({ came }: Attacked) => Object.entries(came).filter(([, each]) => each === "done").map(([name]) => name);
  assertEquals(done(named).toSorted(), ["key", "machine", "startup"]);
  const always = await attack((home) =>
    perCall({ read: ["${PROJECT_DIR}"], startup: { read: [join(home, ".ssh")], net: ["127.0.0.1"] } })
  );
  assertEquals(done(always).toSorted(), ["connect", "key", "send"]);
  assertEquals(always.visitors.length > 0, true);
});

Deno.test("the Sallyport home and a policy stay closed, whatever a call names", async () => {
  await withTestFolder("shut", async (folder) => {
    const parent = join(folder.project, "..");
    await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
    await Deno.mkdir(join(folder.home, ".ssh"));
    await Deno.writeTextFile(join(folder.home, ".ssh", "id_rsa"), "a key");
    const options = {
      policy: perCall({ read: [parent], write: [parent] }),
      server: ["deno", "run", "-A", fixture("attack_server.ts"), `--home=${folder.home}`, "--port=9"],
      permissions: permissionsFor(folder),
      unrecorded: true,
    };
    await guardedIn(folder, options, async ({ client }) => {
      const args = { path: join(folder.project, "a.txt"), folders: [parent] };
      const response = await client.callTool("read_text_file", args, CALL_MS);
      const { key, startup } = JSON.parse(response.result.content?.[1]?.text ?? "{}");
      assertEquals([key, startup], [
        "Sallyport refused read access: this stays closed",
        "Sallyport refused write access: this stays closed",
      ], JSON.stringify(response));
    });
  });
});

Deno.test("a link that leads out is followed by no call, also one that is made while the server runs", async () => {
  await withTestFolder("links", async (folder) => {
    const home = await plant(folder);
    const { project } = folder;
    await Deno.mkdir(join(project, "real"));
    await Deno.writeTextFile(join(project, "real", "b.txt"), "inside");
    const options = {
      policy: perCall({ read: ["${PROJECT_DIR}"] }),
      server: ["deno", "run", "-A", fixture("attack_server.ts"), "--home=/nowhere", "--port=9"],
      permissions: permissionsFor(folder),
      unrecorded: true,
    };
    await guardedIn(folder, options, async ({ client }) => {
      const read = async (name: string) =>
        textOf(await client.callTool("read_text_file", { path: join(project, name) }, CALL_MS));
      await Deno.symlink(join(home, ".ssh"), join(project, "out"));
      await Deno.symlink(join(project, "real"), join(project, "in"));
      assertStringIncludes(await read("out/id_rsa"), "this leads out of what is permitted");
      assertEquals(await read("in/b.txt"), "inside");
      await Deno.remove(join(project, "in"));
      await Deno.symlink(join(home, ".ssh"), join(project, "in"));
      assertStringIncludes(await read("in/id_rsa"), "this leads out");
      await Deno.rename(join(project, "real"), join(project, "moved"));
      await Deno.symlink(join(home, ".ssh"), join(project, "real"));
      assertStringIncludes(await read("real/id_rsa"), "this leads out");
      assertEquals(await read("moved/b.txt"), "inside");
    });
    // Without rights per call a link that is made later is followed: should this fail one day, the docs can say so.
    const followed = { ...ALLOW, sandbox: { deno: { read: ["${PROJECT_DIR}"] } } };
    await Deno.remove(join(project, "real"));
    await Deno.remove(join(project, "in"));
    await Deno.remove(join(project, "out"));
    await guardedIn(folder, { ...options, policy: followed }, async ({ client }) => {
      await Deno.symlink(join(home, ".ssh"), join(project, "out"));
      const response = await client.callTool("read_text_file", { path: join(project, "out/id_rsa") }, CALL_MS);
      assertEquals(textOf(response), "the key");
    });
  });
});

Deno.test("two calls at once give their two files, and neither behind their answers", async () => {
  await withTestFolder("union", async (folder) => {
    const { project } = folder;
    const paths = ["a.txt", "b.txt", "c.txt"].map((name) => join(project, name));
    for (const path of paths) await Deno.writeTextFile(path, path.slice(-5));
    const options = {
      policy: perCall({ read: ["${PROJECT_DIR}"] }),
      server: ["deno", "run", "-A", fixture("late_server.ts"), ...paths],
      permissions: permissionsFor(folder),
      unrecorded: true,
    };
    await guardedIn(folder, options, async ({ client }) => {
      const [a = "", b = ""] = paths;
      const both = await Promise.all([a, b].map((path) => client.callTool("read", { path }, CALL_MS)));
      for (const each of both) assertEquals(JSON.parse(textOf(each)), ["a.txt", "b.txt", "NotCapable"]);
      const late = await client.callTool("report", {}, CALL_MS);
      assertEquals(JSON.parse(textOf(late)), ["NotCapable", "NotCapable", "NotCapable"]);
      const one = await client.callTool("one", { path: b }, CALL_MS);
      assertEquals(JSON.parse(textOf(one)), ["NotCapable", "b.txt", "NotCapable"]);
      await client.close();
    });
    const records = (await readRecords(folder)).filter(({ kind }) => kind === "sandbox");
    const union = records.find(({ verdict, calls }) => verdict === "deny" && calls === 2);
    assertEquals(
      [union.tool, union.of, union.rule],
      [undefined, undefined, "sandbox/no-call"],
      "nobody knows whose it was",
    );
    const sums = records.filter(({ verdict }) => verdict === "allow");
    assertEquals(sums.map(({ tool, count, shared }) => [tool, count, shared]), [
      ["read", 1, undefined],
      ["read", 1, undefined],
      ["one", 1, undefined],
    ]);
    assertEquals((await runSallyport(folder, ["audit", "verify"])).code < 2, true);
    const shown = await runSallyport(folder, ["audit", "show", "--verdict", "deny"]);
    assertStringIncludes(shown.stdout, "refused the server read during 2 calls at once: no call in flight names it");
  });
});

Deno.test("a cancelled call gives no right from then on", async () => {
  await withTestFolder("cancel", async (folder) => {
    const path = join(folder.project, "a.txt");
    await Deno.writeTextFile(path, "a.txt");
    const options = {
      policy: perCall({ read: ["${PROJECT_DIR}"] }),
      server: ["deno", "run", "-A", fixture("late_server.ts"), path],
      permissions: permissionsFor(folder),
      unrecorded: true,
    };
    await guardedIn(folder, options, async ({ client }) => {
      await client.send({
        jsonrpc: "2.0",
        id: "c",
        method: "tools/call",
        params: { name: "read", arguments: { path } },
      });
      await client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "c" } });
      const other = await client.callTool("one", { path: join(folder.project, "other.txt") }, CALL_MS);
      assertEquals(JSON.parse(textOf(other)), ["NotCapable"]);
    });
  });
});

Deno.test("a call over its limit of seconds gives no right from then on", async () => {
  await withTestFolder("limit", async (folder) => {
    const path = join(folder.project, "a.txt");
    await Deno.writeTextFile(path, "a.txt");
    const options = {
      policy: { ...perCall({ read: ["${PROJECT_DIR}"] }), limits: { callSeconds: 1 } },
      server: ["deno", "run", "-A", fixture("late_server.ts"), path],
      permissions: permissionsFor(folder),
      unrecorded: true,
    };
    await guardedIn(folder, options, async ({ client }) => {
      assertStringIncludes(textOf(await client.callTool("read", { path }, CALL_MS)), "(rule limit/seconds,");
      const other = await client.callTool("one", { path: join(folder.project, "other.txt") }, CALL_MS);
      assertEquals(JSON.parse(textOf(other)), ["NotCapable"]);
    });
  });
});

/** What a peer is answered: three good questions, then every way to ask wrongly. */
const PEERS: Readonly<Record<string, readonly [allow: number, deny: number]>> = {
  honest: [3, 0],
  refused: [1, 2],
  "wrong-id": [1, 0],
  "same-id": [1, 0],
  "text-id": [0, 0],
  "other-process": [0, 0],
  "no-json": [0, 0],
  "no-utf8": [0, 0],
  "no-newline": [0, 0],
  "long-line": [0, 0],
  "much-at-once": [0, 20_000],
};

Deno.test("a peer that lies gets no right, a second one no way in, and the end of either ends the server", async () => {
  await withTestFolder("peers", async (folder) => {
    await Deno.chmod(folder.home, 0o700);
    for (const [peer, [allow, deny]] of Object.entries(PEERS)) {
      const permissions = [
        `--allow-net=unix:${folder.home}/run/s`,
        `--allow-read=${folder.home}`,
        `--allow-write=${folder.home}`,
      ];
      const program = join(ROOT, "tests", "support", "broker_peer.ts");
      const { stdout, stderr } = await runCommand([...DENO_RUN, ...permissions, program, folder.home, peer]);
      const said = JSON.parse(stdout === "" ? "{}" : stdout);
      assertEquals([said.allow, said.deny, said.isLost], [allow, deny, true], `${peer}: ${stdout} ${stderr}`);
      assert(said.second === "no way in" || said.second === "closed", peer);
      assert(said.records <= 61, "refusals are told together over a rate");
    }
  });
});

/** A session with a server whose Deno lies to its broker. */
async function withLiar(lie: string, run: (client: LineProcess) => Promise<void>): Promise<void> {
  await withTestFolder("liar", async (folder) => {
    const program = join(folder.home, "..", "liar.sh");
    const deno = `${Deno.execPath()} run --no-config --no-check -A ${fixture("lying_deno.ts")}`;
    // It tells the truth about what a file imports.
    const honest = `[ "$1" = info ] && exec ${Deno.execPath()} "$@"`;
    const hidden = 'LIAR_SOCKET="$DENO_PERMISSION_BROKER_PATH"; export LIAR_SOCKET; unset DENO_PERMISSION_BROKER_PATH';
    await Deno.writeTextFile(program, `#!/bin/sh\n${honest}\n${hidden}\nexec ${deno}\n`, { mode: 0o700 });
    await Deno.writeTextFile(
      join(folder.home, "sallyport.jsonc"),
      JSON.stringify(perCall({ read: ["${PROJECT_DIR}"] })),
    );
    const command = [
      ...[...DENO_RUN, ...permissionsFor(folder), join(ROOT, "tests", "support", "liar_main.ts")],
      ...["--name", "scripted", "--", "node", fixture("late_server.ts")],
    ];
    const env = { ...testEnvironment(folder), LIAR: program };
    await using client = new LineProcess(command, { cwd: folder.project, env });
    await client.initialize();
    const first = await client.callTool("lie", { lie: "none" }, CALL_MS);
    assertEquals(textOf(first), "answered", lie);
    await run(client);
  });
}

for (const lie of ["wrong-id", "no-json", "long-line", "gone"]) {
  Deno.test(`a server whose Deno lies to its broker (${lie}) is ended, and its calls are answered`, async () => {
    await withLiar(lie, async (client) => {
      const response = await client.callTool("lie", { lie }, CALL_MS);
      assertStringIncludes(textOf(response), "(rule session/server-ended,");
      assertEquals((await client.close(CALL_MS)).signal, null, "it ended by itself");
    });
  });
}

Deno.test("a server that asks its broker and never reads is answered as before, and costs nothing", async () => {
  await withLiar("fill", async (client) => {
    assertEquals(textOf(await client.callTool("lie", { lie: "fill" }, CALL_MS)), "answered");
    for (let round = 0; round < 20; round++) {
      assertEquals(textOf(await client.callTool("lie", { lie: "none" }, CALL_MS)), "answered");
    }
  });
});

Deno.test("a server whose broker is killed reads nothing any more, and ends", async () => {
  await withTestFolder("killed", async (folder) => {
    const { project } = folder;
    const [from, into] = [join(project, "a.txt"), join(project, "out", "log")];
    await Deno.writeTextFile(from, "before");
    await Deno.mkdir(join(project, "out"));
    const startup = { read: [from], write: [join(project, "out")] };
    await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(perCall({ startup })));
    const server = ["deno", "run", "-A", fixture("restless_server.ts"), from, into];
    const command = [...sallyport(["--name", "scripted"], permissionsFor(folder)), ...server];
    await using client = new LineProcess(command, { cwd: project, env: testEnvironment(folder) });
    await client.initialize();
    const lines = async () => (await Deno.readTextFile(into).catch(() => "")).split("\n");
    await waitFor(async () => (await lines()).includes("before"), "the server to read");
    const pid = Number((await lines())[0]);
    Deno.kill(client.pid, "SIGKILL");
    await Deno.writeTextFile(from, "after");
    await waitFor(() => !isAlive(pid), "the server to end");
    // What was asked for before the kill may have been read behind it; a right of its own it never had.
    assertEquals((await lines()).includes("NotCapable"), false);
    const { length } = (await lines()).filter((line) => line === "after");
    assert(length <= 1, `${length} reads behind the end of the broker`);
  });
});

function isAlive(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
    return true;
  } catch {
    return false;
  }
}

Deno.test("without a socket that it may listen on, or a free one, Sallyport does not start the server", async () => {
  await withTestFolder("sockets", async (folder) => {
    const server = ["node", fixture("late_server.ts")];
    await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(perCall({})));
    const args = ["--name", "scripted", "--", ...server];
    const [first = "", ...others] = brokerSockets(folder.home, "scripted");
    const missing = await runSallyport(folder, args);
    assertEquals([missing.code, missing.stdout], [3, ""], missing.stderr);
    assertStringIncludes(missing.stderr, "may not listen on a socket for the server's permission broker");
    assertStringIncludes(missing.stderr, `--allow-net=${socketHost(first)},`);
    await Deno.mkdir(join(folder.home, "run"), { mode: 0o700 });
    for (const path of [first, ...others]) await Deno.writeTextFile(path, "");
    const taken = await runSallyport(folder, args, { permissions: permissionsFor(folder) });
    assertEquals([taken.code, taken.stdout], [2, ""], taken.stderr);
    assertStringIncludes(taken.stderr, "no socket for its permission broker is free");
    // One that was left behind by a process that was killed is old.
    await Deno.utime(first, 0, 0);
    const stdin = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
    const stale = await runSallyport(folder, args, { permissions: permissionsFor(folder), stdin });
    assertEquals(stale.code, 0, stale.stderr);
    assertStringIncludes(stale.stdout, '"name":"report"');
    await Deno.chmod(join(folder.home, "run"), 0o755);
    const open = await runSallyport(folder, args, { permissions: permissionsFor(folder) });
    assertEquals(open.code, 2, open.stderr);
    assertStringIncludes(open.stderr, "is open to others");
  });
});

Deno.test("a set that no call can be given is refused", async () => {
  await withTestFolder("never", async (folder) => {
    const policy = perCall({ run: ["sh"] });
    await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(policy));
    const refused = await runSallyport(folder, ["--", "node", fixture("late_server.ts")]);
    assertEquals([refused.code, refused.stdout], [2, ""], refused.stderr);
    assertStringIncludes(refused.stderr, "Deno does not say which program is to run");
    await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(perCall({})));
    const words = ["doctor", "--name", "scripted", "--", "node", fixture("late_server.ts")];
    const doctor = await runSallyport(folder, words, { permissions: permissionsFor(folder) });
    assertStringIncludes(doctor.stdout, "each only for a call that names it; at any time: no read");
  });
});

Deno.test("sandbox try runs a server under the broker and says what belongs in startup", async () => {
  await withTestFolder("trycall", async (folder) => {
    const { project } = folder;
    const script = join(project, "asking.js");
    const path = join(project, "config.txt");
    await Deno.writeTextFile(path, "x");
    await Deno.writeTextFile(script, `Deno.readTextFileSync(${JSON.stringify(path)});\n`);
    const words = ["sandbox", "try", "--name", "scripted", "--", "node", script];
    const tryWith = async (deno: object) => {
      await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(perCall(deno)));
      return await runSallyport(folder, words, { permissions: permissionsFor(folder) });
    };
    const refused = await tryWith({ read: [project] });
    assertEquals(refused.code, 1, refused.stderr);
    assertStringIncludes(refused.stdout, `asked for: read ${path} (refused without a call;`);
    const given = await tryWith({ startup: { read: [project] } });
    assertStringIncludes(given.stdout, `asked for: read ${path}\n`);
    assertEquals(await Array.fromAsync(Deno.readDir(join(folder.home, "run"))), []);
  });
});

/** The real servers, the set that each needs, calls that must work, and one that must not. */
const REAL: readonly {
  readonly name: string;
  readonly args?: (project: string) => readonly string[];
  readonly deno: (project: string) => object;
  readonly env?: (project: string) => Record<string, string>;
  readonly calls: (project: string) => readonly (readonly [tool: string, args: object, says: string])[];
}[] = [
  {
    name: "server-filesystem",
    args: (project) => [project],
    deno: (project) => ({ read: [project], write: [project] }),
    calls: (project) => [
      ["read_text_file", { path: join(project, "a.txt") }, "hello"],
      ["read_text_file", { path: "a.txt" }, "hello"],
      ["read_multiple_files", { paths: [join(project, "a.txt"), join(project, "d/b.txt")] }, "beside"],
      ["write_file", { path: join(project, "new.txt"), content: "one" }, "Successfully wrote"],
      ["write_file", { path: join(project, "new.txt"), content: "two" }, "Successfully wrote"],
      ["edit_file", { path: join(project, "new.txt"), edits: [{ oldText: "two", newText: "three" }] }, "+three"],
      ["create_directory", { path: join(project, "x/y") }, "Successfully created"],
      ["move_file", { source: join(project, "new.txt"), destination: join(project, "x/m.txt") }, "Successfully moved"],
      ["list_directory", { path: join(project, "x") }, "m.txt"],
      ["directory_tree", { path: project }, "b.txt"],
      ["search_files", { path: project, pattern: "**/*.txt" }, "m.txt"],
      ["get_file_info", { path: join(project, "a.txt") }, "size: 5"],
    ],
  },
  {
    name: "server-memory",
    deno: (project) => ({
      startup: { read: [join(project, "memory")], write: [join(project, "memory")], env: ["MEMORY_FILE_PATH"] },
    }),
    env: (project) => ({ MEMORY_FILE_PATH: join(project, "memory", "m.jsonl") }),
    calls: () => [
      ["create_entities", { entities: [{ name: "a", entityType: "kind", observations: ["o"] }] }, '"kind"'],
      ["read_graph", {}, '"kind"'],
    ],
  },
  { name: "server-everything", deno: () => ({}), calls: () => [["echo", { message: "hi" }, "hi"]] },
  {
    name: "server-sequential-thinking",
    deno: () => ({}),
    calls: () => [
      [
        "sequentialthinking",
        { thought: "t", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        '"thoughtNumber": 1',
      ],
    ],
  },
];

for (const { name, args, deno, env, calls } of REAL) {
  Deno.test(`${name} works with rights per call`, async () => {
    await withTestFolder("realcall", async (folder) => {
      const { project } = folder;
      await Deno.mkdir(join(project, "d"));
      await Deno.mkdir(join(project, "memory"));
      await Deno.writeTextFile(join(project, "a.txt"), "hello");
      await Deno.writeTextFile(join(project, "d", "b.txt"), "beside");
      const variables = env?.(project) ?? {};
      const options = {
        policy: perCall(deno(project)),
        server: ["npx", "-y", `@modelcontextprotocol/${name}@${VERSION}`, ...(args?.(project) ?? [])],
        args: Object.keys(variables).flatMap((each) => ["--pass-env", each]),
        env: variables,
        permissions: permissionsFor(folder),
        unrecorded: true,
      };
      await guardedIn(folder, options, async ({ client }) => {
        for (const [tool, input, says] of calls(project)) {
          const response = await client.callTool(tool, input, CALL_MS);
          assert(response.result?.isError !== true, `${tool}: ${textOf(response)}`);
          assertStringIncludes(textOf(response), says, tool);
        }
        assertStringIncludes(client.stderr, `runs under Deno as npm:@modelcontextprotocol/${name}@${VERSION}`);
      });
    });
  });
}
