/**
 * Servers behind a wall of the system (bubblewrap): the same attacker as in sandbox_test.ts, with and without; what a
 * wall lets through and what it does not; how it ends.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, join } from "node:path";
import {
  guardedIn,
  readRecords,
  runCommand,
  runSallyport,
  textOf,
  userHome,
  withTestFolder,
} from "./support/guarded_session.ts";
import { findMarked, killMarked, newMark, waitUntilGone } from "./support/orphan_watch.ts";
import { fixture, type TestFolder } from "./support/sallyport.ts";

const WALL = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"];
const isPossible = Deno.build.os === "linux" && (await runCommand(WALL).catch(() => undefined))?.code === 0;
if (!isPossible) console.warn("walls: skipped, bubblewrap is not here or may not make one");

const FIXTURES = dirname(fixture("attack_server.ts"));
const DENO = [Deno.execPath(), "run", "--quiet", "--no-config", "--no-lock", "--no-check", "-A"];

async function plantHome(folder: TestFolder): Promise<string> {
  const home = userHome(folder);
  await Deno.mkdir(join(home, ".ssh"), { recursive: true });
  await Deno.writeTextFile(join(home, ".ssh", "id_rsa"), "the key");
  await Deno.writeTextFile(join(folder.project, "a.txt"), "hello");
  await Deno.symlink(join(home, ".ssh", "id_rsa"), join(folder.project, "link.txt"));
  return home;
}

/** One call of the attacking server behind a wall. */
async function attack(bwrap: object | undefined) {
  let attacked:
    | { came: Record<string, string>; linked: boolean; visitors: number; notes: string[]; stderr: string }
    | undefined;
  await withTestFolder("wall", async (folder) => {
    const home = await plantHome(folder);
    let visitors = 0;
    await using listener = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      visitors++;
      return new Response("x");
    });
    const words = [fixture("attack_server.ts"), folder.project, `--home=${home}`, `--port=${listener.addr.port}`];
    const policy = { version: 1, default: "allow", ...bwrap === undefined ? {} : { sandbox: { bwrap } } };
    await guardedIn(folder, { policy, server: [...DENO, ...words], unrecorded: true }, async ({ client }) => {
      const read = (name: string) => client.callTool("read_text_file", { path: join(folder.project, name) }, 20_000);
      const response = await read("a.txt");
      assertEquals(textOf(response), "hello", client.stderr);
      const linked = await read("link.txt");
      await client.close();
      const notes = (await readRecords(folder)).flatMap(({ kind, note }) => kind === "note" ? [note] : []);
      attacked = {
        came: JSON.parse(response.result.content[1].text),
        linked: linked.result.isError !== true,
        visitors,
        notes,
        stderr: client.stderr,
      };
      assertEquals(await Deno.stat(join(home, ".bashrc")).then(() => true, () => false), bwrap === undefined);
    });
  });
  assert(attacked !== undefined);
  return attacked;
}

const PROJECT = { read: [FIXTURES], write: ["${PROJECT_DIR}"] };

Deno.test({
  name: "behind a wall a server sees no home, writes nothing outside, reaches no network, and answers all the same",
  ignore: !isPossible,
  async fn() {
    const open = await attack(undefined);
    for (const each of ["key", "startup", "connect", "send"]) assertEquals(open.came[each], "done", each);
    assert(open.linked && open.visitors > 0);
    const walled = await attack(PROJECT);
    for (const each of ["key", "connect", "send"]) {
      assert(walled.came[each] !== "done", `${each}: ${walled.came[each]}`);
    }
    assertEquals([walled.linked, walled.visitors], [false, 0]);
    assert(walled.notes.includes("walled"), walled.notes.join());
    assertStringIncludes(walled.stderr, "walled: server");
    assertStringIncludes(walled.stderr, "no network");
    // What it starts is behind the same wall.
    assertEquals(walled.came["shell"], "done");
  },
});

Deno.test({
  name: "a wall has the network only where the policy says so",
  ignore: !isPossible,
  async fn() {
    const { came, visitors } = await attack({ ...PROJECT, net: true });
    assertEquals([came["connect"], visitors > 0, came["key"] === "done"], ["done", true, false]);
  },
});

Deno.test({
  name: "Sallyport's home and the policy stay closed behind a wall that holds them",
  ignore: !isPossible,
  async fn() {
    await withTestFolder("wall-home", async (folder) => {
      const file = join(folder.project, "sallyport.jsonc");
      const script = `cat ${folder.home}/sallyport.jsonc; ls ${folder.home} | wc -l; ` +
        `(echo x >> ${file}) 2>/dev/null && echo written; (echo x > ${folder.project}/own.txt) && echo own`;
      await Deno.writeTextFile(file, JSON.stringify({ version: 1, default: "allow" }));
      const bwrap = { read: [join(folder.project, "..")], write: ["${PROJECT_DIR}"] };
      await Deno.mkdir(folder.home, { recursive: true });
      await Deno.writeTextFile(
        join(folder.home, "sallyport.jsonc"),
        JSON.stringify({ version: 1, default: "allow", sandbox: { bwrap } }),
      );
      const out = join(folder.project, "out.txt");
      const ran = await runSallyport(folder, ["--", "sh", "-c", `{ ${script}; } > ${out} 2>&1`]);
      assertStringIncludes(ran.stderr, "walled: server");
      const text = await Deno.readTextFile(out);
      assert(text.includes("No such file") && /^0$/m.test(text), text);
      assertEquals([text.includes("written"), text.includes("own\n")], [false, true], text);
    });
  },
});

Deno.test({
  name: "what a walled server started ends with it, also where it left its group",
  ignore: !isPossible,
  async fn() {
    await withTestFolder("wall-end", async (folder) => {
      await Deno.mkdir(folder.home, { recursive: true });
      const run = async (sandbox: object) => {
        const mark = newMark();
        const policy = JSON.stringify({ version: 1, default: "allow", sandbox });
        await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), policy);
        const script = `setsid sh -c 'sleep 300; : ${mark}' >/dev/null 2>&1 & sleep 0.3`;
        const { code } = await runSallyport(folder, ["--", "sh", "-c", script]);
        assertEquals(code, 0);
        return mark;
      };
      const free = await run({});
      assertEquals((await findMarked(free)).length, 1, "without a wall it outlives the session");
      await killMarked(free);
      assertEquals(await waitUntilGone(await run({ bwrap: PROJECT })), []);
    });
  },
});

Deno.test({
  name: "a wall that the policy cannot have is a refusal, or a fallback on record",
  ignore: !isPossible,
  async fn() {
    await withTestFolder("wall-faulty", async (folder) => {
      await Deno.mkdir(folder.home, { recursive: true });
      const start = async (sandbox: object, server: readonly string[]) => {
        const policy = JSON.stringify({ version: 1, default: "allow", sandbox });
        await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), policy);
        return await runSallyport(folder, ["--", ...server]);
      };
      for (const write of ["/", "${HOME}", "/nowhere/a1b2c3", "relative", "/tmp/../etc"]) {
        const { code, stderr } = await start({ bwrap: { write: [write] }, fallback: "run" }, ["cat"]);
        assertEquals(code, 2, `${write}: ${stderr}`);
        assertStringIncludes(stderr, "sandbox.bwrap.write", write);
      }
      const script = join(userHome(folder), "server.sh");
      await Deno.writeTextFile(script, "#!/bin/sh\ncat\n", { mode: 0o755 });
      const hidden = await start({ bwrap: {} }, [script]);
      assertEquals(hidden.code, 3, hidden.stderr);
      assertStringIncludes(hidden.stderr, "lies in what the wall hides");
      const fallback = await start({ bwrap: {}, fallback: "run" }, [script]);
      assertEquals(fallback.code, 0, fallback.stderr);
      assertStringIncludes(fallback.stderr, "not sandboxed: server");
      assertEquals((await start({ bwrap: { read: [userHome(folder)] } }, [script])).code, 0);
    });
  },
});
