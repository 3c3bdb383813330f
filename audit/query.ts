/**
 * Which records somebody asks for.
 *
 * @module
 */

import type { LogRecord } from "./log_record.ts";
import { sessionFileParts } from "./session_file.ts";

/** What is asked for: all that is given must hold; of each list one entry. Names may have `*` for any text. */
export interface LogQuery {
  readonly tool?: readonly string[];
  readonly server?: readonly string[];
  /** Verdicts and outcomes: `deny`, `refused`, `tool-error` ... */
  readonly verdict?: readonly string[];
  readonly rule?: readonly string[];
  readonly session?: readonly string[];
  /** Detectors or their rules; `any` for all findings. */
  readonly finding?: readonly string[];
  /** ISO 8601 with milliseconds: from here, and to before here. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Texts that each occur somewhere in the line, in any case. */
  readonly words?: readonly string[];
}

/** A query, ready to be asked many times. */
export interface Matcher {
  /** Whether a file can hold an answer, by its name. */
  file(path: string): boolean;
  /** Whether a record is an answer. `line` is its text, `server` the name of its session's server. */
  record(record: LogRecord, line: string, server: string): boolean;
}

/** Prepares a query. */
export function newMatcher(query: LogQuery): Matcher {
  const tool = globs(query.tool);
  const server = globs(query.server);
  const rule = globs(query.rule);
  const finding = globs(query.finding);
  const words = (query.words ?? []).map((word) => word.toLowerCase());
  const { verdict, session, since, until } = query;
  return {
    file(path) {
      const parts = sessionFileParts(path);
      if (parts === undefined) return true;
      if (session !== undefined && !session.includes(parts.session)) return false;
      return until === undefined || parts.startedAt < until;
    },
    record(record, line, serverName) {
      if (since !== undefined && record.time < since || until !== undefined && record.time >= until) return false;
      if (session !== undefined && !session.includes(record.session)) return false;
      if (server !== undefined && !server.test(serverName)) return false;
      if (tool !== undefined && (record.tool === undefined || !tool.test(record.tool))) return false;
      if (rule !== undefined && !rulesOf(record).some((name) => rule.test(name))) return false;
      if (verdict !== undefined && !verdict.includes(record.verdict ?? record.outcome ?? "")) return false;
      if (finding !== undefined && !isFinding(record, finding, query.finding ?? [])) return false;
      if (words.length === 0) return true;
      const text = line.toLowerCase();
      return words.every((word) => text.includes(word));
    },
  };
}

function rulesOf({ rule, logs, kind }: LogRecord): readonly string[] {
  return kind === "finding" || rule === undefined ? logs ?? [] : [rule, ...logs ?? []];
}

function isFinding({ kind, detector = "", rule = "" }: LogRecord, finding: RegExp, names: readonly string[]): boolean {
  return kind === "finding" && (names.includes("any") || finding.test(detector) || finding.test(rule));
}

/** One pattern for a list of names; `*` is any text. Names in records have at most 129 characters. */
function globs(names: readonly string[] | undefined): RegExp | undefined {
  if (names === undefined || names.length === 0) return undefined;
  const patterns = names.map((name) => name.split(/\*+/).map(escaped).join("[^]*?"));
  return new RegExp(`^(?:${patterns.join("|")})$`, "u");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
