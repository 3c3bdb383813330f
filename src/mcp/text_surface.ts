/**
 * Where text lives in a message: every string and every key, at any depth, with what may be done to it. Used by all that
 * looks into messages, so that nothing has a list of its own of places to look.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../jsonrpc/json.ts";

/**
 * What a piece of text is: `text` and `key` may be edited or refused; `media` is base64 (`data` of images and audio,
 * `blob` of resources) and `echoed` comes back to the server as it is (cursors, states, ids, URIs, names): those are
 * passed or refused, never edited. In `structuredContent` and `arguments` names mean nothing to the protocol.
 */
export type TextRole = "text" | "key" | "media" | "echoed";

/** One piece of text in a message. */
export interface TextSurface {
  /** Keys and indexes from the content down to it; for a key, up to the object that has it. */
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly role: TextRole;
}

const ECHOED_KEYS: ReadonlySet<string> = new Set(
  "requestState nextCursor cursor taskId progressToken requestId id uri uriTemplate name protocolVersion elicitationId"
    .split(" "),
);

/** Lists every string and key of a value, depth first, in order. */
export function* textSurfaces(content: Json | undefined): Generator<TextSurface> {
  if (content !== undefined) yield* walk(content, []);
}

function* walk(value: Json, path: (string | number)[]): Generator<TextSurface> {
  if (typeof value === "string") yield { path: [...path], text: value, role: roleOf(path) };
  else if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(item, [...path, index]);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      yield { path: [...path], text: key, role: "key" };
      const member = value[key];
      if (member === undefined) continue;
      if (isMedia(value, key)) yield { path: [...path, key], text: String(member), role: "media" };
      else yield* walk(member, [...path, key]);
    }
  }
}

function roleOf(path: readonly (string | number)[]): TextRole {
  // A tool's own data has members of any name, which the protocol does not send back.
  if (path[0] === "structuredContent" || path[0] === "arguments") return "text";
  const last = path.at(-1);
  return typeof last === "string" && ECHOED_KEYS.has(last) ? "echoed" : "text";
}

/** Base64 by the schema of content blocks and resource contents: beside a `mimeType`, or in an image or audio block. */
function isMedia(object: { readonly [key: string]: Json }, key: string): boolean {
  if (key === "blob") return typeof object["blob"] === "string" && typeof object["uri"] === "string";
  if (key !== "data" || typeof object["data"] !== "string") return false;
  return object["type"] === "image" || object["type"] === "audio";
}
