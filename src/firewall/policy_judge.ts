/**
 * The policies in force as the firewall asks them: the machine's, the person's and the project's, each judged apart; the
 * strictest decides.
 *
 * @module
 */

import type { CompiledPolicy } from "../policy/compiled_policy.ts";
import { newDeadline } from "../policy/deadline.ts";
import {
  judgeAll,
  type JudgeOptions,
  judgeResponseAll,
  listPolicies,
  type PoliciesInForce,
} from "../policy/evaluate.ts";
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
  /** Milliseconds of a clock that never goes back; without it a judgement has no deadline. */
  nowMs?(): number;
}

/** Makes a judge of policies. A project's policy that is not trusted can only tighten. */
export function policyJudge(options: PolicyJudgeOptions): Judge {
  const { policies, server, hash } = options;
  const all = listPolicies(policies);
  const moment = (): JudgeOptions => ({
    today: options.today(),
    checkTime: options.nowMs === undefined ? undefined : newDeadline(() => options.nowMs?.() ?? Infinity),
  });
  const trusted = all.filter(({ trust }) => trust === "trusted");
  const hides = trusted.some((policy) => policy.definitions.hideDenied !== false);
  return {
    mode: policies.machine?.mode === "enforce" ? "enforce" : policies.global.mode,
    limits: strictestLimits(trusted),
    pinMode: strictestPinMode(trusted),
    hash,
    warmUp: () => all.forEach(warmUp),
    message: (subject) => toDecision(judgeAll(policies, subject, moment())),
    answer: (subject) => toResponseDecision(judgeResponseAll(policies, subject, moment())),
    asksTool: (tool) => all.some((policy) => asksTool(policy, server, tool)),
    hidesTool: (tool) => hides && all.some((policy) => refusesTool(policy, server, tool, { today: options.today() })),
  };
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
  gates.detection?.scanner.mayFind(["some words to look at"]);
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
