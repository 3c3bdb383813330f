/**
 * What Sallyport guards of itself: its home, the policies in force with all they extend, the place of the machine's, and
 * its own program.
 *
 * @module
 */

import { newProtection, type Protection } from "../firewall/self_protection.ts";
import { loadCommandParser } from "../guards/shell.ts";
import type { Edge } from "./edge.ts";
import type { InForce, Surroundings } from "./in_force.ts";
import { machinePlaces } from "./machine_policy.ts";
import { programPlaces } from "./program_places.ts";

/** Builds the protection for a session. */
export async function protectionFor(edge: Edge, where: Surroundings, inForce: InForce): Promise<Protection> {
  // While learning, the policy that waits is not in force, and is one all the same.
  const waiting = where.config === undefined ? [] : [edge.absolute(where.config)];
  const places = [
    where.home,
    machinePlaces(edge.platform).folder,
    ...inForce.files,
    ...waiting,
    ...programPlaces(edge),
  ];
  const base = {
    home: where.userHome,
    workingFolder: edge.workingFolder(),
    variables: { SALLYPORT_HOME: where.home, PROJECT_DIR: where.project },
  };
  return newProtection({ places, base, view: edge.view, shell: await loadCommandParser() });
}
