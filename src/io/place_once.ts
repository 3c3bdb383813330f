/**
 * Writes a private file whole, once: whoever comes second leaves what is there.
 *
 * @module
 */

/**
 * Writes `bytes` to a path where nothing is, readable by its owner alone; leaves what is there. The file is never seen
 * half written. Throws Deno's error where it cannot be written.
 */
export function placeOnce(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  Deno.writeFileSync(draft, bytes, { createNew: true, mode: 0o600 });
  try {
    // A link fails where a file is; a rename would replace one that another process uses by now.
    Deno.linkSync(draft, path);
  } catch {
    if (!isThere(path)) Deno.renameSync(draft, path);
  }
  try {
    Deno.removeSync(draft);
  } catch {
    // It was renamed.
  }
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
