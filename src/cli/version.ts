/**
 * The version, as deno.json has it.
 *
 * @module
 */

import config from "../../deno.json" with { type: "json" };

/** Sallyport's version. */
export const VERSION: string = config.version;
