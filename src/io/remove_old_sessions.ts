/**
 * Removes sessions that are older than the policy keeps them. The ledger gets a signed tombstone first, so that a log
 * that was rotated is told from one that was thinned out.
 *
 * @module
 */

import { sessionFileParts } from "../../audit/session_file.ts";
import { LedgerFile } from "./ledger_file.ts";
import { ledgerSigner } from "./ledger_key.ts";
import { listSessionFiles } from "./list_session_files.ts";
import { readLines } from "./read_lines.ts";

const DAY_MS = 86_400_000;

/** Removes what is older than so many days. A session whose writer lives stays. Returns how many were removed. */
export async function removeOldSessions(home: string, keepDays: number): Promise<number> {
  const folder = `${home}/audit`;
  const before = new Date(Date.now() - keepDays * DAY_MS).toISOString().slice(0, 10);
  const ledger = new LedgerFile(folder);
  let removed = 0;
  for (const file of await listSessionFiles(folder)) {
    const parts = sessionFileParts(file);
    if (parts === undefined || parts.startedAt.slice(0, 10) >= before) continue;
    const path = `${folder}/${file}`;
    const handle = await Deno.open(path, { read: true, write: true });
    try {
      // Two proxies that start at once both come here: whoever has the lock removes.
      if (!handle.tryLockSync(true)) continue;
      const end = await endOf(path);
      if (end === undefined) continue;
      const body = { kind: "removed", session: parts.session, file, ...end } as const;
      await ledger.append(body, () => ledgerSigner(home), () => Deno.removeSync(path));
      removed++;
    } finally {
      handle.close();
    }
    await removeEmptyFolders(folder, file);
  }
  return removed;
}

/** How many lines a file has, and the hash of the last. */
async function endOf(path: string): Promise<{ readonly records: number; readonly last: string } | undefined> {
  let records = 0;
  let line = "";
  try {
    for await (const { lines } of readLines(path)) {
      records += lines.length;
      line = lines.at(-1) ?? line;
    }
  } catch {
    // The other one removed it.
    return undefined;
  }
  return { records, last: /"hash":"([0-9a-f]{64})",/.exec(line)?.[1] ?? "" };
}

/** Removes the folders of a day, month and year that hold nothing any more. */
async function removeEmptyFolders(folder: string, file: string): Promise<void> {
  for (let part = file.replace(/\/?[^/]*$/, ""); part !== ""; part = part.replace(/\/?[^/]*$/, "")) {
    try {
      await Deno.remove(`${folder}/${part}`);
    } catch {
      return;
    }
  }
}
