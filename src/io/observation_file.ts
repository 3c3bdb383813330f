/**
 * The observation file of a session that learns. What is seen is queued and written between messages; what comes faster
 * than it can be looked at is counted and lost, for a message must never wait for it.
 *
 * @module
 */

import type { Observed } from "../../audit/observed.ts";
import type { ObservationLine } from "../../learn/observation.ts";
import { Observer } from "../../learn/observer.ts";
import type { Folders } from "../../learn/place_names.ts";
import { hmacSha256Hex } from "../hash/sha256.ts";
import { observationFolder } from "../cli/observation_store.ts";

/** Options of {@linkcode ObservationFile}. */
export interface ObservationFileOptions {
  /** The Sallyport home. */
  readonly home: string;
  readonly server: string;
  readonly session: string;
  /** Hash of program and arguments. */
  readonly command: string;
  readonly folders: Folders;
  /** The install key; values that are not kept are told apart by hashes under a key made from it. */
  readonly key: Uint8Array;
}

/** More than this wait only where looking cannot keep up. */
const MAX_WAITING = 20_000;
/** How many are looked at between two chances for messages. */
const BATCH = 32;

/** Writes one session's observations. No method throws; {@linkcode problem} says what failed. */
export class ObservationFile {
  readonly #options: ObservationFileOptions;
  readonly #observer: Observer;
  readonly #waiting: Observed[] = [];
  #file: Deno.FsFile | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #calls = 0;
  #lost = 0;
  #problem: string | undefined;

  constructor(options: ObservationFileOptions) {
    this.#options = options;
    const salt = new TextEncoder().encode(hmacSha256Hex(options.key, "observations"));
    this.#observer = new Observer({ folders: options.folders, salt });
  }

  /** Why nothing is written any more. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Takes in what was seen, to be looked at soon. */
  push(what: Observed): void {
    if (this.#waiting.length >= MAX_WAITING) {
      if (what.kind === "request") this.#lost++;
      return;
    }
    this.#waiting.push(what);
    this.#timer ??= setTimeout(() => this.#work(), 0);
  }

  /** Looks at all that waits, and writes the last line. */
  close(): void {
    clearTimeout(this.#timer);
    this.#look(this.#waiting.splice(0));
    this.#write(this.#observer.finish());
    if (this.#file === undefined) return;
    this.#write([{ kind: "end", calls: this.#calls, lost: this.#lost + this.#observer.lost }]);
    this.#file.close();
    this.#file = undefined;
  }

  #work(): void {
    this.#timer = undefined;
    this.#look(this.#waiting.splice(0, BATCH));
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#work(), 0);
  }

  #look(batch: readonly Observed[]): void {
    const lines: ObservationLine[] = [];
    for (const what of batch) {
      try {
        const line = this.#observer.take(what);
        if (line !== undefined) lines.push(line);
      } catch {
        this.#lost++;
      }
    }
    this.#write(lines);
  }

  #write(lines: readonly ObservationLine[]): void {
    if (lines.length === 0) return;
    const calls = lines.filter(({ kind }) => kind === "call").length;
    try {
      const file = this.#file ?? this.#open();
      const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      for (let offset = 0; offset < bytes.length;) offset += file.writeSync(bytes.subarray(offset));
      this.#calls += calls;
    } catch (error) {
      this.#lost += calls;
      this.#problem ??= error instanceof Error ? error.name : "unknown";
    }
  }

  #open(): Deno.FsFile {
    const { home, server, session, command } = this.#options;
    const folder = observationFolder(home, server, command);
    const now = new Date().toISOString();
    const [day, time] = [now.slice(0, 10), now.slice(11, 19)];
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = Deno.openSync(`${folder}/${day}-${session}.jsonl`, { append: true, createNew: true, mode: 0o600 });
    const head: ObservationLine = { kind: "session", v: 1, session, server, command, day, time };
    file.writeSync(new TextEncoder().encode(`${JSON.stringify(head)}\n`));
    this.#file = file;
    return file;
  }
}
