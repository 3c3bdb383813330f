/**
 * The install key: 32 random bytes, made at first use, outside the log, readable by its owner alone.
 *
 * @module
 */

const KEY_BYTES = 32;

/** Reads the key from the Sallyport home, or makes it. Two starts at once end up with one key. */
export function installKey(home: string): Uint8Array {
  const path = `${home}/audit.key`;
  const existing = readKey(path);
  if (existing !== undefined) return existing;
  Deno.mkdirSync(home, { recursive: true, mode: 0o700 });
  const fresh = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const draft = `${path}.${crypto.randomUUID()}`;
  Deno.writeFileSync(draft, fresh, { createNew: true, mode: 0o600 });
  try {
    // A link fails where the key is there by now; a rename would replace the key that the other start uses.
    Deno.linkSync(draft, path);
  } catch {
    const other = readKey(path);
    if (other === undefined) Deno.renameSync(draft, path);
  }
  try {
    Deno.removeSync(draft);
  } catch {
    // It was renamed.
  }
  return readKey(path) ?? fresh;
}

function readKey(path: string): Uint8Array | undefined {
  try {
    const key = Deno.readFileSync(path);
    return key.length === KEY_BYTES ? key : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
