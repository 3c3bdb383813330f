/**
 * Lint findings as SARIF 2.1.0 (OASIS), for code scanning.
 *
 * @module
 */

import type { FileFinding } from "./lint.ts";
import { VERSION } from "./version.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** What makes a policy weaker than it looks; the rest is a note. */
const WARNINGS: ReadonlySet<string> = new Set([
  ...["shadowed-rule", "expired-suppress", "broad-path", "broad-host", "secret-in-policy", "open-argument"],
  ...["observes-only", "failing-test"],
]);

/** How findings are written. */
export interface SarifOptions {
  /** Every code there is. */
  readonly codes: readonly string[];
  /** Files below it are named from there, as code scanning wants it. */
  readonly workingFolder: string;
}

/** Writes findings as one SARIF file. */
export function lintSarif(findings: readonly FileFinding[], { codes, workingFolder }: SarifOptions): string {
  const results = findings.map(({ code, message, hint, file, place }) => ({
    ruleId: code,
    level: WARNINGS.has(code) ? "warning" : "note",
    message: { text: `${message}. ${hint}.` },
    locations: [{
      physicalLocation: {
        artifactLocation: { uri: uriOf(file, workingFolder) },
        region: { startLine: place.line, startColumn: place.column },
      },
    }],
  }));
  const driver = { name: "Sallyport", semanticVersion: VERSION, rules: codes.map((id) => ({ id })) };
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [{ tool: { driver }, results }] })}\n`;
}

function uriOf(file: string, workingFolder: string): string {
  const path = file.startsWith(`${workingFolder}/`) ? file.slice(workingFolder.length + 1) : file;
  return encodeURI(path.replaceAll("\\", "/"));
}
