/**
 * A small disk of a test's own, that can be full or read-only. Needs the right to mount.
 *
 * @module
 */

import { runCommand } from "./guarded_session.ts";

/** Runs with a small file system mounted; says why not where that is not permitted. */
export async function mounted(folder: string, options: string, run: () => Promise<void>): Promise<void> {
  const { code, stderr } = await runCommand(["mount", "-t", "tmpfs", "-o", options, "none", folder]);
  if (code !== 0) {
    console.warn(`Not tested: mounting is not permitted here (${stderr.trim()})`);
    return;
  }
  try {
    await run();
  } finally {
    await runCommand(["umount", "-l", folder]);
  }
}

/** Writes into a file until nothing more fits. */
export async function fill(path: string): Promise<void> {
  const file = await Deno.open(path, { create: true, append: true });
  try {
    for (;;) await file.write(new Uint8Array(1024));
  } catch {
    // It is full.
  } finally {
    file.close();
  }
}
