/**
 * The version, as deno.json has it.
 *
 * @module
 */

import config from "../../deno.json" with { type: "json" };

/** Sallyport's version. */
export const VERSION: string = config.version;

/** What `--version` says: the version, and the commit that it was built from where that is known. */
export function versionText(commit: string | undefined): string {
  return commit === undefined ? `sallyport ${VERSION}` : `sallyport ${VERSION} (${commit})`;
}
