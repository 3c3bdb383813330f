/**
 * `sallyport audit stats`: the log in numbers.
 *
 * @module
 */

import { mergeSessions } from "../../audit/merge_sessions.ts";
import { newMatcher } from "../../audit/query.ts";
import { shownText } from "../../audit/shown_text.ts";
import { type Ranking, Stats, type StatsReport } from "../../audit/stats.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { QUERY_LISTS, QUERY_USAGE, readQuery } from "./audit_query.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";

const USAGE = `Usage: sallyport audit stats [FILTERS] [WORD...] [--json]

Counts what was decided, by verdict, rule, tool and day, and how long answers
took (percentiles are at most 5 % too high).

${QUERY_USAGE}
  --json               prints the numbers as one JSON object

Exit code: 0, 2 a problem in usage.

Example:
  sallyport audit stats --since 7d
`;

/** The verb. */
export const AUDIT_STATS: AuditVerb = {
  name: "stats",
  summary: "sum up verdicts, tools, rules, days and times",
  usage: USAGE,
  run: runStats,
};

const MAX_WORDS = 20;
const MAX_ROWS = 10;

async function runStats({ args, edge, home }: AuditCall): Promise<number> {
  const flags = parseFlags(args, {
    lists: QUERY_LISTS,
    values: ["since", "until"],
    switches: ["json"],
    words: MAX_WORDS,
  });
  const audit = await edge.audit(home);
  const matcher = newMatcher(readQuery(flags, audit.nowMs()));
  const stats = new Stats();
  const files = (await audit.files()).filter((file) => matcher.file(file));
  for await (const batch of mergeSessions(files, (file) => audit.lines(file))) {
    for (const logged of batch) {
      if (matcher.record(logged.record, logged.line, logged.server)) stats.add(logged);
    }
  }
  const report = stats.report();
  edge.out(flags.switches.has("json") ? `${JSON.stringify(report)}\n` : statsText(report));
  return EXIT.done;
}

/** The numbers for people. */
export function statsText(report: StatsReport): string {
  const { records, sessions, latency } = report;
  const times = latency.count === 0
    ? "No request was answered."
    : `Half of ${latency.count} answers came within ${latency.p50} ms, 95 % within ${latency.p95} ms, the slowest after ${latency.max} ms.`;
  const tools = table(
    ["tool", "passed", "refused", "half within", "95 % within"],
    report.tools.slice(0, MAX_ROWS).map(({ tool, passed, refused, p50, p95 }) => [
      shownText(tool),
      String(passed),
      String(refused),
      `${p50} ms`,
      `${p95} ms`,
    ]),
  );
  const days = table(
    ["day", "passed", "refused"],
    report.days.map(({ day, passed, refused }) => [day, String(passed), String(refused)]),
  );
  const parts = [
    `${records} records of ${sessions} sessions.\n${times}\n`,
    section("Verdicts on messages", ranking(report.verdicts)),
    section("How requests ended", ranking(report.outcomes)),
    section("Rules that refused", ranking(report.rules)),
    section("Tools that were refused most", ranking(report.refusedTools)),
    section("What detectors saw", ranking(report.findings)),
    section("Tools", report.tools.length === 0 ? "" : tools),
    section("Days", report.days.length === 0 ? "" : days),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function section(title: string, body: string): string {
  return body === "" ? "" : `${title}\n${body}`;
}

function ranking(rows: Ranking): string {
  const shown = rows.slice(0, MAX_ROWS);
  const width = Math.max(0, ...shown.map(([, count]) => String(count).length));
  const lines = shown.map(([name, count]) => `  ${String(count).padStart(width)}  ${shownText(name)}\n`);
  return lines.join("") + (rows.length > MAX_ROWS ? `  and ${rows.length - MAX_ROWS} more\n` : "");
}

/** A table whose first column is text and whose others are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) => {
    const padded = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
    );
    return `  ${padded.join("  ")}\n`;
  };
  return [head, ...rows].map(lineOf).join("");
}
