/**
 * A person's home with an audit log, for the tests of the audit commands.
 *
 * @module
 */

import { fileOf, hashIn, sessionLines, textOf } from "../../../audit/log_fixture.ts";
import type { LedgerSigner } from "../../../audit/ledger.ts";
import { ledgerOf, newSigner } from "../../../audit/ledger_fixture.ts";
import type { RecordBody } from "../../../audit/record.ts";
import type { FakeWorld } from "./fake_edge.ts";

/** Where the log is. */
export const AUDIT_FOLDER = "/home/ann/.sallyport/audit";
/** The sessions: the first has something of everything, the second is short and has a hostile name of a tool. */
export const FIRST = "aaaaaaaaaaaa";
export const SECOND = "bbbbbbbbbbbb";
/** The key of argument hashes in this world: 32 zero bytes. */
export const INSTALL_KEY = new Uint8Array(32);

const CALL = { side: "client", method: "tools/call" } as const;
const OPEN = { kind: "open", version: "1.0.0", command: "c", mode: "enforce" } as const;

/** The records of the first session. */
export function firstBodies(policy = "p"): RecordBody[] {
  return [
    { ...OPEN, server: "files", policy },
    {
      kind: "verdict",
      ...CALL,
      tool: "read",
      message: "request",
      verdict: "allow",
      rule: "default/allow",
      args: { path: "/a" },
      bytes: 90,
    },
    {
      kind: "finding",
      side: "server",
      method: "tools/call",
      tool: "read",
      of: 2,
      detector: "secrets",
      rule: "aws-key",
      confidence: "certain",
      count: 2,
      pointer: "/content/0/text",
    },
    {
      kind: "outcome",
      ...CALL,
      tool: "read",
      of: 2,
      outcome: "result",
      redacted: true,
      rule: "no-keys",
      reason: "matched a redact rule",
      bytes: 1500,
      ms: 12,
    },
    {
      kind: "verdict",
      ...CALL,
      tool: "run",
      message: "request",
      verdict: "deny",
      rule: "ssh-keys",
      reason: "matched a deny rule",
      pointer: "/cmd",
      condition: "regex",
      args: { cmd: "cat id_rsa", n: 5 },
      bytes: 80,
    },
    { kind: "note", note: "records-lost", count: 3 },
    { kind: "close", exit: 0, messages: 3, refused: 1 },
  ];
}

function secondBodies(): RecordBody[] {
  return [
    { ...OPEN, server: "web", policy: "p" },
    {
      kind: "verdict",
      ...CALL,
      tool: "\u001b[31m=evil",
      message: "request",
      verdict: "deny",
      rule: "default/deny",
      reason: "no rule allows it",
      args: {},
      bytes: 70,
    },
    { kind: "close", exit: 1, messages: 1, refused: 1 },
  ];
}

/** A world, and who signs in it. */
export interface AuditWorld {
  readonly world: FakeWorld;
  readonly signer: LedgerSigner;
}

/** Builds it. `policy` is the hash in the first session's records, `more` are more files. */
export async function auditWorld(policy = "p", more: Readonly<Record<string, string>> = {}): Promise<AuditWorld> {
  const signer = await newSigner();
  const sessions = [
    { session: FIRST, file: fileOf(FIRST), lines: sessionLines(FIRST, firstBodies(policy)) },
    { session: SECOND, file: fileOf(SECOND, "100001"), lines: sessionLines(SECOND, secondBodies()) },
  ];
  const ledger = await ledgerOf(
    sessions.flatMap(({ session, file, lines }) => [
      { kind: "open", session, file, first: hashIn(lines[0]), pid: 1 } as const,
      { kind: "close", session, records: lines.length, last: hashIn(lines.at(-1)) } as const,
    ]),
    signer,
  );
  const files = {
    ...Object.fromEntries(sessions.map(({ file, lines }) => [`${AUDIT_FOLDER}/${file}`, textOf(lines)])),
    [`${AUDIT_FOLDER}/ledger.jsonl`]: textOf(ledger),
    ...more,
  };
  return { world: { files, audit: { signer, installKey: INSTALL_KEY } }, signer };
}
