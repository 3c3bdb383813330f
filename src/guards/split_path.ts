/**
 * An absolute path in parts, by the rules of POSIX or of Windows. Splits and joins; what a spelling may hold is the
 * business of `path_spelling.ts`.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";

/** Whose rules a path follows. */
export type Platform = "posix" | "windows";

/** An absolute path. `.` and empty steps are gone, `..` is still there. */
export interface SplitPath {
  /** `C:` on Windows, empty on POSIX. */
  readonly drive: string;
  readonly steps: readonly string[];
}

/** Splits an absolute path; nothing for one that is relative, or has no drive on Windows. */
export function splitAbsolute(path: string, platform: Platform): SplitPath | undefined {
  if (platform === "posix") return path.startsWith("/") ? { drive: "", steps: splitSteps(path, platform) } : undefined;
  if (!/^[A-Za-z]:[\\/]/.test(path)) return undefined;
  return { drive: path.slice(0, 2).toUpperCase(), steps: splitSteps(path.slice(2), platform) };
}

/** The steps of a relative path. */
export function splitSteps(path: string, platform: Platform): string[] {
  return path.split(platform === "posix" ? "/" : /[\\/]/).filter((step) => step !== "" && step !== ".");
}

/** Writes an absolute path. */
export function joinPath({ drive, steps }: SplitPath, platform: Platform): string {
  const separator = platform === "posix" ? "/" : "\\";
  return drive + separator + steps.join(separator);
}

/** Resolves `..` by the letters, as a program does that normalises a path before it opens it. */
export function collapse({ drive, steps }: SplitPath): SplitPath {
  const kept: string[] = [];
  for (const step of steps) {
    if (step === "..") kept.pop();
    else kept.push(step);
  }
  return { drive, steps: kept };
}

/** Whether a path begins with all steps of another; on Windows upper and lower case are one. */
export function startsWithPath(path: SplitPath, start: SplitPath, platform: Platform): boolean {
  return path.drive === start.drive && path.steps.length >= start.steps.length &&
    start.steps.every((step, index) => isSameStep(step, path.steps[index] ?? "", platform));
}

function isSameStep(a: string, b: string, platform: Platform): boolean {
  return a === b || (platform === "windows" && foldName(a) === foldName(b));
}
