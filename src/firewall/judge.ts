/**
 * What the firewall asks of a policy. The policy layer answers; tests answer as they like.
 *
 * @module
 */

import type { FindingSummary } from "../policy/detector.ts";
import type { Edit } from "../policy/redaction.ts";
import type { Subject } from "../policy/subject.ts";

/** How deep a message may nest. */
export const MAX_DEPTH = 128;

/** The decision about one message and why. */
export interface Decision {
  readonly action: "allow" | "deny" | "ask" | "redact";
  readonly rule: string;
  /** From a fixed list; holds nothing of the message. */
  readonly reason: string;
  /** Names of the `log` rules that matched. */
  readonly logs: readonly string[];
  readonly pointer?: string | undefined;
  readonly condition?: string | undefined;
  /** The policy only observes: the decision is recorded and the message passes. */
  readonly observed?: true | undefined;
  /** What detectors saw that the rules which matched look for. */
  readonly findings?: readonly FindingSummary[] | undefined;
  /** With `redact`: what to write in place of which strings. */
  readonly edits?: readonly Edit[] | undefined;
  /** The rule's name comes from a policy that is not trusted: refusals do not repeat it. */
  readonly untrusted?: true | undefined;
}

const STRICTNESS = { allow: 0, redact: 2, ask: 3, deny: 4 } as const;

/**
 * The strictest of decisions that all count for one message; on a tie the first. One that is only observed is weaker than
 * any that refuses in earnest, so that it cannot stand in front of it.
 */
export function strictest(first: Decision, ...others: readonly Decision[]): Decision {
  return others.reduce((a, b) => withFindings(rank(b) > rank(a) ? b : a, a, b), first);
}

/** Evidence counts whatever was decided. */
function withFindings(chosen: Decision, a: Decision, b: Decision): Decision {
  if (a.findings === undefined || b.findings === undefined) {
    const findings = a.findings ?? b.findings;
    return findings === chosen.findings ? chosen : { ...chosen, findings };
  }
  return { ...chosen, findings: [...a.findings, ...b.findings] };
}

function rank({ action, observed }: Decision): number {
  return observed === true && action !== "allow" ? 1 : STRICTNESS[action];
}

/** Bounds of one session. */
export interface SessionLimits {
  /** Longest frame in bytes. */
  readonly messageBytes: number;
  /** Tool calls in any 60 seconds. */
  readonly callsPerMinute: number;
  /** How long the server may take to answer, in seconds. */
  readonly callSeconds: number;
  /** How long a person has to answer, in seconds. */
  readonly askSeconds: number;
  /** Requests of the client without an answer. */
  readonly inFlight: number;
}

/** `first-use`: what is seen first is recorded; `required`: it waits for a person; `off`: nothing is compared. */
export type PinMode = "first-use" | "required" | "off";

/** A policy in force. None of its functions throws: what cannot be judged is denied. */
export interface Judge {
  readonly mode: "enforce" | "observe";
  readonly limits: SessionLimits;
  /** Whether definitions are held against their pins, and whether a new one waits for a person. */
  readonly pinMode: PinMode;
  /** Hash of the policy and all that it extends. */
  readonly hash: string;
  /** Builds what judging needs, at a time when nobody waits for it. */
  warmUp(): void;
  /** Judges a request or notification by rules, entries and default. */
  message(subject: Subject): Decision;
  /** Judges an answer, whichever side gives it: its question was judged before. */
  answer(subject: Subject): Decision;
  /** Whether a person is asked about calls of a tool, so that a server's word that it is harmless does not count. */
  asksTool(tool: string): boolean;
  /** Whether a tool is to be hidden from lists: every call of it is refused, whatever its arguments. */
  hidesTool(tool: string): boolean;
}
