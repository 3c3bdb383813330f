/**
 * Which files and hosts a call names by its arguments. Reads narrowly, since what is found here lets a server in:
 * `argument_class.ts` reads widely, for rules that refuse. What a server says of its own arguments counts for nothing.
 *
 * A text is a path where its argument is named so (`path`, `files`, `uri`), and elsewhere where all of it is an absolute
 * path, a `file:` URI or begins with `~/`; never in arguments that hold prose, file contents or commands.
 *
 * @module
 */

import { isFileUri, readFileUri } from "../guards/file_uri.ts";
import { collapse, joinPath, type Platform, splitAbsolute } from "../guards/split_path.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import {
  COMMAND_ARGUMENT_ENDS,
  COMMAND_ARGUMENT_NAMES,
  PATH_ARGUMENT_ENDS,
  PROSE_NAMES,
  URL_ARGUMENT_ENDS,
  wordsOfName,
} from "../policy/argument_names.ts";

/** Where a server is at home. */
export interface CallPlace {
  readonly platform: Platform;
  /** What `~` stands for; nothing where it is not known. */
  readonly home: string | undefined;
  /** Folders that a relative path may start from: the working folder, the permitted ones. */
  readonly folders: readonly string[];
}

/** A host that a call names. */
export interface NamedHost {
  /** As `new URL` writes it: lower case, IPv6 in brackets. */
  readonly host: string;
  /** Ports that go with it: the written one, else those of its scheme. */
  readonly ports: readonly number[];
}

/** What a call names. */
export interface CallNames {
  /** Absolute paths, `.` and `..` taken by the letters. */
  readonly paths: readonly string[];
  readonly hosts: readonly NamedHost[];
}

/** What an argument is for, by the nearest telling name above it. */
type Role = "path" | "url" | "none" | "plain";

const MAX_PATH_CHARS = 4096;
/** More than a call needs; what is beyond gives no right. */
const MAX_NAMES = 1024;
const MAX_VALUES = 20_000;
const MAX_DEPTH = 64;
const SCHEME_REGEXP = /^[A-Za-z][A-Za-z0-9+.-]+:/;
/** Letters that are not what they stand for, or that Deno does not hand on as they are. */
const UNREAD_REGEXP = /[\0\ufffd\p{Cs}]/u;
const NETWORK_REGEXP = /^(?:https?|wss?|ftp):[\\/]{2}/i;
const BARE_HOST_REGEXP = /^(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/i;
const SCHEME_PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "ws:": 80,
  "https:": 443,
  "wss:": 443,
  "ftp:": 21,
};

/**
 * Reads the arguments of a call, or the parameters of another request.
 *
 * @example A path that is written, and one that is only spoken of
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const place = { platform: "posix", home: "/home/a", folders: ["/work"] } as const;
 * const { paths } = callNames({ path: "~/x/../b.txt", content: "/etc/passwd" }, place);
 * assert.deepEqual(paths, ["/home/a/b.txt"]);
 * ```
 */
export function callNames(args: JsonObject | undefined, place: CallPlace): CallNames {
  const paths = new Set<string>();
  const hosts = new Map<string, NamedHost>();
  let values = 0;
  const visit = (value: Json, role: Role, depth: number): void => {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) return;
    if (typeof value === "string") {
      if (role === "none") return;
      for (const path of pathsOf(value, role, place)) if (paths.size < MAX_NAMES) paths.add(path);
      const host = hostOf(value, role);
      if (host !== undefined && hosts.size < MAX_NAMES) hosts.set(JSON.stringify(host), host);
      return;
    }
    if (isJsonArray(value)) return value.forEach((item) => visit(item, role, depth + 1));
    if (!isJsonObject(value)) return;
    for (const key in value) visit(value[key] ?? null, roleOf(key, role), depth + 1);
  };
  visit(args ?? null, "plain", 0);
  return { paths: [...paths], hosts: [...hosts.values()] };
}

function roleOf(name: string, above: Role): Role {
  const words = wordsOfName(name);
  const joined = words.join("");
  const last = words.at(-1) ?? "";
  if (COMMAND_ARGUMENT_NAMES.has(joined) || COMMAND_ARGUMENT_ENDS.has(last)) return "none";
  if (PROSE_NAMES.has(joined)) return "none";
  if (PATH_ARGUMENT_ENDS.has(last)) return "path";
  if (URL_ARGUMENT_ENDS.has(last)) return "url";
  return above === "none" ? "none" : "plain";
}

function pathsOf(text: string, role: Role, { platform, home, folders }: CallPlace): readonly string[] {
  if (text === "" || text.length > MAX_PATH_CHARS || UNREAD_REGEXP.test(text)) return [];
  if (isFileUri(text)) return collapsed(readFileUri(text, platform), platform);
  if (/^~(?:[\\/]|$)/.test(text)) return home === undefined ? [] : collapsed(`${home}/${text.slice(1)}`, platform);
  if (splitAbsolute(text, platform) !== undefined) return collapsed(text, platform);
  if (role !== "path" || SCHEME_REGEXP.test(text)) return [];
  return folders.flatMap((folder) => collapsed(`${folder}/${text}`, platform));
}

function collapsed(path: string | undefined, platform: Platform): readonly string[] {
  const split = path === undefined || UNREAD_REGEXP.test(path) ? undefined : splitAbsolute(path, platform);
  return split === undefined ? [] : [joinPath(collapse(split), platform)];
}

function hostOf(text: string, role: Role): NamedHost | undefined {
  const hasScheme = NETWORK_REGEXP.test(text);
  if (!hasScheme && !(role === "url" && BARE_HOST_REGEXP.test(text))) return undefined;
  const url = URL.parse(hasScheme ? text : `http://${text}`);
  if (url === null || url.hostname === "") return undefined;
  const host = url.hostname.toLowerCase();
  // The URL leaves out the port that its scheme has anyway.
  const written = url.port !== "" ? Number(url.port) : undefined;
  if (written !== undefined) return { host, ports: [written] };
  return { host, ports: hasScheme ? [SCHEME_PORTS[url.protocol] ?? 0] : [80, 443] };
}
