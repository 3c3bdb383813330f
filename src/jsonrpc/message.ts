/**
 * JSON-RPC 2.0 messages, read from frames. The envelope is closed: a key it does not know, a key that equals a known
 * one only when case is ignored, or a shape between two kinds of message is a fault, because another reader could see
 * something else in it.
 *
 * @module
 */

import { foldName } from "./fold.ts";
import { ExactNumber, isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from "./json.ts";
import { type JsonFault, parseJson, type Span, type SpanMap } from "./parse_json.ts";
import { scanTopLevel, type TopLevel } from "./top_level_scanner.ts";

/** A request id: how to echo it, and the key under which it is matched. */
export interface RequestId {
  /** The id's JSON text. */
  readonly source: string;
  /** Equal for all ids that some client takes for one: `2`, `"2"` and `"2.0"` (the SDKs compare by `Number(id)`). */
  readonly key: string;
}

/** A message that wants an answer. */
export interface Request {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** A message that wants none. */
export interface Notification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** An answer: exactly one of `result` and `error` is there. */
export interface Response {
  readonly kind: "response";
  readonly id: RequestId;
  readonly result: JsonObject | undefined;
  readonly error: JsonObject | undefined;
}

/** One JSON-RPC message. */
export type Message = Request | Notification | Response;

/** What is wrong with a frame; the rule is `frame/` and this. */
export type FrameFault = JsonFault | "too-long" | "encoding" | "envelope" | "folded-key" | "id" | "params" | "batch";

/** A message and the text it was read from. */
export interface ParsedMessage {
  readonly message: Message;
  readonly text: string;
}

/** A message of a batch that is at fault. */
export interface FaultyMessage {
  readonly fault: FrameFault;
  readonly top: TopLevel;
}

/** What a frame holds. */
export type ParsedFrame =
  | { readonly kind: "message"; readonly message: Message; readonly text: string }
  | { readonly kind: "batch"; readonly elements: readonly (ParsedMessage | FaultyMessage)[] }
  | { readonly kind: "fault"; readonly fault: FrameFault; readonly top: TopLevel };

const ENVELOPE_KEYS = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);
const ERROR_KEYS = new Set(["code", "message", "data"]);
const MAX_BATCH = 1000;

/**
 * Reads one frame. Bytes that are not UTF-8, a text that is not strict JSON and a value that is no JSON-RPC 2.0 message
 * are faults, which carry what is needed to answer them.
 */
export function parseFrame(bytes: Uint8Array, maxDepth: number): ParsedFrame {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { kind: "fault", fault: "encoding", top: scanTopLevel(bytes) };
  const parsed = parseJson(text, { maxDepth });
  if (!parsed.ok) return { kind: "fault", fault: parsed.fault, top: scanTopLevel(bytes) };
  if (isJsonArray(parsed.value)) return parseBatch(text, maxDepth, bytes);
  const message = toMessage(parsed.value);
  if (typeof message === "string") return { kind: "fault", fault: message, top: scanTopLevel(bytes) };
  return { kind: "message", message, text };
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}

function parseBatch(text: string, maxDepth: number, bytes: Uint8Array): ParsedFrame {
  const spans: SpanMap = new Map();
  const parsed = parseJson(text, { maxDepth, spans });
  if (!parsed.ok || !isJsonArray(parsed.value)) return { kind: "fault", fault: "batch", top: scanTopLevel(bytes) };
  const places = spans.get(parsed.value);
  if (places === undefined || parsed.value.length === 0 || parsed.value.length > MAX_BATCH) {
    return { kind: "fault", fault: "batch", top: scanTopLevel(bytes) };
  }
  return { kind: "batch", elements: batchElements(text, parsed.value, places) };
}

function batchElements(text: string, values: JsonArray, places: ReadonlyMap<string | number, Span>) {
  const elements: (ParsedMessage | FaultyMessage)[] = [];
  for (const [index, value] of values.entries()) {
    const place = places.get(index);
    const elementText = text.slice(place?.start ?? 0, place?.end ?? 0);
    const message = toMessage(value);
    if (typeof message !== "string") elements.push({ message, text: elementText });
    else elements.push({ fault: message, top: scanTopLevel(new TextEncoder().encode(elementText)) });
  }
  return elements;
}

/** Reads a value as a message, or says why it is none. */
export function toMessage(value: Json): Message | FrameFault {
  if (!isJsonObject(value)) return "envelope";
  for (const key in value) {
    if (ENVELOPE_KEYS.has(key)) continue;
    return ENVELOPE_KEYS.has(foldName(key)) ? "folded-key" : "envelope";
  }
  if (value["jsonrpc"] !== "2.0") return "envelope";
  if ("method" in value) return toCall(value);
  return toResponse(value);
}

function toCall(value: JsonObject): Message | FrameFault {
  const { method, params } = value;
  if (typeof method !== "string" || "result" in value || "error" in value) return "envelope";
  if (params !== undefined && !isJsonObject(params)) return "params";
  if (!("id" in value)) return { kind: "notification", method, params };
  const id = toRequestId(value["id"]);
  return id === undefined ? "id" : { kind: "request", id, method, params };
}

function toResponse(value: JsonObject): Response | FrameFault {
  if ("params" in value || ("result" in value) === ("error" in value)) return "envelope";
  const id = toRequestId(value["id"]);
  if (id === undefined) return "id";
  const { result, error } = value;
  if (result !== undefined) {
    return isJsonObject(result) ? { kind: "response", id, result, error: undefined } : "envelope";
  }
  if (!isErrorObject(error)) return "envelope";
  return { kind: "response", id, result: undefined, error };
}

function isErrorObject(error: Json | undefined): error is JsonObject {
  if (!isJsonObject(error)) return false;
  for (const key in error) if (!ERROR_KEYS.has(key) && ERROR_KEYS.has(foldName(key))) return false;
  const code = error["code"];
  return (typeof code === "number" ? Number.isInteger(code) : false) && typeof error["message"] === "string";
}

/** The longest id, in UTF-16 units. Ids are remembered while a request is in flight: they must not be a way to fill memory. */
export const MAX_ID_LENGTH = 1024;

/** Reads an id: a string, or a number whose value is an integer. One that is too long is none. */
export function toRequestId(id: Json | undefined): RequestId | undefined {
  if ((typeof id === "string" ? id : id instanceof ExactNumber ? id.source : "").length > MAX_ID_LENGTH) {
    return undefined;
  }
  if (typeof id === "string") return { source: JSON.stringify(id), key: idKey(id) };
  if (typeof id === "number") return Number.isInteger(id) ? { source: String(id), key: idKey(id) } : undefined;
  if (id instanceof ExactNumber && /^-?[0-9]+$/.test(id.source)) return { source: id.source, key: idKey(id.source) };
  return undefined;
}

/** Two ids with one key may be taken for one by some client; the loosest known reading (`Number(id)`) decides. */
export function idKey(id: string | number): string {
  const value = Number(id);
  return Number.isNaN(value) ? `s${id}` : `n${value}`;
}
