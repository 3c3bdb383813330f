/**
 * A record as it is read back: what is not of its type is left out, and kinds that this program does not know keep their
 * name. Reading proves nothing; `verify` does.
 *
 * @module
 */

/** A record of any kind. Which fields a kind has is said in docs/audit.md. */
export interface LogRecord {
  readonly kind: string;
  readonly session: string;
  readonly seq: number;
  /** ISO 8601, UTC, with milliseconds. */
  readonly time: string;
  readonly server?: string;
  readonly version?: string;
  readonly policy?: string;
  readonly command?: string;
  readonly mode?: string;
  readonly side?: string;
  readonly message?: string;
  readonly method?: string;
  readonly tool?: string;
  readonly id?: string;
  readonly verdict?: string;
  readonly outcome?: string;
  readonly rule?: string;
  readonly reason?: string;
  readonly pointer?: string;
  readonly condition?: string;
  readonly detector?: string;
  readonly confidence?: string;
  readonly note?: string;
  readonly via?: string;
  readonly answer?: string;
  readonly definition?: string;
  readonly name?: string;
  readonly permission?: string;
  readonly before?: string;
  readonly after?: string;
  readonly bytes?: number;
  readonly ms?: number;
  readonly of?: number;
  readonly count?: number;
  readonly calls?: number;
  readonly shared?: number;
  readonly exit?: number;
  readonly messages?: number;
  readonly refused?: number;
  readonly observed?: boolean;
  readonly redacted?: boolean;
  readonly logs?: readonly string[];
  readonly args?: Readonly<Record<string, unknown>>;
}

/** What is a text, a number, a flag; the rest is taken as it is where it has its type. */
const TEXTS: ReadonlySet<string> = new Set([
  ...["kind", "session", "time", "server", "version", "policy", "command", "mode", "side", "message", "method", "tool"],
  ...["id", "verdict", "outcome", "rule", "reason", "pointer", "condition", "detector", "confidence", "note"],
  ...["via", "answer", "definition", "name", "before", "after", "permission"],
]);
const NUMBERS: ReadonlySet<string> = new Set([
  ...["seq", "bytes", "ms", "of", "count", "exit", "messages", "refused", "calls", "shared"],
]);
const FLAGS: ReadonlySet<string> = new Set(["observed", "redacted"]);
const TIME_REGEXP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Reads a line of a session's file; nothing where it is no record. Never throws. */
export function readLogRecord(line: string): LogRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { kind, session, seq, time } = value;
  if (typeof kind !== "string" || typeof session !== "string" || typeof seq !== "number") return undefined;
  if (typeof time !== "string" || !TIME_REGEXP.test(time)) return undefined;
  for (const key in value) if (!isOfItsType(key, value[key])) delete value[key];
  return { ...value, kind, session, seq, time };
}

function isOfItsType(key: string, value: unknown): boolean {
  if (TEXTS.has(key)) return typeof value === "string";
  if (NUMBERS.has(key)) return typeof value === "number";
  if (FLAGS.has(key)) return typeof value === "boolean";
  if (key === "logs") return Array.isArray(value) && value.every((name) => typeof name === "string");
  return key === "args" ? isObject(value) : true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
