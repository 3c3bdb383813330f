/**
 * Variables that the policies give a server, whatever ours are: the machine's before the person's before those of a
 * trusted project.
 *
 * @module
 */

import { passedNames } from "../sandbox/environment.ts";
import type { Edge } from "./edge.ts";
import type { InForce } from "./in_force.ts";

/** Every name that a server gets a variable by: what is set counts like what passes. */
export function givenNames(
  edge: Pick<Edge, "platform">,
  inForce: InForce,
  names: readonly string[],
): readonly string[] {
  return [...new Set([...names, ...Object.keys(setVariables(edge, inForce))])];
}

/** The variables with their values. Where the machine's policy lists what may pass, the others set nothing else. */
export function setVariables(
  edge: Pick<Edge, "platform">,
  { machine, global, project }: InForce,
): Readonly<Record<string, string>> {
  const theirs = project?.policy.trust === "trusted" ? project.policy.environment.set ?? [] : [];
  const most = machine?.policy.environment.pass;
  const permitted = most === undefined ? undefined : new Set(passedNames(edge.platform, most, []));
  const own = [...theirs, ...global.policy.environment.set ?? []].filter(({ name }) => permitted?.has(name) ?? true);
  return Object.fromEntries(
    [...own, ...machine?.policy.environment.set ?? []].map(({ name, value }) => [name, value]),
  );
}
