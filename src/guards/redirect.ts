/**
 * What to send when an answer says that the thing is elsewhere, or the refusal to go there. The new URL is still to be
 * judged: this decides about all but the host.
 *
 * @module
 */

import { type Refused, refused } from "./guard.ts";
import type { OutgoingRequest } from "./outgoing_request.ts";

/** Where to go and what to send there. */
export interface Redirected {
  /** As the answer spells it where it names a host, so that the URL guard judges the spelling too. */
  readonly url: string;
  readonly request: OutgoingRequest;
}

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that tell another origin nothing about the one before; a key can be in any other. */
const NEUTRAL_HEADERS: ReadonlySet<string> = new Set(["accept", "accept-language", "content-type", "user-agent"]);

/** Says whether a status sends the client elsewhere, given that there is a `Location`. */
export function isRedirect(status: number): boolean {
  return STATUSES.has(status);
}

/**
 * Follows a redirect from a URL in normal form. 303 asks with `GET`, as do 301 and 302 after `POST` (Fetch standard,
 * "HTTP-redirect fetch"); 307 and 308 repeat the request. Stricter than browsers: `https` never leads to `http`, a body
 * never goes to another origin, nor does any header that could hold a key.
 *
 * @example A key stays with its origin
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const headers = new Map([["accept", "text/plain"], ["x-api-key", "k"]]);
 * const request = { method: "GET", headers, body: undefined };
 * const next = followRedirect(request, { status: 302, from: "https://a.example/", location: "https://b.example/" });
 * assert.deepEqual("ok" in next ? [] : [...next.request.headers], [["accept", "text/plain"]]);
 * ```
 */
export function followRedirect(
  request: OutgoingRequest,
  { status, from, location }: { readonly status: number; readonly from: string; readonly location: string },
): Redirected | Refused {
  // Elsewhere readers of URLs differ, and a server has no need of it.
  if (!/^[!-[\]-~]+$/.test(location)) return refused("blocked: redirect not allowed");
  // `https:x` and `https:///x` start from the URL before to some readers and name a host to others.
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(location) && !/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]/i.test(location)) {
    return refused("blocked: redirect not allowed");
  }
  const before = URL.parse(from);
  const after = URL.parse(location, from);
  if (before === null || after === null) return refused("blocked: redirect not allowed");
  if (before.protocol === "https:" && after.protocol !== "https:") return refused("blocked: redirect not allowed");
  const isCrossOrigin = before.origin !== after.origin;
  const asksAnew = (status === 303 && request.method !== "HEAD") ||
    ((status === 301 || status === 302) && request.method === "POST");
  const body = asksAnew ? undefined : request.body;
  if (isCrossOrigin && body !== undefined) return refused("blocked: redirect not allowed");
  const headers = [...request.headers].filter(([name]) =>
    !(isCrossOrigin && !NEUTRAL_HEADERS.has(name)) && !(asksAnew && name.startsWith("content-"))
  );
  return {
    url: spelled(location, before, after),
    request: { method: asksAnew ? "GET" : request.method, headers: new Map(headers), body },
  };
}

function spelled(location: string, before: URL, after: URL): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(location)) return location;
  return location.startsWith("//") ? `${before.protocol}${location}` : after.href;
}
