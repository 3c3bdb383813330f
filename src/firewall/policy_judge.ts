/**
 * The policies in force as the firewall asks them: the person's, and the project's apart; the strictest of both decides.
 *
 * @module
 */

import type { CompiledPolicy } from "../policy/compiled_policy.ts";
import { judgeBoth, judgeResponseBoth, type PoliciesInForce } from "../policy/evaluate.ts";
import { asksTool } from "../policy/asks_tool.ts";
import { refusesTool } from "../policy/refuses_tool.ts";
import type { ResponseVerdict, Verdict } from "../policy/verdict.ts";
import type { Decision, Judge, PinMode, SessionLimits } from "./judge.ts";

/** What holds where a policy sets no bound. The rate has none: what a session may cost is for a policy to say. */
export const DEFAULT_LIMITS: SessionLimits = {
  messageBytes: 10 * 1024 * 1024,
  callsPerMinute: Infinity,
  callSeconds: 300,
  askSeconds: 120,
  inFlight: 16_384,
};

/** Options of {@linkcode policyJudge}. */
export interface PolicyJudgeOptions {
  readonly policies: PoliciesInForce;
  readonly server: string;
  /** Hash of the policies in force with all that they extend. */
  readonly hash: string;
  /** Today's date in UTC, as `2026-11-30`. */
  today(): string;
}

/** Makes a judge of policies. A project's policy that is not trusted can only tighten. */
export function policyJudge(options: PolicyJudgeOptions): Judge {
  const { policies, server, hash } = options;
  const both = [policies.global, ...(policies.project?.trust === "trusted" ? [policies.project] : [])];
  const hides = both.some((policy) => policy.definitions.hideDenied !== false);
  return {
    mode: policies.global.mode,
    limits: strictestLimits(both),
    pinMode: strictestPinMode(both),
    hash,
    warmUp: () => [policies.global, ...(policies.project === undefined ? [] : [policies.project])].forEach(warmUp),
    message: (subject) => toDecision(judgeBoth(policies, subject, { today: options.today() })),
    answer: (subject) => toResponseDecision(judgeResponseBoth(policies, subject, { today: options.today() })),
    asksTool: (tool) =>
      [policies.global, ...(policies.project === undefined ? [] : [policies.project])]
        .some((policy) => asksTool(policy, server, tool)),
    hidesTool: (tool) => hides && someRefuses(policies, server, tool, options.today()),
  };
}

function someRefuses(policies: PoliciesInForce, server: string, tool: string, today: string): boolean {
  const { global, project } = policies;
  if (refusesTool(global, server, tool, { today })) return true;
  return project !== undefined && refusesTool(project, server, tool, { today });
}

function strictestLimits(policies: readonly CompiledPolicy[]): SessionLimits {
  const smallest = (name: keyof SessionLimits) => {
    const given = policies.map(({ limits }) => limits[name]).filter((limit) => limit !== undefined);
    return given.length === 0 ? DEFAULT_LIMITS[name] : Math.min(...given);
  };
  return {
    messageBytes: smallest("messageBytes"),
    callsPerMinute: smallest("callsPerMinute"),
    callSeconds: smallest("callSeconds"),
    askSeconds: smallest("askSeconds"),
    inFlight: smallest("inFlight"),
  };
}

/** The tables of detectors are built at their first text. */
function warmUp({ gates }: CompiledPolicy): void {
  gates.detection?.scanner.scan("some words to look at", { kinds: gates.detection.kinds });
}

/** Where no policy says anything, what is seen first is recorded. */
function strictestPinMode(policies: readonly CompiledPolicy[]): PinMode {
  const given = policies.map(({ definitions }) => definitions.pin).filter((mode) => mode !== undefined);
  if (given.length === 0) return "first-use";
  return (["required", "first-use", "off"] as const).find((mode) => given.includes(mode)) ?? "first-use";
}

function toDecision(verdict: Verdict): Decision {
  const { action, rule, reason, logs, pointer, condition, observed, untrusted } = verdict;
  return { action, rule, reason, logs, pointer, condition, observed, untrusted };
}

function toResponseDecision(verdict: ResponseVerdict): Decision {
  const { action, rule, reason, logs, pointer, condition, observed, untrusted, findings, edits } = verdict;
  const passes = action === "log" ? "allow" : action;
  return { action: passes, rule, reason, logs, pointer, condition, observed, untrusted, findings, edits };
}
