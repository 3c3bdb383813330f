/**
 * `sallyport audit tail`: records as they are written, of all proxies.
 *
 * @module
 */

import { type LoggedRecord, mergeSessions } from "../../audit/merge_sessions.ts";
import { readLogRecord } from "../../audit/log_record.ts";
import { type Matcher, newMatcher } from "../../audit/query.ts";
import { sessionFileParts } from "../../audit/session_file.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import type { AuditEdge } from "./audit_edge.ts";
import { RecordPrinter } from "./audit_print.ts";
import { QUERY_LISTS, QUERY_USAGE, readQuery } from "./audit_query.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { momentOf } from "./read_moment.ts";

const USAGE = `Usage: sallyport audit tail [-f] [FILTERS] [WORD...] [--json]

Prints the last ten records of sessions that began in the last two days; with -f
goes on with what all proxies of this home write, until it is interrupted.

  -f, --follow         goes on
${QUERY_USAGE}
  --json               the lines of the log as they are, one object a line

Exit code: 0, 2 a problem in usage.

Example:
  sallyport audit tail -f --verdict deny
`;

/** The verb. */
export const AUDIT_TAIL: AuditVerb = {
  name: "tail",
  summary: "print records as they are written, of all proxies",
  usage: USAGE,
  run: runTail,
};

const MAX_WORDS = 20;
const SHOWN = 10;
const LOOK_MS = 500;
const RECENT_MS = 2 * 86_400_000;

async function runTail({ args, edge, home }: AuditCall): Promise<number> {
  const flags = parseFlags(args, {
    lists: QUERY_LISTS,
    values: ["since", "until"],
    switches: ["json", "follow"],
    short: { f: "follow" },
    words: MAX_WORDS,
  });
  const audit = await edge.audit(home);
  const matcher = newMatcher(readQuery(flags, audit.nowMs()));
  const printer = new RecordPrinter({ isColourful: edge.isColourful });
  const show = (found: readonly LoggedRecord[]) =>
    edge.out(found.map((each) => flags.switches.has("json") ? `${each.line}\n` : printer.print(each)).join(""));
  const tail = new Tail(audit, matcher);
  let isRead = show(await tail.begin());
  // Ends by an interrupt, or when nobody reads any more.
  while (flags.switches.has("follow") && isRead) {
    await audit.wait(LOOK_MS);
    const found = await tail.next();
    if (found.length > 0) isRead = show(found);
  }
  return EXIT.done;
}

/** How far one file has been read. */
interface FilePosition {
  bytes: number;
  lines: number;
  server: string;
}

/** How far each file of a recent session has been read. */
export class Tail {
  readonly #audit: AuditEdge;
  readonly #matcher: Matcher;
  readonly #read = new Map<string, FilePosition>();

  constructor(audit: AuditEdge, matcher: Matcher) {
    this.#audit = audit;
    this.#matcher = matcher;
  }

  /** The last ten records of recent sessions. Only those that are written after it are in {@linkcode next}. */
  async begin(): Promise<readonly LoggedRecord[]> {
    const files = await this.#recentFiles();
    for (const file of files) {
      // Where it ends now: what is written while the last records are looked for is for the first look.
      const bytes = await this.#audit.size(file);
      this.#read.set(file, { bytes, lines: 0, server: sessionFileParts(file)?.server ?? "" });
    }
    let last: LoggedRecord[] = [];
    for await (const batch of mergeSessions(files, (file) => this.#audit.lines(file))) {
      last = [...last, ...batch.filter((each) => this.#isAsked(each))].slice(-SHOWN);
    }
    return last;
  }

  /** What was written since the last call, in the order of time. */
  async next(): Promise<readonly LoggedRecord[]> {
    const found: LoggedRecord[] = [];
    for (const file of await this.#recentFiles()) {
      const known = this.#read.get(file) ?? { bytes: 0, lines: 0, server: sessionFileParts(file)?.server ?? "" };
      this.#read.set(file, known);
      const size = await this.#audit.size(file);
      // A file that was begun anew is read anew.
      if (size < known.bytes) known.bytes = 0;
      if (size > known.bytes) found.push(...await this.#readOn(file, known));
    }
    return found.sort((a, b) => a.record.time < b.record.time ? -1 : Number(a.record.time > b.record.time));
  }

  async #readOn(file: string, known: FilePosition): Promise<LoggedRecord[]> {
    const found: LoggedRecord[] = [];
    const encoder = new TextEncoder();
    for await (const { lines, isUnfinished } of this.#audit.linesFrom(file, known.bytes)) {
      for (const line of isUnfinished ? lines.slice(0, -1) : lines) {
        known.bytes += encoder.encode(line).length + 1;
        known.lines++;
        const record = readLogRecord(line);
        if (record?.kind === "open" && record.server !== undefined) known.server = record.server;
        if (record !== undefined) found.push({ record, line, server: known.server, file, number: known.lines });
      }
    }
    return found.filter((each) => this.#isAsked(each));
  }

  #isAsked({ record, line, server }: LoggedRecord): boolean {
    return this.#matcher.record(record, line, server);
  }

  /** Sessions that began in the last days: older ones that still run are left to `show`. */
  async #recentFiles(): Promise<readonly string[]> {
    const days = [0, RECENT_MS / 2, RECENT_MS].map((ms) => dayOf(this.#audit.nowMs() - ms));
    return (await this.#audit.files()).filter((file) =>
      days.some((day) => file.startsWith(day)) && this.#matcher.file(file)
    );
  }
}

function dayOf(ms: number): string {
  return momentOf(ms).slice(0, 10).replaceAll("-", "/");
}
