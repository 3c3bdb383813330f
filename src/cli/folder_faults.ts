/**
 * Why a folder cannot be given to a server.
 *
 * @module
 */

import type { Edge } from "./edge.ts";
import { isInside } from "./home.ts";
import type { Surroundings } from "./in_force.ts";

/** A folder with everything a person has in it is never meant without saying so. */
export function widthFault(where: Surroundings, folder: string): string | undefined {
  const homes = [where.userHome, where.home].filter((home) => home !== undefined);
  const isWide = /^(?:[A-Za-z]:)?[\\/]*$/.test(folder) || homes.some((home) => isInside(home, folder));
  return isWide ? "is the root, the home, or above it" : undefined;
}

/** A folder of the project that is a link to elsewhere is not what the policy means. */
export function leadsOut(edge: Edge, where: Surroundings, root: string): string | undefined {
  const { project } = where;
  if (project === undefined || !isInside(root, project) || edge.kindOf(root) === "nothing") return undefined;
  const real = edge.view.realPath(root);
  if (real !== undefined && isInside(real, realOf(edge, project))) return undefined;
  return `the folder ${JSON.stringify(root)} leads out of the project`;
}

/** A path with its links followed; itself where there is nothing. */
export function realOf(edge: Edge, path: string): string {
  return edge.view.realPath(path) ?? path;
}
