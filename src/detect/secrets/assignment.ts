/**
 * A value given to a name, in whatever language: `name = "value"`, `"name": "value"`, `NAME=value`, `name: value`,
 * `<name>value</name>`. Read from a place inside the name.
 *
 * @module
 */

import type { Span } from "../span.ts";

/** A name and its value. */
export interface Assignment {
  /** The whole name, as far as it is one word, in lower case. */
  readonly name: string;
  /** The value, up to its first 256 characters. */
  readonly value: string;
  readonly span: Span;
  readonly isQuoted: boolean;
  /** Whether it is the only thing on its line, as in a file of settings. */
  readonly isSetting: boolean;
}

const MAX_NAME = 48;
/** The rest of the name, the operator and the value; each part bounded, none overlapping the next. */
const ASSIGNMENT_REGEXP =
  /[\w.-]{0,48}\\?["'`\]]?[ \t]{0,8}(?:=>|:=|\?=|={1,3}|:|>|\\?["'`], ?)[ \t]{0,8}(?:\\?(["'`])([^"'`\s\\]{6,256})|([^\s"'`<>;,&\\()[\]{}=][^\s"'`<>;,&\\()[\]{}=]{5,255}={0,2}))/y;
const VALUE_REST_REGEXP = /[^\s"'`<>;,&\\()[\]{}]*/y;

/** Reads the assignment to the name that the keyword at `at` is part of, if there is one. */
export function readAssignment(text: string, at: Span): Assignment | undefined {
  ASSIGNMENT_REGEXP.lastIndex = at.end;
  const match = ASSIGNMENT_REGEXP.exec(text);
  if (match === null) return undefined;
  const value = match[2] ?? match[3] ?? "";
  const start = ASSIGNMENT_REGEXP.lastIndex - value.length;
  const end = start + value.length;
  const nameStart = startOfName(text, at.start);
  const nameEnd = at.end + (/^[\w.-]*/.exec(match[0])?.[0].length ?? 0);
  const before = text.slice(Math.max(0, nameStart - 12), nameStart);
  return {
    name: text.slice(nameStart, nameEnd).toLowerCase(),
    value,
    span: { start, end },
    isQuoted: match[1] !== undefined,
    isSetting: /(?:^|\n|\\n)\s*(?:export |set |ENV |- )?$/.test(before) &&
      /^[ \t]*(?:$|\r?\n|\\n|#|")/.test(text.slice(end, end + 4)),
  };
}

/** Where a value really ends that was read up to its limit. */
export function endOfValue(text: string, { span }: Assignment): number {
  VALUE_REST_REGEXP.lastIndex = span.end;
  return span.end + (VALUE_REST_REGEXP.exec(text)?.[0].length ?? 0);
}

function startOfName(text: string, from: number): number {
  let start = from;
  while (start > 0 && from - start < MAX_NAME && isNamePart(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Letters, digits, `_`, `-` and `.`. */
function isNamePart(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d ||
    code === 0x2e;
}
