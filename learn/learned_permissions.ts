/**
 * From what was used to the smallest set of Deno permissions that says it: paths by the deepest folder that they share,
 * never the root, the home, a folder above the project or a place that keeps secrets; everything else by its name.
 *
 * @module
 */

import { isSensitivePath } from "../src/guards/sensitive_path.ts";
import {
  NO_PERMISSIONS,
  pathFault,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
  valueFault,
} from "../src/sandbox/permission_set.ts";
import type { PermissionUse } from "./permission_use.ts";
import { PATH_ROOTS, type PathRoot } from "./path_roots.ts";
import { MADE_UP, toVariables, withMadeUpFolders } from "./place_names.ts";

/** What one session used. */
export interface SessionUses {
  readonly session: string;
  /** The folder that the project is in, with variables; nothing where there is none. */
  readonly above?: string | undefined;
  readonly uses: readonly PermissionUse[];
}

/** One value of a set, and what backs it. */
export interface BackedValue {
  readonly value: string;
  readonly uses: number;
  readonly sessions: number;
}

/** What was used and gets no permission, and why. */
export interface UngivenUse {
  readonly permission: PermissionKind;
  readonly value: string;
  readonly why: string;
}

/** Values of each kind. */
export type BackedSet = Readonly<Record<PermissionKind, readonly BackedValue[]>>;

/** A learned set. */
export interface LearnedPermissions {
  /** What calls used. */
  readonly calls: BackedSet;
  /** What was used before the first call, and is not a folder around what calls used. */
  readonly startup: BackedSet;
  readonly ungiven: readonly UngivenUse[];
  readonly sessions: number;
}

/** Longer lists are nothing that a person reads. */
const MAX_VALUES = 100;

/** One thing with all that backs it, while a set is made. */
interface Seen {
  readonly value: string;
  count: number;
  readonly sessions: Set<string>;
  isStartup: boolean;
  isCall: boolean;
}

/** Learns a set. What a session used before its first call and later as well counts for both. */
export function learnPermissions(observed: readonly SessionUses[]): LearnedPermissions {
  const seen = new Map<PermissionKind, Map<string, Seen>>();
  for (const { session, uses } of observed) {
    for (const { permission, value, count, isStartup } of uses) {
      const kind = seen.get(permission) ?? new Map<string, Seen>();
      seen.set(permission, kind);
      const known = kind.get(value) ?? { value, count: 0, sessions: new Set(), isStartup: false, isCall: false };
      kind.set(value, known);
      known.count += count;
      known.sessions.add(session);
      if (isStartup) known.isStartup = true;
      else known.isCall = true;
    }
  }
  const above = new Set(observed.flatMap((one) => one.above ?? []).map(withMadeUpFolders));
  const calls: Record<PermissionKind, readonly BackedValue[]> = { ...NONE };
  const startup: Record<PermissionKind, readonly BackedValue[]> = { ...NONE };
  const ungiven: UngivenUse[] = [];
  for (const permission of PERMISSION_KINDS) {
    const all = [...seen.get(permission)?.values() ?? []];
    const { inCalls, before } = isPathKind(permission) ? splitPaths(all) : splitNames(all);
    const give = (values: readonly Seen[]) => {
      const made = isPathKind(permission) ? foldersFor(values, above) : namesFor(permission, values);
      ungiven.push(...made.ungiven.map(({ value, why }) => ({ permission, value, why })));
      return made.values;
    };
    calls[permission] = give(inCalls);
    startup[permission] = give(before);
  }
  return { calls, startup, ungiven, sessions: observed.length };
}

const NONE: BackedSet = { read: [], write: [], net: [], env: [], run: [], sys: [], ffi: [] };

function isPathKind(kind: PermissionKind): boolean {
  return kind === "read" || kind === "write" || kind === "ffi";
}

interface Split {
  readonly inCalls: readonly Seen[];
  readonly before: readonly Seen[];
}

/** Names hold at any time once they were needed at the start. */
function splitNames(all: readonly Seen[]): Split {
  return { inCalls: all.filter(({ isStartup }) => !isStartup), before: all.filter(({ isStartup }) => isStartup) };
}

/** A server looks at its folders when it starts: such a folder is for what calls use in it, not for any time. */
function splitPaths(all: readonly Seen[]): Split {
  const around = new Set<string>();
  for (const { value, isCall } of all) {
    if (!isCall) continue;
    for (let path = value; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf("/")))) {
      if (around.has(path)) break;
      around.add(path);
    }
  }
  const isFor = ({ value }: Seen) => around.has(value);
  return { inCalls: all.filter(isFor), before: all.filter((one) => !isFor(one)) };
}

interface Given {
  readonly values: readonly BackedValue[];
  readonly ungiven: readonly { readonly value: string; readonly why: string }[];
}

function namesFor(permission: PermissionKind, all: readonly Seen[]): Given {
  const isGood = ({ value }: Seen) => valueFault(permission, value) === undefined;
  const values = all.filter(isGood).sort(byValue).map(backed);
  const rest = values.slice(MAX_VALUES);
  return {
    values: values.slice(0, MAX_VALUES),
    ungiven: [
      ...all.filter((one) => !isGood(one)).map(({ value }) => ({
        value,
        why: `it ${valueFault(permission, value)}`,
      })),
      ...rest.map(({ value }) => ({ value, why: "there are too many" })),
    ],
  };
}

function backed({ value, count, sessions }: Seen): BackedValue {
  return { value, uses: count, sessions: sessions.size };
}

function byValue(one: { readonly value: string }, other: { readonly value: string }): number {
  if (one.value === other.value) return 0;
  return one.value < other.value ? -1 : 1;
}

/** A path in made-up folders, cut at its root. */
interface Placed {
  readonly seen: Seen;
  readonly steps: readonly string[];
}

function foldersFor(all: readonly Seen[], above: ReadonlySet<string>): Given {
  const groups = new Map<PathRoot, Placed[]>();
  const ungiven: { value: string; why: string }[] = [];
  for (const seen of all) {
    const whole = withMadeUpFolders(seen.value);
    const root = PATH_ROOTS.find(({ folder }) => whole === folder || whole.startsWith(`${folder}/`));
    const why = root === undefined ? "it is no absolute path" : faultOf(whole, root, above);
    if (root === undefined || why !== undefined) {
      ungiven.push({ value: seen.value, why: why ?? "" });
      continue;
    }
    const group = groups.get(root) ?? [];
    groups.set(root, group);
    group.push({ seen, steps: stepsOf(whole, root) });
  }
  const values = [...groups].flatMap(([root, placed]) => gather(placed, { root, above, depth: 0 })).sort(byValue);
  const rest = values.slice(MAX_VALUES);
  ungiven.push(...rest.map(({ value }) => ({ value, why: "there are too many" })));
  return { values: values.slice(0, MAX_VALUES), ungiven };
}

function stepsOf(whole: string, { folder }: PathRoot): readonly string[] {
  return whole.slice(folder.length).split("/").filter((step) => step !== "");
}

/** Says why a path can stand in no set, or nothing. */
function faultOf(whole: string, root: PathRoot, above: ReadonlySet<string>): string | undefined {
  const fault = pathFault(whole);
  if (fault !== undefined) return `it ${fault}`;
  if (whole.includes("${")) return "it reads like a variable";
  if (stepsOf(whole, root).length < root.minDepth) return "it is the root, the home or another wide folder";
  const isAbove = [...above].some((folder) => folder === whole || folder.startsWith(`${whole}/`));
  if (isAbove) return "the project is in it";
  return isSensitivePath(whole, { base: BASE }) ? "it keeps secrets or starts programs" : undefined;
}

const BASE = { home: MADE_UP.home, workingFolder: MADE_UP.projectDir, variables: {} };

interface Gathering {
  readonly root: PathRoot;
  readonly above: ReadonlySet<string>;
  /** How many steps all of them share at least. */
  readonly depth: number;
}

/** The deepest folder that all share; where that is too wide, one for each next step. Costs one pass for each step. */
function gather(placed: readonly Placed[], { root, above, depth }: Gathering): readonly BackedValue[] {
  const [first, ...others] = placed;
  if (first === undefined) return [];
  let shared = depth;
  while (shared < first.steps.length && others.every(({ steps }) => steps[shared] === first.steps[shared])) shared++;
  const folder = `${root.folder}/${first.steps.slice(0, shared).join("/")}`.replace(/\/$/, "");
  if (others.length === 0 || faultOf(folder, root, above) === undefined) {
    const sessions = new Set(placed.flatMap(({ seen }) => [...seen.sessions]));
    const uses = placed.reduce((sum, { seen }) => sum + seen.count, 0);
    return [{ value: toVariables(folder), uses, sessions: sessions.size }];
  }
  const byStep = Map.groupBy(placed, ({ steps }) => steps[shared]);
  return [...byStep.values()].flatMap((part) => gather(part, { root, above, depth: shared }));
}

/** The values of a learned set, in the form that a policy's set is read from. */
export function valuesOf({ calls, startup }: LearnedPermissions): PermissionSet {
  const set: Record<PermissionKind, readonly string[]> = { ...NO_PERMISSIONS };
  for (const kind of PERMISSION_KINDS) {
    set[kind] = [...new Set([...calls[kind], ...startup[kind]].map(({ value }) => value))];
  }
  return set;
}

/** A learned set with the values of another alone: what is left of it when some were taken away. */
export function keepOnly(learned: LearnedPermissions, set: PermissionSet): LearnedPermissions {
  const kept = (values: BackedSet): BackedSet => {
    const rest: Record<PermissionKind, readonly BackedValue[]> = { ...NONE };
    for (const kind of PERMISSION_KINDS) rest[kind] = values[kind].filter(({ value }) => set[kind].includes(value));
    return rest;
  };
  return { ...learned, calls: kept(learned.calls), startup: kept(learned.startup) };
}
