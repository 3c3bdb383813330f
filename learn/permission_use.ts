/**
 * What a server used of Deno's permissions, out of the file that `DENO_AUDIT_PERMISSIONS` names, reduced to what may be
 * kept: kinds and values, hosts without paths or queries, no value of a variable, nothing that holds a secret.
 *
 * Facts, seen under Deno 2.9.6 (`tests/sandbox_minimise_test.ts` holds them): the file lists what was refused as well.
 * `write` stands beside `read` for a mere read exactly where reading is permitted without a list (`-A`,
 * `--allow-read`); with `--allow-read=/` each line is what was really asked for. The same holds of `read` beside
 * `write`. Starting a program is never listed. A `fetch` is listed with its whole address; a variable by its name; all
 * of a kind as `null`.
 *
 * @module
 */

import type { Scanner } from "../src/detect/scan.ts";
import { isJsonObject } from "../src/jsonrpc/json.ts";
import { parseJson } from "../src/jsonrpc/parse_json.ts";
import { PERMISSION_KINDS, type PermissionKind } from "../src/sandbox/permission_set.ts";
import type { PlaceNamer } from "./place_names.ts";

/** One thing that was used, how often, and when first. */
export interface PermissionUse {
  readonly permission: PermissionKind;
  /** A path with the person's folders as variables, a host with its port, or a name. */
  readonly value: string;
  readonly count: number;
  /** Whether it was used before the first call. */
  readonly isStartup: boolean;
}

/** What the text of a file came to. */
export interface PermissionUses {
  readonly uses: readonly PermissionUse[];
  /** Lines that are not kept: they hold a secret, cannot be read, or there were too many. */
  readonly lost: number;
  /** Kinds of which all was asked for at once. No set gives that. */
  readonly wholesale: readonly PermissionKind[];
}

/** How a text is read. */
export interface UseReading {
  /** How many characters of it were there before the first call. */
  readonly startupChars: number;
  /** Makes a path absolute, by the server's working folder. */
  absolute(path: string): string;
  readonly nameplaces: PlaceNamer;
  readonly scanner: Pick<Scanner, "scan">;
  /** The variables that the server has: what it asks for besides is not there, and no use. */
  readonly variables: ReadonlySet<string>;
}

/** More different things than this are no list for a policy. */
export const MAX_USES = 5_000;
const MAX_VALUE = 4_096;
const AUDIT_LINE_DEPTH = 4;

/** Reads the text of the file. Costs one pass; never throws. */
export function readPermissionUses(text: string, options: UseReading): PermissionUses {
  const uses = new Map<string, { permission: PermissionKind; value: string; count: number; isStartup: boolean }>();
  const seen = new Map<string, string | undefined>();
  const wholesale = new Set<PermissionKind>();
  let lost = 0;
  let at = 0;
  for (const line of text.split("\n")) {
    const isStartup = at < options.startupChars;
    at += line.length + 1;
    const asked = line === "" ? undefined : readLine(line);
    if (asked === undefined) {
      if (line !== "") lost++;
      continue;
    }
    const { permission, value } = asked;
    if (value === undefined) {
      wholesale.add(permission);
      continue;
    }
    if (permission === "env" && !options.variables.has(value)) continue;
    const key = `${permission} ${value}`;
    const kept = seen.has(key) ? seen.get(key) : keptValue(permission, value, options);
    seen.set(key, kept);
    const known = kept === undefined ? undefined : uses.get(`${permission} ${kept}`);
    if (known !== undefined) {
      known.count++;
      continue;
    }
    if (kept === undefined || uses.size >= MAX_USES) lost++;
    else uses.set(`${permission} ${kept}`, { permission, value: kept, count: 1, isStartup });
  }
  return { uses: [...uses.values()], lost, wholesale: [...wholesale] };
}

function readLine(line: string): { readonly permission: PermissionKind; readonly value?: string } | undefined {
  const parsed = parseJson(line, { maxDepth: AUDIT_LINE_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const permission = PERMISSION_KINDS.find((kind) => isJsonObject(parsed.value) && kind === parsed.value["permission"]);
  const { value } = parsed.value;
  if (permission === undefined) return undefined;
  if (value === null || value === undefined) return { permission };
  return typeof value === "string" ? { permission, value } : undefined;
}

/** The value as it is kept, or nothing. */
function keptValue(kind: PermissionKind, value: string, options: UseReading): string | undefined {
  if (value === "" || value.length > MAX_VALUE || value.includes("${")) return undefined;
  const kept = kind === "net"
    ? hostOf(value)
    : kind === "read" || kind === "write" || kind === "ffi"
    ? plainPath(options.absolute(value))
    : value;
  if (kept === undefined) return undefined;
  if (options.scanner.scan(kept, { kinds: ["secrets", "hidden"] }).length > 0) return undefined;
  return kind === "net" || kind === "env" || kind === "sys" ? kept : options.nameplaces(kept);
}

const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443" };

/**
 * A host with its port, of an address or of a host.
 *
 * @example Nothing of what is asked of the host is kept
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(hostOf("https://api.example.com/v1?key=k"), "api.example.com:443");
 * assert.equal(hostOf("127.0.0.1:8080"), "127.0.0.1:8080");
 * ```
 */
export function hostOf(value: string): string | undefined {
  if (!value.includes("://")) return /^[\w.:[\]*-]+$/.test(value) ? value : undefined;
  const url = URL.parse(value);
  const port = url === null ? undefined : url.port || PORTS[url.protocol];
  return url === null || url.hostname === "" || port === undefined ? undefined : `${url.hostname}:${port}`;
}

function plainPath(path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return `/${steps.join("/")}`;
}
