/**
 * Sallyport as it is shipped: the one bundle that the npm package and its entries in clients' files start.
 *
 * @module
 */

import { join } from "node:path";
import { CLOSED_FLAGS, LAZY, SMALL_HEAP } from "../npm/start.js";
import { ROOT } from "../tests/support/source_tree.ts";

/** As wide as the named set `start`, which the clone is measured with. */
const PERMISSIONS = ["--allow-read", "--allow-write", "--allow-run", "--allow-env"];

/**
 * Builds the package's program into a folder.
 *
 * @returns The words that start it up to and with its own arguments; a sentence where the bundle cannot be made, which
 * wants the npm registry the first time.
 */
export async function buildPacked(folder: string): Promise<((args: readonly string[]) => readonly string[]) | string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "-P=tools", join(ROOT, "tools", "npm.ts"), `--out=${folder}`, "--no-pack"],
    cwd: ROOT,
    stdin: "null",
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  const main = decode(stdout);
  if (!success || !main.endsWith("main.js")) return `the package cannot be built: ${decode(stderr).slice(-200)}`;
  return (args) => [Deno.execPath(), ...CLOSED_FLAGS, "--quiet", SMALL_HEAP, LAZY, ...PERMISSIONS, main, ...args, "--"];
}
