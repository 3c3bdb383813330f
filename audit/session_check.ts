/**
 * Checks one session's file by itself: each line gives its hash, hangs on the one before, and nothing is missing in
 * between. Streaming: what it remembers does not grow with the file.
 *
 * @module
 */

import { sha256Hex } from "../src/hash/sha256.ts";
import { FIRST_PREVIOUS } from "./chain.ts";
import { FindingList, type VerifyFinding } from "./verify_finding.ts";

/** What is expected of a file by the ledger. */
export interface SessionCheckOptions {
  /** The file, from the audit folder, for messages. */
  readonly file: string;
  /** The session that the file's name says. */
  readonly session: string;
  /** A number of lines whose last hash is asked for. */
  readonly vouchedRecords: number | undefined;
}

/** What a file turned out to be. */
export interface SessionSummary {
  /** Whole lines. */
  readonly records: number;
  /** Hashes of the first line: the one it states, and the one that its text gives. Empty where there is none. */
  readonly first: readonly string[];
  /** The same of the line that was asked for. */
  readonly vouched: readonly string[];
  /** Whether it begins with the session's first record. */
  readonly hasBeginning: boolean;
  readonly firstSeq: number;
  /** Whether it ends in a close record. */
  readonly isClosed: boolean;
  /** Whether its last line was not written to its end. */
  readonly isUnfinished: boolean;
  readonly integrity: FindingList;
  readonly order: FindingList;
  /** Gaps that no note speaks of, and requests of a closed session without an outcome. */
  readonly completeness: FindingList;
  /** Requests without an outcome of a session that did not close. */
  readonly openRequests: number;
  /** Records that could not be written, as notes say. */
  readonly lost: number;
}

/** What a line says as far as this check goes. */
interface CheckedLine {
  readonly seq: number;
  readonly previous: string;
  /** The hash it states, and the one that its text gives: the same, unless it was changed. */
  readonly hashes: readonly string[];
  readonly kind: string;
}

const HASH_MEMBER = '"hash":"';
const HASH_LENGTH = 64;
/** No session has more requests in flight (`limits.inFlight`); a forged file could claim any number. */
const MAX_OPEN_REQUESTS = 100_000;
/** Verdicts by which a request is sent on. */
const PASSING: ReadonlySet<unknown> = new Set(["allow", "log", "redact"]);

/** Checks one file. Lines go in, the summary comes out at the end. */
export class SessionCheck {
  readonly #options: SessionCheckOptions;
  readonly #integrity = new FindingList();
  readonly #order = new FindingList();
  readonly #completeness = new FindingList();
  /** Line of each request without an outcome so far, by its number. */
  readonly #open = new Map<number, number>();
  /** Hashes on which the next line may hang; none where the line before could not be read. */
  #mayHangOn: readonly string[] = [FIRST_PREVIOUS];
  #line = 0;
  #firstSeq = 0;
  #first: readonly string[] = [];
  #vouched: readonly string[] = [];
  #hasBeginning = true;
  #seq = 0;
  #time = "";
  #closedAt: number | undefined;
  #gap: { readonly line: number; missing: number } | undefined;
  #lost = 0;
  #hasTooManyOpen = false;

  constructor(options: SessionCheckOptions) {
    this.#options = options;
  }

  /** Takes one whole line. */
  push(line: string): void {
    this.#line++;
    const read = this.#read(line);
    if (read === undefined) {
      this.#mayHangOn = [];
      return;
    }
    if (this.#line === 1) this.#begin(read);
    else this.#follow(read);
    this.#mayHangOn = read.hashes;
    if (this.#line === this.#options.vouchedRecords) this.#vouched = read.hashes;
    this.#seq = read.seq;
    if (read.kind === "close") this.#closedAt = this.#line;
  }

  /** Says what came out. `isUnfinished`: behind the last line there is one without its newline. */
  end(isUnfinished: boolean): SessionSummary {
    const isClosed = this.#closedAt !== undefined && this.#closedAt === this.#line;
    if (isClosed) this.#settle();
    return {
      records: this.#line,
      first: this.#first,
      vouched: this.#vouched,
      hasBeginning: this.#hasBeginning,
      firstSeq: this.#firstSeq,
      isClosed,
      isUnfinished,
      integrity: this.#integrity,
      order: this.#order,
      completeness: this.#completeness,
      openRequests: isClosed ? 0 : this.#open.size,
      lost: this.#lost,
    };
  }

  /** Reads a line; one that does not give its hash is told, and still hangs in the chain where it says enough. */
  #read(line: string): CheckedLine | undefined {
    const at = hashMember(line);
    let value: Record<string, unknown> | undefined;
    try {
      const parsed: unknown = JSON.parse(line);
      if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) value = { ...parsed };
    } catch {
      // Told below.
    }
    const { hash, seq, prev: previous, kind, session, time } = value ?? {};
    if (
      at === undefined || typeof hash !== "string" || typeof seq !== "number" || typeof previous !== "string" ||
      typeof kind !== "string" || typeof time !== "string" || value === undefined
    ) {
      this.#integrity.add(this.#finding("it is no record: it was changed, or written by something else"));
      return undefined;
    }
    const end = at + HASH_MEMBER.length + HASH_LENGTH + '",'.length;
    const given = sha256Hex(line.slice(0, at) + line.slice(end));
    if (given !== hash) {
      this.#integrity.add(this.#finding("it does not give its own hash: it was changed"));
    } else if (session !== this.#options.session) {
      this.#order.add(this.#finding("it is of another session"));
    }
    if (time < this.#time) this.#order.add(this.#finding("its time is before that of the line before"));
    this.#time = time;
    this.#count(value, seq);
    return { seq, previous, hashes: [hash, given], kind };
  }

  #begin({ seq, previous, kind, hashes }: CheckedLine): void {
    this.#first = hashes;
    this.#firstSeq = seq;
    this.#hasBeginning = seq === 1 && previous === FIRST_PREVIOUS && kind === "open";
  }

  #follow({ seq, previous }: CheckedLine): void {
    if (this.#closedAt !== undefined) this.#order.add(this.#finding("it stands behind the end of the session"));
    const isChained = this.#mayHangOn.length === 0 || this.#mayHangOn.includes(previous);
    if (!isChained) {
      this.#order.add(
        this.#finding("it does not hang on the line before: lines were removed, added or moved here"),
      );
    } else if (this.#mayHangOn.length > 0 && seq <= this.#seq) {
      this.#order.add(this.#finding("its number is not above that of the line before"));
    } else if (this.#mayHangOn.length > 0 && seq > this.#seq + 1) {
      this.#gap ??= { line: this.#line, missing: 0 };
      this.#gap.missing += seq - this.#seq - 1;
    }
  }

  /** Keeps count of what must find its end: requests, and records that could not be written. */
  #count(value: Record<string, unknown>, seq: number): void {
    const { kind, message, verdict, observed, of, note, count } = value;
    if (kind === "verdict" && message === "request" && (PASSING.has(verdict) || observed === true)) {
      if (this.#open.size < MAX_OPEN_REQUESTS) this.#open.set(seq, this.#line);
      else this.#hasTooManyOpen = true;
    } else if (kind === "outcome" && typeof of === "number") {
      this.#open.delete(of);
    } else if (kind === "note" && note === "records-lost") {
      const lost = typeof count === "number" ? count : 0;
      this.#lost += lost;
      if (this.#gap !== undefined) this.#gap.missing -= lost;
      if (this.#gap?.missing === 0) this.#gap = undefined;
    }
  }

  /** A session that closed owes an outcome for each request, and a word on each gap. */
  #settle(): void {
    if (this.#gap !== undefined) {
      const { line, missing } = this.#gap;
      const text = missing > 0
        ? `${missing} records before it are missing, and no note says that they could not be written`
        : "more records are said to be missing than are";
      this.#completeness.add({ file: this.#options.file, line, text });
    }
    // The outcome of a request may be among what could not be written, or in a file that is gone.
    if (this.#lost > 0 || !this.#hasBeginning) return;
    for (const line of this.#open.values()) {
      this.#completeness.add({ file: this.#options.file, line, text: "the request has no outcome" });
    }
    if (this.#hasTooManyOpen) {
      this.#completeness.add({ file: this.#options.file, line: this.#line, text: "too many requests have no outcome" });
    }
  }

  #finding(text: string): VerifyFinding {
    return { file: this.#options.file, line: this.#line, text };
  }
}

/** Where the line's own hash stands. Keys before it in canonical order hold no text of that form. */
function hashMember(line: string): number | undefined {
  for (let at = line.indexOf(HASH_MEMBER); at >= 0; at = line.indexOf(HASH_MEMBER, at + 1)) {
    const start = at + HASH_MEMBER.length;
    if (/^[0-9a-f]{64}$/.test(line.slice(start, start + HASH_LENGTH)) && line.startsWith('",', start + HASH_LENGTH)) {
      return at;
    }
  }
  return undefined;
}
