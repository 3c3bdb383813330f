/**
 * Follows a path step by step as the kernel does: a link is followed before the `..` behind it is taken. Looks only at
 * what is below a root; a step out of the roots ends the walk without a look.
 *
 * @module
 */

import type { FileView } from "./file_view.ts";
import { joinPath, type Platform, splitAbsolute, type SplitPath, splitSteps, startsWithPath } from "./split_path.ts";

/** A folder that paths may lead to. */
export interface Root {
  /** As the policy writes it. */
  readonly spelled: SplitPath;
  /** Where it really is, every link followed. */
  readonly real: SplitPath;
}

/** Where a path leads. */
export type Walk =
  | { readonly kind: "inside"; readonly root: Root; readonly steps: readonly string[] }
  | { readonly kind: "outside" | "unknown" | "loop" };

/** Most links that are followed for one path; Linux follows as many. */
export const MAX_LINKS = 40;

interface Position {
  /** The root we are below, or none while still on the way to one. */
  root: Root | undefined;
  /** Steps from that root, or from the drive's root. */
  at: string[];
  drive: string;
  /** From this many steps on there is nothing, so nothing to look at. */
  empty: number;
}

/** Walks an absolute path. Without a view everything is taken for an ordinary file or folder. */
export function walkPath(
  path: SplitPath,
  roots: readonly Root[],
  platform: Platform,
  view: FileView | undefined,
): Walk {
  const position: Position = { root: undefined, at: [], drive: path.drive, empty: Infinity };
  const waiting = path.steps.toReversed();
  let links = 0;
  enter(position, roots, platform);
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (step === "..") {
      if (!goUp(position, roots, platform)) return { kind: "outside" };
      continue;
    }
    if (position.root === undefined) {
      position.at.push(step);
      if (!enter(position, roots, platform) && !isOnTheWay(position, roots, platform)) return { kind: "outside" };
      continue;
    }
    const seen = lookAt(position, position.root, step, platform, view);
    if (seen.kind === "unknown") return { kind: "unknown" };
    if (seen.kind !== "link") {
      position.at.push(step);
      if (seen.kind !== "folder") position.empty = Math.min(position.empty, position.at.length);
      continue;
    }
    if (++links > MAX_LINKS || seen.target === "") return { kind: "loop" };
    const target = splitAbsolute(seen.target, platform);
    if (target !== undefined) {
      Object.assign(position, { root: undefined, at: [], drive: target.drive, empty: Infinity });
      enter(position, roots, platform);
    } else if (platform === "windows" && /^[\\/]|^[A-Za-z]:/.test(seen.target)) {
      return { kind: "outside" };
    }
    for (const next of (target?.steps ?? splitSteps(seen.target, platform)).toReversed()) waiting.push(next);
  }
  const { root, at } = position;
  return root === undefined ? { kind: "outside" } : { kind: "inside", root, steps: at };
}

/** Steps into a root when the position has come to one. */
function enter(position: Position, roots: readonly Root[], platform: Platform): boolean {
  const here = { drive: position.drive, steps: position.at };
  for (const root of roots) {
    for (const start of [root.real, root.spelled]) {
      if (!startsWithPath(here, start, platform)) continue;
      Object.assign(position, { root, at: here.steps.slice(start.steps.length), empty: Infinity });
      return true;
    }
  }
  return false;
}

function isOnTheWay(position: Position, roots: readonly Root[], platform: Platform): boolean {
  const here = { drive: position.drive, steps: position.at };
  return roots.some(({ real, spelled }) =>
    startsWithPath(real, here, platform) || startsWithPath(spelled, here, platform)
  );
}

/** Takes a `..`; says no where only a look outside the roots could tell where it leads. */
function goUp(position: Position, roots: readonly Root[], platform: Platform): boolean {
  const { root, at } = position;
  if (root !== undefined && at.length > 0) {
    at.pop();
    if (at.length < position.empty) position.empty = Infinity;
    return true;
  }
  if (root !== undefined) {
    Object.assign(position, { root: undefined, at: [...root.real.steps], drive: root.real.drive, empty: Infinity });
  }
  const here = { drive: position.drive, steps: position.at };
  if (!roots.some(({ real }) => startsWithPath(real, here, platform))) return false;
  position.at.pop();
  enter(position, roots, platform);
  return true;
}

function lookAt(
  position: Position,
  root: Root,
  step: string,
  platform: Platform,
  view: FileView | undefined,
): ReturnType<FileView["look"]> {
  if (view === undefined) return { kind: "folder" };
  if (position.at.length >= position.empty) return { kind: "nothing" };
  const { drive, steps } = root.spelled;
  return view.look(joinPath({ drive, steps: [...steps, ...position.at, step] }, platform));
}
