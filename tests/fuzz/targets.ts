/**
 * Everything that is fuzzed.
 *
 * @module
 */

import { APPROVALS } from "./approvals.ts";
import { AUDIT } from "./audit.ts";
import { BROKER } from "./broker.ts";
import { CLIENTS_FILES } from "./clients.ts";
import { FRAMES } from "./frames.ts";
import type { FuzzTarget } from "./fuzz_target.ts";
import { GUARDS } from "./guards.ts";
import { OBSERVATIONS } from "./observations.ts";
import { POLICY_FILES } from "./policies.ts";
import { SCANNER } from "./scanner.ts";
import { STEP } from "./step.ts";

/** The targets, in the order in which they are run. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  FRAMES,
  STEP,
  ...POLICY_FILES,
  ...GUARDS,
  SCANNER,
  AUDIT,
  CLIENTS_FILES,
  BROKER,
  APPROVALS,
  OBSERVATIONS,
];
