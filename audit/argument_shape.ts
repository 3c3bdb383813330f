/**
 * What the log keeps of an argument: its type, its size and a keyed hash, by which one who has the key can check a
 * guess. The value only where it is handed in as one that may be kept.
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
  return shapeWith(value, key, NOTHING_CLEAR);
}

/** The keyed hash of a value: what `hmac` of its shape is. */
export function valueHmac(value: Json, key: Uint8Array): string {
  return hmacSha256Hex(key, formatJson(value)).slice(0, HMAC_HEX_LENGTH);
}

/** What is kept of one argument: itself, or texts inside it by their pointer; all as JSON. */
interface ClearParts {
  readonly value: string | undefined;
  readonly inside: readonly (readonly [pointer: string, json: string])[];
}

const NOTHING_CLEAR: ClearParts = { value: undefined, inside: [] };

function shapeWith(value: Json, key: Uint8Array, clear: ClearParts): string {
  const length = lengthOf(value);
  if (clear === NOTHING_CLEAR) {
    return `{"hmac":"${valueHmac(value, key)}",${length === undefined ? "" : `"length":${length},`}` +
      `"type":"${typeOf(value)}"}`;
  }
  const inside = clear.inside.map(([pointer, json]) => `${JSON.stringify(pointer)}:${json}`).join(",");
  return `{"hmac":"${valueHmac(value, key)}",${inside === "" ? "" : `"inside":{${inside}},`}` +
    `${length === undefined ? "" : `"length":${length},`}"type":"${typeOf(value)}"` +
    `${clear.value === undefined ? "" : `,"value":${clear.value}`}}`;
}

/**
 * The shapes of a call's arguments by name, as canonical JSON; a name that could be a value itself is replaced by its own
 * hash. Arguments beyond the hundredth are counted under `+`. `clear` is what may be kept, as JSON by JSON pointer: an
 * argument's own value stands as `value` in its shape, one inside it in `inside` by the rest of its pointer.
 */
export function argumentShapes(args: JsonObject, key: Uint8Array, clear?: ReadonlyMap<string, string>): string {
  const shapes: [name: string, shape: string][] = [];
  let count = 0;
  for (const name in args) {
    const value = args[name];
    if (value !== undefined && ++count <= MAX_ARGUMENTS) {
      shapes.push([shownName(name, key), shapeWith(value, key, clearParts(name, clear))]);
    }
  }
  const [only] = shapes;
  if (count === 1 && only !== undefined) return `{"${only[0]}":${only[1]}}`;
  if (count > MAX_ARGUMENTS) shapes.push(["+", String(count - MAX_ARGUMENTS)]);
  // Shown names are ASCII, so this is the order of UTF-16 units; two names that show alike keep the last.
  const ordered = [...new Map(shapes)].sort(([a], [b]) => a < b ? -1 : 1);
  return `{${ordered.map(([name, shape]) => `"${name}":${shape}`).join(",")}}`;
}

function clearParts(name: string, clear: ReadonlyMap<string, string> | undefined): ClearParts {
  if (clear === undefined || clear.size === 0) return NOTHING_CLEAR;
  const own = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const inside = [...clear].filter(([pointer]) => pointer.startsWith(`${own}/`))
    .map(([pointer, json]) => [pointer.slice(own.length), json] as const)
    .sort(([a], [b]) => a < b ? -1 : 1);
  return { value: clear.get(own), inside };
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
