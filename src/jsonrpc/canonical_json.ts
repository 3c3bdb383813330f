/**
 * One text for one value: keys sorted, no spaces, numbers as they were written. For hashes over what a side sent.
 *
 * @module
 */

import { formatJson } from "./format_json.ts";
import { isJsonArray, isJsonObject, type Json } from "./json.ts";

/** Writes a value with its keys in UTF-16 order at every depth. */
export function canonicalText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isJsonObject(value)) return formatJson(value);
  const members = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}
