/**
 * The package's front door, so that `@std/jsonc` names what the original names.
 *
 * @module
 */

export * from "./parse.ts";
