/**
 * One run of a suite for `sallyport sandbox minimise`: the server under a set, in the project or in a new copy of it. No
 * set that could write a person's data again, start a program or, beside a copy, reach a host is ever started.
 *
 * @module
 */

import type { UngivenUse } from "../../learn/learned_permissions.ts";
import { type PermissionUse, type PermissionUses, readPermissionUses } from "../../learn/permission_use.ts";
import { newPlaceNamer } from "../../learn/place_names.ts";
import { moveCalls, newMover, type SuiteCall } from "../../learn/suite.ts";
import { newScanner } from "../detect/scan.ts";
import { serverEnvironment } from "../sandbox/environment.ts";
import { type PermissionSet, readPermissionSet } from "../sandbox/permission_set.ts";
import type { Edge, ReplayResult } from "./edge.ts";
import { isInside } from "./home.ts";
import type { InForce, Surroundings } from "./in_force.ts";
import { launchWithSet } from "./set_launch.ts";
import type { WideSet } from "./wide_set.ts";

/** What is replayed, where, and how. */
export interface Replaying {
  readonly where: Surroundings;
  readonly inForce: InForce;
  readonly names: readonly string[];
  readonly calls: readonly SuiteCall[];
  /** The project as the server sees it: itself, or its copy. */
  readonly base: string;
  readonly project: string;
  /** Whether only tools are called of which a person says that they read. */
  readonly onlyReads: boolean;
  /** Puts everything back as it was before a run; returns why not. */
  renew(): Promise<string | undefined>;
}

/** A run that could not be made. */
export class ReplayError extends Error {
  override readonly name = "ReplayError";
  /** What to do about it. */
  readonly hint: string;

  constructor(why: string, hint: string) {
    super(why);
    this.hint = hint;
  }
}

/** Makes all calls once; throws {@linkcode ReplayError} where that cannot be. */
export async function replay(edge: Edge, replaying: Replaying, { set, flags }: WideSet): Promise<ReplayResult> {
  const { where, inForce, names, base, project, calls } = replaying;
  const launch = launchWithSet(edge, { where, inForce, names, set, flags });
  if (!launch.ok) throw new ReplayError(launch.why, launch.hint);
  const why = await replaying.renew();
  if (why !== undefined) {
    throw new ReplayError(`There is no new copy of the project: ${why}`, "Make room, and try again");
  }
  const mover = newMover({ project, target: base });
  const own = serverEnvironment(names, (name) => edge.env(name));
  const environment = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, mover(value)]));
  const folder = edge.workingFolder();
  return await edge.replayCalls({
    server: where.server,
    program: launch.program,
    args: [...launch.args, ...launch.serverArgs.map(mover)],
    environment: { ...environment, ...launch.environment },
    folder: isInside(folder, project) ? mover(folder) : folder,
    home: where.home,
    calls: moveCalls(calls, { project, target: base }),
  });
}

/** What the server used in a run. */
export function usesOf(
  edge: Edge,
  { where, names, base }: Replaying,
  { audit, startupChars }: ReplayResult,
): PermissionUses {
  return readPermissionUses(audit, {
    startupChars,
    absolute: (path) => path.startsWith("/") ? path : `${base}/${path}`,
    nameplaces: newPlaceNamer({ project: base, home: where.userHome, tmpdir: tmpdirOf(edge) }),
    scanner: newScanner(),
    variables: new Set(names.filter((name) => edge.env(name) !== undefined)),
  });
}

/** Uses, parted. */
export interface Withheld {
  readonly given: readonly PermissionUse[];
  readonly withheld: readonly UngivenUse[];
}

/** What was refused even with wide rights is listed by Deno as well: no replay may give it. */
export function withhold(uses: readonly PermissionUse[], onlyReads: boolean): Withheld {
  const why = ({ permission, value }: PermissionUse): string | undefined => {
    if (permission === "run" || permission === "ffi") return "it was refused here";
    if (permission === "net") return onlyReads ? undefined : "no host could be reached here";
    if (permission !== "write") return undefined;
    if (onlyReads) return "nothing could be written here";
    return isInside(value, PROJECT) ? undefined : "it lies outside the copy, where nothing could be written";
  };
  const withheld = uses.flatMap((use) => {
    const reason = why(use);
    return reason === undefined ? [] : [{ permission: use.permission, value: use.value, why: reason }];
  });
  return { given: uses.filter((use) => why(use) === undefined), withheld };
}

const PROJECT = "${PROJECT_DIR}";

function tmpdirOf(edge: Edge): string {
  return edge.env("TMPDIR") ?? "/tmp";
}

/** The folder that the project is in, as a use would spell it. */
export function aboveOf(edge: Edge, { where, project }: Replaying): string {
  const above = project.slice(0, project.lastIndexOf("/"));
  return newPlaceNamer({ home: where.userHome, tmpdir: tmpdirOf(edge) })(above);
}

/** A learned set as it is given to Deno; throws where a replay may not have it. */
export function expanded(edge: Edge, { where, base, onlyReads }: Replaying, set: PermissionSet): PermissionSet {
  const variables = { home: where.userHome, tmpdir: tmpdirOf(edge), projectDir: base, sallyportHome: where.home };
  const reading = readPermissionSet(set, variables);
  if (!reading.ok) throw new ReplayError(reading.why, "Write the set by hand: docs/sandbox.md");
  const { write, net, run, ffi } = reading.set;
  // Said twice on purpose: whatever was learned, this is what keeps a person's data from being written again.
  const mayWrite = (path: string) => !onlyReads && isInside(path, base);
  if (!write.every(mayWrite) || (!onlyReads && net.length > 0) || run.length + ffi.length > 0) {
    throw new ReplayError("A permission is among them that no replay may give", "Write the set by hand");
  }
  return reading.set;
}
