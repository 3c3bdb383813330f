/**
 * `fetch` for a server whose URLs come from a model: the URL is judged, its name resolved here, every address of it judged
 * too, and the connection made to an address that was judged, so that a second answer of the resolver changes nothing.
 * Every redirect goes through all of it again. Proxies named by the environment are not used.
 *
 * Names are resolved by the system (`getaddrinfo`), as by any other program of the machine, `/etc/hosts` included. Under
 * Deno that wants `--allow-net`, for addresses are not known before.
 *
 * @module
 */

import { type Refused, refused } from "../guards/guard.ts";
import { type OutgoingRequest, readRequest, type RequestOptions } from "../guards/outgoing_request.ts";
import { isInnerAddress, isPublicAddress, parseIpAddress } from "../guards/ip_address.ts";
import { followRedirect, isRedirect } from "../guards/redirect.ts";
import { newUrlGuard, type UrlOptions } from "../guards/url.ts";
import { exchange, type OpenAnswer, TooLargeError } from "./http_exchange.ts";
import { connectPinned } from "./pinned_connection.ts";

/** Gives all addresses of a name, in the order to try them. */
export type Resolver = (name: string) => Promise<readonly string[]>;

/** What may be fetched and how. Schemes are `https` and `http`; see `UrlOptions` and `RequestOptions` for the rest. */
export interface FetchOptions extends UrlOptions, RequestOptions {
  /** Longest body of the answer, in bytes, packed and unpacked; 10 MiB if absent. */
  readonly maxBytes?: number | undefined;
  /** How many redirects are followed, 0 to 20; 5 if absent. */
  readonly maxRedirects?: number | undefined;
  /** Time for all of it, redirects and body included, up to 600; 30 if absent. */
  readonly seconds?: number | undefined;
  /**
   * Lets the hosts of the list be servers of one's own: loopback, private and carrier-grade NAT addresses, never those of
   * metadata services. Only with a list of `hosts`.
   */
  readonly privateAddresses?: boolean | undefined;
  /** Certificate authorities, as PEM, in place of the built-in ones. */
  readonly caCerts?: readonly string[] | undefined;
  /** In place of the system's own. What it answers is judged all the same. */
  readonly resolve?: Resolver | undefined;
}

/** An answer, of whatever status, or why there is none. */
export type FetchResult = FetchedAnswer | Refused;

/** An answer. */
export interface FetchedAnswer {
  readonly ok: true;
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** As they came, but for those about the packing of the body. */
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Of the addresses of a name, so many are tried; all are judged. */
const MAX_TRIED = 4;

/** The limits of one call, all set. */
interface Limits {
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly seconds: number;
}

/** Carries a refusal out of the depths of one call. */
class RefusedError extends Error {
  readonly refusal: Refused;

  constructor(refusal: Refused) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/**
 * Fetches a URL, or refuses with a fixed reason that holds no part of it. Never throws. An answer that says 404 or 500 is
 * an answer.
 *
 * @example Refused before anything is sent
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { guardedFetch } from "./guarded_fetch.ts";
 *
 * const options = { hosts: "public" } as const;
 * assertEquals(await guardedFetch("http://169.254.169.254/latest/", options), {
 *   ok: false,
 *   reason: "blocked: not a public host",
 * });
 * ```
 */
export async function guardedFetch(url: unknown, options: FetchOptions): Promise<FetchResult> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const limits = readLimits(options);
    const request = readRequest(options);
    if (limits === undefined) return refused("blocked: guard options");
    if ("ok" in request) return request;
    timer = setTimeout(() => controller.abort(), limits.seconds * 1000);
    return await follow(url, { request, options, limits, signal: controller.signal });
  } catch (error) {
    if (controller.signal.aborted) return refused("blocked: out of time");
    if (error instanceof RefusedError) return error.refusal;
    if (error instanceof TooLargeError) return refused("blocked: answer too large");
    return refused("blocked: answer not readable");
  } finally {
    clearTimeout(timer);
    // Ends what may still be waited for.
    controller.abort();
  }
}

function readLimits(options: FetchOptions): Limits | undefined {
  const { maxBytes = 10 * 1024 * 1024, maxRedirects = 5, seconds = 30, schemes = [], hosts } = options;
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 0) return undefined;
  if (!Number.isInteger(maxRedirects) || maxRedirects < 0 || maxRedirects > 20) return undefined;
  if (!(seconds > 0 && seconds <= 600)) return undefined;
  if (!schemes.every((scheme) => scheme === "https" || scheme === "http")) return undefined;
  if (options.privateAddresses === true && !Array.isArray(hosts)) return undefined;
  return { maxBytes, maxRedirects, seconds };
}

interface Call {
  readonly request: OutgoingRequest;
  readonly options: FetchOptions;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

async function follow(value: unknown, { request: first, options, limits, signal }: Call): Promise<FetchResult> {
  const guard = newUrlGuard(options);
  let request = first;
  let next = value;
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    const judged = guard(next);
    if (!judged.ok) return judged;
    const { answer, location } = await ask(new URL(judged.value), { request, options, limits, signal });
    if (location === undefined) return answer;
    const redirected = followRedirect(request, { status: answer.status, from: judged.value, location });
    if ("ok" in redirected) return redirected;
    request = redirected.request;
    next = redirected.url;
  }
  return refused("blocked: too many redirects");
}

/** Asks one URL. Where there is a location to go to, the body is not read. */
async function ask(
  url: URL,
  call: Call,
): Promise<{ readonly answer: FetchedAnswer; readonly location: string | undefined }> {
  const { request, limits, signal } = call;
  const socket = await connect(url, call);
  const end = () => socket.destroy();
  signal.addEventListener("abort", end);
  try {
    signal.throwIfAborted();
    const open = await exchange(socket, url, request);
    const location = isRedirect(open.status) ? open.headers.get("location") ?? undefined : undefined;
    const body = location === undefined ? await open.body(limits.maxBytes) : new Uint8Array();
    return { answer: { ok: true, url: url.href, status: open.status, headers: unpacked(open), body }, location };
  } finally {
    signal.removeEventListener("abort", end);
    socket.destroy();
  }
}

function unpacked({ headers }: OpenAnswer): Headers {
  const left = new Headers(headers);
  left.delete("content-encoding");
  left.delete("content-length");
  return left;
}

async function connect(
  url: URL,
  { options, limits, signal }: Call,
): Promise<Awaited<ReturnType<typeof connectPinned>>> {
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = await judgedAddresses(name, options, signal);
  const isSecure = url.protocol === "https:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const tried = addresses.slice(0, MAX_TRIED);
  for (const [index, address] of tried.entries()) {
    const attempt = new AbortController();
    const giveUp = () => attempt.abort();
    signal.addEventListener("abort", giveUp);
    // An address that is silent leaves time for the next one; the last may take all that is left.
    const shareMs = index + 1 < tried.length ? (limits.seconds * 1000) / (tried.length + 1) : limits.seconds * 1000;
    const timer = setTimeout(giveUp, shareMs);
    try {
      const tlsName = isSecure ? name : undefined;
      return await connectPinned({ address, port, tlsName, caCerts: options.caCerts }, attempt.signal);
    } catch {
      signal.throwIfAborted();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }
  throw new RefusedError(refused("blocked: cannot be reached"));
}

/** The addresses of a host, when each of them may be connected to. */
async function judgedAddresses(name: string, options: FetchOptions, signal: AbortSignal): Promise<string[]> {
  const found = parseIpAddress(name) !== undefined
    ? [name]
    : await resolved(name, options.resolve ?? resolveBySystem, signal);
  if (found.length === 0) throw new RefusedError(refused("blocked: name does not resolve"));
  return found.map((text) => {
    // A zone (`%eth0`) or a short form is nothing that a public name has.
    const address = typeof text === "string" ? parseIpAddress(text) : undefined;
    if (address === undefined) throw new RefusedError(refused("blocked: not a public address"));
    const mayBeInner = options.privateAddresses === true && Array.isArray(options.hosts);
    if (isPublicAddress(address) || (mayBeInner && isInnerAddress(address))) return text;
    throw new RefusedError(refused("blocked: not a public address"));
  });
}

/** A resolver cannot be stopped, only left alone. */
async function resolved(name: string, resolve: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new RefusedError(refused("blocked: out of time")));
    signal.addEventListener("abort", () => reject(new RefusedError(refused("blocked: out of time"))), { once: true });
  });
  // The loser of a race must not end the process.
  aborted.catch(() => {});
  try {
    return await Promise.race([resolve(name), aborted]);
  } catch {
    throw new RefusedError(refused("blocked: name does not resolve"));
  }
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
}
