/**
 * The path guard: a path is passed when it leads below one of the allowed folders, walked as the kernel does and again
 * as a program that normalises first, and nothing forbids where it leads. Everything else is refused.
 *
 * The check is of one moment: who can change links between the check and the use can still change where a path leads.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";
import { isFileUri, readFileUri } from "./file_uri.ts";
import { BLIND_VIEW, type FileView } from "./file_view.ts";
import { compileGlob, type Glob } from "./glob.ts";
import { type Guard, type GuardResult, refused } from "./guard.ts";
import { type PathBase, readAsPath } from "./path_reading.ts";
import { MAX_PATH_CHARS, spellingFault } from "./path_spelling.ts";
import { isSensitivePath, sensitiveKinds } from "./sensitive_path.ts";
import { SENSITIVE_KINDS, type SensitiveKind } from "./sensitive_places.ts";
import {
  collapse,
  joinPath,
  type Platform,
  splitAbsolute,
  type SplitPath,
  splitSteps,
  startsWithPath,
} from "./split_path.ts";
import { type Root, walkPath } from "./walk_path.ts";

/** What a path must be. */
export interface PathOptions {
  /** Folders that it must be in, or one of them itself; absolute. Absent: any place. */
  readonly under?: readonly string[] | undefined;
  /**
   * Globs of what it must not be or be inside of, whatever their case; one that does not begin with `/` or `**` counts
   * at any depth. Windows paths are written with `/`.
   */
  readonly not?: readonly string[] | undefined;
  /**
   * `true`: passes only what keeps secrets or starts programs, in any spelling; kinds: passes only that of these kinds;
   * `false`: refuses all of it.
   */
  readonly sensitive?: boolean | readonly SensitiveKind[] | undefined;
  /** Whose rules; `auto` is Windows exactly when an absolute path among these options begins with a drive. */
  readonly platform?: "auto" | Platform | undefined;
  /** `lexical` looks at nothing: weaker, for a server that sees another file system than we do. */
  readonly view?: "real" | "lexical" | undefined;
  /** Whether the field holds a URI, so that one `file:` URI is decoded first. */
  readonly uri?: boolean | undefined;
  /** Where relative paths start. */
  readonly workingFolder?: string | undefined;
  /** What `~` stands for; only to find sensitive places. */
  readonly home?: string | undefined;
}

/** Checks one path; see `newPathGuard()` for many. */
export function guardPath(value: unknown, options: PathOptions, view?: FileView): GuardResult {
  return newPathGuard(options, view)(value);
}

/** Says what is wrong with options; a guard with faulty ones refuses everything. */
export function pathOptionsFault(options: PathOptions): string | undefined {
  const compiled = compileOptions(options, undefined);
  return "fault" in compiled ? compiled.fault : undefined;
}

/**
 * Compiles options to a guard. What passes is given back as the absolute path without links; that passes again, as
 * itself.
 *
 * @example A link is followed before `..` is taken
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const guard = newPathGuard({ under: ["/srv/data"], workingFolder: "/srv/data", view: "lexical" });
 * assert.deepEqual(guard("notes/./a.txt"), { ok: true, value: "/srv/data/notes/a.txt" });
 * assert.deepEqual(guard("../a.txt"), { ok: false, reason: "blocked: outside the allowed folders" });
 * ```
 */
export function newPathGuard(options: PathOptions, view?: FileView): Guard {
  const compiled = compileOptions(options, view);
  if ("fault" in compiled) return () => refused("blocked: guard options");
  return (value) => {
    try {
      return judge(value, compiled);
    } catch {
      return refused("blocked: cannot be looked at");
    }
  };
}

/** A glob and from where it counts. */
interface Forbidden {
  readonly glob: Glob;
  readonly from: "drive" | "root";
}

/**
 * Whether a path that the guard finds outside leads below one of the folders all the same, by links elsewhere: for rules
 * that refuse what is in a folder. Reads generously; sees what the view can see.
 */
export function leadsUnder(path: string, options: PathOptions, view: FileView = BLIND_VIEW): boolean {
  try {
    const platform = platformOf(options);
    const base = { home: options.home, workingFolder: options.workingFolder ?? "/", variables: {} };
    for (let folder = readAsPath(path, base); folder.includes("/"); folder = folder.replace(/\/[^/]*$/, "")) {
      const real = view.realPath(folder);
      const split = real === undefined ? undefined : splitAbsolute(real, platform);
      if (split === undefined) continue;
      return (options.under ?? []).some((root) => {
        const spelled = splitAbsolute(view.realPath(root) ?? root, platform);
        return spelled !== undefined && startsWithPath(split, spelled, platform);
      });
    }
  } catch {
    return true;
  }
  return false;
}

interface Compiled {
  readonly platform: Platform;
  /** Nothing for the lexical view. */
  readonly view: FileView | undefined;
  readonly under: readonly SplitPath[] | undefined;
  readonly not: readonly Forbidden[];
  readonly sensitive: PathOptions["sensitive"];
  readonly uri: boolean;
  readonly workingFolder: SplitPath | undefined;
  readonly base: PathBase;
}

function compileOptions(options: PathOptions, view: FileView | undefined): Compiled | { readonly fault: string } {
  const { under, not = [], sensitive, workingFolder, home } = options;
  const platform = platformOf(options);
  const isReal = options.view !== "lexical";
  const roots: SplitPath[] = [];
  for (const folder of under ?? []) {
    const root = splitAbsolute(folder, platform);
    if (root === undefined) return { fault: "a folder is not an absolute path" };
    roots.push(collapse(root));
  }
  if (under?.length === 0) return { fault: "there is no folder" };
  if (
    Array.isArray(sensitive) && (sensitive.length === 0 || sensitive.some((each) => !SENSITIVE_KINDS.includes(each)))
  ) {
    return { fault: "a kind of sensitive place is not known" };
  }
  const start = workingFolder === undefined ? undefined : splitAbsolute(workingFolder, platform);
  // A working folder of another platform than the server's is none.
  if (workingFolder !== undefined && start === undefined && !/^(?:\/|[A-Za-z]:[\\/])/.test(workingFolder)) {
    return { fault: "the working folder is not an absolute path" };
  }
  const globs: Forbidden[] = [];
  for (const source of not) {
    const isAbsolute = /^\/|^[A-Za-z]:\//.test(source);
    const folded = foldName((isAbsolute || source.startsWith("**") ? source : `**/${source}`).normalize("NFKC"));
    for (const each of [folded, `${folded}/**`]) {
      const glob = compileGlob(each, "path");
      if ("fault" in glob) return { fault: `a glob does not compile: ${glob.fault}` };
      globs.push({ glob, from: isAbsolute ? "drive" : "root" });
    }
  }
  return {
    platform,
    view: isReal ? view ?? BLIND_VIEW : undefined,
    under: under === undefined ? undefined : roots,
    not: globs,
    sensitive,
    uri: options.uri === true,
    workingFolder: start,
    base: { home, workingFolder: workingFolder ?? "/", variables: {} },
  };
}

function platformOf({ platform = "auto", under = [], workingFolder = "", home = "" }: PathOptions): Platform {
  if (platform !== "auto") return platform;
  return [...under, workingFolder, home].some((path) => /^[A-Za-z]:[\\/]/.test(path)) ? "windows" : "posix";
}

function judge(value: unknown, compiled: Compiled): GuardResult {
  const { platform, uri, sensitive } = compiled;
  if (typeof value !== "string") return refused("blocked: not a string");
  if (value.length > MAX_PATH_CHARS * (uri ? 3 : 1)) return refused("blocked: too long");
  if (sensitive !== undefined && sensitive !== false) {
    const found = sensitiveKinds(value, { base: compiled.base, view: compiled.view });
    return isWanted(found, sensitive) ? { ok: true, value } : refused("blocked: not a sensitive place");
  }
  const path = uri && isFileUri(value) ? readFileUri(value, platform) : value;
  if (path === undefined) return refused("blocked: not a file URI");
  const fault = spellingFault(path, platform);
  if (fault !== undefined) return refused(fault);
  const split = toAbsolute(path, compiled);
  if (split === undefined) return refused("blocked: relative path without a folder");
  return judgeSplit(split, compiled);
}

function isWanted(found: ReadonlySet<SensitiveKind>, wanted: true | readonly SensitiveKind[]): boolean {
  return wanted === true ? found.size > 0 : wanted.some((kind) => found.has(kind));
}

function toAbsolute(path: string, { platform, workingFolder }: Compiled): SplitPath | undefined {
  const absolute = splitAbsolute(path, platform);
  if (absolute !== undefined || workingFolder === undefined) return absolute;
  return { drive: workingFolder.drive, steps: [...workingFolder.steps, ...splitSteps(path, platform)] };
}

function judgeSplit(path: SplitPath, compiled: Compiled): GuardResult {
  const roots = rootsFor(path, compiled);
  if (roots === undefined) return refused("blocked: cannot be looked at");
  const canonical = leadsTo(path, roots, compiled);
  if (!canonical.ok) return canonical;
  const letters = collapse(path);
  // The program behind us may take ".." by the letters, and then open another path.
  const other = path.steps.includes("..") ? leadsTo(letters, roots, compiled) : canonical;
  if (!other.ok) return other;
  // A link may have a forbidden name and lead to a harmless one.
  const named = walkPath(letters, roots, compiled.platform, undefined);
  if (named.kind === "inside" && !isForbidden(letters, named.steps, compiled)) {
    return compiled.sensitive === false && isSensitive(letters, compiled)
      ? refused("blocked: sensitive place")
      : canonical;
  }
  return refused("blocked: named as not allowed");
}

/** The roots that could count, with where they really are; nothing when none can be looked at. */
function rootsFor(path: SplitPath, { under, view, platform }: Compiled): readonly Root[] | undefined {
  const roots: Root[] = [];
  for (const spelled of under ?? [{ drive: path.drive, steps: [] }]) {
    if (view === undefined || spelled.steps.length === 0) {
      roots.push({ spelled, real: spelled });
      continue;
    }
    const found = view.realPath(joinPath(spelled, platform));
    const real = found === undefined ? undefined : splitAbsolute(found, platform);
    if (real !== undefined) roots.push({ spelled, real });
  }
  return roots.length === 0 ? undefined : roots;
}

function leadsTo(path: SplitPath, roots: readonly Root[], compiled: Compiled): GuardResult {
  const { platform } = compiled;
  const walk = walkPath(path, roots, platform, compiled.view);
  if (walk.kind === "unknown") return refused("blocked: cannot be looked at");
  if (walk.kind === "loop") return refused("blocked: too many links");
  if (walk.kind === "inside") {
    const { drive, steps } = walk.root.real;
    const canonical = { drive, steps: [...steps, ...walk.steps] };
    const value = joinPath(canonical, platform);
    // A link may lead to a name that nobody may write.
    const fault = spellingFault(value, platform);
    if (fault !== undefined) return refused(fault);
    if (isForbidden(canonical, walk.steps, compiled)) return refused("blocked: named as not allowed");
    if (compiled.sensitive !== false || !isSensitive(canonical, compiled)) return { ok: true, value };
    return refused("blocked: sensitive place");
  }
  return refused("blocked: outside the allowed folders");
}

function isSensitive(path: SplitPath, { base, platform }: Compiled): boolean {
  return isSensitivePath(joinPath(path, platform).replaceAll("\\", "/"), { base });
}

/** Whether a glob forbids the path or a folder that it is in. Globs for any depth count below the root. */
function isForbidden(path: SplitPath, below: readonly string[], { not, platform }: Compiled): boolean {
  if (not.length === 0) return false;
  const whole = comparable(joinPath(path, platform));
  const inside = comparable(`/${below.join("/")}`);
  return not.some(({ glob, from }) => glob.matches(from === "root" ? inside : whole));
}

function comparable(path: string): string {
  return foldName(path.normalize("NFKC")).replaceAll("\\", "/");
}
