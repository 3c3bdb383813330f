/**
 * The lines between a server's Deno and its permission broker. Reading is strict: what is not exactly the next request is
 * a fault, behind which the connection is closed, which ends the server.
 *
 * Facts, seen under Deno 2.9.6 with `DENO_PERMISSION_BROKER_PATH` set:
 * - Deno connects once, at its start; a `deno` that the server starts would connect once more. Without a socket, at the
 *   end of the stream, at a line that is no JSON, at another `id` (also as a string) and at a `result` other than `allow`
 *   and `deny` it ends at once with code 87. It waits without a limit for an answer, and the asking thread with it.
 * - A request is `{"v":1,"pid":N,"id":N,"datetime":"...","permission":"...","value":"..."}`. The ids count up from 1, and
 *   one request at a time is open, also with workers. A `reason` beside `deny` becomes the message of the error.
 * - All `--allow-*`, `--deny-*` and `--ignore-env` are without effect; `/proc/self` and the like Deno refuses by itself.
 * - `read`, `write`, `ffi`: the path, its `..` taken by the letters where it is absolute, and then opened as it stands in
 *   the request; a relative one as it was written, from a working folder that `Deno.chdir` changes and nobody tells;
 *   bytes that are no UTF-8 come as U+FFFD. `Deno.symlink` asks for all of read and write (`null`), `makeTempFile`
 *   without a folder for `<TMP>`, a rename for read and write of the old and write of the new path, a copy of a folder
 *   for each file in it, removing a tree for its top alone.
 * - `net`: `host:port` with the name in lower case and IPv6 in brackets, `host` alone to look a name up, `unix:PATH` for
 *   a socket. `env`: the name, for reading and setting alike, `null` for all of them. `sys`: the name that the flag has.
 * - `run`: always `null`, also for `Deno.kill`: which program is not told. `import`: `host:port`, already for a literal in
 *   the source, though `--no-remote` refuses it afterwards.
 * - Nothing is asked for the modules of a package, for what a file imports by a literal at its top, for `localStorage` and
 *   caches, and for `Deno.permissions.query`.
 *
 * @module
 */

import { isJsonObject } from "../jsonrpc/json.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";

/** Longest line that is read, in bytes: the longest path, each of its characters escaped, and room beside it. */
export const MAX_REQUEST_BYTES = 64 * 1024;

/** What a server asks for. */
export interface AccessRequest {
  readonly id: number;
  /** `read`, `write`, `net`, `env`, `run`, `sys`, `ffi` or `import`; another one is known to no version we tried. */
  readonly permission: string;
  /** What exactly; `null` is all of the kind. */
  readonly value: string | null;
}

/** A request, or the kind of fault that it has. */
export type RequestReading =
  | { readonly ok: true; readonly request: AccessRequest }
  | { readonly ok: false; readonly fault: "syntax" | "version" | "id" | "process" | "permission" | "value" };

/** Whose request is next. */
export interface ExpectedRequest {
  readonly id: number;
  /** The process that may ask. */
  readonly pid: number;
}

/**
 * Reads a line without its newline. Members beside the known ones are left alone, since `v` says what they mean. Never
 * throws.
 *
 * @example Another process, and an id that was used
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const line = '{"v":1,"pid":7,"id":1,"datetime":"","permission":"read","value":"/a"}';
 * assert.equal(readBrokerRequest(line, { id: 1, pid: 7 }).ok, true);
 * assert.deepEqual(readBrokerRequest(line, { id: 1, pid: 8 }), { ok: false, fault: "process" });
 * assert.deepEqual(readBrokerRequest(line, { id: 2, pid: 7 }), { ok: false, fault: "id" });
 * ```
 */
export function readBrokerRequest(line: string, expected: ExpectedRequest): RequestReading {
  const parsed = parseJson(line, { maxDepth: 4 });
  if (!parsed.ok || !isJsonObject(parsed.value)) return { ok: false, fault: "syntax" };
  const { v, pid, id, permission, value } = parsed.value;
  if (v !== 1) return { ok: false, fault: "version" };
  if (pid !== expected.pid) return { ok: false, fault: "process" };
  if (id !== expected.id) return { ok: false, fault: "id" };
  if (typeof permission !== "string") return { ok: false, fault: "permission" };
  if (typeof value !== "string" && value !== null) return { ok: false, fault: "value" };
  return { ok: true, request: { id: expected.id, permission, value } };
}

/** The line that answers a request, without its newline. `reason` is what the server's error says of a refusal. */
export function brokerAnswer(id: number, result: "allow" | "deny", reason?: string): string {
  return JSON.stringify({ id, result, ...(reason === undefined ? {} : { reason }) });
}
