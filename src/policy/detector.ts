/**
 * What a policy says of findings: a kind, and how sure one must be to count.
 *
 * @module
 */

import { compareConfidence, type Confidence, type DetectorKind, type Finding } from "../detect/finding.ts";

/** Findings of a kind that are at least so sure. */
export interface Detector {
  readonly kind: DetectorKind;
  readonly atLeast: Confidence;
}

/** What findings of a message are told as: evidence without a byte of it. */
export interface FindingSummary {
  readonly kind: DetectorKind;
  readonly rule: string;
  readonly confidence: Confidence;
  readonly count: number;
  /** Where the first of them stands, as a JSON pointer into the content. */
  readonly pointer: string;
}

/** Says whether a finding is one that a detector means. */
export function isDetected({ kind, atLeast }: Detector, finding: Finding): boolean {
  return finding.kind === kind && compareConfidence(finding.confidence, atLeast) >= 0;
}
