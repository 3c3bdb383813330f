/**
 * Where learned paths may lead: one table for the paths of arguments and for those of permissions.
 *
 * @module
 */

import { MADE_UP } from "./place_names.ts";

/** A place where paths may lead, and how deep below it a folder must be to stand for what is in it. */
export interface PathRoot {
  readonly folder: string;
  readonly minDepth: number;
}

/** The places, the one that counts first in front: of the home and of the root themselves nothing is ever learned. */
export const PATH_ROOTS: readonly PathRoot[] = [
  { folder: MADE_UP.projectDir, minDepth: 0 },
  { folder: MADE_UP.tmpdir, minDepth: 1 },
  { folder: MADE_UP.home, minDepth: 1 },
  { folder: "", minDepth: 2 },
];
