/**
 * Suites: messages with what a policy must say to them, as a policy's `tests` and `sallyport check` have them.
 *
 * @module
 */

import { ExactNumber, isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { CompiledPolicy } from "./compiled_policy.ts";
import { judge, type JudgeOptions, judgeResponse } from "./evaluate.ts";
import type { Expectation, PolicyTest } from "./policy.ts";
import type { Subject } from "./subject.ts";
import type { ResponseVerdict, Verdict } from "./verdict.ts";

/** One message of a suite; exactly one of `call`, `message` and `response`. */
export type SuiteCase = Omit<PolicyTest, "place">;

/** What came of one case. */
export interface SuiteResult {
  readonly passed: boolean;
  /** What the policy says, in the words a case uses: an `allow` that was logged is a `log`. */
  readonly verdict: Expectation;
  readonly detail: Verdict | ResponseVerdict;
}

/** Judges one case and compares. A case that cannot be made into a message is denied as an error. */
export function runCase(
  policy: CompiledPolicy,
  suiteCase: SuiteCase,
  server: string,
  options: JudgeOptions = {},
): SuiteResult {
  const subject = toSubject(suiteCase, server);
  const detail = subject.kind === "response"
    ? judgeResponse(policy, subject, options)
    : judge(policy, subject, options);
  const verdict = detail.action === "allow" && detail.logs.length > 0 ? "log" : detail.action;
  const { expect, rule } = suiteCase;
  const isExpected = expect === verdict || (expect === "allow" && verdict === "log");
  const isRule = rule === undefined || rule === detail.rule || detail.logs.includes(rule);
  return { passed: isExpected && isRule, verdict, detail };
}

/** Makes the subject of a case: what the policy is asked about. */
export function toSubject(suiteCase: SuiteCase, server: string): Subject {
  const { call, message, response, request } = suiteCase;
  if (call !== undefined) {
    const params = call.args === undefined ? { name: call.tool } : { name: call.tool, arguments: call.args };
    return requestSubject({ id: 1, method: "tools/call", params }, server, "client");
  }
  if (message !== undefined) return requestSubject(message, server, sideOf(memberOf(message, "method")));
  const answered = request ?? {};
  const method = memberOf(answered, "method");
  const asked = requestSubject(answered, server, sideOf(method));
  const content = memberOf(response, "result") ?? memberOf(response, "error") ?? response;
  const side = asked.side === "client" ? "server" : "client";
  return { ...asked, side, kind: "response", content, bytes: response === undefined ? 0 : measureBytes(response) };
}

/** Length of a value as JSON text without spaces, in bytes of UTF-8. */
export function measureBytes(value: Json): number {
  if (value instanceof ExactNumber) return value.source.length;
  if (isJsonArray(value)) {
    return value.reduce((sum: number, item) => sum + measureBytes(item) + 1, 1 + Number(value.length === 0));
  }
  if (!isJsonObject(value)) return new TextEncoder().encode(JSON.stringify(value)).length;
  const keys = Object.keys(value);
  return keys.reduce(
    (sum, key) => sum + measureBytes(key) + measureBytes(value[key] ?? null) + 2,
    1 + Number(keys.length === 0),
  );
}

function requestSubject(message: Json, server: string, side: Side): Subject {
  const method = memberOf(message, "method");
  const params = memberOf(message, "params");
  const name = memberOf(params, "name");
  const isCall = method === "tools/call";
  const args = isCall ? memberOf(params, "arguments") : params;
  return {
    side,
    kind: memberOf(message, "id") === undefined ? "notification" : "request",
    server,
    method: typeof method === "string" ? method : "",
    tool: isCall && typeof name === "string" ? name : undefined,
    args: isJsonObject(args) ? args : undefined,
    content: params,
    bytes: measureBytes(message),
    isKnown: true,
  };
}

/** Which side sends a method: what servers ask and report comes from the server, the rest from the client. */
function sideOf(method: Json | undefined): Side {
  return typeof method === "string" && SERVER_METHODS.has(method) ? "server" : "client";
}

const SERVER_METHODS: ReadonlySet<string> = new Set([
  "sampling/createMessage",
  "elicitation/create",
  "roots/list",
  "notifications/message",
  "notifications/tools/list_changed",
  "notifications/resources/list_changed",
  "notifications/resources/updated",
  "notifications/prompts/list_changed",
  "notifications/subscriptions/acknowledged",
  "notifications/elicitation/complete",
]);

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const object: JsonObject = value;
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
