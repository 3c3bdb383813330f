/**
 * Writes other strings into a message's text and leaves every other byte as it was: numbers, order, spelling, `data`.
 *
 * @module
 */

import { isJsonObject, type Json } from "../jsonrpc/json.ts";
import { parseJson, type Span, type SpanMap } from "../jsonrpc/parse_json.ts";
import { type Splice, spliceText } from "../jsonrpc/splice.ts";
import type { Edit } from "../policy/redaction.ts";

/** The member of a message that edits are inside of. */
export type Root = "params" | "result" | "error";

/** What is edited, and how deep it may nest. */
export interface EditOptions {
  readonly root: Root;
  readonly maxDepth: number;
}

/** Returns the text with its strings edited; nothing where one of them is not there, which is a refusal. */
export function editStrings(text: string, edits: readonly Edit[], { root, maxDepth }: EditOptions): string | undefined {
  const spans: SpanMap = new Map();
  const parsed = parseJson(text, { maxDepth, spans });
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const splices: Splice[] = [];
  for (const edit of edits) {
    const span = spanOfString(parsed.value, spans, [root, ...edit.path]);
    if (span === undefined) return undefined;
    splices.push({ start: span.start, end: span.end, text: JSON.stringify(edit.text) });
  }
  return spliceText(text, splices);
}

function spanOfString(root: Json, spans: SpanMap, path: readonly (string | number)[]): Span | undefined {
  let value: Json | undefined = root;
  let span: Span | undefined;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    span = spans.get(value as never)?.get(step);
    value = (value as { readonly [key: string | number]: Json | undefined })[step];
  }
  return typeof value === "string" ? span : undefined;
}
