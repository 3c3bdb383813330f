/**
 * The real file system as pure code may see it.
 *
 * @module
 */

import type { FileView } from "../firewall/file_view.ts";

/** Follows links where Deno's permissions let us look; elsewhere, and where nothing is, there is no answer. */
export const REAL_FILE_VIEW: FileView = {
  realPath(path) {
    try {
      return Deno.realPathSync(path);
    } catch {
      return undefined;
    }
  },
};
