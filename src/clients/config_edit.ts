/**
 * An edit of a client's file that is read back before anyone writes it: the new text must name the same servers as the
 * old one, say what was asked of this one, and be the same byte for byte outside its entry.
 *
 * @module
 */

import { type EntryPlaces, readEntries, type ServerEntry } from "./config_file.ts";

/** The whole new text, and the entry as the new text has it. */
export interface EntryEdit {
  readonly text: string;
  readonly entry: ServerEntry;
}

/**
 * Puts other words in place of an entry's.
 *
 * @returns `undefined` where the entry cannot be edited, or where the edit would change more than the entry.
 */
export async function editEntry(
  text: string,
  places: EntryPlaces,
  entry: ServerEntry,
  words: readonly string[],
): Promise<EntryEdit | undefined> {
  const next = entry.rewrite?.(words);
  if (next === undefined) return undefined;
  const { start, end } = entry.span;
  if (!next.startsWith(text.slice(0, start)) || !next.endsWith(text.slice(end))) return undefined;
  return await readBack(text, places, entry, { text: next, words });
}

/** Takes a text that is to stand in place of a file's, if it differs from it in nothing but one entry's words. */
export async function readBack(
  text: string,
  places: EntryPlaces,
  entry: ServerEntry,
  next: { readonly text: string; readonly words: readonly string[] },
): Promise<EntryEdit | undefined> {
  const [before, after] = [await readEntries(text, places), await readEntries(next.text, places)];
  if (!before.ok || !after.ok || before.entries.length !== after.entries.length) return undefined;
  for (const [index, each] of before.entries.entries()) {
    const other = after.entries[index];
    const words = each.place === entry.place ? next.words : each.words;
    if (other === undefined || said(other) !== said({ ...each, words })) return undefined;
  }
  const found = after.entries.find((each) => each.place === entry.place);
  return found && { text: next.text, entry: found };
}

/** All that a reader says of an entry but where it stands. */
function said({ name, place, words, url, variables }: ServerEntry): string {
  return JSON.stringify([name, place, words, url, variables]);
}
