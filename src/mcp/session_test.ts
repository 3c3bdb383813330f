import { assert, assertEquals } from "@std/assert";
import { type Request, toRequestId } from "../jsonrpc/message.ts";
import {
  abandonRequest,
  bindTask,
  isIdInUse,
  newSession,
  openRequest,
  takePending,
  taskOf,
  tokenKey,
  toolOf,
} from "./session.ts";

function request(id: string | number, method = "tools/call", params: Request["params"] = { name: "t" }): Request {
  const requestId = toRequestId(id);
  assert(requestId !== undefined);
  return { kind: "request", id: requestId, method, params };
}

const AT = { recordSeq: 1, nowMs: 0 };

Deno.test("takePending() lets the first response win, whatever type its id has", () => {
  const session = newSession();
  openRequest(session, "client", request(2), AT);
  assertEquals(takePending(session, "client", request("2").id)?.tool, "t");
  assertEquals(takePending(session, "client", request(2).id), undefined);
});

Deno.test("the two id spaces are apart", () => {
  const session = newSession();
  openRequest(session, "server", request(1, "ping", undefined), AT);
  assertEquals(isIdInUse(session, "client", request(1).id), undefined);
  assertEquals(isIdInUse(session, "server", request("1").id), "pending");
  assertEquals(takePending(session, "client", request(1).id), undefined);
});

Deno.test("abandonRequest() leaves nothing for a late response to find", () => {
  const session = newSession();
  openRequest(session, "client", request(5), AT);
  assert(abandonRequest(session, "client", request(5).id) !== undefined);
  assertEquals(isIdInUse(session, "client", request(5).id), "abandoned");
  assertEquals(takePending(session, "client", request(5).id), undefined);
  for (let id = 10; id < 3000; id++) {
    openRequest(session, "client", request(id), AT);
    abandonRequest(session, "client", request(id).id);
  }
  assert(session.abandoned.client.size <= 1024);
});

Deno.test("progress tokens live as long as their request, those of tasks longer", () => {
  const session = newSession();
  openRequest(session, "client", request(1, "tools/call", { name: "t", _meta: { progressToken: 7 } }), AT);
  openRequest(session, "client", request(2, "tools/call", { name: "t", task: {}, _meta: { progressToken: "k" } }), AT);
  assert(session.progress.client.has(tokenKey("7") ?? ""));
  takePending(session, "client", request(1).id);
  takePending(session, "client", request(2).id);
  assertEquals([...session.progress.client.keys()], [tokenKey("k")]);
});

Deno.test("bindTask() binds a task once, and later requests are about its tool", () => {
  const session = newSession();
  const pending = openRequest(session, "client", request(1, "tools/call", { name: "slow", task: {} }), AT);
  const other = openRequest(session, "client", request(2, "tools/call", { name: "other", task: {} }), AT);
  assertEquals(bindTask(session, "client", pending, { task: { taskId: "T" } }), "ok");
  assertEquals(bindTask(session, "client", other, { resultType: "task", taskId: "T" }), "again");
  assertEquals(bindTask(session, "client", other, { content: [] }), "ok");
  const ask = request(3, "tasks/result", { taskId: "T" });
  assertEquals(toolOf(session, "client", ask), "slow");
  assertEquals(taskOf(session, "client", { taskId: "U" }), undefined);
  assertEquals(taskOf(session, "server", { taskId: "T" }), undefined);
  const answer = openRequest(session, "client", ask, AT);
  assertEquals(bindTask(session, "client", answer, { task: { taskId: "V" } }), "ok");
  assertEquals(taskOf(session, "client", { taskId: "V" }), undefined);
});
