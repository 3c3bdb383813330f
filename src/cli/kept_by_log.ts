/**
 * What the log keeps of the policies in force, so that a record can be explained when they have changed.
 *
 * @module
 */

import { keptPolicyText } from "../../audit/kept_policy.ts";
import type { KeptByLog } from "./edge.ts";
import type { InForce, PolicyInForce } from "./in_force.ts";

/** Says it. Only the person's own policy has a say in what stands in the log in clear. */
export function keptByLog({ machine, global, project, judge }: InForce): KeptByLog {
  const partOf = ({ source, hash, closure, policy }: PolicyInForce) => ({
    source,
    hash,
    trust: policy.trust,
    parts: closure,
  });
  return {
    hash: judge.hash,
    text: keptPolicyText({
      machine: machine === undefined ? undefined : partOf(machine),
      global: partOf(global),
      project: project === undefined ? undefined : partOf(project),
    }),
    clear: global.policy.audit.clear ?? [],
  };
}
