/**
 * A whole log in memory for tests: three sessions with a signed ledger, of which the last was killed.
 *
 * @module
 */

import { FIRST_PREVIOUS, sealRecord } from "./chain.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { formatCheckpoint, readCheckpoints } from "./checkpoint.ts";
import type { LedgerBody, LedgerSigner } from "./ledger.ts";
import { ledgerOf, verifySignature } from "./ledger_fixture.ts";
import type { RecordBody } from "./record.ts";
import { verifyLog } from "./verify.ts";
import type { VerifyOptions, VerifyReport } from "./verify_report.ts";

/** Texts by their path from the audit folder. */
export type MemoryLog = Map<string, string>;

const KEY = new Uint8Array(32);

/** Seals bodies into the lines of one session. Each body has its own number unless `seqs` says otherwise. */
export function sessionLines(session: string, bodies: readonly RecordBody[], seqs?: readonly number[]): string[] {
  let previous = FIRST_PREVIOUS;
  return bodies.map((body, index) => {
    const time = new Date(Date.UTC(2026, 10, 30, 10) + index * 1000).toISOString();
    const sealed = sealRecord({ session, seq: seqs?.[index] ?? index + 1, time, previous }, body, KEY);
    previous = sealed.hash;
    return sealed.line;
  });
}

/** The hash that a line states. */
export function hashIn(line = ""): string {
  return /"hash":"([0-9a-f]{64})",/.exec(line)?.[1] ?? "";
}

/** An opening, `calls` calls with their outcomes, and a close if it is to have one. */
export function sessionBodies(calls: number, isClosed = true): RecordBody[] {
  const bodies: RecordBody[] = [
    { kind: "open", server: "files", version: "1.0.0", policy: "p", command: "c", mode: "enforce" },
  ];
  for (let index = 0; index < calls; index++) {
    const call = { side: "client", method: "tools/call", tool: "echo" } as const;
    const of = bodies.length + 1;
    bodies.push({
      kind: "verdict",
      ...call,
      message: "request",
      verdict: "allow",
      rule: "r",
      args: { index },
      bytes: 9,
    });
    bodies.push({ kind: "outcome", ...call, of, outcome: "result", bytes: 9, ms: 1 });
  }
  if (isClosed) bodies.push({ kind: "close", exit: 0, messages: calls, refused: 0 });
  return bodies;
}

/** The name of a session's file. */
export function fileOf(session: string, time = "100000"): string {
  return `2026/11/30/files-${time}-${session}.jsonl`;
}

/** The sessions of {@linkcode threeSessions}. */
export const SESSIONS = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"] as const;
/** Lines of the third session that its last checkpoint vouches for; it has two more. */
export const VOUCHED = 7;

/** Two sessions that closed, and one that was killed behind a checkpoint. */
export async function threeSessions(signer: LedgerSigner): Promise<MemoryLog> {
  const [first, second, third] = SESSIONS;
  const log: MemoryLog = new Map();
  const ledger: LedgerBody[] = [];
  for (const session of [first, second]) {
    const lines = sessionLines(session, sessionBodies(4));
    const file = fileOf(session);
    log.set(file, textOf(lines));
    ledger.push({ kind: "open", session, file, first: hashIn(lines[0]), pid: 1 });
    ledger.push({ kind: "checkpoint", session, records: 5, last: hashIn(lines[4]) });
    ledger.push({ kind: "close", session, records: lines.length, last: hashIn(lines.at(-1)) });
  }
  const lines = sessionLines(third, sessionBodies(4, false));
  log.set(fileOf(third), textOf(lines));
  ledger.push({ kind: "open", session: third, file: fileOf(third), first: hashIn(lines[0]), pid: 3 });
  ledger.push({ kind: "checkpoint", session: third, records: VOUCHED, last: hashIn(lines[VOUCHED - 1]) });
  log.set("ledger.jsonl", textOf(await ledgerOf(ledger, signer)));
  return log;
}

/** Lines as the text of a file. */
export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** A checkpoint of the ledger's last line. */
export async function checkpointOf(log: MemoryLog, signer: LedgerSigner): Promise<readonly Checkpoint[]> {
  const last = (log.get("ledger.jsonl") ?? "").trimEnd().split("\n").at(-1) ?? "{}";
  const { n, hash, time } = JSON.parse(last);
  return readCheckpoints(await formatCheckpoint({ n, hash, time }, signer));
}

/** Verifies a log in memory. `written` are the files whose writer lives. */
export async function verifyMemory(
  log: ReadonlyMap<string, string>,
  options: Partial<VerifyOptions> & { readonly written?: readonly string[] } = {},
): Promise<VerifyReport> {
  return await verifyLog({
    files: () => Promise.resolve([...log.keys()].filter((file) => file !== "ledger.jsonl").sort()),
    async *lines(file) {
      const lines = (log.get(file) ?? "").split("\n");
      const last = lines.pop() ?? "";
      if (lines.length > 0) yield { lines, isUnfinished: false };
      if (last !== "") yield { lines: [last], isUnfinished: true };
    },
    isWritten: (file) => Promise.resolve(options.written?.includes(file) === true ? "yes" : "no"),
    verifySignature,
  }, { key: undefined, against: [], since: undefined, ...options });
}

/** The verdicts that are not ok, each as `name state FILE:LINE` of its first finding. */
export function faultsOf({ verdicts }: VerifyReport): string[] {
  return verdicts.filter(({ state }) => state !== "ok").map(({ name, state, findings: [first] }) =>
    first === undefined ? `${name} ${state}` : `${name} ${state} ${first.file}:${first.line}`
  );
}
