import { assertEquals } from "@std/assert";
import type { Observed } from "../../audit/observed.ts";
import { BLIND_VIEW } from "../guards/file_view.ts";
import type { Side } from "../jsonrpc/side.ts";
import { newProtection } from "./self_protection.ts";
import { newFirewall } from "./state.ts";
import { step } from "./step.ts";
import type { Decision, Judge } from "./judge.ts";
import { ALLOW, denying, judgeOf } from "./testdata/play.ts";

function observedIn(
  learns: boolean,
  frames: readonly (readonly [side: Side, message: object])[],
  judge: Judge,
): Observed[] {
  const base = { home: "/h", workingFolder: "/", variables: {} };
  const state = newFirewall({
    server: "s",
    sessionId: "x",
    version: "",
    command: "c",
    protection: newProtection({ places: [], base, view: BLIND_VIEW, shell: undefined }),
    judge,
    learns,
    newId: () => "id",
  });
  state.tools.complete = true;
  return frames.flatMap(([side, message]) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const commands = step(state, { kind: "frame", side, frame: { kind: "line", bytes }, nowMs: 0 });
    return commands.filter((command) => command.kind === "observe").map(({ what }) => what);
  });
}

const CALL = { id: 1, method: "tools/call", params: { name: "echo", arguments: { a: "b" } } };
const ANSWER = { id: 1, result: { content: [] } };
const ROOTS = { id: 7, method: "roots/list" };

Deno.test("a session that does not learn tells nothing; one that learns tells of calls, answers and questions", () => {
  const frames = [["client", CALL], ["server", ANSWER], ["server", ROOTS]] as const;
  assertEquals(observedIn(false, frames, judgeOf()), []);
  const told = observedIn(true, frames, judgeOf());
  assertEquals(told.map(({ kind }) => kind), ["request", "said", "outcome", "said", "request"]);
  const [request, , outcome] = told;
  assertEquals(request?.kind === "request" && [request.tool, request.passed, JSON.stringify(request.args)], [
    "echo",
    true,
    '{"a":"b"}',
  ]);
  assertEquals(outcome?.kind === "outcome" && request?.kind === "request" && outcome.of === request.seq, true);
});

Deno.test("a refused call is told as refused, and evidence of an injection with the answer that holds it", () => {
  const refusing = judgeOf({ message: denying(({ tool }) => tool === "echo") });
  const [refused] = observedIn(true, [["client", CALL]], refusing);
  assertEquals(refused?.kind === "request" && refused.passed, false);
  const finding = { kind: "injection", rule: "r", confidence: "possible", count: 1, pointer: "" } as const;
  const poisoned: Decision = { ...ALLOW, findings: [finding] };
  const told = observedIn(true, [["client", CALL], ["server", ANSWER]], judgeOf({ answer: () => poisoned }));
  assertEquals(told.map((what) => what.kind === "said" && what.isPoisoned), [false, true, false]);
});
