/**
 * Takes findings out of a text: secrets leave a mark in their place, hidden characters go, orders to the model go.
 *
 * @module
 */

import { DETECTOR_KINDS, type DetectorKind, type Finding } from "./finding.ts";
import { newScanner } from "./scan.ts";

/** What comes together when something between it goes is gone after so many rounds, or goes as a whole. */
const MAX_ROUNDS = 6;

const SCANNER = newScanner();

/** What must be gone. */
export interface RedactOptions {
  /** The kinds of which nothing may be left; those of the findings if absent. */
  readonly kinds?: readonly DetectorKind[];
}

/**
 * Returns `text` without its findings, as a scanner returned them: a secret becomes `[redacted:RULE]`, an order to the
 * model `[removed:injection]`; hidden characters are left out, line separators become a line feed and padding one space
 * or line feed. Where findings overlap, the place becomes the mark of the secret, else of the order.
 * The result is scanned again for the same kinds, and what came together in it goes too; a text that does not come
 * clean in six rounds becomes `[removed:unclean]`.
 */
export function redactText(text: string, findings: readonly Finding[], options: RedactOptions = {}): string {
  const kinds = options.kinds ?? DETECTOR_KINDS.filter((kind) => findings.some((finding) => finding.kind === kind));
  let result = text;
  let left = findings;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (left.length === 0) return result;
    result = redactOnce(result, left);
    left = SCANNER.scan(result, { kinds });
  }
  return left.length === 0 ? result : "[removed:unclean]";
}

function redactOnce(text: string, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, mark } of joinSpans(text, findings)) {
    parts.push(text.slice(copied, start), mark);
    copied = end;
  }
  parts.push(text.slice(copied));
  return parts.join("");
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
