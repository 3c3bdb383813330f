/**
 * JSON values back to text, exactly: numbers that kept their source are written as that source.
 *
 * @module
 */

import { ExactNumber, isJsonArray, type Json } from "./json.ts";

/** Writes a value as JSON on one line. Key order is that of the object. */
export function formatJson(value: Json): string {
  if (value instanceof ExactNumber) return value.source;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(formatJson).join(",")}]`;
  const members: string[] = [];
  for (const key in value) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${formatJson(member)}`);
  }
  return `{${members.join(",")}}`;
}
