import { assertEquals } from "@std/assert";
import type { LogRecord } from "./log_record.ts";
import { type LogQuery, newMatcher } from "./query.ts";

const DENIED: LogRecord = {
  kind: "verdict",
  session: "0123456789ab",
  seq: 5,
  time: "2026-11-30T10:00:00.000Z",
  tool: "read.text",
  verdict: "deny",
  rule: "ssh-keys",
  logs: ["watch"],
};
const FOUND: LogRecord = { ...DENIED, kind: "finding", detector: "secrets", rule: "aws-key" };

function isAsked(query: LogQuery, record = DENIED): boolean {
  return newMatcher(query).record(record, JSON.stringify(record), "files");
}

Deno.test("newMatcher() matches by each filter, with a near miss", () => {
  const pairs: readonly [match: LogQuery, miss: LogQuery][] = [
    [{ tool: ["read.text"] }, { tool: ["readxtext"] }],
    [{ tool: ["x", "read*"] }, { tool: ["*read"] }],
    [{ server: ["f*s"] }, { server: ["f"] }],
    [{ verdict: ["deny"] }, { verdict: ["allow"] }],
    [{ rule: ["ssh-*"] }, { rule: ["ssh"] }],
    [{ rule: ["watch"] }, { rule: ["watc"] }],
    [{ session: ["0123456789ab"] }, { session: ["0123"] }],
    [{ since: DENIED.time }, { since: "2026-11-30T10:00:00.001Z" }],
    [{ until: "2026-11-30T10:00:00.001Z" }, { until: DENIED.time }],
    [{ words: ["SSH-keys", "deny"] }, { words: ["ssh-keys", "allow"] }],
    [{}, { finding: ["any"] }],
  ];
  for (const [match, miss] of pairs) {
    assertEquals([isAsked(match), isAsked(miss)], [true, false], JSON.stringify([match, miss]));
  }
});

Deno.test("newMatcher() finds findings by detector, rule or any, and their rules are none of the policy's", () => {
  for (const name of ["any", "secrets", "aws-key", "aws*"]) assertEquals(isAsked({ finding: [name] }, FOUND), true);
  assertEquals(isAsked({ finding: ["hidden"] }, FOUND), false);
  assertEquals(isAsked({ rule: ["aws-key"] }, FOUND), false);
});

Deno.test("newMatcher() leaves out files that cannot hold an answer", () => {
  const file = "2026/11/30/files-100203-0123456789ab.jsonl";
  assertEquals(newMatcher({ session: ["0123456789ab"] }).file(file), true);
  assertEquals(newMatcher({ session: ["ffffffffffff"] }).file(file), false);
  assertEquals(newMatcher({ until: "2026-11-30T10:02:03.000Z" }).file(file), true);
  assertEquals(newMatcher({ until: "2026-11-30T10:02:02.000Z" }).file(file), false);
  assertEquals(newMatcher({ session: ["x"] }).file("odd.jsonl"), true);
});
