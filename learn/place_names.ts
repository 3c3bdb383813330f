/**
 * The person's folders in values: written as the variables of a policy when an observation is made, and put back as
 * made-up folders when it is used, so that sessions of several projects are alike and names of people stay out.
 *
 * @module
 */

import type { Variables } from "../src/policy/variables.ts";

/** The folders of a session. */
export interface Folders {
  readonly project?: string | undefined;
  readonly home?: string | undefined;
  readonly tmpdir?: string | undefined;
}

/** The folders that stand for the person's when observations are used. */
export const MADE_UP = {
  home: "/sallyport/home",
  projectDir: "/sallyport/home/project",
  tmpdir: "/sallyport/tmp",
  sallyportHome: "/sallyport/own",
} as const satisfies Variables;

const NAMES = { project: "${PROJECT_DIR}", tmpdir: "${TMPDIR}", home: "${HOME}" } as const;

/** A replacer of folders by variables. */
export type PlaceNamer = (text: string) => string;

/**
 * Makes a replacer; the longest folder counts first. A folder is found where a word begins and where its name ends, so
 * `/srv/app2` is not in `/srv/app`.
 */
export function newPlaceNamer(folders: Folders): PlaceNamer {
  const known = (["project", "tmpdir", "home"] as const)
    .map((name) => ({ folder: (folders[name] ?? "").replace(/\/+$/, ""), variable: NAMES[name] }))
    .filter(({ folder }) => folder !== "")
    .sort((one, other) => other.folder.length - one.folder.length)
    .map(({ folder, variable }) => ({ regexp: folderRegexp(folder), variable }));
  return (text) => known.reduce((named, { regexp, variable }) => named.replace(regexp, () => variable), text);
}

function folderRegexp(folder: string): RegExp {
  const escaped = folder.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<=^|[\\s'"=:(,\`]|file://)${escaped}(?![\\w.@+-])`, "g");
}

/** Puts made-up folders in place of the variables. */
export function withMadeUpFolders(text: string): string {
  if (!text.includes("${")) return text;
  return text.replaceAll(NAMES.project, MADE_UP.projectDir).replaceAll(NAMES.tmpdir, MADE_UP.tmpdir)
    .replaceAll(NAMES.home, MADE_UP.home);
}

/** Writes a made-up folder as its variable again. */
export const toVariables: PlaceNamer = newPlaceNamer({
  project: MADE_UP.projectDir,
  tmpdir: MADE_UP.tmpdir,
  home: MADE_UP.home,
});
