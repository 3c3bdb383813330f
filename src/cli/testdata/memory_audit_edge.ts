/**
 * An audit log in memory, with real signatures.
 *
 * @module
 */

import { formatCheckpoint } from "../../../audit/checkpoint.ts";
import type { LedgerSigner } from "../../../audit/ledger.ts";
import { verifySignature } from "../../../audit/ledger_fixture.ts";
import type { Lines } from "../../../audit/verify.ts";
import { type AuditEdge, LogReadError, type PostResult } from "../audit_edge.ts";

/** What a log in memory has besides its files. */
export interface MemoryAuditOptions {
  readonly signer?: LedgerSigner;
  readonly installKey?: Uint8Array;
  /** Files, from the audit folder, whose writer lives. */
  readonly written?: readonly string[];
  /** What becomes of each POST, in order; the last one for all that follow. */
  readonly answers?: readonly PostResult[];
  /** Filled with what was sent. */
  readonly sent?: {
    readonly url: string;
    readonly body: string;
    readonly headers?: readonly (readonly [string, string])[];
  }[];
  /** Filled with each wait in milliseconds. */
  readonly waits?: number[];
}

/** The time in this world: 2026-11-30T12:00:00Z. */
const NOW_MS = 1_796_040_000_000;

/** Builds the edge over files by absolute path. */
export function memoryAuditEdge(
  home: string,
  files: ReadonlyMap<string, string | undefined>,
  options: MemoryAuditOptions = {},
): AuditEdge {
  const folder = `${home}/audit/`;
  const encoder = new TextEncoder();
  const textOf = (file: string) => {
    const path = `${folder}${file}`;
    if (files.has(path) && files.get(path) === undefined) throw new LogReadError(path, "permission denied");
    return files.get(path);
  };
  async function* linesFrom(file: string, offset: number): AsyncGenerator<Lines> {
    const text = textOf(file);
    if (text === undefined) return;
    const rest = new TextDecoder().decode(encoder.encode(text).subarray(offset));
    const lines = rest.split("\n");
    const last = lines.pop() ?? "";
    if (lines.length > 0) yield { lines, isUnfinished: false };
    if (last !== "") yield { lines: [last], isUnfinished: true };
  }
  return {
    files: () =>
      Promise.resolve(
        [...files.keys()].filter((path) => path.startsWith(folder) && path.endsWith(".jsonl"))
          .map((path) => path.slice(folder.length)).filter((file) => file !== "ledger.jsonl").sort(),
      ),
    lines: (file) => linesFrom(file, 0),
    linesFrom,
    size: (file) => Promise.resolve(encoder.encode(textOf(file) ?? "").length),
    isWritten: (file) => Promise.resolve(options.written?.includes(file) === true ? "yes" : "no"),
    verifySignature,
    installKey: () => Promise.resolve(options.installKey),
    publicKey: () => Promise.resolve(options.signer?.key),
    rotateKey: () => Promise.reject(new Error("Cannot rotate a key in memory")),
    async checkpoint() {
      const last = (textOf("ledger.jsonl") ?? "").trimEnd().split("\n").at(-1) ?? "";
      if (last === "" || options.signer === undefined) return undefined;
      const { n, hash } = JSON.parse(last);
      return await formatCheckpoint({ n, hash, time: new Date(NOW_MS).toISOString() }, options.signer);
    },
    post(url, body, headers) {
      options.sent?.push({ url, body, headers });
      const answers = options.answers ?? [];
      const index = Math.min((options.sent?.length ?? 1) - 1, answers.length - 1);
      return Promise.resolve(answers[index] ?? { kind: "failed", why: "nobody listens" });
    },
    wait(ms) {
      options.waits?.push(ms);
      return Promise.resolve();
    },
    nowMs: () => NOW_MS,
  };
}
