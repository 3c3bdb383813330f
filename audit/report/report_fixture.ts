/**
 * What the tests of the report page are made of: records by their fields, and a page of them.
 *
 * @module
 */

import type { LogRecord } from "../log_record.ts";
import type { LoggedRecord } from "../merge_sessions.ts";
import type { VerifyReport } from "../verify_report.ts";
import { ReportCollector, type ReportData } from "./report_collector.ts";
import { reportPage, type ReportPageOptions } from "./report_page.ts";

/** A record as it comes out of the log. */
export function loggedOf(record: Partial<LogRecord>, server = "files"): LoggedRecord {
  const whole = { kind: "verdict", session: "0123456789ab", seq: 1, time: "2026-11-30T10:00:00.000Z", ...record };
  return { record: whole, line: JSON.stringify(whole), server, file: "2026/11/30/a.jsonl", number: 1 };
}

/** What records come to. */
export function dataOf(records: readonly Partial<LogRecord>[], server?: string): ReportData {
  const collector = new ReportCollector();
  for (const record of records) collector.add(loggedOf(record, server));
  return collector.report();
}

/** A verification without a fault. */
export const SOUND: VerifyReport = {
  verdicts: [{ name: "integrity", state: "ok", why: "every line gives its hash", findings: [], count: 0 }],
  notes: [],
  sessions: 1,
  records: 1,
};

/** The page of some data. */
export function pageOf(data: ReportData, options: Partial<ReportPageOptions> = {}): string {
  return reportPage({
    data,
    verification: SOUND,
    notProved: ["Everything"],
    version: "1.0.0",
    madeAt: "2026-11-30T12:00:00.000Z",
    filters: undefined,
    ...options,
  });
}
