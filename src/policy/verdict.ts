/**
 * What a policy decides about one message, and how decisions combine.
 *
 * @module
 */

import type { FindingSummary } from "./detector.ts";
import type { Edit } from "./redaction.ts";

/** The fixed reasons of verdicts. None carries a word of the message or of the policy. */
export type Reason =
  | "allowed by a rule"
  | "allowed by an entry"
  | "allowed by default"
  | "part of the protocol"
  | "matched a deny rule"
  | "matched an ask rule"
  | "matched a redact rule"
  | "cannot be redacted"
  | "matched a log rule"
  | "not allowed by the policy"
  | "needs approval"
  | "tool not allowed"
  | "tool not named"
  | "method not allowed"
  | "argument not allowed"
  | "argument missing"
  | "argument condition failed"
  | "no rule matched"
  | "internal error"
  | "judging took too long";

/** A decision about a request or notification. */
export interface Verdict {
  readonly action: "allow" | "deny" | "ask";
  /** The policy's rule, or a built-in one with a slash in its name. */
  readonly rule: string;
  readonly reason: Reason;
  /** Names of the `log` rules that matched. */
  readonly logs: readonly string[];
  /** Where the argument that decided stands, as a JSON pointer into the arguments. */
  readonly pointer?: string | undefined;
  /** The kind of condition that decided. */
  readonly condition?: string | undefined;
  /** The policy file of the rule. */
  readonly file?: string | undefined;
  /** The policy only observes: record the verdict and let the message pass. Never set on an internal error. */
  readonly observed?: true | undefined;
  /** The rule is of a policy that is not trusted: its name may be words to a model and is told to nobody but the person. */
  readonly untrusted?: true | undefined;
}

/** A decision about a response. */
export interface ResponseVerdict extends Omit<Verdict, "action"> {
  readonly action: "allow" | "log" | "redact" | "deny";
  /** What detectors saw that the rules which matched look for. */
  readonly findings?: readonly FindingSummary[] | undefined;
  /** With `redact`: what to write in place of which strings. */
  readonly edits?: readonly Edit[] | undefined;
}

const SEVERITY = { allow: 0, ask: 1, deny: 2 } as const;
const RESPONSE_SEVERITY = { allow: 0, log: 1, redact: 2, deny: 3 } as const;

/** The verdict on anything that could not be judged. */
export const INTERNAL_ERROR: Verdict = { action: "deny", rule: "error/internal", reason: "internal error", logs: [] };

/** The verdict on what took too long to judge. */
export const TOO_LONG: Verdict = { action: "deny", rule: "error/time", reason: "judging took too long", logs: [] };

/**
 * The stricter of two verdicts, with the logs of both. On a tie the first stands, so the rule that is named is the first
 * in policy order. A verdict that is only observed is weaker than any that counts, except one that allows.
 *
 * @example A deny outweighs an allow
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const allow = { action: "allow", rule: "a", reason: "allowed by a rule", logs: ["x"] } as const;
 * const deny = { action: "deny", rule: "b", reason: "matched a deny rule", logs: [] } as const;
 * assert.deepEqual(stricter(allow, deny), { ...deny, logs: ["x"] });
 * ```
 */
export function stricter(a: Verdict, b: Verdict): Verdict {
  const chosen = rank(b, SEVERITY[b.action]) > rank(a, SEVERITY[a.action]) ? b : a;
  return withLogs(chosen, a.logs, b.logs);
}

/** The stricter of two verdicts on a response, by the same rules as `stricter`. */
export function stricterResponse(a: ResponseVerdict, b: ResponseVerdict): ResponseVerdict {
  const chosen = rank(b, RESPONSE_SEVERITY[b.action]) > rank(a, RESPONSE_SEVERITY[a.action]) ? b : a;
  const findings = a.findings === undefined ? b.findings : [...a.findings, ...b.findings ?? []];
  const judged = withLogs(chosen, a.logs, b.logs);
  return findings === judged.findings ? judged : { ...judged, findings };
}

/** Verdicts that count come in whole numbers, observed ones between "allow" and the mildest of those. */
function rank(verdict: Pick<Verdict, "observed">, severity: number): number {
  return verdict.observed ? severity / 10 : severity;
}

function withLogs<Judged extends Verdict | ResponseVerdict>(
  verdict: Judged,
  first: readonly string[],
  second: readonly string[],
): Judged {
  if (first.length + second.length === verdict.logs.length) return verdict;
  return { ...verdict, logs: [...first, ...second] };
}
