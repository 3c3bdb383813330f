/**
 * What a detector reports: where in a text something is, and how sure that is. Evidence, never a verdict.
 *
 * @module
 */

/** What is looked for. */
export type DetectorKind = "secrets" | "hidden" | "injection";

/** How sure a finding is: `certain` where a checksum or the form leaves no doubt. */
export type Confidence = "possible" | "likely" | "certain";

/** How the text was spelled in which the finding showed. */
export type Decoding = "base64" | "hex" | "percent" | "json" | "html" | "zero-width" | "letters";

/**
 * Evidence, masked at birth: it holds no byte of the text. Offsets are UTF-16 units into the scanned text, `end` behind
 * the last one; for something found in decoded text they are those of its encoded form.
 */
export interface Finding {
  readonly kind: DetectorKind;
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: Confidence;
  readonly decoded?: Decoding;
}

/** Every kind, in the order of findings that begin at the same place. */
export const DETECTOR_KINDS: readonly DetectorKind[] = ["secrets", "hidden", "injection"];

const RANK: Readonly<Record<Confidence, number>> = { possible: 0, likely: 1, certain: 2 };

/** Compares two confidences; positive when the first is surer. */
export function compareConfidence(first: Confidence, second: Confidence): number {
  return RANK[first] - RANK[second];
}

/**
 * Sorts findings by place and joins those of one kind that overlap: the joined one covers both, under the name of the
 * surer (of the longer, where they are equally sure).
 */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const kind of DETECTOR_KINDS) {
    let last: Finding | undefined;
    const own = findings.filter((finding) => finding.kind === kind && finding.start < finding.end);
    if (own.length === 0) continue;
    for (const finding of own.sort((one, other) => one.start - other.start || other.end - one.end)) {
      if (last !== undefined && finding.start < last.end) {
        last = { ...surer(last, finding), start: last.start, end: Math.max(last.end, finding.end) };
        merged[merged.length - 1] = last;
        continue;
      }
      last = finding;
      merged.push(finding);
    }
  }
  return merged.sort((one, other) => one.start - other.start || one.end - other.end);
}

function surer(one: Finding, other: Finding): Finding {
  const difference = compareConfidence(one.confidence, other.confidence);
  if (difference !== 0) return difference > 0 ? one : other;
  return other.end - other.start > one.end - one.start ? other : one;
}
