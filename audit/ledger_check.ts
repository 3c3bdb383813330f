/**
 * Checks the ledger by itself: its chain, its signatures, what it says of each session. What it remembers grows with the
 * sessions, not with their records.
 *
 * @module
 */

import { FIRST_PREVIOUS } from "./chain.ts";
import { type Checkpoint, checkpointText } from "./checkpoint.ts";
import { type LedgerBody, signedText } from "./ledger.ts";
import { type LedgerEntry, readLedgerLine } from "./read_ledger_line.ts";
import { FindingList } from "./verify_finding.ts";

/** What the ledger says of one session. */
export interface LedgerSession {
  readonly session: string;
  readonly file: string;
  readonly pid: number;
  /** The line that opened it, or its file after it was lost. */
  readonly line: number;
  readonly first: string;
  /** How far it was when the ledger last vouched for it. */
  vouched: { readonly records: number; readonly last: string } | undefined;
  state: "open" | "closed" | "removed";
}

/** Says whether a signature of a text holds. */
export type SignatureCheck = (key: string, sig: string, text: string) => Promise<boolean>;

/** What the ledger's check needs. */
export interface LedgerCheckOptions {
  readonly verifySignature: SignatureCheck;
  /** Checkpoints that were kept elsewhere. */
  readonly against: readonly Checkpoint[];
}

/** The name of the ledger's file. */
export const LEDGER_FILE = "ledger.jsonl";

/** Checks the ledger: lines go in one by one. */
export class LedgerCheck {
  readonly #options: LedgerCheckOptions;
  readonly integrity = new FindingList();
  readonly order = new FindingList();
  readonly completeness = new FindingList();
  readonly rollback = new FindingList();
  readonly key = new FindingList();
  /** What it says of each session. */
  readonly sessions = new Map<string, LedgerSession>();
  /** Every key that signed, in order; each but the first was named by the one before. */
  readonly keys: string[] = [];
  readonly #awaited: Map<number, readonly Checkpoint[]>;
  #line = 0;
  #n = 0;
  #time = "";
  #signed = 0;
  #previous: string | undefined = FIRST_PREVIOUS;

  constructor(options: LedgerCheckOptions) {
    this.#options = options;
    this.#awaited = Map.groupBy(options.against, ({ n }) => n);
  }

  /** Lines so far. */
  get lines(): number {
    return this.#line;
  }

  /** Signatures that hold. */
  get signed(): number {
    return this.#signed;
  }

  /** Takes one whole line. */
  async push(line: string): Promise<void> {
    this.#line++;
    const read = readLedgerLine(line);
    if (!read.ok) {
      this.#add(this.integrity, read.why);
      this.#previous = undefined;
      this.#n++;
      return;
    }
    const { entry } = read;
    this.#follow(entry);
    this.#compare(entry);
    if (entry.body.kind !== "open") await this.#checkSignature(entry);
    this.#enter(entry.body);
  }

  /** Takes the end; `isUnfinished`: the last line has no newline. */
  async end(isUnfinished: boolean): Promise<void> {
    // The next proxy that writes cuts it off.
    if (isUnfinished) {
      this.integrity.add({ file: LEDGER_FILE, line: this.#line + 1, text: "it was not written to its end" });
    }
    for (const [n, checkpoints] of this.#awaited) {
      if (n > this.#line || n === 0) {
        this.#add(
          this.rollback,
          `the ledger ends here, and the checkpoint of ${
            checkpoints[0]?.time
          } names its line ${n}: it was cut, or set back to an older copy`,
        );
      }
    }
    for (const checkpoint of this.#options.against) {
      const { key, sig } = checkpoint;
      const isSigned = await this.#options.verifySignature(key, sig, checkpointText(checkpoint));
      if (!isSigned) this.#add(this.key, `the checkpoint of ${checkpoint.time} has a wrong signature`);
      else if (!this.keys.includes(key)) this.#add(this.key, `the checkpoint of ${checkpoint.time} has another key`);
    }
  }

  #follow(entry: LedgerEntry): void {
    if (this.#previous !== undefined && entry.previous !== this.#previous) {
      this.#add(this.order, "it does not hang on the line before: lines were removed, added or moved here");
    } else if (entry.n !== this.#n + 1) {
      this.#add(this.order, `its number is ${entry.n} where ${this.#n + 1} is due`);
    } else if (entry.time < this.#time) this.#add(this.order, "its time is before that of the line before");
    this.#previous = entry.hash;
    this.#n = entry.n;
    this.#time = entry.time;
  }

  #compare({ n, hash }: LedgerEntry): void {
    for (const checkpoint of this.#line === n ? this.#awaited.get(n) ?? [] : []) {
      if (checkpoint.hash !== hash) {
        this.#add(this.rollback, `the checkpoint of ${checkpoint.time} names another line in this place`);
      }
    }
  }

  async #checkSignature({ body, hash, signature }: LedgerEntry): Promise<void> {
    if (signature === undefined) return this.#add(this.key, "it is not signed");
    const { key, sig } = signature;
    const current = this.keys.at(-1);
    if (!(await this.#options.verifySignature(key, sig, signedText(hash)))) {
      return this.#add(this.key, "its signature is wrong");
    }
    this.#signed++;
    if (current === undefined) this.keys.push(key);
    else if (current !== key) {
      this.#add(this.key, "it is signed by another key, which the one before did not name");
      this.keys.push(key);
    }
    if (body.kind === "key") this.keys.push(body.next);
  }

  #enter(body: LedgerBody): void {
    if (body.kind === "key") return;
    const known = this.sessions.get(body.session);
    if (body.kind === "open") {
      if (known !== undefined && known.state !== "open") this.#add(this.order, "it opens a session that was over");
      const { session, file, first, pid } = body;
      this.sessions.set(session, { session, file, first, pid, line: this.#line, vouched: undefined, state: "open" });
      return;
    }
    if (known === undefined) {
      return this.#add(this.completeness, `no line says that session ${body.session} was opened`);
    }
    const { records, last } = body;
    if (known.vouched !== undefined && records < known.vouched.records) {
      this.#add(this.completeness, `it has session ${body.session} at ${records} records, where it had more before`);
    }
    if (body.kind !== "removed" && known.state !== "open") {
      this.#add(this.order, `session ${body.session} was over by then`);
    }
    known.vouched = { records, last };
    known.state = body.kind === "checkpoint" ? "open" : body.kind === "close" ? "closed" : "removed";
  }

  #add(list: FindingList, text: string): void {
    list.add({ file: LEDGER_FILE, line: this.#line, text });
  }
}
