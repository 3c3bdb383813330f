/**
 * What the log says of a server's questions to its permission broker: each refusal at once, up to a rate; what a call was
 * allowed in one record for each kind, when the call ends. Changed in place; one session has one owner.
 *
 * @module
 */

import type { SandboxRecord } from "../../audit/record.ts";

/** A call in flight, as the log names it. */
export interface LoggedCall {
  /** The key of its id. */
  readonly id: string;
  /** The sequence number of the record of its verdict. */
  readonly recordSeq: number;
  readonly tool: string | undefined;
}

/** A question that was refused. */
export interface RefusedAccess {
  readonly permission: string;
  /** Absent where all of the kind was asked for. */
  readonly value: string | undefined;
  /** Why, in the words of `call_rights.ts`. */
  readonly why: string;
  /** All calls in flight. */
  readonly calls: readonly LoggedCall[];
}

/** A question that calls justified. */
export interface UsedAccess {
  readonly permission: string;
  readonly calls: readonly LoggedCall[];
}

/** What is not written yet. */
export interface AccessLog {
  /** By the sequence number of the call's verdict. */
  readonly used: Map<number, { readonly call: LoggedCall; readonly kinds: Map<string, Counted> }>;
  /** Refusals over the rate, by the kind of permission. */
  readonly many: Map<string, number>;
  second: number;
  inSecond: number;
}

interface Counted {
  count: number;
  shared: number;
}

/** So many refusals have a record each, in one second. */
const MAX_REFUSALS_PER_SECOND = 20;
/** Kinds that Deno has; a server that makes up others gets no more records for it. */
const KINDS: ReadonlySet<string> = new Set(["read", "write", "net", "env", "run", "sys", "ffi", "import"]);

/** Starts a log. */
export function newAccessLog(): AccessLog {
  return { used: new Map(), many: new Map(), second: 0, inSecond: 0 };
}

/** Takes a refusal; returns its record, or nothing where it is told with others. */
export function logRefusal(log: AccessLog, refused: RefusedAccess, nowMs: number): SandboxRecord | undefined {
  const second = Math.floor(nowMs / 1000);
  if (second !== log.second) Object.assign(log, { second, inSecond: 0 });
  const permission = kindOf(refused.permission);
  if (++log.inSecond > MAX_REFUSALS_PER_SECOND) {
    log.many.set(permission, (log.many.get(permission) ?? 0) + 1);
    return undefined;
  }
  const [call, ...others] = refused.calls;
  const only = others.length === 0 ? call : undefined;
  return {
    kind: "sandbox",
    verdict: "deny",
    permission,
    rule: `sandbox/${refused.why}`,
    of: only?.recordSeq,
    tool: only?.tool,
    calls: refused.calls.length,
    count: 1,
    args: refused.value === undefined ? undefined : { value: refused.value.toWellFormed() },
  };
}

/** Counts an access for each call that justified it. */
export function logUse(log: AccessLog, { permission, calls }: UsedAccess): void {
  for (const call of calls) {
    const kinds = log.used.get(call.recordSeq)?.kinds ?? new Map<string, Counted>();
    log.used.set(call.recordSeq, { call, kinds });
    const counted = kinds.get(kindOf(permission)) ?? { count: 0, shared: 0 };
    kinds.set(kindOf(permission), counted);
    counted.count++;
    if (calls.length > 1) counted.shared++;
  }
}

/** Takes out what can be told now: of calls that are over, and refusals of seconds that are over. */
export function takeRecords(
  log: AccessLog,
  { inFlight, nowMs }: { readonly inFlight: (call: LoggedCall) => boolean; readonly nowMs: number },
): readonly SandboxRecord[] {
  const records: SandboxRecord[] = [];
  for (const [seq, { call, kinds }] of log.used) {
    if (inFlight(call)) continue;
    log.used.delete(seq);
    for (const [permission, { count, shared }] of kinds) {
      records.push({
        kind: "sandbox",
        verdict: "allow",
        permission,
        of: call.recordSeq,
        tool: call.tool,
        count,
        shared: shared === 0 ? undefined : shared,
      });
    }
  }
  if (Math.floor(nowMs / 1000) === log.second) return records;
  for (const [permission, count] of log.many) {
    records.push({ kind: "sandbox", verdict: "deny", permission, rule: "sandbox/many", count });
  }
  log.many.clear();
  return records;
}

function kindOf(permission: string): string {
  return KINDS.has(permission) ? permission : "unknown";
}
