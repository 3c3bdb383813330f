/**
 * Whether a policy refuses every call of a tool, whatever its arguments: such a tool need not be shown to anyone.
 *
 * @module
 */

import { findEntry } from "./compile_entry.ts";
import type { CompiledPolicy } from "./compiled_policy.ts";
import { judge, type JudgeOptions } from "./evaluate.ts";
import type { Subject } from "./subject.ts";

/**
 * Says yes only where no call of the tool can pass: an entry denies it, or no rule could allow it and one that looks at
 * no argument, or the default, denies it. A tool that may pass after all is shown.
 */
export function refusesTool(policy: CompiledPolicy, server: string, tool: string, options: JudgeOptions = {}): boolean {
  // What only observes refuses nothing; of a policy that is not trusted the mode does not count.
  if (policy.mode === "observe" && policy.trust === "trusted") return false;
  const entry = findEntry(policy.tools, tool);
  if (entry?.action === "deny") return true;
  const subject: Subject = {
    side: "client",
    kind: "request",
    server,
    method: "tools/call",
    tool,
    args: {},
    content: { name: tool, arguments: {} },
    bytes: 0,
    isKnown: true,
  };
  // An `allow` rule ends its file's rules: with the right arguments a later `deny` may not be reached.
  if (policy.rules.rules.some((rule) => rule.action === "allow" && rule.when.fits(subject))) return false;
  const verdict = judge(policy, subject, options);
  // With the right arguments an `ask` rule stands in for the default, and a person may say yes.
  const mayAsk = policy.rules.rules.some((rule) => rule.action === "ask" && rule.when.fits(subject));
  if (verdict.rule === "default/deny" && mayAsk) return false;
  return verdict.action === "deny" && verdict.observed === undefined && !ARGUMENT_RULES.has(verdict.rule);
}

/** Refusals that other arguments could avoid, or that say nothing of the policy. */
const ARGUMENT_RULES: ReadonlySet<string> = new Set([
  "tool/argument",
  "tool/required",
  "tool/condition",
  "method/argument",
  "method/required",
  "method/condition",
  "error/internal",
]);
