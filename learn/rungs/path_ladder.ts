/**
 * The ladder of paths: the files seen, then the folders that they have in common, as deep as new ones stop coming; up to
 * the project, never to the root, the home or a folder above the project.
 *
 * @module
 */

import { isSettled, LADDER, noveltyOf, type Sightings } from "../ladder.ts";
import { PATH_ROOTS, type PathRoot } from "../path_roots.ts";
import { MADE_UP, toVariables } from "../place_names.ts";
import type { StringProfile } from "../profile.ts";
import { cleanSightings, type Ladder, type Rung, sightingsBy } from "../rung.ts";
import { literalRung } from "./literal_rung.ts";
import { lengthBound, textRung } from "./text_ladder.ts";

/** The deepest step that is tried. */
const MAX_DEPTH = 6;

/** Paths: those seen, then folders from deep to shallow. */
export function pathLadder(profile: StringProfile): Ladder {
  const clean = cleanSightings(profile.values);
  const literal = literalRung(clean);
  // No folder may stand for these, and none of them for what is in it: they are let in as they are.
  const shallow = new Map([...clean].filter(([path]) => isShallow(path)));
  const deep = new Map([...clean].filter(([path]) => !isShallow(path)));
  const asTheyAre = shallow.size === 0 ? undefined : literalRung(shallow);
  const rungs: Rung[] = literal === undefined ? [] : [literal];
  let chosen = literal !== undefined && isSettled(clean) ? 0 : -1;
  let last = "";
  const canFolders = shallow.size === 0 || asTheyAre !== undefined;
  for (let depth = canFolders ? MAX_DEPTH : -1; depth >= 0; depth--) {
    const folders = sightingsBy(deep, (path) => [folderAt(path, depth)]);
    const names = withoutInner([...folders.keys()]);
    if (names.length > LADDER.maxFolders || names.length === 0 || names.join() === last) continue;
    last = names.join();
    rungs.push(folderRung(names, asTheyAre));
    if (chosen < 0 && isSettledOn(folders, names)) chosen = rungs.length - 1;
  }
  const outside = textRung(lengthBound(profile.maxLength));
  if (rungs.length === 0) return { kind: "path", rungs: [outside], chosen: 0, asksAlways: true };
  return {
    kind: "path",
    rungs,
    chosen: chosen < 0 ? rungs.length - 1 : chosen,
    outside,
  };
}

/** Whether a path is the root, the home, or a folder so high that much more than was seen is in it. */
function isShallow(path: string): boolean {
  const { steps, root } = stepsBelow(absolute(path));
  return steps.length < root.minDepth;
}

function stepsBelow(whole: string): { readonly steps: readonly string[]; readonly root: PathRoot } {
  const root = PATH_ROOTS.find(({ folder }) => isIn(whole, folder)) ?? { folder: "", minDepth: 2 };
  return { root, steps: whole.slice(root.folder.length).split("/").filter((step) => step !== "") };
}

/** A folder that is inside another of them counts as that. */
function isSettledOn(folders: Sightings, names: readonly string[]): boolean {
  const outer = sightingsBy(folders, (folder) => names.filter((name) => isIn(folder, name)));
  return noveltyOf(outer) <= LADDER.novelty;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function withoutInner(folders: readonly string[]): string[] {
  const all = new Set(folders);
  return folders.filter((folder) => !holdersOf(folder).some((holder) => all.has(holder))).sort();
}

/** The folders that a path is in; asked for each of many, so that none is compared with all others. */
function holdersOf(path: string): string[] {
  const holders: string[] = [];
  for (let end = path.lastIndexOf("/"); end >= 0; end = path.lastIndexOf("/", end - 1)) {
    holders.push(path.slice(0, end));
    if (end === 0) break;
  }
  return holders;
}

/**
 * The folder that stands for a path at a depth below its root. A path that no folder may stand for stands for itself.
 *
 * @example Two steps into the project
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(folderAt("/sallyport/home/project/src/ui/a.ts", 1), "/sallyport/home/project/src");
 * assert.equal(folderAt("/etc/hosts", 0), "/etc/hosts");
 * ```
 */
export function folderAt(path: string, depth: number): string {
  const whole = absolute(path);
  const { steps, root } = stepsBelow(whole);
  const wanted = Math.max(depth, root.minDepth);
  // The last step is the file, or a folder that was listed: what holds it stands for it.
  if (steps.length <= wanted) return steps.length > root.minDepth && depth > 0 ? whole : shallow(whole, steps, root);
  return `${root.folder}/${steps.slice(0, wanted).join("/")}`.replace(/\/$/, "");
}

function shallow(whole: string, steps: readonly string[], root: PathRoot): string {
  return steps.length === 0 && root.minDepth === 0 ? root.folder : whole;
}

/** Relative paths start in the project; `.` and `..` are taken by the letters. */
function absolute(path: string): string {
  const plain = path.replace(/^file:\/\//, "");
  const whole = plain.startsWith("/") ? plain : `${MADE_UP.projectDir}/${plain}`;
  const steps: string[] = [];
  for (const step of whole.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return `/${steps.join("/")}`;
}

function folderRung(folders: readonly string[], asTheyAre: Rung | undefined): Rung {
  const named = folders.map((folder) => toVariables(folder));
  const isProject = named.includes("${PROJECT_DIR}");
  const under = { path: { under: named, sensitive: false } };
  return {
    condition: asTheyAre === undefined ? under : { anyOf: [under, asTheyAre.condition] },
    words: isProject
      ? "paths in the project"
      : `paths in ${named.length === 1 ? "one folder" : `${named.length} folders`}`,
    admits: "every file there, also those to come, but for what keeps secrets or starts programs",
    isAutomatic: true,
  };
}
