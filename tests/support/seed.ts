/**
 * Preloaded by the tasks that decide whether main is green: the same tree gets the same verdict. Properties get other
 * inputs each time when tests are started without it (`deno test PATH`), in `deno task fuzz`, and every night.
 *
 * @module
 */

import fc from "fast-check";

/** Any number would do; a failing one found elsewhere becomes a case of its own. */
export const SEED = 20_261_130;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
