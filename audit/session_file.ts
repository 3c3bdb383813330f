/**
 * What the name of a session's file says: when it began, of which server, which session.
 *
 * @module
 */

/** The parts of a name. */
export interface SessionFileParts {
  readonly server: string;
  readonly session: string;
  /** When the session began, to the second: `2026-11-30T10:00:00`, UTC. */
  readonly startedAt: string;
}

/** How a server is called in the names of its files. Two servers may be called the same. */
export function serverInFileName(server: string): string {
  return server.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[.-]+/, "").slice(0, 60) || "server";
}

const NAME_REGEXP = /^(\d{4})\/(\d\d)\/(\d\d)\/([A-Za-z0-9_.-]+)-(\d\d)(\d\d)(\d\d)-([0-9a-f]{12})\.jsonl$/;

/**
 * Reads the path of a session's file, from the audit folder.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const { server, session, startedAt } = sessionFileParts("2026/11/30/files-100203-0123456789ab.jsonl") ?? {};
 * assertEquals([server, session, startedAt], ["files", "0123456789ab", "2026-11-30T10:02:03"]);
 * ```
 */
export function sessionFileParts(path: string): SessionFileParts | undefined {
  const [whole, year, month, day, server = "", hour, minute, second, session = ""] = NAME_REGEXP.exec(path) ?? [];
  if (whole === undefined) return undefined;
  return { server, session, startedAt: `${year}-${month}-${day}T${hour}:${minute}:${second}` };
}
