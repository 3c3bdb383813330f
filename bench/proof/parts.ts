/**
 * All parts of the proof pack, in the order of the page: what must hold always, then times.
 *
 * @module
 */

import { BYPASS } from "./bypass.ts";
import { GUARD_CASES, PACK_SAMPLES_PART } from "./case_tables.ts";
import { LEARNED } from "./learned.ts";
import { FUZZ, LONG_RUN, VERIFY_SPEED } from "./long_runs.ts";
import type { ProofPart } from "./part.ts";
import { SCANNER_PART } from "./scanner.ts";
import { GUARD_SPEED, RATIOS, SANDBOX_COST, SCAN_SPEED } from "./speeds.ts";
import { CONFORMANCE, KILL_MATRIX, TAMPER_MATRIX } from "./test_matrices.ts";

/** The parts. */
export const PROOF_PARTS: readonly ProofPart[] = [
  BYPASS,
  GUARD_CASES,
  PACK_SAMPLES_PART,
  SCANNER_PART,
  LEARNED,
  TAMPER_MATRIX,
  KILL_MATRIX,
  CONFORMANCE,
  LONG_RUN,
  FUZZ,
  RATIOS,
  SCAN_SPEED,
  GUARD_SPEED,
  VERIFY_SPEED,
  SANDBOX_COST,
];
