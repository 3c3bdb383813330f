/**
 * What a `redact` verdict changes: for each text the words that stand in its place.
 *
 * @module
 */

import { type Finding, mergeFindings } from "../detect/finding.ts";
import { redactText } from "../detect/redact.ts";
import type { FoundText } from "./content_scan.ts";

/** A string of the content, and what it becomes. */
export interface Edit {
  /** Keys and indexes from the content down to the string. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/**
 * The edits that take out the findings that are meant; `"refuse"` where something stands in what nobody may edit: a key, base64,
 * an id that comes back.
 */
export function planEdits(
  found: readonly FoundText[],
  isMeant: (finding: Finding) => boolean,
): readonly Edit[] | "refuse" {
  const edits: Edit[] = [];
  for (const { surface, findings } of found) {
    const wanted = findings.filter(isMeant);
    if (wanted.length === 0) continue;
    if (surface.role !== "text") return "refuse";
    edits.push({ path: surface.path, text: redactText(surface.text, mergeFindings(wanted)) });
  }
  return edits;
}
