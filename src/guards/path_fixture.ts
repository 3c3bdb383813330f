/**
 * A made-up tree for tests of the path guard, and the cases.
 *
 * @module
 */

import { posix } from "node:path";
import { parse } from "@std/jsonc";
import text from "../../tests/cases/guards/paths.jsonc" with { type: "text" };
import type { FileView } from "./file_view.ts";
import type { PathOptions } from "./path.ts";

/** One row of the case table. */
export interface PathCase {
  readonly name: string;
  readonly input: string;
  readonly platform: "posix" | "windows";
  readonly options?: PathOptions;
  readonly verdict: "allow" | "deny";
  /** `policy`: another verdict would be no fault; the name says why this one. */
  readonly tier?: "policy";
}

const KEYS = new Set(["name", "input", "platform", "options", "verdict", "tier"]);

/** All rows. */
export const PATH_CASES: readonly PathCase[] = readCases();

function readCases(): readonly PathCase[] {
  const rows = parse(text) as unknown as readonly PathCase[];
  for (const row of rows) {
    const stray = Object.keys(row).find((key) => !KEYS.has(key));
    if (stray !== undefined) throw new TypeError(`Cannot read case "${row.name}": "${stray}" is not a field`);
  }
  return rows;
}

/** What the tree holds: text is a link, `true` a file, `false` a folder. */
export const TREE: Readonly<Record<string, string | boolean>> = {
  "/srv/data": false,
  "/srv/data/a.txt": true,
  "/srv/data/notes": false,
  "/srv/data/notes/b.txt": true,
  "/srv/data/notes/sub": false,
  "/srv/data/my file.txt": true,
  "/srv/data/100%.txt": true,
  "/srv/data/.env": true,
  "/srv/data/.env.example": true,
  "/srv/data/linked": false,
  "/srv/data/linked/.env": "../a.txt",
  "/srv/data/link_env": ".env",
  "/srv/data/link_in": "notes/b.txt",
  "/srv/data/link_out": "../../etc/passwd",
  "/srv/data/linkdir_out": "../../etc",
  "/srv/data/linkdir_in": "notes",
  "/srv/data/deep_in": "notes/sub",
  "/srv/data/loop": "loop",
  "/srv/data/chain": "link_in",
  "/srv/data/abs_in": "/srv/data/notes/b.txt",
  "/srv/data/abs_out": "/etc/passwd",
  "/srv/data/dangling_in": "notes/none",
  "/srv/data/dangling_out": "../gone",
  "/srv/data/odd": "a%2e",
};

/** The tree as a view; it says no more than one with read permission for the root alone could. */
export function treeView(seen: string[] = []): FileView {
  return {
    look(path) {
      seen.push(path);
      const entry = Object.hasOwn(TREE, path) ? TREE[path] : undefined;
      if (!path.startsWith("/srv/data")) return { kind: "unknown" };
      if (typeof entry === "string") return { kind: "link", target: entry };
      if (entry === undefined) return { kind: "nothing" };
      return { kind: entry ? "file" : "folder" };
    },
    realPath: (path) => path === "/srv/data" ? path : undefined,
    linkTarget: () => undefined,
    linksIn: () => new Set(),
  };
}

/** The options that a row is judged with. */
export function optionsOf({ platform, options }: PathCase): PathOptions {
  const root = platform === "posix" ? "/srv/data" : "C:\\srv\\data";
  const under = options?.sensitive === true ? undefined : [root];
  return { under, workingFolder: root, home: "/home/u", platform, ...options };
}

/** The view for a row: Windows has the same ordinary files everywhere. */
export function viewFor({ platform }: PathCase): FileView {
  if (platform === "posix") return treeView();
  return { ...treeView(), look: () => ({ kind: "file" }), realPath: (path) => path };
}

/** Normalises by the letters, for comparison. */
export const normalize = (path: string): string => posix.normalize(path);
