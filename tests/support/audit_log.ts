/**
 * Real audit logs for tests: sessions of the real program, and what `audit verify` says of them.
 *
 * @module
 */

import { assert } from "@std/assert";
import { join } from "node:path";
import { type CommandResult, guardedIn, runSallyport } from "./guarded_session.ts";
import type { TestFolder } from "./sallyport.ts";

/** What `audit verify --json` said: each verdict's state and first place, and the notes. */
export interface VerifyResult {
  readonly code: number;
  /** `ok`, `unknown`, or `broken FILE:LINE` of the first finding, by the name of the verdict. */
  readonly verdicts: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly records: number;
  readonly text: string;
}

const ALLOW = { version: 1, default: "allow" };

/** Runs a session of some calls to its end. */
export async function runSession(folder: TestFolder, calls: number): Promise<void> {
  await guardedIn(folder, { policy: ALLOW }, async ({ client }) => {
    for (let index = 0; index < calls; index++) await client.callTool("echo", { text: `call ${index}` });
    await client.close();
  });
}

/** Runs `sallyport audit` with these words. */
export async function audit(folder: TestFolder, ...words: readonly string[]): Promise<CommandResult> {
  return await runSallyport(folder, ["audit", ...words]);
}

/** Runs `audit verify`. */
export async function verify(folder: TestFolder, ...words: readonly string[]): Promise<VerifyResult> {
  const { code, stdout, stderr } = await audit(folder, "verify", "--json", ...words);
  assert(stdout !== "", stderr);
  const report = JSON.parse(stdout);
  const verdicts: Record<string, string> = {};
  for (const { name, state, findings: [first] } of report.verdicts) {
    verdicts[name] = first === undefined ? state : `${state} ${first.file}:${first.line}`;
  }
  return { code, verdicts, notes: report.notes, records: report.records, text: stdout };
}

/** What an untouched log gives, without a checkpoint to hold it against. */
export const UNTOUCHED: VerifyResult["verdicts"] = {
  integrity: "ok",
  order: "ok",
  completeness: "ok",
  rollback: "unknown",
  key: "ok",
};

/** The path of the ledger. */
export function ledgerPath(folder: TestFolder): string {
  return join(folder.home, "audit", "ledger.jsonl");
}
