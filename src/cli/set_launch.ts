/**
 * The command of a server under a set that is tried out, not kept: what a replay or a recording starts. Sallyport's home
 * stays closed, policies and Deno's cache stay unwritten; links are not searched for, as the set is no wall that anybody
 * relies on. What must be one (the throw-away copy, no writing at all) is in the set itself.
 *
 * @module
 */

import { CLOSED_FLAGS, denoCommand } from "../sandbox/deno_command.ts";
import { pathFault, permissionFlags, type PermissionSet } from "../sandbox/permission_set.ts";
import { cachedNames, denoCache, denoProgram } from "./deno_place.ts";
import type { Edge } from "./edge.ts";
import type { InForce, Surroundings } from "./in_force.ts";
import { realOf } from "./folder_faults.ts";
import { denoVariables, hostileName } from "./sandbox_server.ts";

/** What is tried. */
export interface SetLaunchOptions {
  readonly where: Surroundings;
  readonly inForce: InForce;
  /** Names of the variables that the server gets. */
  readonly names: readonly string[];
  readonly set: PermissionSet;
  /** More flags, such as `--allow-net`. */
  readonly flags?: readonly string[] | undefined;
}

/** What to start, or why that cannot be. */
export type SetLaunch =
  | {
    readonly ok: true;
    readonly program: string;
    /** The arguments of deno, up to and with the module. */
    readonly args: readonly string[];
    /** The server's own arguments. */
    readonly serverArgs: readonly string[];
    /** Variables that its Deno needs besides those that pass. */
    readonly environment: Readonly<Record<string, string>>;
    readonly module: string;
  }
  | { readonly ok: false; readonly why: string; readonly hint: string };

/** Makes the command. Looks at the file system; starts nothing. */
export function launchWithSet(edge: Edge, { where, inForce, names, set, flags = [] }: SetLaunchOptions): SetLaunch {
  if (edge.platform !== "posix") {
    return { ok: false, why: "this is not built for Windows", hint: "Write the set by hand: docs/sandbox.md" };
  }
  const program = denoProgram(edge);
  if (program === undefined) {
    return { ok: false, why: "there is no deno in PATH", hint: "Install Deno 2.9.6 or later" };
  }
  const hostile = hostileName(edge, names);
  if (hostile !== undefined) {
    const hint = `Take ${hostile} out of environment.pass and --pass-env`;
    return { ok: false, why: `the variable ${hostile} passes to the server and would change its Deno`, hint };
  }
  const cache = denoCache(edge);
  const unread = [...new Set([where.home, realOf(edge, where.home)])];
  const kept = [...(cache === undefined ? [] : [cache, realOf(edge, cache)]), ...inForce.files];
  const unwritten = [...new Set(kept)];
  const faulty = [...unread, ...unwritten].find((path) => pathFault(path) !== undefined);
  if (faulty !== undefined) {
    return { ok: false, why: `${JSON.stringify(faulty)} must stay closed and ${pathFault(faulty)}`, hint: "Rename it" };
  }
  const permissions = [...permissionFlags(set, { unread, unwritten }), ...flags];
  const made = denoCommand(where.command, {
    permissions,
    absolute: (path) => edge.absolute(path),
    cached: (name) => cachedNames(edge, cache, name),
  });
  if (!made.ok) return made;
  const end = CLOSED_FLAGS.length + permissions.length + 1;
  const [args, serverArgs] = [made.args.slice(0, end), made.args.slice(end)];
  return { ok: true, program, args, serverArgs, environment: denoVariables(cache), module: made.module };
}
