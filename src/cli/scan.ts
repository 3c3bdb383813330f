/**
 * `sallyport scan`: the scanner by itself, for trying, scripts and CI.
 *
 * @module
 */

import { DETECTOR_KINDS, type DetectorKind } from "../detect/finding.ts";
import { newScanner } from "../detect/scan.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";

const USAGE = `Usage: sallyport scan [--kind KINDS]

Looks through texts for secrets, hidden characters and orders to a model. One
JSON string a line comes in on stdin; a line goes out for each, as it comes:
{"findings":[{"rule","kind","start","end","confidence"}]}, with places in
UTF-16 units. What was found is never printed.

  --kind KINDS         what to look for: secrets, hidden, injection, with commas
                       between them (default: all)

Exit code: 0 nothing found, 1 something found, 2 a problem in usage or a line
that is no JSON string (it is answered with {"error":...}; the others still are
scanned).

Example:
  echo '"read\\u202e this"' | sallyport scan --kind hidden
`;

/** The command. */
export const SCAN: CliCommand = {
  name: "scan",
  summary: "find secrets, hidden text and orders to a model in texts",
  usage: USAGE,
  run: runScan,
};

/** A longer line is a problem; the others are still scanned. */
const MAX_LINE_CHARS = 64 * 1024 * 1024;
const MAX_DEPTH = 64;

async function runScan(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["kind"] });
  const kinds = readKinds(flags.values["kind"]);
  const scanner = newScanner();
  let isFound = false;
  let isProblem = false;
  for await (const line of edge.stdinLines(MAX_LINE_CHARS)) {
    const text = line?.trim();
    if (text === "") continue;
    const value = text === undefined ? undefined : readString(text);
    if (value === undefined) {
      const error = text === undefined ? "the line is too long" : "the line is no JSON string";
      edge.out(`${JSON.stringify({ error })}\n`);
      isProblem = true;
      continue;
    }
    const findings = scanner.scan(value, { kinds }).map(({ rule, kind, start, end, confidence, decoded }) => {
      return { rule, kind, start, end, confidence, ...(decoded === undefined ? {} : { decoded }) };
    });
    edge.out(`${JSON.stringify({ findings })}\n`);
    if (findings.length > 0) isFound = true;
  }
  if (isProblem) return EXIT.problem;
  return isFound ? EXIT.finding : EXIT.done;
}

function readKinds(given: string | undefined): readonly DetectorKind[] {
  if (given === undefined) return DETECTOR_KINDS;
  return given.split(",").map((word) => {
    const kind = DETECTOR_KINDS.find((known) => known === word.trim());
    if (kind === undefined) {
      throw new UsageError("Unknown kind of finding", `The kinds are: ${DETECTOR_KINDS.join(", ")}`);
    }
    return kind;
  });
}

function readString(text: string): string | undefined {
  const parsed = parseJson(text, { maxDepth: MAX_DEPTH });
  return parsed.ok && typeof parsed.value === "string" ? parsed.value : undefined;
}
