/**
 * The apparatus itself: the scripted server does what its name says, and the line client sees it.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { findMarked, killMarked, newMark, residentMegabytes, waitUntilGone } from "./orphan_watch.ts";
import { LineProcess } from "./run_process.ts";
import { copyProxy, scriptedServer } from "./sallyport.ts";

async function withServer(flags: readonly string[], run: (server: LineProcess) => Promise<void>): Promise<void> {
  await using server = new LineProcess([...copyProxy(), ...scriptedServer(...flags)]);
  await run(server);
}

Deno.test("the scripted server shakes hands, lists and echoes", async () => {
  await withServer([], async (server) => {
    assertEquals((await server.initialize()).serverInfo.name, "scripted");
    assert((await server.request("tools/list")).result.tools.length > 20);
    assertEquals((await server.callTool("echo", { text: "😀" })).result.content[0].text, "😀");
    assertEquals((await server.request("no/such")).error.code, -32601);
    assertEquals((await server.close()).code, 0);
  });
});

Deno.test("the scripted server misbehaves as ordered, and every byte of it comes through", async () => {
  await withServer(["--banner", "--stderr-flood"], async (server) => {
    await server.initialize();
    assertEquals(server.frames[0], "Welcome to the scripted server");
    assertEquals((await server.callTool("split")).result.content[0].text, "😀é\u2028ü");
    assertEquals((await server.callTool("noise")).result.content[0].text, "after noise");
    assert(server.frames.includes("Content-Length: 42"));
    assertEquals((await server.callTool("twice")).result.content[0].text, "first");
    assertEquals((await server.callTool("stderr", { lines: 2000 })).result.content[0].text, "wrote to stderr");
    assertEquals((await server.callTool("huge", { size: 3_000_000 })).result.content[0].text.length, 3_000_000);
    await server.send({ jsonrpc: "2.0", id: 50, method: "tools/call", params: { name: "other-id" } });
    assertEquals((await server.response("50")).result.content[0].text, "other type");
    await server.send({ jsonrpc: "2.0", id: "raw", method: "tools/call", params: { name: "big-integer" } });
    await server.response("raw");
    assert(server.frames.some((line) => line.includes("1915883588174806058")));
    for (const name of ["pretty", "bom", "batch", "bad-utf8", "crlf", "duplicate-key", "null-id"]) {
      await server.send({ jsonrpc: "2.0", id: name, method: "tools/call", params: { name } });
    }
    assertEquals((await server.callTool("echo", { text: "alive" })).result.content[0].text, "alive");
  });
});

Deno.test("the scripted server asks and takes the answer", async () => {
  await withServer([], async (server) => {
    await server.initialize();
    const answered = server.callTool("ask-roots");
    const question = await server.message((message) => message.method === "roots/list");
    await server.send({ jsonrpc: "2.0", id: question.id, result: { roots: [] } });
    assertEquals((await answered).result.content[0].text, 'answer: {"roots":[]}');
  });
});

Deno.test("2 MB written right before the exit arrive whole", async () => {
  await withServer([], async (server) => {
    await server.initialize();
    assertEquals((await server.callTool("dump")).result.content[0].text, "dumped");
    assertEquals((await server.exited).code, 3);
    assertEquals(server.messages().filter((message) => message.method === "notifications/message").length, 2000);
  });
});

Deno.test("waiting for what never comes ends with what did come", async () => {
  await withServer([], async (server) => {
    await server.initialize();
    await assertRejects(() => server.callTool("hang", {}, 200), Error, "Waited 200 ms in vain");
  });
  await withServer(["--exit=4"], async (server) => {
    await assertRejects(() => server.initialize(), Error, "The output ended");
    assertEquals((await server.exited).code, 4);
  });
});

Deno.test("a process is found by its mark while it lives, and only then", async () => {
  const mark = newMark();
  try {
    const server = new LineProcess(scriptedServer(`--mark=${mark}`, "--grandchild"));
    await server.initialize();
    assertEquals((await findMarked(mark)).length, 2);
    assert(await residentMegabytes(server.pid) > 10);
    assertEquals((await server.close()).code, 0);
    assertEquals((await waitUntilGone(mark, 100)).length, 1, "nobody ends the grandchild of a bare server");
  } finally {
    await killMarked(mark);
  }
  assertEquals(await waitUntilGone(mark), []);
});
