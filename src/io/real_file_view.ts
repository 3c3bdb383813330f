/**
 * The real file system as pure code may see it.
 *
 * @module
 */

import type { FileView, Look } from "../guards/file_view.ts";

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

/** What was looked at since the last batch of frames came: those came together, and are judged by one look. */
const looked = new Map<string, ReadonlySet<string>>();

/** Makes the next look a new one; to be called whenever new frames have come. */
export function lookAgain(): void {
  looked.clear();
}

/** Follows links where Deno's permissions let us look; elsewhere, and where nothing is, there is no answer. */
export const REAL_FILE_VIEW: FileView = {
  look(path): Look {
    try {
      const { isSymlink, isDirectory } = Deno.lstatSync(path);
      if (isSymlink) return { kind: "link", target: Deno.readLinkSync(path) };
      return { kind: isDirectory ? "folder" : "file" };
    } catch (error) {
      const isNothing = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
      return { kind: isNothing ? "nothing" : "unknown" };
    }
  },
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
    const fresh = looked.get(folder);
    if (fresh !== undefined) return fresh;
    try {
      const modifiedMs = Deno.statSync(folder).mtime?.getTime() ?? Infinity;
      const known = listings.get(folder);
      const isSettled = known !== undefined && known.modifiedMs === modifiedMs &&
        known.listedMs - modifiedMs > SETTLED_MS;
      const { links } = isSettled ? known : list(folder, modifiedMs);
      looked.set(folder, links);
      return links;
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
