/**
 * What every command that uses policies does first: refuses an environment that would turn Deno against us, finds the
 * home and the project, loads the policies.
 *
 * @module
 */

import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome, findProject, isInside } from "./home.ts";
import { findInForce, type InForce, type Surroundings } from "./in_force.ts";
import { reportError, reportProblems } from "./report.ts";

/** What a start was given. */
export interface StartOptions {
  readonly config: string | undefined;
  readonly project: string | undefined;
  /** Whether there is a project to be looked for; true when absent. */
  readonly hasProject?: boolean;
  readonly server: string;
  readonly command: readonly string[];
}

/** A start that succeeded, or the exit code of one that said why not. */
export type Start =
  | {
    readonly ok: true;
    readonly where: Surroundings;
    readonly inForce: InForce;
    readonly watched: readonly string[];
  }
  | { readonly ok: false; readonly exit: number };

const REFUSED_VARIABLES: readonly { readonly name: string; readonly why: string }[] = [
  { name: "DENO_PERMISSION_BROKER_PATH", why: "with it Deno asks somebody else which permissions Sallyport has" },
  { name: "OTEL_DENO", why: "with it Deno writes to stdout and sends data away" },
];

/** Says whether the environment turns Deno against us; reports it. */
export function isHostileEnvironment(edge: Edge): boolean {
  for (const { name, why } of REFUSED_VARIABLES) {
    const value = edge.env(name);
    if (value === undefined || value === "") continue;
    reportError(edge, `Refusing to start: ${name} is set, and ${why}`, `Unset ${name} for Sallyport`);
    return true;
  }
  return false;
}

/** Finds where things are; reports what is in the way. */
export function findSurroundings(edge: Edge, options: StartOptions): Surroundings | undefined {
  const home = findHome(edge);
  if (!home.ok) {
    reportError(edge, home.message, home.hint);
    return undefined;
  }
  const project = options.hasProject === false
    ? { ok: true, folder: undefined } as const
    : findProject(edge, options.project, home.userHome);
  if (!project.ok) {
    reportError(edge, project.message, project.hint);
    return undefined;
  }
  const folder = project.folder;
  if (folder !== undefined && (isInside(home.home, folder) || isReallyInside(edge, home.home, folder))) {
    reportError(
      edge,
      `Refusing to start: the Sallyport home ${JSON.stringify(home.home)} is inside the project`,
      "Set SALLYPORT_HOME to a folder outside every project: what a project brings must not configure its own guard",
    );
    return undefined;
  }
  const { config, server, command } = options;
  return { home: home.home, userHome: home.userHome, project: folder, config, server, command };
}

/** What is not there yet will be where its nearest folder really is. */
function isReallyInside(edge: Edge, path: string, folder: string): boolean {
  const realFolder = edge.view.realPath(folder) ?? folder;
  for (let part = path; part !== ""; part = part.replace(/[\\/]*[^\\/]*$/, "")) {
    const real = edge.view.realPath(part) ?? edge.view.linkTarget(part);
    if (real !== undefined) return isInside(real, realFolder);
  }
  return false;
}

/** Does all of it. */
export async function start(edge: Edge, options: StartOptions): Promise<Start> {
  if (isHostileEnvironment(edge)) return { ok: false, exit: EXIT.problem };
  const where = findSurroundings(edge, options);
  if (where === undefined) return { ok: false, exit: EXIT.problem };
  const { inForce, problems, watched } = await findInForce(edge, where);
  if (inForce !== undefined) return { ok: true, where, inForce, watched };
  reportProblems(edge, problems);
  return { ok: false, exit: EXIT.problem };
}
