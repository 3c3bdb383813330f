/**
 * What a server may take of the machine, held by the kernel; and variables that a policy gives it. Each with the same
 * server without, and with a need just below the limit.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { guardedIn, readRecords, runCommand, textOf, withTestFolder } from "./support/guarded_session.ts";
import { fixture } from "./support/sallyport.ts";

const isPossible = Deno.build.os === "linux" &&
  (await runCommand(["prlimit", "true"]).catch(() => undefined))?.code === 0;
if (!isPossible) console.warn("limits: skipped, there is no prlimit here");

const SERVER = ["node", fixture("hungry_server.mjs")];

/** What one call gives under a policy: the text, or how the session ended. */
async function asked(
  policy: object,
  tool: string,
  args: object,
): Promise<{ readonly text: string; readonly notes: readonly unknown[]; readonly stderr: string }> {
  let got: { text: string; notes: unknown[]; stderr: string } | undefined;
  await withTestFolder("limits", async (folder) => {
    const given = { version: 1, default: "allow", ...policy };
    const path = join(folder.project, "out.bin");
    await guardedIn(folder, { policy: given, server: SERVER, unrecorded: true }, async ({ client }) => {
      const answer = await client.callTool(tool, "mb" in args && tool === "write" ? { path, ...args } : args, 30_000);
      const text = textOf(answer);
      await client.close();
      const notes = (await readRecords(folder)).flatMap(({ kind, note }) => kind === "note" ? [note] : []);
      got = { text, notes, stderr: client.stderr };
    });
  });
  assert(got !== undefined);
  return got;
}

const limited = (limits: object) => ({ sandbox: { limits } });

const CASES: readonly (readonly [
  what: string,
  limits: object,
  tool: string,
  over: object,
  overText: RegExp,
  under: object,
  underText: string,
])[] = [
  // The process dies in its allocation; the client hears that its server is gone.
  ["memory", { memoryMb: 256 }, "eat", { mb: 400 }, /blocked: server ended/, { mb: 64 }, "ate 64"],
  ["open files", { openFiles: 64 }, "open", { count: 100 }, /^failed EMFILE$/, { count: 16 }, "opened 16"],
  ["file length", { fileMb: 2 }, "write", { mb: 3 }, /^failed EFBIG$/, { mb: 2 }, "wrote 2"],
];

for (const [what, limits, tool, over, overText, under, underText] of CASES) {
  Deno.test({
    name: `the kernel holds a server to its ${what}, and lets it have what is below`,
    ignore: !isPossible,
    async fn() {
      const free = await asked({}, tool, over);
      assert(!overText.test(free.text) && !free.notes.includes("limited"), `without a limit it works: ${free.text}`);
      const held = await asked(limited(limits), tool, over);
      assert(overText.test(held.text), held.text);
      assertEquals(held.notes.includes("limited"), true);
      assertStringIncludes(held.stderr, 'sallyport: limited: server "scripted" gets ');
      assertEquals((await asked(limited(limits), tool, under)).text, underText);
    },
  });
}

Deno.test("a variable that the policy sets arrives, in place of ours; its value is not told", async () => {
  const policy = {
    environment: { pass: ["PATH", "HOME"], set: { HOME: "/nowhere", GREETING: "hush ${PROJECT_DIR}" } },
  };
  const home = await asked(policy, "tell", { name: "HOME" });
  assertEquals(home.text, "/nowhere");
  assertStringIncludes(home.stderr, "sallyport: sets for the server: GREETING, HOME\n");
  assert(!home.stderr.includes("hush"), home.stderr);
  const greeting = await asked(policy, "tell", { name: "GREETING" });
  assert(/^hush \/.+limits/.test(greeting.text), greeting.text);
  assertEquals((await asked({}, "tell", { name: "GREETING" })).text, "undefined");
});

const HAS_BWRAP = isPossible &&
  (await runCommand(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]).catch(() => undefined))?.code === 0;

for (
  const [level, sandbox, ignore] of [
    ["Deno's permissions", { deno: { read: ["${PROJECT_DIR}"], env: ["GREETING"] } }, !isPossible],
    ["a wall", { bwrap: { read: ["${PROJECT_DIR}"] } }, !HAS_BWRAP],
  ] as const
) {
  Deno.test({
    name: `limits hold beside ${level}`,
    ignore,
    async fn() {
      await withTestFolder("limits", async (folder) => {
        const server = join(folder.project, "hungry_server.mjs");
        await Deno.copyFile(fixture("hungry_server.mjs"), server);
        const policy = {
          version: 1,
          default: "allow",
          environment: { set: { GREETING: "hello" } },
          sandbox: { ...sandbox, limits: { memoryMb: 1024, openFiles: 256 } },
        };
        const options = { policy, server: ["node", server], unrecorded: true };
        await guardedIn(folder, options, async ({ client }) => {
          assertEquals(textOf(await client.callTool("tell", { name: "GREETING" }, 30_000)), "hello", client.stderr);
          assertEquals(textOf(await client.callTool("eat", { mb: 32 }, 30_000)), "ate 32");
          const over = textOf(await client.callTool("eat", { mb: 2000 }, 60_000));
          assert(/blocked: server ended/.test(over), over);
          await client.close();
          const notes = (await readRecords(folder)).flatMap(({ kind, note }) => kind === "note" ? [note] : []);
          assertEquals(notes.slice(0, 2), ["deno" in sandbox ? "sandboxed" : "walled", "limited"]);
        });
      });
    },
  });
}
