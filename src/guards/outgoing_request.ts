/**
 * What a server may be told to send: a plain method, headers that say nothing about the connection, and a body where the
 * method has one. All else is refused before anything is looked up or sent.
 *
 * @module
 */

import { type Refused, refused } from "./guard.ts";

/** A request without its URL. */
export interface OutgoingRequest {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array | undefined;
}

/** What a request is made of. */
export interface RequestOptions {
  /** `GET` if absent; also `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE`, `OPTIONS`, in capitals. */
  readonly method?: string | undefined;
  /** None of those that the connection has itself, such as `Host` or `Content-Length`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Text is sent as UTF-8. `GET` and `HEAD` have none. */
  readonly body?: string | Uint8Array | undefined;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Headers that say where a message ends, whom it is for or what becomes of the connection. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A token of HTTP (RFC 9110 section 5.6.2). */
const TOKEN_REGEXP = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Visible characters of one byte, spaces and tabs between them. */
const VALUE_REGEXP = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;
const MAX_HEADERS = 64;
const MAX_HEADER_CHARS = 8_192;

/**
 * Reads options to a request, or refuses them.
 *
 * @example A header cannot speak for the connection
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.ok(!("ok" in readRequest({ headers: { "X-Trace": "1" } })));
 * assert.deepEqual(readRequest({ headers: { Host: "x" } }), { ok: false, reason: "blocked: request not allowed" });
 * ```
 */
export function readRequest(options: RequestOptions): OutgoingRequest | Refused {
  const { method = "GET", headers: given = {}, body } = options;
  if (!METHODS.has(method)) return refused("blocked: request not allowed");
  if (body !== undefined && (method === "GET" || method === "HEAD")) return refused("blocked: request not allowed");
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) {
    return refused("blocked: request not allowed");
  }
  const entries = Object.entries(given);
  if (entries.length > MAX_HEADERS) return refused("blocked: request not allowed");
  const headers = new Map<string, string>();
  for (const [rawName, value] of entries) {
    const name = rawName.toLowerCase();
    if (headers.has(name) || !isHeader(name, value)) return refused("blocked: request not allowed");
    headers.set(name, value);
  }
  return { method, headers, body: typeof body === "string" ? new TextEncoder().encode(body) : body };
}

function isHeader(name: string, value: unknown): boolean {
  if (!TOKEN_REGEXP.test(name) || CONNECTION_HEADERS.has(name) || name.startsWith("proxy-")) return false;
  return typeof value === "string" && value.length <= MAX_HEADER_CHARS && VALUE_REGEXP.test(value);
}
