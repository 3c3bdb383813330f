/**
 * Finds one record by the name that refusals and `show` give it.
 *
 * @module
 */

import { type LogRecord, readLogRecord } from "../../audit/log_record.ts";
import { sessionFileParts } from "../../audit/session_file.ts";
import type { AuditEdge } from "./audit_edge.ts";
import { UsageError } from "./command.ts";

/** A record, and those around it that belong to it. */
export interface FoundRecord {
  readonly record: LogRecord;
  readonly server: string;
  /** The hash of the policy in force then. */
  readonly policy: string | undefined;
  /** The verdict on the request, its findings, its outcome: all but the record itself, in order. */
  readonly related: readonly LogRecord[];
}

/** Finds the record of that name, `SESSION:SEQ`; nothing where there is none. Throws {@linkcode UsageError} for no name. */
export async function findRecord(audit: AuditEdge, name: string): Promise<FoundRecord | undefined> {
  const [, session, number] = /^([0-9a-f]{12}):([1-9]\d{0,15})$/.exec(name) ?? [];
  if (session === undefined) {
    throw new UsageError(
      `${JSON.stringify(name)} is no name of a record`,
      "A record is named SESSION:NUMBER, as in 0123456789ab:12; refusals and audit show say it",
    );
  }
  const seq = Number(number);
  const file = (await audit.files()).find((path) => sessionFileParts(path)?.session === session);
  const record = file === undefined ? undefined : await recordIn(audit, file, seq);
  if (file === undefined || record === undefined) return undefined;
  return { record, ...await aroundIt(audit, file, record) };
}

async function recordIn(audit: AuditEdge, file: string, seq: number): Promise<LogRecord | undefined> {
  const mark = `"seq":${seq},`;
  for await (const { lines } of audit.lines(file)) {
    for (const line of lines) {
      const record = line.includes(mark) ? readLogRecord(line) : undefined;
      if (record?.seq === seq) return record;
    }
  }
  return undefined;
}

async function aroundIt(audit: AuditEdge, file: string, record: LogRecord): Promise<Omit<FoundRecord, "record">> {
  const request = record.of ?? record.seq;
  let server = sessionFileParts(file)?.server ?? "";
  let policy: string | undefined;
  const related: LogRecord[] = [];
  for await (const { lines } of audit.lines(file)) {
    for (const line of lines) {
      const other = readLogRecord(line);
      if (other === undefined) continue;
      if (other.kind === "open") server = other.server ?? server;
      const setsPolicy = other.kind === "open" || other.note === "policy-changed";
      if (setsPolicy && other.seq <= record.seq) policy = other.policy;
      if (other.seq !== record.seq && (other.of === request || other.seq === request)) related.push(other);
    }
  }
  return { server, policy, related };
}
