/**
 * Takes back what a server says of tools that the policy asks about: a client must not call them without asking because
 * they are said to be harmless.
 *
 * @module
 */

import { isJsonArray, isJsonObject } from "../jsonrpc/json.ts";
import { parseJson, type SpanMap } from "../jsonrpc/parse_json.ts";
import { type Splice, spliceText } from "../jsonrpc/splice.ts";

/** Hints that make a tool look harmless, and what they become. */
const HARMLESS: readonly (readonly [hint: string, value: boolean])[] = [
  ["readOnlyHint", true],
  ["destructiveHint", false],
];

/** Which tools of a page, by index. */
export interface OverrideOptions {
  readonly isMeant: (index: number) => boolean;
  readonly maxDepth: number;
}

/** The page with the hints of these tools turned round, and of how many; nothing where it cannot be taken apart. */
export function overrideHints(
  text: string,
  { isMeant, maxDepth }: OverrideOptions,
): { readonly text: string; readonly count: number } | undefined {
  const spans: SpanMap = new Map();
  const parsed = parseJson(text, { maxDepth, spans });
  const result = parsed.ok && isJsonObject(parsed.value) ? parsed.value["result"] : undefined;
  const tools = isJsonObject(result) ? result["tools"] : undefined;
  if (!isJsonArray(tools)) return undefined;
  const splices: Splice[] = [];
  let count = 0;
  for (const [index, tool] of tools.entries()) {
    const annotations = isJsonObject(tool) ? tool["annotations"] : undefined;
    if (!isMeant(index) || !isJsonObject(annotations)) continue;
    const before = splices.length;
    for (const [hint, value] of HARMLESS) {
      const span = spans.get(annotations)?.get(hint);
      if (annotations[hint] === value && span !== undefined) splices.push({ ...span, text: String(!value) });
    }
    if (splices.length > before) count++;
  }
  return { text: spliceText(text, splices), count };
}
