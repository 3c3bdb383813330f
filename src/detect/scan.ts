/**
 * The scanner: looks through one text for secrets, hidden text and orders to a model, also where they are encoded once.
 * Pure, and linear in the text; nothing is built before the first text.
 *
 * @module
 */

import { encodedViews } from "./decode/encoded_runs.ts";
import { unescapedViews } from "./decode/escapes.ts";
import { chainViews, plainView, type View, ViewBuilder } from "./decode/view.ts";
import { DETECTOR_KINDS, type DetectorKind, type Finding, mergeFindings } from "./finding.ts";
import { findHidden } from "./hidden/find_hidden.ts";
import { type InjectionFinder, newInjectionFinder } from "./injection/find_injection.ts";
import { newSecretFinder, type SecretFinder, type SecretPattern } from "./secrets/find_secrets.ts";
import { newTriage, type Triage } from "./triage.ts";

export type { SecretPattern } from "./secrets/find_secrets.ts";

/** Looks through texts. */
export interface Scanner {
  /**
   * Finds what is in a text: sorted by place, findings of one kind not overlapping, `start < end`. Never throws, and
   * takes time linear in the text. Of hidden places the first 10,000 are listed.
   */
  scan(text: string, options?: ScanOptions): readonly Finding[];
  /** Which kinds `scan` may find in some texts, told in a fraction of its time: what is not listed is not there. */
  readonly mayFind: Triage;
}

/** What to look for, and in what. */
export interface ScanOptions {
  /** What to look for; everything if absent. */
  readonly kinds?: readonly DetectorKind[];
  /**
   * Where the text stands: `text` if absent. In a `description` of a tool weaker evidence of an order counts; `media` is
   * the content of an image or a file, of which each character is a byte: only secrets are looked for.
   */
  readonly place?: "text" | "description" | "media";
}

/** What a scanner is made of besides what it knows. */
export interface ScannerOptions {
  /** A person's own kinds of secrets, compiled. */
  readonly patterns?: readonly SecretPattern[];
}

/** More hidden places than this in one text say nothing new; `redactText` takes all out. */
const MAX_HIDDEN = 10_000;

/** Makes a scanner. It costs nothing before its first text. */
export function newScanner(options: ScannerOptions = {}): Scanner {
  let secrets: SecretFinder | undefined;
  let injection: InjectionFinder | undefined;
  return {
    mayFind: newTriage(options.patterns),
    scan(text, { kinds = DETECTOR_KINDS, place = "text" } = {}) {
      const findings: Finding[] = [];
      const isMedia = place === "media";
      const hidden = isMedia ? undefined : findHidden(text, { limit: MAX_HIDDEN });
      if (hidden !== undefined && kinds.includes("hidden")) {
        for (const found of hidden.found) findings.push({ kind: "hidden", ...found });
      }
      if (!kinds.includes("secrets") && (isMedia || !kinds.includes("injection"))) return mergeFindings(findings);
      const readings = [plainView(text), ...visibleReading(text, hidden?.invisible ?? [])];
      for (const [index, reading] of readings.entries()) {
        const isLast = index === readings.length - 1;
        const views = [reading, ...decodedViews(reading.text).map((inner) => chainViews(reading, inner))];
        for (const view of views) {
          if (kinds.includes("secrets")) {
            secrets ??= newSecretFinder(options.patterns);
            findings.push(...placed(secrets(view.text), "secrets", view));
          }
          // The reading without invisible characters is the one that a model takes; the text with them adds nothing.
          if (!isMedia && isLast && kinds.includes("injection") && (view === reading || isReadable(view))) {
            injection ??= newInjectionFinder();
            findings.push(...placed(injection(view.text, place), "injection", view));
          }
        }
      }
      return mergeFindings(findings);
    },
  };
}

/** The text without what is invisible, where there is something. */
function visibleReading(text: string, invisible: readonly number[]): View[] {
  if (invisible.length === 0) return [];
  const builder = new ViewBuilder(text);
  let copied = 0;
  for (let index = 0; index < invisible.length; index += 2) {
    const [start = 0, end = 0] = [invisible[index], invisible[index + 1]];
    builder.copy(copied, start);
    copied = end;
    if (end === start + 1 && isLineEnd(text.charCodeAt(start))) builder.replace("\n", { start, end });
  }
  builder.copy(copied, text.length);
  return [builder.build("zero-width")];
}

/** A carriage return, the line separator, the paragraph separator. */
function isLineEnd(code: number): boolean {
  return code === 0x0d || code === 0x2028 || code === 0x2029;
}

function decodedViews(text: string): View[] {
  return [...unescapedViews(text), ...encodedViews(text)];
}

/** Bytes that are no text give no orders. */
function isReadable({ text }: View): boolean {
  return /[ -~\n\r\t]{20}/.test(text);
}

/** Findings of a view, at their places in the text. */
function placed(
  found: readonly Omit<Finding, "kind">[],
  kind: DetectorKind,
  view: View,
): Finding[] {
  return found.map(({ rule, start, end, confidence, decoded = view.decoded }) => {
    const finding = { kind, rule, confidence, ...view.toSource({ start, end }) };
    return decoded === undefined ? finding : { ...finding, decoded };
  });
}
