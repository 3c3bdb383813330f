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
  if (typeof value === "string") yield { path: [...path], text: value, role: roleOf(path[0], path.at(-1)) };
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

/** The role of a text by the first and the last step down to it. */
function roleOf(top: Step, last: Step): TextRole {
  // A tool's own data has members of any name, which the protocol does not send back.
  if (top === "structuredContent" || top === "arguments") return "text";
  return typeof last === "string" && ECHOED_KEYS.has(last) ? "echoed" : "text";
}

type Step = string | number | undefined;

/** Base64 by the schema of content blocks and resource contents: beside a `mimeType`, or in an image or audio block. */
function isMedia(object: { readonly [key: string]: Json }, key: string): boolean {
  if (key === "blob") return typeof object["blob"] === "string" && typeof object["uri"] === "string";
  if (key !== "data" || typeof object["data"] !== "string") return false;
  return object["type"] === "image" || object["type"] === "audio";
}

/** All text of a value by what is done with it, where nothing else about it is asked. */
export interface CollectedTexts {
  /** Base64. */
  readonly media: readonly string[];
  /** What is read together with its neighbours, in order; none is empty. */
  readonly joined: readonly string[];
  /** Keys, and all other texts. */
  readonly others: readonly string[];
}

/** Words that the protocol puts between texts. */
const CONSTANT_KEYS: ReadonlySet<string> = new Set(["type", "mimeType", "role"]);

/** Whether a text of this role under this key is read together with its neighbours. */
export function isJoined(role: TextRole, key: Step): boolean {
  return role === "text" && !(typeof key === "string" && CONSTANT_KEYS.has(key));
}

/** Collects the same texts as `textSurfaces` lists. */
export function collectTexts(content: Json | undefined): CollectedTexts {
  const texts = { media: [], joined: [], others: [] };
  if (content !== undefined) collect(texts, content, undefined, undefined);
  return texts;
}

/** Four parameters, and no object for each step: this is done with every message. */
function collect(
  into: { readonly media: string[]; readonly joined: string[]; readonly others: string[] },
  value: Json,
  top: Step,
  last: Step,
): void {
  if (typeof value === "string") {
    if (value !== "") (isJoined(roleOf(top, last), last) ? into.joined : into.others).push(value);
  } else if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index++) collect(into, value[index] ?? null, top ?? index, index);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      into.others.push(key);
      const member = value[key];
      if (member === undefined) continue;
      if (isMedia(value, key)) into.media.push(String(member));
      else collect(into, member, top ?? key, key);
    }
  }
}
