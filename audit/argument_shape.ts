/**
 * What the log keeps of an argument: its type, its size and a keyed hash, by which one who has the key can check a
 * guess. Never the value.
 *
 * @module
 */

import { formatJson } from "../src/jsonrpc/format_json.ts";
import { ExactNumber, isJsonArray, type Json, type JsonObject } from "../src/jsonrpc/json.ts";
import { hmacSha256Hex } from "../src/hash/sha256.ts";

const HMAC_HEX_LENGTH = 32;
const MAX_ARGUMENTS = 100;
const PLAIN_NAME_REGEXP = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/**
 * The shape of a value as canonical JSON: `hmac`, the first 128 bits of HMAC-SHA-256 over the value's JSON, in hex;
 * `length` in UTF-16 units of a string, in members of an array or object; `type`.
 */
export function valueShape(value: Json, key: Uint8Array): string {
  const hmac = hmacSha256Hex(key, formatJson(value)).slice(0, HMAC_HEX_LENGTH);
  const length = lengthOf(value);
  return `{"hmac":"${hmac}",${length === undefined ? "" : `"length":${length},`}"type":"${typeOf(value)}"}`;
}

/**
 * The shapes of a call's arguments by name, as canonical JSON; a name that could be a value itself is replaced by its own
 * hash. Arguments beyond the hundredth are counted under `+`.
 */
export function argumentShapes(args: JsonObject, key: Uint8Array): string {
  const shapes: [name: string, shape: string][] = [];
  let count = 0;
  for (const name in args) {
    const value = args[name];
    if (value !== undefined && ++count <= MAX_ARGUMENTS) shapes.push([shownName(name, key), valueShape(value, key)]);
  }
  if (count > MAX_ARGUMENTS) shapes.push(["+", String(count - MAX_ARGUMENTS)]);
  // Shown names are ASCII, so this is the order of UTF-16 units; two names that show alike keep the last.
  const ordered = [...new Map(shapes)].sort(([a], [b]) => a < b ? -1 : 1);
  return `{${ordered.map(([name, shape]) => `"${name}":${shape}`).join(",")}}`;
}

function shownName(name: string, key: Uint8Array): string {
  if (PLAIN_NAME_REGEXP.test(name) && name !== "__proto__" && !looksRandom(name)) return name;
  return `#${hmacSha256Hex(key, name).slice(0, HMAC_HEX_LENGTH)}`;
}

/** Argument names are words; a long run that mixes digits in may be a token. */
function looksRandom(name: string): boolean {
  return name.length > 15 && /[0-9]/.test(name) && !/^[a-z]+(?:[_-]?[a-z]+)*[0-9]?$/i.test(name);
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (value instanceof ExactNumber) return "number";
  return isJsonArray(value) ? "array" : typeof value;
}

function lengthOf(value: Json): number | undefined {
  if (typeof value === "string") return value.length;
  if (isJsonArray(value)) return value.length;
  if (value instanceof ExactNumber || value === null || typeof value !== "object") return undefined;
  return Object.keys(value).length;
}
