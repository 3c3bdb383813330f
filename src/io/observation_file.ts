/**
 * The observation file of a session that learns. What is seen is queued and written between messages; what comes faster
 * than it can be looked at is counted and lost, for a message must never wait for it.
 *
 * @module
 */

import type { Observed } from "../../audit/observed.ts";
import type { ObservationLine, RecordedLine } from "../../learn/observation.ts";
import { isPlumbing, Observer } from "../../learn/observer.ts";
import { readPermissionUses } from "../../learn/permission_use.ts";
import { type Folders, newPlaceNamer } from "../../learn/place_names.ts";
import { newScanner } from "../detect/scan.ts";
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
  /** Set where Deno writes what the server uses. */
  readonly recording?: Recording | undefined;
}

/** What is recorded of the server itself. */
export interface Recording {
  /** The file that Deno writes. It is removed at the end: addresses in it may hold keys. */
  readonly file: string;
  /** Names of the variables that the server has. */
  readonly variables: ReadonlySet<string>;
  /** The server's working folder. */
  readonly folder: string;
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
  /** How long Deno's file was when the first call came. */
  #startupBytes: number | undefined;
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
    if (what.kind === "request" && this.#startupBytes === undefined && !isPlumbing(what.method)) {
      this.#startupBytes = sizeOf(this.#options.recording?.file);
    }
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
    const recorded = this.#recorded();
    if (this.#file === undefined) return;
    if (recorded !== undefined) this.#write([recorded]);
    this.#write([{ kind: "end", calls: this.#calls, lost: this.#lost + this.#observer.lost }]);
    this.#file.close();
    this.#file = undefined;
  }

  /** What Deno wrote, reduced to what may be kept. */
  #recorded(): RecordedLine | undefined {
    const { recording, folders } = this.#options;
    if (recording === undefined) return undefined;
    try {
      const bytes = Deno.readFileSync(recording.file);
      const decoder = new TextDecoder();
      const uses = readPermissionUses(decoder.decode(bytes), {
        startupChars: decoder.decode(bytes.subarray(0, this.#startupBytes ?? bytes.length)).length,
        absolute: (path) => path.startsWith("/") ? path : `${recording.folder}/${path}`,
        nameplaces: newPlaceNamer(folders),
        scanner: newScanner(),
        variables: recording.variables,
      });
      return { kind: "recorded", ...uses };
    } catch (error) {
      this.#problem ??= error instanceof Error ? error.name : "unknown";
      return undefined;
    } finally {
      removeQuietly(recording.file);
    }
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
    const head: ObservationLine = { kind: "session", v: 1, session, server, command, day, time, ...this.#above() };
    file.writeSync(new TextEncoder().encode(`${JSON.stringify(head)}\n`));
    this.#file = file;
    return file;
  }

  /** Where the project lies, so that no learned set holds what is around it. */
  #above(): { readonly above?: string } {
    const { recording, folders } = this.#options;
    const project = folders.project?.replace(/\/+$/, "");
    if (recording === undefined || project === undefined || project === "") return {};
    const { home, tmpdir } = folders;
    return { above: newPlaceNamer({ home, tmpdir })(project.slice(0, project.lastIndexOf("/"))) };
  }
}

function sizeOf(file: string | undefined): number {
  try {
    return file === undefined ? 0 : Deno.statSync(file).size;
  } catch {
    return 0;
  }
}

function removeQuietly(file: string): void {
  try {
    Deno.removeSync(file);
  } catch {
    // It is gone.
  }
}
