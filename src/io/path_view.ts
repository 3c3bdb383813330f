/**
 * The file system as the permission broker sees it: always anew, since what is judged is opened right afterwards.
 *
 * @module
 */

import type { PathView } from "../sandbox/call_rights.ts";
import { REAL_FILE_VIEW } from "./real_file_view.ts";

/** Looks with Deno's permissions of Sallyport; where these end, nothing can be told. */
export const PATH_VIEW: PathView = {
  resolve(path) {
    const missing: string[] = [];
    for (let at = path;;) {
      const real = REAL_FILE_VIEW.realPath(at);
      if (real !== undefined) return [real.replace(/(?<=.)[\\/]$/, ""), ...missing].join("/").replace(/^\/\//, "/");
      // A link to nothing is there: what is written through it would be made elsewhere.
      if (REAL_FILE_VIEW.look(at).kind !== "nothing") return undefined;
      const [, parent = "", name = ""] = /^(.*)[\\/]([^\\/]+)[\\/]*$/s.exec(at) ?? [];
      if (name === "") return undefined;
      missing.unshift(name);
      at = parent === "" ? "/" : parent;
    }
  },
  kindOf: (path) => REAL_FILE_VIEW.look(path).kind,
};
