/**
 * What `sallyport lint` finds in a policy that can be read: each kind has a page in docs/problems.
 *
 * @module
 */

import type { PinTable } from "../../detect/definition/pins.ts";
import type { Scanner } from "../../detect/scan.ts";
import type { Place } from "../problem.ts";

/** Every kind of finding. */
export const LINT_CODES = [
  "shadowed-rule",
  "shadowed-entry",
  "unknown-tool",
  "unknown-rule",
  "expired-suppress",
  "could-be-guard",
  "broad-path",
  "broad-host",
  "empty-list",
  "odd-name",
  "secret-in-policy",
  "open-argument",
  "nothing-allowed",
  "allows-unknown",
  "observes-only",
  "failing-test",
] as const;

/** A kind of finding. */
export type LintCode = typeof LINT_CODES[number];

/** One finding at its place. */
export interface LintFinding {
  readonly code: LintCode;
  readonly message: string;
  readonly hint: string;
  readonly place: Place;
}

/** What lint knows beside the file. */
export interface LintContext {
  /** Today as `2026-11-30`, in UTC. */
  readonly today: string;
  /** Names of all rules in force, those of packs too. */
  readonly ruleNames: ReadonlySet<string>;
  /** Recorded definitions of the server; absent where there are none. */
  readonly pins?: PinTable | undefined;
  readonly scanner: Scanner;
}

/** Collects the findings of one file. */
export interface LintWork extends LintContext {
  readonly findings: LintFinding[];
}

/** Adds a finding. */
export function addFinding(
  { findings }: LintWork,
  code: LintCode,
  { place, message, hint }: { readonly place: Place; readonly message: string; readonly hint: string },
): void {
  findings.push({ code, place, message, hint });
}
