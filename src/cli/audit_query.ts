/**
 * The filters that several audit verbs share, read from flags.
 *
 * @module
 */

import type { LogQuery } from "../../audit/query.ts";
import { UsageError } from "./command.ts";
import type { Flags } from "./parse_flags.ts";
import { readMoment } from "./read_moment.ts";

/** The filter flags that take a value. */
export const QUERY_LISTS = ["tool", "server", "verdict", "rule", "session", "finding"] as const;

/** Their help. */
export const QUERY_USAGE = `  --tool NAME          calls of that tool; * stands for any text
  --server NAME        sessions with that server
  --verdict WORD       allow, log, deny, ask or redact; or an outcome: result,
                       tool-error, error, refused, cancelled, unanswered
  --rule NAME          what that rule decided or logged
  --session ID         one session
  --finding NAME       what a detector saw: secrets, hidden, injection, the
                       name of its rule, or any
  --since WHEN         2026-11-30, 2026-11-30T10:00 (UTC), or 7d, 12h, 30m ago
  --until WHEN         to before then`;

const VERDICTS = ["allow", "log", "deny", "ask", "redact"];
const OUTCOMES = ["result", "tool-error", "error", "refused", "cancelled", "unanswered"];

/** Builds the query; throws {@linkcode UsageError} for words that no record can have. */
export function readQuery(flags: Flags, nowMs: number): LogQuery {
  const list = (name: typeof QUERY_LISTS[number]) => {
    const given = (flags.lists[name] ?? []).flatMap((text) => text.split(","));
    return given.length === 0 ? {} : { [name]: given };
  };
  const query: LogQuery = Object.assign({}, ...QUERY_LISTS.map(list));
  const unknown = query.verdict?.find((word) => !VERDICTS.includes(word) && !OUTCOMES.includes(word));
  if (unknown !== undefined) {
    const known = [...VERDICTS, ...OUTCOMES].join(", ");
    throw new UsageError(`Unknown verdict ${JSON.stringify(unknown)}`, `It is one of ${known}`);
  }
  const bad = query.session?.find((id) => !/^[0-9a-f]{12}$/.test(id));
  if (bad !== undefined) {
    throw new UsageError(
      `${JSON.stringify(bad)} is no session`,
      "A session has 12 hex digits: what stands before : in a record's name",
    );
  }
  return {
    ...query,
    since: readMoment(flags.values["since"], nowMs, "since"),
    until: readMoment(flags.values["until"], nowMs, "until"),
    words: flags.words,
  };
}
