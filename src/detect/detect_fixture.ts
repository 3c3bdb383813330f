/**
 * What the detectors' tests share: samples made at run time, so that the repository holds no string that looks like a
 * secret, and short forms for what a scanner says.
 *
 * @module
 */

import fc from "fast-check";
import type { DetectorKind } from "./finding.ts";
import { newScanner, type ScanOptions } from "./scan.ts";
import { isFiller, isPlaceholder } from "./secrets/placeholder.ts";
import type { TokenRule } from "./secrets/secret_rule.ts";

const SCANNER = newScanner();
/** Samples are the same in every run. */
const SEED = 20261130;

/** Secrets of the form of a rule. */
export function samplesOf(rule: TokenRule, count: number): string[] {
  const pattern = new RegExp(`^(?:${rule.pattern.source})$`);
  const sample = fc.stringMatching(pattern, { size: "max" })
    .filter((text) => !isFiller(text) && rule.check?.(text) !== false);
  return fc.sample(sample, { numRuns: count, seed: SEED });
}

/** Texts of the form of a pattern. */
export function matchesOf(pattern: RegExp, count: number): string[] {
  const sample = fc.stringMatching(new RegExp(pattern.source)).filter((text) => !isPlaceholder(text));
  return fc.sample(sample, { numRuns: count, seed: SEED });
}

/** A text of random letters and digits. */
export function randomText(
  length: number,
  alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
): string {
  const digits = fc.array(fc.nat({ max: alphabet.length - 1 }), { minLength: length, maxLength: length });
  const text = digits.map((numbers) => numbers.map((number) => alphabet.charAt(number)).join(""));
  return fc.sample(text.filter((each) => !isFiller(each) && /\d.*\d/.test(each)), { numRuns: 1, seed: SEED })[0] ?? "";
}

/** What is found, as `rule: covered text`. */
export function said(text: string, options: ScanOptions | DetectorKind): string[] {
  const asked = typeof options === "string" ? { kinds: [options] } : options;
  return SCANNER.scan(text, asked).map(({ rule, start, end }) => `${rule}: ${text.slice(start, end)}`);
}

/** The rules that find something. */
export function rulesIn(text: string, options: ScanOptions | DetectorKind): string[] {
  const asked = typeof options === "string" ? { kinds: [options] } : options;
  return SCANNER.scan(text, asked).map(({ rule }) => rule);
}
