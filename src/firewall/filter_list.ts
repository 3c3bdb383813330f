/**
 * Takes refused tools out of a page of `tools/list` and leaves every other byte as it was. A page that lost something
 * says so in `_meta`, which no model reads.
 *
 * @module
 */

import type { formatJson } from "../jsonrpc/format_json.ts";
import { isJsonArray, isJsonObject } from "../jsonrpc/json.ts";
import { parseJson, type Span, type SpanMap } from "../jsonrpc/parse_json.ts";
import { type Splice, spliceText } from "../jsonrpc/splice.ts";

/** The `_meta` key that says how many tools a page lost. */
export const HIDDEN_META_KEY = "dev.sallyport/hiddenTools";

/**
 * Rewrites a response to `tools/list`. `keep` says for each entry whether it stays. Returns nothing where the text
 * cannot be taken apart, which is a refusal.
 */
export function filterToolList(text: string, keep: readonly boolean[], maxDepth: number): string | undefined {
  const spans: SpanMap = new Map();
  const parsed = parseJson(text, { maxDepth, spans });
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const result = parsed.value["result"];
  if (!isJsonObject(result)) return undefined;
  const tools = result["tools"];
  const place = spans.get(result)?.get("tools");
  if (!isJsonArray(tools) || place === undefined || tools.length !== keep.length) return undefined;
  const places = spans.get(tools);
  const kept: string[] = [];
  for (const [index, stays] of keep.entries()) {
    const entry = places?.get(index);
    if (entry === undefined) return undefined;
    if (stays) kept.push(text.slice(entry.start, entry.end));
  }
  const list: Splice = { ...place, text: `[${kept.join(",")}]` };
  const note = noteHidden(parsed.value, result, spans, keep.length - kept.length);
  return note === undefined ? undefined : spliceText(text, [list, note]);
}

function noteHidden(
  message: Parameters<typeof formatJson>[0],
  result: { readonly [key: string]: Parameters<typeof formatJson>[0] },
  spans: SpanMap,
  count: number,
): Splice | undefined {
  const member = `${JSON.stringify(HIDDEN_META_KEY)}:${count}`;
  const meta = result["_meta"];
  if (meta !== undefined && !isJsonObject(meta)) return undefined;
  if (isJsonObject(meta)) {
    if (HIDDEN_META_KEY in meta) return undefined;
    const place = spans.get(result)?.get("_meta");
    const isEmpty = Object.keys(meta).length === 0;
    return place === undefined ? undefined : behindBrace(place, `${member}${isEmpty ? "" : ","}`);
  }
  const place = isJsonObject(message) ? spans.get(message)?.get("result") : undefined;
  return place === undefined ? undefined : behindBrace(place, `"_meta":{${member}},`);
}

function behindBrace(object: Span, text: string): Splice {
  return { start: object.start + 1, end: object.start + 1, text };
}
