// deno-lint-ignore-file no-control-regex -- Control characters are what this is about.
/**
 * Takes findings out of a text: secrets leave a mark in their place, hidden characters go, orders to the model go.
 *
 * @module
 */

import type { Finding } from "./finding.ts";
import { findHidden } from "./hidden/find_hidden.ts";

/** After so many rounds whatever is still hidden goes, honest or not. */
const MAX_ROUNDS = 4;
const ANY_HIDDEN_REGEXP =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]|\r(?!\n)/gu;

/**
 * Returns `text` without its findings, as a scanner returned them: a secret becomes `[redacted:RULE]`, an order to the
 * model `[removed:injection]`; hidden characters are left out, line separators become a line feed and padding one space
 * or line feed. Where findings overlap, the place becomes the mark of the secret, else of the order.
 */
export function redactText(text: string, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, mark } of joinSpans(text, findings)) {
    parts.push(text.slice(copied, start), mark);
    copied = end;
  }
  parts.push(text.slice(copied));
  const result = parts.join("");
  return findings.some(({ kind }) => kind === "hidden") ? removeHidden(result) : result;
}

interface Marked {
  readonly start: number;
  end: number;
  mark: string;
  rank: number;
}

function joinSpans(text: string, findings: readonly Finding[]): Marked[] {
  const joined: Marked[] = [];
  const inOrder = findings.toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const finding of inOrder) {
    const { start, end } = finding;
    const { mark, rank } = markOf(finding, text.slice(start, end));
    const last = joined.at(-1);
    if (last === undefined || start >= last.end) {
      joined.push({ start, end, mark, rank });
      continue;
    }
    last.end = Math.max(last.end, end);
    if (rank > last.rank) [last.mark, last.rank] = [mark, rank];
  }
  return joined;
}

function markOf({ kind, rule }: Finding, covered: string): { readonly mark: string; readonly rank: number } {
  if (kind === "secrets") return { mark: `[redacted:${rule}]`, rank: 2 };
  if (kind === "injection") return { mark: "[removed:injection]", rank: 1 };
  if (rule === "line-separator" || rule === "lone-carriage-return") return { mark: "\n", rank: 0 };
  if (rule === "padding") return { mark: covered.includes("\n") ? "\n" : " ", rank: 0 };
  return { mark: "", rank: 0 };
}

/** Takes out what only came together when something between it went. */
function removeHidden(text: string): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const left = findHidden(current).found;
    if (left.length === 0) return current;
    const parts: string[] = [];
    let copied = 0;
    for (const { start, end, rule } of left) {
      const { mark } = markOf({ kind: "hidden", rule, start, end, confidence: "certain" }, current.slice(start, end));
      parts.push(current.slice(copied, start), mark);
      copied = end;
    }
    parts.push(current.slice(copied));
    current = parts.join("");
  }
  return current.replace(ANY_HIDDEN_REGEXP, "").replace(/[\u2028\u2029]/g, "\n").replace(/[\s\u2800]{40,}/g, " ");
}
