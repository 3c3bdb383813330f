/**
 * What a refusal says. The text is read by a model, so it is put together from fixed words alone: never a path, a
 * matched value, or words out of the message or of an untrusted policy.
 *
 * @module
 */

/** The reasons that the firewall gives beside those of the policy. */
export const REASONS = {
  "frame": "message is not well-formed",
  "direction": "message is not for this direction",
  "duplicate-id": "id is already in use",
  "protected": "touches files that guard this session",
  "rate": "too many calls",
  "in-flight": "too many calls at once",
  "seconds": "no answer within the time limit",
  "too-long": "message is too long",
  "unrecorded": "audit log cannot be written",
  "ask": "needs an approval that cannot be given here",
  "ask-denied": "approval was refused",
  "ask-late": "approval did not come in time",
  "ask-state": "approval is for another request",
  "ambiguous-tool": "server lists two tools of this name",
  "unknown-task": "task does not belong to a known call",
  "server-ended": "server ended before it answered",
  "internal": "could not be judged",
  "malformed-answer": "server sent a malformed answer",
  "server-request": "answer asks for something that is not allowed",
  "list": "list could not be read",
  "definition": "its definition is not accepted",
  "redaction": "cannot be redacted",
} as const;

const OWN_RULE_REGEXP = /^[a-z0-9-]{1,40}(?:\/[a-z0-9-]{1,40})?$/;

/** The text of a refusal. `record` is `SESSION:SEQ`, or `none` where no record could be written. */
export function refusalText(reason: string, rule: string, record: string): string {
  return `blocked: ${reason} (rule ${OWN_RULE_REGEXP.test(rule) ? rule : "project/rule"}, record ${record})`;
}
