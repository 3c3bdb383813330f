/**
 * Lists the files of the audit log.
 *
 * @module
 */

/** Depth of a session's file below the audit folder: year, month, day, file. */
const DEPTH = 4;

/**
 * Every file below the audit folder that ends in `.jsonl`, but for the ledger, as a path from there with `/`, sorted.
 * A folder that is not there has none; one that cannot be read throws Deno's error. Links are not followed.
 */
export async function listSessionFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  await collect(folder, "", found);
  return found.filter((file) => file !== "ledger.jsonl").sort();
}

async function collect(folder: string, inside: string, found: string[]): Promise<void> {
  if (inside.split("/").length > DEPTH) return;
  try {
    for await (const entry of Deno.readDir(inside === "" ? folder : `${folder}/${inside}`)) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory) await collect(folder, path, found);
      else if (entry.isFile && entry.name.endsWith(".jsonl")) found.push(path);
    }
  } catch (error) {
    // A day's folder may be removed while we look.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
