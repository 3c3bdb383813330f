/**
 * The URL guard: a URL is passed when it can be read in one way only, and its scheme, host and port are among those
 * allowed. What is judged is the host that `new URL` finds, never the text.
 *
 * It looks at names and resolves none: a name that leads to a private address, and an answer that redirects, are left to
 * who opens the connection.
 *
 * @module
 */

import { compileGlob, type Glob, isGlob } from "./glob.ts";
import { type Guard, type GuardResult, type Reason, refused } from "./guard.ts";
import {
  type IpAddress,
  isLoopbackAddress,
  isPublicAddress,
  isSameAddress,
  parseIpAddress,
  unmapped,
} from "./ip_address.ts";
import { isPublicName } from "./public_host.ts";

/** What a URL must be. */
export interface UrlOptions {
  /**
   * Host names, globs of them (`*` is one label or a part of it, `**` any number of labels), addresses written in full,
   * and two words for kinds of hosts: `public`, any that may be on the public internet, and `loopback`, this machine
   * (127.0.0.0/8, `::1`, `localhost` and all names below it). `"public"` alone need not be in a list.
   */
  readonly hosts: readonly string[] | "public";
  /** Schemes; if absent, `https` and `http`. */
  readonly schemes?: readonly string[] | undefined;
  /** Ports, or any; if absent, that of the scheme. */
  readonly ports?: readonly number[] | "any" | undefined;
}

/** Schemes with hosts that everyone reads alike, and their ports. */
const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["https", 443],
  ["http", 80],
  ["wss", 443],
  ["ws", 80],
  ["ftp", 21],
]);

/** The schemes that options may name. */
export const URL_SCHEMES: readonly string[] = [...DEFAULT_PORTS.keys()];

/** Longest URL that is passed, in UTF-16 units. */
export const MAX_URL_CHARS = 8_192;

/** Where readers of URLs differ: controls, white space, `\`, characters that do not show, halves of characters. */
const AMBIGUOUS_REGEXP = /[\p{Cc}\p{Cf}\p{Z}\p{Cs}\\]/u;
const SHAPE_REGEXP = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)/i;
const NAME_REGEXP = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
/** Letters that one version of IDNA keeps and the other replaces. */
const DEVIATING_REGEXP = /[ßẞς]/;

/** A URL guard, and its counterpart for rules that refuse. */
export interface UrlTest {
  readonly guard: Guard;
  /**
   * Whether a text may lead to what the options name, read as widely as possible: an option that is absent stands for
   * any. `"unclear"` when readers may differ about its host.
   */
  readonly mayLead: (text: string) => boolean | "unclear";
}

/** What is wrong with options. */
export interface UrlFault {
  readonly fault: string;
  readonly hint?: string | undefined;
}

/**
 * Makes a guard of options; with faulty ones it refuses everything. What passes is given back in the one normal form,
 * which passes again as itself.
 *
 * @example The host is what counts
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const guard = newUrlGuard({ hosts: ["*.example.com"] });
 * assert.deepEqual(guard("https://API.example.com"), { ok: true, value: "https://api.example.com/" });
 * assert.deepEqual(guard("https://example.com/"), { ok: false, reason: "blocked: host not in the list" });
 * ```
 */
export function newUrlGuard(options: UrlOptions): Guard {
  const compiled = compileUrlTest(options);
  return "fault" in compiled ? () => refused("blocked: guard options") : compiled.guard;
}

interface Compiled {
  readonly isHost: (host: Host) => boolean;
  readonly reason: Reason;
  readonly schemes: readonly string[];
  readonly ports: UrlOptions["ports"];
}

interface Host {
  readonly name: string;
  readonly address?: IpAddress | undefined;
}

/** Compiles options, or says what is wrong with them. */
export function compileUrlTest(options: UrlOptions): UrlTest | UrlFault {
  try {
    return compileOptions(options);
  } catch {
    return { fault: "its options are not of the right types" };
  }
}

function compileOptions(options: UrlOptions): UrlTest | UrlFault {
  const { hosts, ports } = options;
  const schemes = options.schemes ?? ["https", "http"];
  const unknown = schemes.find((scheme) => !DEFAULT_PORTS.has(scheme));
  if (unknown !== undefined || schemes.length === 0) {
    return {
      fault: "a scheme in it is not one that a URL guard knows",
      hint: `Known schemes: ${URL_SCHEMES.join(", ")}`,
    };
  }
  if (ports !== undefined && ports !== "any" && (ports.length === 0 || !ports.every(isPort))) {
    return { fault: "its ports are not numbers from 1 to 65535" };
  }
  const isHost = compileHosts(hosts === "public" ? ["public"] : hosts);
  if (typeof isHost === "object") return isHost;
  const reason: Reason = hosts === "public" || hosts.includes("public")
    ? "blocked: not a public host"
    : "blocked: host not in the list";
  const compiled: Compiled = { isHost, reason, schemes, ports };
  return {
    guard: (value) => {
      try {
        return judge(value, compiled);
      } catch {
        return refused("blocked: not a URL");
      }
    },
    mayLead: (text) => {
      try {
        return mayLead(text, options, compiled);
      } catch {
        return "unclear";
      }
    },
  };
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

/** Words in a list of hosts that name a kind of host, as no host is named. */
const HOST_KINDS: ReadonlyMap<string, Compiled["isHost"]> = new Map([
  ["public", ({ name, address }) => address === undefined ? isPublicName(name) : isPublicAddress(address)],
  [
    "loopback",
    ({ name, address }) =>
      address === undefined ? /(?:^|\.)(?:localhost|localhost\.localdomain)$/.test(name) : isLoopbackAddress(address),
  ],
]);

/** An address is compared as a whole: a glob is about names. */
function compileHosts(hosts: readonly string[]): Compiled["isHost"] | UrlFault {
  if (!Array.isArray(hosts) || hosts.length === 0) return { fault: "it names no host" };
  const kinds: Compiled["isHost"][] = [];
  const addresses: IpAddress[] = [];
  const names = new Set<string>();
  const globs: Glob[] = [];
  for (const host of hosts) {
    const kind = HOST_KINDS.get(host);
    if (kind !== undefined) {
      kinds.push(kind);
      continue;
    }
    const address = parseIpAddress(host.replace(/^\[(.*)\]$/, "$1"));
    if (address !== undefined) {
      addresses.push(address);
      continue;
    }
    if (/[\s/:@#\\]/.test(host) || host.split(".").includes("")) {
      return { fault: "a host in it is not a host name", hint: "A host has no scheme, port or path" };
    }
    if (/^[*?.]+$/.test(host)) {
      return { fault: "a host in it matches every host", hint: 'Write "hosts": "public" for any public host' };
    }
    if (/^[\d.*?]+$/.test(host)) {
      return { fault: "a host in it looks like a part of an address", hint: "Write addresses in full" };
    }
    const name = toAscii(host);
    const glob = name === undefined ? undefined : compileGlob(name, "host");
    if (glob === undefined || "fault" in glob) return { fault: "a host in it is not a host name or a glob of one" };
    if (isGlob(name ?? "")) globs.push(glob);
    else names.add((name ?? "").toLowerCase());
  }
  const isListed = ({ name, address }: Host) =>
    address === undefined
      ? names.has(name) || globs.some((glob) => glob.matches(name))
      : addresses.some((each) => isSameAddress(each, address));
  return (host) => isListed(host) || kinds.some((isKind) => isKind(host));
}

/** A host of a list as `new URL` would write it; a label outside ASCII cannot be a glob. */
function toAscii(host: string): string | undefined {
  const labels = host.split(".").map((label) => {
    // deno-lint-ignore no-control-regex -- ASCII is what is meant
    if (/^[\x00-\x7f]*$/.test(label)) return label;
    const url = isGlob(label) ? null : URL.parse(`http://${label}.example`);
    return url?.hostname.replace(/\.example$/, "");
  });
  return labels.includes(undefined) ? undefined : labels.join(".");
}

function judge(value: unknown, options: Compiled): GuardResult {
  if (typeof value !== "string") return refused("blocked: not a string");
  if (value.length > MAX_URL_CHARS) return refused("blocked: too long");
  // Most URLs are plain, and the plain test is the quicker one.
  if (!/^[!#-[\]-~]*$/.test(value) && AMBIGUOUS_REGEXP.test(value)) return refused("blocked: hidden characters");
  const [, rawScheme, authority] = SHAPE_REGEXP.exec(value) ?? [];
  if (rawScheme === undefined || authority === undefined) return refused("blocked: not a URL");
  const scheme = rawScheme.toLowerCase();
  if (!options.schemes.includes(scheme)) return refused("blocked: scheme not in the list");
  if (authority.includes("@")) return refused("blocked: credentials in a URL");
  const url = URL.parse(value);
  if (url === null || url.protocol !== `${scheme}:`) return refused("blocked: not a URL");
  if (url.username !== "" || url.password !== "") return refused("blocked: credentials in a URL");
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const host = toHost(url.hostname);
  if (host === undefined) return refused("blocked: ambiguous spelling");
  if (!isPlainSpelling(authority, host)) {
    return refused(options.isHost(host) ? "blocked: ambiguous spelling" : options.reason);
  }
  if (!options.isHost(host)) return refused(options.reason);
  const ports = options.ports ?? [DEFAULT_PORTS.get(scheme) ?? 0];
  if (ports !== "any" && !ports.includes(portOf(url) ?? 0)) return refused("blocked: port not in the list");
  if (url.href.length <= MAX_URL_CHARS) return { ok: true, value: url.href };
  return refused("blocked: too long");
}

function portOf(url: URL): number | undefined {
  return url.port === "" ? DEFAULT_PORTS.get(url.protocol.slice(0, -1)) : Number(url.port);
}

/** The host of a parsed URL; nothing when it is neither an address nor a plain name. */
function toHost(hostname: string): Host | undefined {
  const isBracketed = hostname.startsWith("[");
  // The last label of a name is no number: `new URL` has seen to that.
  const address = parseIpAddress(isBracketed ? hostname.slice(1, -1) : hostname);
  if (address !== undefined) return { name: hostname, address };
  return !isBracketed && NAME_REGEXP.test(hostname) ? { name: hostname } : undefined;
}

/**
 * Says whether other readers find the same host: nothing escaped, no digit or dot that only looks like one, an IPv4
 * address in its usual spelling (`010.0.0.1` is 8.0.0.1 to some and 10.0.0.1 to others).
 */
function isPlainSpelling(authority: string, host: Host): boolean {
  const spelled = authority.replace(/:\d*$/, "").toLowerCase().replace(/\.$/, "");
  if (host.address !== undefined) return host.address.family === 6 || spelled === host.name;
  if (spelled === host.name) return true;
  return !spelled.includes("%") && spelled === spelled.normalize("NFKC") && !DEVIATING_REGEXP.test(spelled);
}

/** A text without a scheme leads nowhere. */
function mayLead(text: string, { schemes, ports }: UrlOptions, options: Compiled): boolean | "unclear" {
  const trimmed = text.trim();
  if (!/^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return false;
  const url = URL.parse(trimmed);
  const authority = /^[^:]*:[\\/]*([^/?#]*)/.exec(trimmed)?.[1] ?? "";
  const isSpecial = /^(?:https?|wss?|ftp):/i.test(trimmed);
  if (url === null) return isSpecial ? "unclear" : false;
  // Other schemes have hosts that are not normalised: read as if it were one that has.
  const asHttp = isSpecial ? url : URL.parse(trimmed.replace(/^[^:]*:/, "http:"));
  if (!isSpecial && !/^[^:]*:\/\//.test(trimmed)) return false;
  const host = asHttp === null ? undefined : toHost(asHttp.hostname.replace(/\.$/, ""));
  if (host === undefined || asHttp === null) return "unclear";
  if (schemes !== undefined && !schemes.includes(url.protocol.slice(0, -1))) return false;
  if (ports !== undefined && ports !== "any" && !ports.includes(portOf(url) ?? -1)) return false;
  if (options.isHost(host)) return true;
  // Systems take a mapped address for the one it carries.
  if (host.address !== undefined && options.isHost({ ...host, address: unmapped(host.address) })) return true;
  return /^[a-z0-9._-]*(?::\d*)?$|^\[[0-9a-f:.]*\](?::\d*)?$/i.test(authority) && isPlainSpelling(authority, host)
    ? false
    : "unclear";
}
