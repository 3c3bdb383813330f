/**
 * The policies that ship with Sallyport, by the name that `extends` uses.
 *
 * @module
 */

import baseline from "./baseline.jsonc" with { type: "text" };

/** Every pack's text. */
export const PACKS: ReadonlyMap<string, string> = new Map([["baseline", baseline]]);
