/**
 * The real file system as pure code may see it.
 *
 * @module
 */

import type { FileView } from "../firewall/file_view.ts";

/** The links of a folder as they were at one time. */
interface Listing {
  readonly links: ReadonlySet<string>;
  readonly modifiedMs: number;
  readonly listedMs: number;
}

const listings = new Map<string, Listing>();
const MAX_LISTINGS = 16;
/** A listing made so soon after a change may miss another change that bears the same time. */
const SETTLED_MS = 2000;

/** Follows links where Deno's permissions let us look; elsewhere, and where nothing is, there is no answer. */
export const REAL_FILE_VIEW: FileView = {
  realPath(path) {
    try {
      return Deno.realPathSync(path);
    } catch {
      return undefined;
    }
  },
  linkTarget(path) {
    try {
      return Deno.readLinkSync(path);
    } catch {
      return undefined;
    }
  },
  linksIn(folder) {
    try {
      const modifiedMs = Deno.statSync(folder).mtime?.getTime() ?? Infinity;
      const known = listings.get(folder);
      if (known !== undefined && known.modifiedMs === modifiedMs && known.listedMs - modifiedMs > SETTLED_MS) {
        return known.links;
      }
      return list(folder, modifiedMs).links;
    } catch {
      return undefined;
    }
  },
};

function list(folder: string, modifiedMs: number): Listing {
  const links = new Set<string>();
  for (const { name, isSymlink } of Deno.readDirSync(folder)) if (isSymlink) links.add(name);
  const listing = { links, modifiedMs, listedMs: Date.now() };
  if (listings.size >= MAX_LISTINGS) listings.clear();
  listings.set(folder, listing);
  return listing;
}
