/**
 * Definitions that change between two starts of a real server, through the real program and its command `pins`.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { guardedIn, refusedBy, testEnvironment, withTestFolder } from "./support/guarded_session.ts";
import { sallyport, scriptedServer, type TestFolder } from "./support/sallyport.ts";

const ECHO = {
  name: "echo",
  description: "Says what it was told.",
  inputSchema: { type: "object", properties: { text: { type: "string", default: "hello" } } },
  annotations: { readOnlyHint: false },
};

const POLICY = { version: 1, default: "allow" };

interface Listed {
  readonly hasEcho: boolean;
  readonly refusal: string | undefined;
  readonly stderr: string;
}

/** Starts the server with this definition of `echo`; lists and calls it. */
async function start(folder: TestFolder, echo: object, policy: object = POLICY): Promise<Listed> {
  const file = join(folder.project, "..", "echo.json");
  await Deno.writeTextFile(file, JSON.stringify(echo));
  const server = [...scriptedServer(), `--echo-from=${file}`];
  let listed: Listed = { hasEcho: false, refusal: undefined, stderr: "" };
  await guardedIn(folder, { policy, server, unrecorded: true }, async ({ client }) => {
    const tools = (await client.request("tools/list"))["result"].tools as { readonly name: string }[];
    const refusal = refusedBy(await client.callTool("echo", { text: "x" }));
    await client.close();
    listed = { hasEcho: tools.some(({ name }) => name === "echo"), refusal, stderr: client.stderr };
  });
  return listed;
}

async function pins(folder: TestFolder, ...args: readonly string[]): Promise<{ code: number; text: string }> {
  const [program = "", ...rest] = sallyport(["pins", ...args]);
  const command = new Deno.Command(program, {
    args: rest,
    cwd: folder.project,
    env: testEnvironment(folder),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout, stderr } = await command.output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

/** Accepts in a real terminal, which `script` provides. */
async function accept(folder: TestFolder, answer: string): Promise<string> {
  const words = sallyport(["pins", "accept", "scripted"]).map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const child = new Deno.Command("script", {
    args: ["-qec", words, "/dev/null"],
    cwd: folder.project,
    env: testEnvironment(folder),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${answer}\n`));
  const { stdout } = await child.output();
  writer.releaseLock();
  return new TextDecoder().decode(stdout);
}

Deno.test("a definition that changes between two starts is hidden and refused until a person accepts it", async () => {
  const changes = [
    { description: "Says what it was told, to everybody." },
    { inputSchema: { type: "object", properties: { text: { type: "string", default: "bye" } } } },
    { annotations: { readOnlyHint: true } },
    { title: "Echo" },
  ];
  for (const change of changes) {
    await withTestFolder("pins", async (folder) => {
      assertEquals(await start(folder, ECHO).then(({ hasEcho, refusal }) => [hasEcho, refusal]), [true, undefined]);
      assertEquals((await pins(folder, "list")).code, 0);
      const changed = await start(folder, { ...ECHO, ...change });
      assertEquals([changed.hasEcho, changed.refusal], [false, "pin/changed"], JSON.stringify(change));
      assertStringIncludes(changed.stderr, "sallyport pins accept");
      const listed = await pins(folder, "list");
      assertEquals(listed.code, 1);
      assertStringIncludes(listed.text, "tool echo (changed)");
      assertEquals((await pins(folder, "accept", "scripted")).code, 3, "accepting without a terminal");
      assertEquals((await start(folder, { ...ECHO, ...change })).refusal, "pin/changed", "on the second start");
      assertEquals((await start(folder, ECHO)).refusal, undefined, "the recorded one again");
    });
  }
});

Deno.test("pins accept, in a terminal, shows old and new and lets the tool be called again", async () => {
  await withTestFolder("pins", async (folder) => {
    await start(folder, ECHO);
    const changed = { ...ECHO, description: "Says it to everybody." };
    await start(folder, changed);
    assertStringIncludes(await accept(folder, "no"), "1 still waits");
    assertEquals((await start(folder, changed)).refusal, "pin/changed");
    const shown = await accept(folder, "accept");
    assertStringIncludes(shown, '- "Says what it was told."');
    assertStringIncludes(shown, '+ "Says it to everybody."');
    assertEquals(await start(folder, changed).then(({ hasEcho, refusal }) => [hasEcho, refusal]), [true, undefined]);
    assertEquals((await start(folder, ECHO)).refusal, "pin/changed", "the one before is now the changed one");
  });
});

Deno.test("another name is drift, required pins wait for a person, and a probe records nothing", async () => {
  await withTestFolder("pins", async (folder) => {
    const required = { ...POLICY, definitions: { pin: "required" } };
    assertEquals((await start(folder, ECHO, required)).refusal, "pin/unaccepted");
    assertStringIncludes((await pins(folder, "list")).text, "tool echo (not accepted)");
  });
  await withTestFolder("pins", async (folder) => {
    await start(folder, ECHO);
    const renamed = await start(folder, { ...ECHO, name: "shout" });
    assertStringIncludes(renamed.stderr, 'tool "shout" of server "scripted" got another name');
  });
  await withTestFolder("pins", async (folder) => {
    await guardedIn(folder, { policy: POLICY, unrecorded: true }, async ({ client }) => {
      await client.request("ping");
      await client.close();
    });
    const names = (await Array.fromAsync(Deno.readDir(folder.home))).map(({ name }) => name);
    assert(!names.includes("pins.jsonc"), names.join());
  });
});
