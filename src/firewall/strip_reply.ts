/**
 * Takes our own part out of a retry: the server never sees a question or a state of ours.
 *
 * @module
 */

import { isJsonObject } from "../jsonrpc/json.ts";
import { parseJson, type Span, type SpanMap } from "../jsonrpc/parse_json.ts";
import { spliceText } from "../jsonrpc/splice.ts";

/** The text of a request without `requestState` and without `inputResponses`; nothing where it cannot be taken apart. */
export function stripReply(text: string, maxDepth: number): string | undefined {
  const spans: SpanMap = new Map();
  const parsed = parseJson(text, { maxDepth, spans });
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const params = parsed.value["params"];
  const place = spans.get(parsed.value)?.get("params");
  if (!isJsonObject(params) || place === undefined) return undefined;
  const members: string[] = [];
  for (const key of Object.keys(params)) {
    if (key === "requestState" || key === "inputResponses") continue;
    const member: Span | undefined = spans.get(params)?.get(key);
    if (member?.keyStart === undefined) return undefined;
    members.push(text.slice(member.keyStart, member.end));
  }
  return spliceText(text, [{ start: place.start, end: place.end, text: `{${members.join(",")}}` }]);
}
