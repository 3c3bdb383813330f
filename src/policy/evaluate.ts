/**
 * The verdict of a policy on one message. Total: whatever goes wrong inside is a refusal.
 *
 * Order: every file's rules, then the entry of the tool or method, then what an `allow` rule or the default says. An
 * entry's refusal stands whatever the rules allow, and a rule's refusal whatever the entry allows.
 *
 * @module
 */

import type { Finding } from "../detect/finding.ts";
import { type Detector, type FindingSummary, isDetected } from "./detector.ts";
import { formatPath } from "./pointer.ts";
import { type CompiledEntry, findEntry, type Objection } from "./compile_entry.ts";
import type { CompiledWhen, Match } from "./compile_when.ts";
import { type CheckTime, JudgingTooLong } from "./deadline.ts";
import type { CompiledPolicy } from "./compiled_policy.ts";
import type { JsonObject } from "../jsonrpc/json.ts";
import { type MessageScan, scanMessage } from "./message_scan.ts";
import { passesUnnamed } from "./passing_methods.ts";
import type { ResponseAction, RuleAction } from "./policy.ts";
import { candidateRules, type CompiledRule } from "./rule_set.ts";
import type { Subject } from "./subject.ts";
import { isSuppressed } from "./suppress.ts";
import {
  INTERNAL_ERROR,
  type Reason,
  type ResponseVerdict,
  stricter,
  stricterResponse,
  TOO_LONG,
  type Verdict,
} from "./verdict.ts";

/** What judging needs to know of the moment. */
export interface JudgeOptions {
  /** Today's date in UTC, as `2026-11-30`. Without it a suppression that ends some day does not count. */
  readonly today?: string | undefined;
  /** Ends a judgement that takes too long, by throwing `JudgingTooLong`. Without it there is no such end. */
  readonly checkTime?: CheckTime | undefined;
}

/** The policies in force for a session. */
export interface PoliciesInForce {
  /** What holds for everybody on this machine. */
  readonly machine?: CompiledPolicy | undefined;
  /** The person's. */
  readonly global: CompiledPolicy;
  /** The project's own, judged apart. */
  readonly project?: CompiledPolicy | undefined;
}

/** The policies, the one that binds most first: on a tie its verdict is named. */
export function listPolicies({ machine, global, project }: PoliciesInForce): readonly CompiledPolicy[] {
  return [...(machine === undefined ? [] : [machine]), global, ...(project === undefined ? [] : [project])];
}

/** Judges a request or a notification; a response is judged as `judgeResponse` does, and what is not clean is denied. */
export function judge(policy: CompiledPolicy, subject: Subject, options: JudgeOptions = {}): Verdict {
  try {
    if (subject.kind === "response") return toVerdict(judgeResponse(policy, subject, options));
    const verdict = judgeRequest(policy, subject, options);
    return isObserving(policy) && verdict.action !== "allow" ? { ...verdict, observed: true } : verdict;
  } catch (error) {
    return error instanceof JudgingTooLong ? TOO_LONG : INTERNAL_ERROR;
  }
}

/** Judges a response: all `responses` rules that match count, the strictest decides. */
export function judgeResponse(policy: CompiledPolicy, subject: Subject, options: JudgeOptions = {}): ResponseVerdict {
  try {
    const verdict = judgeContent(policy, subject, options);
    const isStrict = verdict.action === "deny" || verdict.action === "redact";
    return isObserving(policy) && isStrict ? { ...verdict, observed: true } : verdict;
  } catch (error) {
    return { ...(error instanceof JudgingTooLong ? TOO_LONG : INTERNAL_ERROR), action: "deny" };
  }
}

/** The strictest of what all policies say. */
export function judgeAll(policies: PoliciesInForce, subject: Subject, options: JudgeOptions = {}): Verdict {
  const { machine, global, project } = policies;
  const judged = (policy: CompiledPolicy) => markTrust(policy, judge(policy, subject, options));
  // The order of `listPolicies`.
  let verdict = machine === undefined ? judged(global) : stricter(judged(machine), judged(global));
  if (project !== undefined) verdict = stricter(verdict, judged(project));
  return verdict;
}

/** The strictest of what all policies say about a response. */
export function judgeResponseAll(
  policies: PoliciesInForce,
  subject: Subject,
  options: JudgeOptions = {},
): ResponseVerdict {
  const { machine, global, project } = policies;
  const judged = (policy: CompiledPolicy) => markTrust(policy, judgeResponse(policy, subject, options));
  let verdict = machine === undefined ? judged(global) : stricterResponse(judged(machine), judged(global));
  if (project !== undefined) verdict = stricterResponse(verdict, judged(project));
  return verdict;
}

function markTrust<Judged extends Verdict | ResponseVerdict>(policy: CompiledPolicy, verdict: Judged): Judged {
  return policy.trust === "trusted" ? verdict : { ...verdict, untrusted: true };
}

/** An untrusted policy cannot ask for messages to pass. */
function isObserving(policy: CompiledPolicy): boolean {
  return policy.mode === "observe" && policy.trust === "trusted";
}

function toVerdict(verdict: ResponseVerdict): Verdict {
  const passes = verdict.action === "allow" || verdict.action === "log";
  return { ...verdict, action: passes ? "allow" : "deny" };
}

function judgeRequest(policy: CompiledPolicy, subject: Subject, options: JudgeOptions): Verdict {
  const scan = scanMessage(policy.gates, subject, options.checkTime);
  const byRules = judgeRules(policy, subject, scan, options);
  if (byRules.deny !== undefined) return byRules.deny;
  const byEntry = judgeEntries(policy, subject, scan);
  const rest = byEntry ?? byRules.ask ?? byRules.allow ?? judgeUnnamed(policy, subject);
  const verdict = byRules.ask === undefined ? rest : stricter(rest, byRules.ask);
  return { ...verdict, logs: byRules.logs };
}

/** Whether the message has no text of a class that the rule is about: of most classes most messages have none. */
function lacksClass({ classes }: CompiledWhen, scan: MessageScan): boolean {
  for (const each of classes) if (scan.classed(each).length === 0) return true;
  return false;
}

interface RuleOpinion {
  readonly deny?: Verdict | undefined;
  readonly ask?: Verdict | undefined;
  readonly allow?: Verdict | undefined;
  readonly logs: readonly string[];
}

const RULE_REASONS: Readonly<Record<RuleAction, Reason>> = {
  allow: "allowed by a rule",
  deny: "matched a deny rule",
  ask: "matched an ask rule",
  log: "matched a log rule",
};

/** Of an untrusted policy an `allow` does not even end its file's rules: only what denies or asks counts. */
function counts(policy: CompiledPolicy, action: RuleAction): boolean {
  return policy.trust === "trusted" || action === "deny" || action === "ask";
}

/** Goes through the rules; in each file the first `allow` or `deny` that matches is the file's last. */
function judgeRules(policy: CompiledPolicy, subject: Subject, scan: MessageScan, options: JudgeOptions): RuleOpinion {
  const logs: string[] = [];
  let ask: Verdict | undefined;
  let allow: Verdict | undefined;
  let endedFile: string | undefined;
  for (const rule of candidateRules(policy.rules, subject, scan)) {
    if (lacksClass(rule.when, scan) || rule.file === endedFile || !counts(policy, rule.action)) continue;
    const match = rule.when.holds(subject, scan);
    if (match === false || isSuppressed(policy, rule.name, subject, options.today)) continue;
    switch (rule.action) {
      case "deny":
        return { deny: ruleVerdict(rule, "deny", match, logs), logs };
      case "allow":
        allow ??= ruleVerdict(rule, "allow", match, []);
        endedFile = rule.file;
        break;
      case "ask":
        ask ??= ruleVerdict(rule, "ask", match, []);
        break;
      case "log":
        logs.push(rule.name);
        break;
    }
  }
  return { ask, allow, logs };
}

function ruleVerdict(
  rule: CompiledRule<RuleAction>,
  action: Verdict["action"],
  match: Match,
  logs: readonly string[],
): Verdict {
  return { action, rule: rule.name, reason: RULE_REASONS[action], logs, ...match, file: rule.file };
}

/** What the entries say: of a tool call that of the tool, and also that of the method when there is one. */
function judgeEntries(policy: CompiledPolicy, subject: Subject, scan: MessageScan): Verdict | undefined {
  const methodEntry = findEntry(policy.methods, subject.method);
  const byMethod = methodEntry && judgeEntry(methodEntry, "method", subject, scan);
  if (subject.method !== "tools/call") return byMethod;
  if (subject.tool === undefined) return { action: "deny", rule: "tool/name", reason: "tool not named", logs: [] };
  const toolEntry = findEntry(policy.tools, subject.tool);
  const byTool = toolEntry && judgeEntry(toolEntry, "tool", subject, scan);
  if (byMethod === undefined || byMethod.action === "allow") return byTool;
  return byTool === undefined ? stricter(judgeUnnamed(policy, subject), byMethod) : stricter(byTool, byMethod);
}

const OBJECTION_REASONS = {
  "not named": "argument not allowed",
  missing: "argument missing",
  condition: "argument condition failed",
} as const;

const OBJECTION_RULES = { "not named": "argument", missing: "required", condition: "condition" } as const;

function judgeEntry(
  entry: CompiledEntry,
  family: "tool" | "method",
  subject: Subject,
  scan: MessageScan,
): Verdict {
  const { file } = entry;
  const rule = `${family}/entry`;
  if (entry.action === "deny") return { action: "deny", rule, reason: `${family} not allowed`, logs: [], file };
  const objection = entry.objection(argumentsOf(subject), scan);
  if (objection !== undefined) return objectionVerdict(objection, family, file);
  if (entry.action === "ask") return { action: "ask", rule, reason: "needs approval", logs: [], file };
  return { action: "allow", rule, reason: "allowed by an entry", logs: [], file };
}

function objectionVerdict(objection: Objection, family: "tool" | "method", file: string): Verdict {
  const { kind, pointer, condition } = objection;
  const rule = `${family}/${OBJECTION_RULES[kind]}`;
  return { action: "deny", rule, reason: OBJECTION_REASONS[kind], logs: [], pointer, condition, file };
}

/** The arguments an entry judges; `_meta` beside the params of other methods is not one of them. */
function argumentsOf(subject: Subject): JsonObject {
  const args = subject.args ?? {};
  if (subject.method === "tools/call" || !Object.hasOwn(args, "_meta")) return args;
  const { _meta, ...others } = args;
  return others;
}

/** What holds where no rule and no entry speaks. */
function judgeUnnamed(policy: CompiledPolicy, subject: Subject): Verdict {
  const passes = subject.isKnown && passesUnnamed(subject.method, subject.side);
  if (passes) return { action: "allow", rule: "method/protocol", reason: "part of the protocol", logs: [] };
  if (policy.trust === "untrusted" || policy.default === "allow") {
    return { action: "allow", rule: "default/allow", reason: "allowed by default", logs: [] };
  }
  if (policy.default === "ask") return { action: "ask", rule: "default/ask", reason: "needs approval", logs: [] };
  return { action: "deny", rule: "default/deny", reason: "not allowed by the policy", logs: [] };
}

const CONTENT_REASONS: Readonly<Record<ResponseAction, Reason>> = {
  allow: "allowed by a rule",
  log: "matched a log rule",
  redact: "matched a redact rule",
  deny: "matched a deny rule",
};

/** What matched rules look for and found, told without a byte of it. */
function summarize(scan: MessageScan, evidence: readonly Detector[]): readonly FindingSummary[] {
  const byRule = new Map<string, FindingSummary>();
  for (const { surface, findings } of scan.found()) {
    for (const finding of findings) {
      if (!evidence.some((detector) => isDetected(detector, finding))) continue;
      const { kind, rule, confidence } = finding;
      const key = `${kind}/${rule}/${confidence}`;
      const known = byRule.get(key);
      const pointer = known?.pointer ?? formatPath(surface.path.map(String));
      byRule.set(key, { kind, rule, confidence, count: (known?.count ?? 0) + 1, pointer });
    }
  }
  return [...byRule.values()];
}

/** A redaction that cannot be made is a refusal. */
function withEdits(
  { gates }: CompiledPolicy,
  scan: MessageScan,
  verdict: ResponseVerdict,
  redacted: readonly Detector[],
): ResponseVerdict {
  const isMeant = (finding: Finding) => redacted.some((detector) => isDetected(detector, finding));
  const edits = gates.detection?.planEdits(scan.found(), isMeant) ?? "refuse";
  if (edits !== "refuse" && edits.length > 0) return { ...verdict, edits };
  return { ...verdict, action: "deny", reason: "cannot be redacted" };
}

/** What a client answers goes to the server as its requests do, so `rules` count for it as well. */
function judgeContent(policy: CompiledPolicy, subject: Subject, options: JudgeOptions): ResponseVerdict {
  const scan = scanMessage(policy.gates, subject, options.checkTime);
  let verdict: ResponseVerdict = { action: "allow", rule: "default/allow", reason: "no rule matched", logs: [] };
  const evidence: Detector[] = [];
  const redacted: Detector[] = [];
  for (const rule of candidateRules(policy.responses, subject, scan)) {
    if (lacksClass(rule.when, scan)) continue;
    if (policy.trust === "untrusted" && rule.action !== "deny" && rule.action !== "redact") continue;
    const match = rule.when.holds(subject, scan);
    if (match === false || isSuppressed(policy, rule.name, subject, options.today)) continue;
    const logs = rule.action === "log" ? [rule.name] : [];
    const { name, action, file } = rule;
    evidence.push(...rule.when.detectors);
    if (action === "redact") redacted.push(...rule.when.detectors);
    verdict = stricterResponse(verdict, { action, rule: name, reason: CONTENT_REASONS[action], logs, ...match, file });
  }
  if (evidence.length > 0) verdict = { ...verdict, findings: summarize(scan, evidence) };
  if (verdict.action === "redact") verdict = withEdits(policy, scan, verdict, redacted);
  if (subject.side !== "client") return verdict;
  const { deny, ask, logs } = judgeRules(policy, subject, scan, options);
  const refusal = deny ?? ask;
  const fromRules: ResponseVerdict = { ...verdict, action: "allow", logs };
  return stricterResponse(verdict, refusal === undefined ? fromRules : { ...refusal, action: "deny", logs });
}
