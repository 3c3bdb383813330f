import { assertEquals } from "@std/assert";
import type { Observed, ObservedRequest } from "../audit/observed.ts";
import { isPlumbing, Observer } from "./observer.ts";

const newObserver = () => new Observer({ folders: { project: "/srv/p" }, salt: new Uint8Array([1]) });

function call(seq: number, args: Record<string, string>, more: Partial<ObservedRequest> = {}): Observed {
  return { kind: "request", seq, side: "client", method: "tools/call", tool: "read", args, passed: true, ...more };
}

function apartOf(...events: readonly Observed[]): unknown[] {
  const observer = newObserver();
  const lines = events.map((event) => observer.take(event)).filter((line) => line !== undefined);
  return [...lines, ...observer.finish()].map(({ apart }) => apart);
}

Deno.test("what was refused, failed, got no answer or came after an injection is apart", () => {
  const said = (isPoisoned: boolean): Observed => ({ kind: "said", content: {}, source: "read", isPoisoned });
  assertEquals(apartOf(call(1, {}, { passed: false })), ["refused"]);
  assertEquals(apartOf(call(1, {}), { kind: "outcome", of: 1, outcome: "tool-error" }), ["error"]);
  assertEquals(apartOf(call(1, {}), { kind: "outcome", of: 1, outcome: "refused" }), ["refused"]);
  assertEquals(apartOf(call(1, {})), ["error"]);
  const result: Observed = { kind: "outcome", of: 1, outcome: "result" };
  assertEquals(apartOf(said(true), call(1, {}), result), ["after an injection"]);
  assertEquals(apartOf(said(false), call(1, {}), result), [undefined]);
  assertEquals(apartOf(call(1, {}), result), [undefined]);
});

Deno.test("a value is tainted by what came before the call, not by its own answer", () => {
  const observer = newObserver();
  const says = (text: string): Observed => ({ kind: "said", content: { text }, source: "search", isPoisoned: false });
  observer.take(call(1, { path: "/srv/p/mine.txt" }));
  observer.take(says("/srv/p/mine.txt /srv/p/theirs.txt"));
  const first = observer.take({ kind: "outcome", of: 1, outcome: "result" });
  observer.take(call(2, { path: "/srv/p/theirs.txt" }));
  const second = observer.take({ kind: "outcome", of: 2, outcome: "result" });
  assertEquals(JSON.parse(JSON.stringify([first?.args, second?.args])), [
    { t: "object", m: { path: { t: "string", n: 15, s: "line", v: "${PROJECT_DIR}/mine.txt" } } },
    { t: "object", m: { path: { t: "string", n: 17, s: "line", v: "${PROJECT_DIR}/theirs.txt", taint: "search" } } },
  ]);
});

Deno.test("the protocol's own messages are no use of anything; a roots question of the server is one", () => {
  const observer = newObserver();
  const take = (method: string, side: "client" | "server") => {
    observer.take({ kind: "request", seq: 1, side, method, tool: undefined, args: undefined, passed: true });
    return observer.take({ kind: "outcome", of: 1, outcome: "result" })?.method;
  };
  assertEquals(take("tools/list", "client"), undefined);
  assertEquals(take("initialize", "client"), undefined);
  assertEquals(take("roots/list", "server"), "roots/list");
  assertEquals(take("resources/read", "client"), "resources/read");
});

Deno.test("isPlumbing() tells what carries the protocol from what is used", () => {
  for (const method of ["initialize", "notifications/initialized", "tools/list", "ping"]) {
    assertEquals(isPlumbing(method), true, method);
  }
  for (const method of ["tools/call", "resources/read", "prompts/get"]) assertEquals(isPlumbing(method), false, method);
});
