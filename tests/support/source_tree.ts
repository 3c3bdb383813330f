/**
 * The files of this repository, for tests that look at all of them.
 *
 * @module
 */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder, as an absolute path. */
export const ROOT: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "dist"]);

/** Every file below a folder of the repository whose name ends so, as paths from the root with `/`, in order. */
export async function listFiles(ending: string, folder = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(join(ROOT, folder))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory && !entry.name.startsWith(".") && !SKIPPED.has(entry.name)) {
      found.push(...await listFiles(ending, path));
    } else if (entry.isFile && entry.name.endsWith(ending)) found.push(path);
  }
  return found.sort();
}

/** The text of a file of the repository. */
export function readSource(path: string): Promise<string> {
  return Deno.readTextFile(join(ROOT, path));
}
