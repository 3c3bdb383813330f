/**
 * Links in permitted folders that lead out of them. Deno judges a path by its letters and then follows the link (seen
 * under Deno 2.9.6), so a repository could bring a link to a private key along: such links are closed by name.
 *
 * @module
 */

import type { ClosedFolders, PermissionSet } from "./permission_set.ts";

/** A link and where it ends. */
export interface FoundLink {
  readonly path: string;
  /** The real path; absent where there is nothing, or where nobody may look. */
  readonly target: string | undefined;
  /** Where it points by its own text; absent where nobody may look. */
  readonly text?: string | undefined;
}

/**
 * Says which links must be closed for a set. `realPath` gives a permitted folder's real path. A link to nothing leads
 * out: what is written through it would be made there.
 */
export function strayLinks(
  links: readonly FoundLink[],
  set: PermissionSet,
  realPath: (path: string) => string | undefined,
): ClosedFolders {
  const outOf = (folders: readonly string[]) => {
    const roots = folders.map((folder) => ({ named: withSlash(folder), real: withSlash(realPath(folder) ?? folder) }));
    return links.filter(({ path, target }) => {
      if (!roots.some(({ named }) => withSlash(path).startsWith(named))) return false;
      return target === undefined || !roots.some(({ real }) => withSlash(target).startsWith(real));
    }).map(({ path }) => path);
  };
  return { unread: outOf(set.read), unwritten: outOf(set.write) };
}

function withSlash(path: string): string {
  return `${path.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
}
