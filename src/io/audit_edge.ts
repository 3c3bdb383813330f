/**
 * The real audit edge: the log of one Sallyport home, read with Deno.
 *
 * @module
 */

import { formatCheckpoint } from "../../audit/checkpoint.ts";
import { type AuditEdge, LogReadError, type PostResult } from "../cli/audit_edge.ts";
import { describeFileError } from "./describe_file_error.ts";
import { LedgerFile } from "./ledger_file.ts";
import { ledgerKeyPath, ledgerSigner, newLedgerKey, publicKeyOf, verifySignature } from "./ledger_key.ts";
import { listSessionFiles } from "./list_session_files.ts";
import { type LineBatch, readLines } from "./read_lines.ts";

/** Builds the audit edge of a home. */
export function realAuditEdge(home: string): AuditEdge {
  const folder = `${home}/audit`;
  return {
    files: async () => await ifThere(folder, () => listSessionFiles(folder)) ?? [],
    lines: (file) => linesFrom(`${folder}/${file}`, 0),
    linesFrom: (file, offset) => linesFrom(`${folder}/${file}`, offset),
    isWritten: (file) => isWritten(`${folder}/${file}`),
    size: (file) => sizeOf(`${folder}/${file}`),
    verifySignature,
    installKey: () => ifThere(`${home}/audit.key`, () => Deno.readFile(`${home}/audit.key`)),
    publicKey: () => ifThere(ledgerKeyPath(home), () => Promise.resolve().then(() => publicKeyOf(home))),
    rotateKey: () => rotateKey(home),
    checkpoint: () => checkpoint(home),
    post,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    nowMs: () => Date.now(),
  };
}

async function* linesFrom(path: string, offset: number): AsyncGenerator<LineBatch> {
  try {
    yield* readLines(path, offset);
  } catch (error) {
    // A file that is gone has no lines; whether it should be there is for others to say.
    if (!(error instanceof Deno.errors.NotFound)) throw new LogReadError(path, describeFileError(error));
  }
}

/** A writer holds the lock of its file as long as it lives. */
async function isWritten(path: string): Promise<"yes" | "no" | "unknown"> {
  if (Deno.build.os === "windows") return "unknown";
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    return "unknown";
  }
  try {
    return file.tryLockSync(false) ? "no" : "yes";
  } finally {
    file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await ifThere(path, () => Deno.stat(path)))?.size ?? 0;
}

/** What a reading gives; nothing where there is nothing to read. */
async function ifThere<T>(path: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new LogReadError(path, describeFileError(error));
  }
}

async function rotateKey(home: string): Promise<string> {
  const next = await newLedgerKey(home);
  // Under the ledger's lock: nobody signs between the line that names the new key and the new key's coming into force.
  const ledger = new LedgerFile(`${home}/audit`, true);
  await ledger.append({ kind: "key", next: next.key }, () => ledgerSigner(home), () => next.replace());
  return next.key;
}

async function checkpoint(home: string): Promise<string | undefined> {
  if (await sizeOf(`${home}/audit/ledger.jsonl`) === 0) return undefined;
  const head = await new LedgerFile(`${home}/audit`).head();
  if (head === undefined) return undefined;
  return await formatCheckpoint({ ...head, time: new Date().toISOString() }, await ledgerSigner(home));
}

const POST_TIMEOUT_MS = 30_000;

async function post(
  url: string,
  body: string,
  headers: readonly (readonly [string, string])[],
): Promise<PostResult> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: [...headers.map(([name, value]): [string, string] => [name, value]), [
        "content-type",
        "application/json",
      ]],
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    const after = Number(response.headers.get("retry-after") ?? NaN);
    const retryAfterSeconds = Number.isFinite(after) && after >= 0 ? after : undefined;
    return { kind: "answered", status: response.status, retryAfterSeconds };
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return { kind: "failed", why: "Deno permission is missing" };
    const text = error instanceof Error ? error.message : String(error);
    return { kind: "failed", why: text.replace(/\p{Cc}/gu, " ").slice(0, 200) };
  }
}
