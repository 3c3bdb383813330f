/**
 * A client's file as text: which servers it names, and the same text with another command for one of them. Nothing is
 * printed anew: every byte outside the command and its arguments stays.
 *
 * @module
 */

import type { ConfigFormat, EntryShape } from "./client_table.ts";
import { readJsonEntries } from "./config_json.ts";
import { readTomlEntries } from "./config_toml.ts";
import { readYamlEntries } from "./config_yaml.ts";

/** Where in a file servers stand. */
export interface EntryPlaces {
  readonly format: ConfigFormat;
  readonly key: readonly string[];
  readonly isList?: boolean | undefined;
  readonly shape: EntryShape;
}

/** One server that a file names. */
export interface ServerEntry {
  readonly name: string;
  /** The members that lead to it, for people: `mcpServers/files`. */
  readonly place: string;
  /** Program and arguments; absent for a server that is called by its address, or started in a way we do not read. */
  readonly words?: readonly string[] | undefined;
  /** The address of a server that is called. */
  readonly url?: string | undefined;
  /** Names of the variables that the client sets or passes. */
  readonly variables: readonly string[];
  /** The entry's own text. */
  readonly span: { readonly start: number; readonly end: number };
  /** The whole file's text with these words in place of the entry's. */
  readonly rewrite?: ((words: readonly string[]) => string) | undefined;
}

/** What a file names, or why it cannot be read. */
export type EntriesReading =
  | { readonly ok: true; readonly entries: readonly ServerEntry[] }
  | { readonly ok: false; readonly why: string };

/** The longest file that is edited, in UTF-16 units; a client's history may be in it. */
export const MAX_CONFIG_CHARS = 32 * 1024 * 1024;

/** Reads the servers of a file. */
export async function readEntries(text: string, places: EntryPlaces): Promise<EntriesReading> {
  if (text.length > MAX_CONFIG_CHARS) return { ok: false, why: "it is too large" };
  try {
    switch (places.format) {
      case "json":
        return await readJsonEntries(text, places);
      case "toml":
        return await readTomlEntries(text, places);
      case "yaml":
        return await readYamlEntries(text, places);
    }
  } catch {
    return { ok: false, why: "it cannot be read" };
  }
}
