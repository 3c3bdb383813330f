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
import { findHidden, findInvisible } from "./hidden/find_hidden.ts";
import { type InjectionFinder, newInjectionFinder } from "./injection/find_injection.ts";
import { newSecretFinder, type SecretFinder, type SecretPattern } from "./secrets/find_secrets.ts";

export type { SecretPattern } from "./secrets/find_secrets.ts";

/** Looks through texts. */
export interface Scanner {
  /**
   * Finds what is in a text: sorted by place, findings of one kind not overlapping, `start < end`. Never throws, and
   * takes time linear in the text.
   */
  scan(text: string, options?: ScanOptions): readonly Finding[];
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

/** Makes a scanner. It costs nothing before its first text. */
export function newScanner(options: ScannerOptions = {}): Scanner {
  let secrets: SecretFinder | undefined;
  let injection: InjectionFinder | undefined;
  return {
    scan(text, { kinds = DETECTOR_KINDS, place = "text" } = {}) {
      const findings: Finding[] = [];
      if (place !== "media" && kinds.includes("hidden")) {
        for (const found of findHidden(text)) findings.push({ kind: "hidden", ...found });
      }
      const readings = place === "media" ? [plainView(text)] : readingsOf(text);
      if (kinds.includes("secrets")) {
        secrets ??= newSecretFinder(options.patterns);
        for (const view of readings) {
          for (const inner of [plainView(view.text), ...decodedViews(view.text)]) {
            findings.push(...placed(secrets(inner.text), "secrets", chainViews(view, inner)));
          }
        }
      }
      if (place !== "media" && kinds.includes("injection")) {
        injection ??= newInjectionFinder();
        // The reading without invisible characters is the one that a model takes; the text with them adds nothing.
        const view = readings.at(-1) ?? plainView(text);
        for (const inner of [plainView(view.text), ...decodedViews(view.text).filter(isReadable)]) {
          findings.push(...placed(injection(inner.text, place), "injection", chainViews(view, inner)));
        }
      }
      return mergeFindings(findings);
    },
  };
}

/** The text as it stands, and without what is invisible, where there is something. */
function readingsOf(text: string): View[] {
  const invisible = findInvisible(text);
  if (invisible.length === 0) return [plainView(text)];
  const builder = new ViewBuilder(text);
  let copied = 0;
  for (const { start, end } of invisible) {
    builder.copy(copied, start);
    const isBreak = /^[\r\u2028\u2029]$/.test(text.slice(start, end));
    builder.replace(isBreak ? "\n" : "", { start, end });
    copied = end;
  }
  builder.copy(copied, text.length);
  return [plainView(text), builder.build("zero-width")];
}

function decodedViews(text: string): View[] {
  return [...unescapedViews(text), ...encodedViews(text)];
}

/** Bytes that are no text give no orders. */
function isReadable({ text }: View): boolean {
  return /[a-z\u0400-\u04ff\u3040-\u9fff]{3}/i.test(text);
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
