/**
 * Reads the files of many sessions as one stream in the order of time. A file is opened when its turn comes, so that
 * memory goes with the sessions that ran at the same time, not with the log.
 *
 * @module
 */

import { type LogRecord, readLogRecord } from "./log_record.ts";
import { sessionFileParts } from "./session_file.ts";
import type { Lines } from "./verify.ts";

/** A record, its text, the server of its session, and where it stands. */
export interface LoggedRecord {
  readonly record: LogRecord;
  readonly line: string;
  readonly server: string;
  /** The file, from the audit folder, and the line in it, from 1. */
  readonly file: string;
  readonly number: number;
}

/** More files than this are not open at once; then order is kept among these only. */
const MAX_OPEN = 200;

/**
 * Yields the records of files in the order of time, in batches. Lines that are no records are left out: `verify` speaks
 * of them.
 */
export async function* mergeSessions(
  files: readonly string[],
  lines: (file: string) => AsyncIterable<Lines>,
): AsyncGenerator<readonly LoggedRecord[]> {
  const waiting = files.map((file) => ({ file, startedAt: sessionFileParts(file)?.startedAt ?? "" }))
    .sort((a, b) => a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt));
  let next = 0;
  const open: SessionCursor[] = [];
  for (;;) {
    // The name has seconds: a file may begin anywhere in that second.
    while (next < waiting.length && open.length < MAX_OPEN && isDue(waiting[next]?.startedAt, open[0])) {
      const cursor = new SessionCursor(waiting[next]?.file ?? "", lines);
      next++;
      if (await cursor.advance()) insert(open, cursor);
    }
    const first = open.shift();
    if (first === undefined) return;
    const before = next < waiting.length && open.length < MAX_OPEN ? waiting[next]?.startedAt : undefined;
    const batch = first.takeUntil(open[0]?.time, before);
    if (first.hasCurrent || await first.advance()) insert(open, first);
    yield batch;
  }
}

function isDue(startedAt: string | undefined, first: SessionCursor | undefined): boolean {
  return first === undefined || (startedAt ?? "") <= first.time;
}

function insert(open: SessionCursor[], cursor: SessionCursor): void {
  let at = open.length;
  while (at > 0 && (open[at - 1]?.time ?? "") > cursor.time) at--;
  open.splice(at, 0, cursor);
}

/** One file, read up to some record. */
class SessionCursor {
  readonly #file: string;
  readonly #batches: AsyncIterator<Lines>;
  #number = 0;
  #server: string;
  #records: LoggedRecord[] = [];
  #index = 0;

  constructor(file: string, lines: (file: string) => AsyncIterable<Lines>) {
    this.#file = file;
    this.#batches = lines(file)[Symbol.asyncIterator]();
    this.#server = sessionFileParts(file)?.server ?? "";
  }

  /** The time of the current record. */
  get time(): string {
    return this.#records[this.#index]?.record.time ?? "";
  }

  get hasCurrent(): boolean {
    return this.#index < this.#records.length;
  }

  /** Reads on; says whether there is a record. */
  async advance(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#batches.next();
      if (done === true) return false;
      this.#records = [];
      this.#index = 0;
      for (const line of value.lines) {
        this.#number++;
        const record = readLogRecord(line);
        if (record === undefined) continue;
        // The name of the file is a cleaned form of the server's.
        if (record.kind === "open" && record.server !== undefined) this.#server = record.server;
        this.#records.push({ record, line, server: this.#server, file: this.#file, number: this.#number });
      }
      if (this.#records.length > 0) return true;
    }
  }

  /** Takes the current record, and those behind it that are not after one of two times. */
  takeUntil(other: string | undefined, before: string | undefined): readonly LoggedRecord[] {
    const start = this.#index++;
    while (
      this.hasCurrent && !(other !== undefined && this.time > other) && !(before !== undefined && this.time > before)
    ) {
      this.#index++;
    }
    return this.#records.slice(start, this.#index);
  }
}
