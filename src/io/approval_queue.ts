/**
 * Questions for a person in another terminal, as files in `asks/` of the Sallyport home: a proxy writes a question, the
 * command `approve` writes the answer. Files need no permission beside that for the home, work over SSH and on Windows.
 *
 * A question is only written while an approver is there: it says so every second.
 *
 * @module
 */

import { newScanner, type Scanner } from "../detect/scan.ts";
import { redactText } from "../detect/redact.ts";
import type { AskAnswer } from "../firewall/ask_form.ts";
import { hmacSha256Hex } from "../hash/sha256.ts";
import { describeFileError } from "./describe_file_error.ts";

/** A question that waits. */
export interface WaitingAsk {
  readonly id: string;
  readonly text: string;
}

/** An approver that was not heard of for so long is gone. */
const APPROVER_GONE_MS = 4_000;
const ID_REGEXP = /^sallyport-[0-9a-f]{32}$/;
const MAX_FILE_BYTES = 64 * 1024;

/** The proxy's end: asks, and hears the answers. */
export class ApprovalQueue {
  readonly #folder: string;
  readonly #key: Uint8Array;
  readonly #waiting = new Set<string>();
  #scanner: Scanner | undefined;
  /** How many were asked so far: of two in one millisecond it tells which was first. */
  #asked = 0;

  constructor(home: string, key: Uint8Array) {
    this.#folder = `${home}/asks`;
    this.#key = key;
  }

  /** Writes a question; false when nobody is there to answer it. */
  ask(id: string, text: string): boolean {
    if (!ID_REGEXP.test(id) || !isApproverThere(this.#folder)) return false;
    this.#scanner ??= newScanner();
    const shown = redactText(text, this.#scanner.scan(text, { kinds: ["secrets"] }));
    try {
      writeWhole(`${this.#folder}/${id}.ask`, JSON.stringify({ id, text: shown, at: Date.now(), nth: this.#asked++ }));
    } catch {
      return false;
    }
    this.#waiting.add(id);
    return true;
  }

  /** Takes a question back. */
  over(id: string): void {
    if (!this.#waiting.delete(id)) return;
    removeQuietly(`${this.#folder}/${id}.ask`);
    removeQuietly(`${this.#folder}/${id}.answer`);
  }

  /** The answers that came since the last look; where the approver went away, that too. */
  answers(): readonly (readonly [id: string, answer: AskAnswer])[] {
    if (this.#waiting.size === 0) return [];
    const isThere = isApproverThere(this.#folder);
    return [...this.#waiting].flatMap((id) => {
      const answer = this.#read(id) ?? (isThere ? undefined : "unavailable");
      return answer === undefined ? [] : [[id, answer] as const];
    });
  }

  #read(id: string): AskAnswer | undefined {
    const text = readSmall(`${this.#folder}/${id}.answer`);
    if (text === undefined) return undefined;
    for (const answer of ["allow", "session", "deny"] as const) {
      if (text === answerText(this.#key, id, answer)) return answer;
    }
    return "deny";
  }
}

/** The approver's end: hears the questions, and answers. */
export class ApprovalDesk {
  readonly #folder: string;
  readonly #key: Uint8Array;

  constructor(home: string, key: Uint8Array) {
    this.#folder = `${home}/asks`;
    this.#key = key;
  }

  /** Says that somebody is here; returns why it cannot be said. */
  beat(): string | undefined {
    try {
      Deno.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeWhole(`${this.#folder}/approver`, `${Date.now()}`);
      return undefined;
    } catch (error) {
      return describeFileError(error);
    }
  }

  /** The questions that wait, the oldest first. */
  waiting(): readonly WaitingAsk[] {
    const found: DatedAsk[] = [];
    try {
      for (const { name } of Deno.readDirSync(this.#folder)) {
        const id = name.replace(/\.ask$/, "");
        if (!name.endsWith(".ask") || !ID_REGEXP.test(id) || isThere(`${this.#folder}/${id}.answer`)) continue;
        const text = readSmall(`${this.#folder}/${name}`);
        const ask = text === undefined ? undefined : readAsk(text, id);
        if (ask !== undefined) found.push(ask);
      }
    } catch {
      // A question that goes while we look is none.
    }
    return found.sort((a, b) => a.at - b.at || a.nth - b.nth).map(({ id, text }) => ({ id, text }));
  }

  answer(id: string, answer: "allow" | "session" | "deny"): void {
    writeWhole(`${this.#folder}/${id}.answer`, answerText(this.#key, id, answer));
  }

  leave(): void {
    removeQuietly(`${this.#folder}/approver`);
  }
}

interface DatedAsk extends WaitingAsk {
  readonly at: number;
  readonly nth: number;
}

function readAsk(text: string, id: string): DatedAsk | undefined {
  try {
    const value: Partial<Record<string, unknown>> = JSON.parse(text);
    if (value["id"] !== id || typeof value["text"] !== "string") return undefined;
    return { id, text: value["text"], at: Number(value["at"] ?? 0) || 0, nth: Number(value["nth"] ?? 0) || 0 };
  } catch {
    return undefined;
  }
}

/** Who can write here without knowing the key of the home cannot answer. */
function answerText(key: Uint8Array, id: string, answer: string): string {
  return `${answer} ${hmacSha256Hex(key, `approval\n${id}\n${answer}`)}`;
}

function isApproverThere(folder: string): boolean {
  const text = readSmall(`${folder}/approver`);
  const age = Date.now() - Number(text ?? NaN);
  return Number.isFinite(age) && Math.abs(age) < APPROVER_GONE_MS;
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function readSmall(path: string): string | undefined {
  try {
    const { size, isFile } = Deno.lstatSync(path);
    return isFile && size <= MAX_FILE_BYTES ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(draft, text, { createNew: true, mode: 0o600 });
  Deno.renameSync(draft, path);
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It is gone already.
  }
}
