/**
 * Takes refused entries out of a page of a list and leaves every other byte as it was. A page that lost something
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

/** What is taken out of which list. */
export interface FilterOptions {
  /** The member of the result that has the entries: `tools`, `prompts` ... */
  readonly key: string;
  /** Whether each entry stays. */
  readonly keep: readonly boolean[];
  /** How many entries the page lost before. */
  readonly lost?: number | undefined;
  readonly maxDepth: number;
}

/** Rewrites a response to a list request. Returns nothing where the text cannot be taken apart, which is a refusal. */
export function filterList(text: string, { key, keep, lost = 0, maxDepth }: FilterOptions): string | undefined {
  const spans: SpanMap = new Map();
  const parsed = parseJson(text, { maxDepth, spans });
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const result = parsed.value["result"];
  if (!isJsonObject(result)) return undefined;
  const tools = result[key];
  const place = spans.get(result)?.get(key);
  if (!isJsonArray(tools) || place === undefined || tools.length !== keep.length) return undefined;
  const places = spans.get(tools);
  const kept: string[] = [];
  for (const [index, stays] of keep.entries()) {
    const entry = places?.get(index);
    if (entry === undefined) return undefined;
    if (stays) kept.push(text.slice(entry.start, entry.end));
  }
  const list: Splice = { ...place, text: `[${kept.join(",")}]` };
  const note = noteHidden(parsed.value, result, spans, lost + keep.length - kept.length);
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
    // What stands there is our own count from before, or a server's, which is not believed.
    const known = spans.get(meta)?.get(HIDDEN_META_KEY);
    if (known !== undefined) return { ...known, text: String(count) };
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
