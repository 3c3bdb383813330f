/**
 * Pins: the recorded definitions of one server, and what a definition is when it is seen again.
 *
 * @module
 */

import { sha256Hex } from "../../hash/sha256.ts";
import { canonicalText } from "../../jsonrpc/canonical_json.ts";
import { isJsonObject, type Json } from "../../jsonrpc/json.ts";

/** What is pinned. */
export type DefinitionKind = "tool" | "prompt" | "template" | "instructions";

/** A definition as it was recorded. */
export interface Pin {
  /** `1:` and the SHA-256, in hex, of the definition's canonical JSON; the number is that of this way to hash. */
  readonly hash: string;
  readonly definition: Json;
}

/** Definitions by key: `tool NAME`, `prompt NAME`, `template URI`, `instructions`. */
export type PinTable = ReadonlyMap<string, Pin>;

/** What a definition is, seen again: the recorded one, one never seen, or not the recorded one. */
export type Seen = "same" | "new" | "changed" | "renamed";

const SCHEME = "1";

/** Makes the pin of a definition: every member counts, names, descriptions, schemas, annotations, icons and `_meta`. */
export function pinOf(definition: Json): Pin {
  return { hash: `${SCHEME}:${sha256Hex(canonicalText(definition))}`, definition };
}

/** The key of a definition; nothing where it has no name. */
export function pinKey(kind: DefinitionKind, definition: Json): string | undefined {
  if (kind === "instructions") return kind;
  const name = isJsonObject(definition) ? definition[kind === "template" ? "uriTemplate" : "name"] : undefined;
  return typeof name === "string" ? `${kind} ${name}` : undefined;
}

/** What is listed together: a pinned definition that is not among these may have got another name. */
export interface SeenWith {
  readonly keys: ReadonlySet<string>;
}

/** Says what a definition is. A known one under another name is no new one. */
export function recognize(pins: PinTable, key: string, definition: Json, { keys }: SeenWith): Seen {
  const pin = pins.get(key);
  if (pin !== undefined) return pin.hash === pinOf(definition).hash ? "same" : "changed";
  const kind = `${key.split(" ", 1)[0]} `;
  for (const [other, { definition: before }] of pins) {
    if (other.startsWith(kind) && !keys.has(other) && isAlike(before, definition)) return "renamed";
  }
  return "new";
}

const MIN_DESCRIPTION = 16;

/** Whether two definitions of different names are about the same thing. */
function isAlike(before: Json, after: Json): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  const [old, now] = [before["description"], after["description"]];
  if (typeof old === "string" && old.length >= MIN_DESCRIPTION && old === now) return true;
  const [schema, schemaNow] = [before["inputSchema"], after["inputSchema"]];
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  const isTelling = isJsonObject(properties) && Object.keys(properties).length >= 2;
  return isTelling && schemaNow !== undefined && canonicalText(schema ?? null) === canonicalText(schemaNow);
}
