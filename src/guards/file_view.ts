/**
 * What pure code may know of the file system: handed in, so that tests can hand in a made-up tree.
 *
 * @module
 */

/** What is at a path itself, a link not followed. `unknown`: nobody may look, or looking failed. */
export type Look =
  | { readonly kind: "nothing" | "file" | "folder" | "unknown" }
  | { readonly kind: "link"; readonly target: string };

/** A look at the file system. */
export interface FileView {
  /** What is at a path. */
  look(path: string): Look;
  /**
   * The real path of what is there, every link followed; nothing where there is nothing or where looking is not
   * permitted.
   */
  realPath(path: string): string | undefined;
  /** Where a link points, by its own text, whether or not anything is there; nothing for what is no link. */
  linkTarget(path: string): string | undefined;
  /** The names of all links right in a folder; nothing where it cannot be read. Cheap when asked often. */
  linksIn(folder: string): ReadonlySet<string> | undefined;
}

/** The view of one who sees no file system: all judging is by the letters of a path. */
export const BLIND_VIEW: FileView = {
  look: () => ({ kind: "unknown" }),
  realPath: () => undefined,
  linkTarget: () => undefined,
  linksIn: () => new Set(),
};
