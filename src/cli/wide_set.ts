/**
 * The rights under which a server shows what it uses: wide, but so that what it uses is told exactly, and that nothing
 * is written that must not be.
 *
 * @module
 */

import { NO_PERMISSIONS, type PermissionSet, SYSTEM_NAMES } from "../sandbox/permission_set.ts";
import type { Edge } from "./edge.ts";

/** What may be done while a server shows what it uses. */
export interface WideOptions {
  /** Names of the variables that the server gets. */
  readonly names: readonly string[];
  /** The one folder that may be written where nothing else is said. */
  readonly base: string;
  /** Whether nothing may be written; hosts can be reached then. */
  readonly onlyReads: boolean;
}

/** A set, and the flags that a set cannot say. */
export interface WideSet {
  readonly set: PermissionSet;
  readonly flags: readonly string[];
}

/**
 * The rights for a replay. Reading is permitted by the path `/`: without a path Deno 2.9.6 lists `write` beside each
 * `read`. No program is started and no library loaded, since what these do Deno neither bounds nor lists.
 */
export function wideSet(edge: Edge, { names, base, onlyReads }: WideOptions): WideSet {
  const env = names.filter((name) => edge.env(name) !== undefined);
  const set = { ...NO_PERMISSIONS, read: ["/"], write: onlyReads ? [] : [base], env, sys: [...SYSTEM_NAMES] };
  return { set, flags: onlyReads ? ["--allow-net"] : [] };
}

/** The rights for a recording: those of the person, but for programs and libraries. */
export function recordingSet(edge: Edge, names: readonly string[]): WideSet {
  const { set } = wideSet(edge, { names, base: "/", onlyReads: false });
  return { set, flags: ["--allow-net"] };
}
