/**
 * How a server is started in the bench of the sandbox.
 *
 * @module
 */

/** The names, from bare to the narrowest. */
export const LEVELS = ["deno alone", "behind Sallyport", "--sandbox", "rights per call"] as const;

/** One of the names. */
export type LevelName = typeof LEVELS[number];
