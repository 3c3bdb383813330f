/**
 * What every guard answers. A guard looks at one value and says whether it may be used, and in which form; whatever it
 * has no reason to pass, it refuses.
 *
 * @module
 */

/** Why a guard refuses. None of these holds a part of the value, so a refusal tells an attacker nothing. */
export const REASONS = [
  "blocked: not a string",
  "blocked: guard options",
  "blocked: empty",
  "blocked: too long",
  "blocked: hidden characters",
  "blocked: ambiguous spelling",
  "blocked: variable or home in a path",
  "blocked: URI where a path is expected",
  "blocked: not a file URI",
  "blocked: device or process file",
  "blocked: short or reserved name",
  "blocked: relative path without a folder",
  "blocked: outside the allowed folders",
  "blocked: named as not allowed",
  "blocked: sensitive place",
  "blocked: not a sensitive place",
  "blocked: cannot be looked at",
  "blocked: too many links",
  "blocked: not a shell command",
  "blocked: program not in the list",
  "blocked: unresolved",
  "blocked: destructive",
  "blocked: remote code",
  "blocked: reverse shell",
  "blocked: credentials",
  "blocked: persistence",
  "blocked: escalation",
  "blocked: host not in the list",
  "blocked: protected file",
  "blocked: not a URL",
  "blocked: scheme not in the list",
  "blocked: credentials in a URL",
  "blocked: port not in the list",
  "blocked: not a public host",
  "blocked: not one SQL statement",
  "blocked: statement not in the list",
  "blocked: construct not in the list",
  "blocked: table not in the list",
  "blocked: column not in the list",
  "blocked: function not in the list",
  "blocked: request not allowed",
  "blocked: name does not resolve",
  "blocked: not a public address",
  "blocked: cannot be reached",
  "blocked: redirect not allowed",
  "blocked: too many redirects",
  "blocked: answer not readable",
  "blocked: answer too large",
  "blocked: out of time",
  "blocked: cannot be run",
] as const;

/** One of the fixed reasons. */
export type Reason = typeof REASONS[number];

/** A refusal. */
export interface Refused {
  readonly ok: false;
  readonly reason: Reason;
}

/** The value in the form that is safe to use, or why it is refused. */
export type GuardResult = { readonly ok: true; readonly value: string } | Refused;

/** A guard with its options compiled. Never throws. */
export type Guard = (value: unknown) => GuardResult;

/** Makes a refusal. */
export function refused(reason: Reason): Refused {
  return { ok: false, reason };
}
