/**
 * Whether a server is started behind a wall of the system, and how: for servers that do not run under Deno.
 *
 * @module
 */

import { bwrapArguments, HIDDEN_FOLDERS, isVisible, type Wall } from "../sandbox/bwrap_command.ts";
import { HIDDEN_MAC_FOLDERS, seatbeltProfile } from "../sandbox/seatbelt_profile.ts";
import type { WallOptions } from "../policy/policy.ts";
import { expandVariables, type Variables } from "../policy/variables.ts";
import type { Edge } from "./edge.ts";
import { isInside } from "./home.ts";
import { isThere } from "./needs.ts";
import { leadsOut, realOf, widthFault } from "./folder_faults.ts";
import { programPlaces } from "./program_places.ts";
import type { RefusedServer, SandboxOptions, WalledServer } from "./server_sandbox.ts";

const BWRAP_PATHS = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"];
const SANDBOX_EXEC = "/usr/bin/sandbox-exec";
const INSTALL_HINT = "Install bubblewrap (apt install bubblewrap), or take sandbox.bwrap out of the policy";

/** Decides about a server. Looks at the file system; starts nothing. */
export function wallServer(edge: Edge, options: SandboxOptions, wanted: WallOptions): WalledServer | RefusedServer {
  if (edge.platform === "windows") return impossible("there is no such wall on Windows", INSTALL_HINT);
  const program = edge.isMac ? SANDBOX_EXEC : BWRAP_PATHS.find((path) => isThere(edge, path));
  if (program === undefined) return impossible("there is no bwrap on this machine", INSTALL_HINT);
  const named = namedPaths(edge, options, wanted);
  if (!named.ok) {
    return { kind: "refused", why: named.why, hint: "See docs/sandbox.md for what a wall can say", isPolicy: true };
  }
  const wall = wallFor(edge, options, { ...named, net: wanted.net === true });
  const movable = wall.unwritten.find((file) => !wall.write.includes(file.replace(/\/[^/]*$/, "")));
  if (movable !== undefined) {
    // Renaming what is around a covered file takes the cover along (tried), and leaves its name to whoever comes.
    const why = `${JSON.stringify(movable)}, which is Sallyport's, lies deeper in a folder that may be written`;
    return { kind: "refused", why, hint: "Write-permit smaller folders, or keep the policy elsewhere", isPolicy: true };
  }
  const hiddenProgram = programOutOfSight(edge, wall, options.where.command[0] ?? "");
  if (hiddenProgram !== undefined) {
    const hint = `Add its folder, and what it needs from there, to sandbox.bwrap.read`;
    return impossible(`the program ${JSON.stringify(hiddenProgram)} lies in what the wall hides`, hint);
  }
  const { command } = options.where;
  const args = edge.isMac ? ["-p", seatbeltProfile(wall), ...command] : bwrapArguments(wall, command);
  const looked = [...named.read, ...named.write];
  return { kind: "wall", program, args, environment: {}, looked, text: describe(wall) };
}

interface NamedPaths {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** The paths of the policy, expanded and real; what is not there, is a link out of the project or too wide is a fault. */
function namedPaths(
  edge: Edge,
  { where }: SandboxOptions,
  wanted: WallOptions,
): (NamedPaths & { readonly ok: true }) | { readonly ok: false; readonly why: string } {
  const variables: Variables = {
    home: where.userHome,
    tmpdir: edge.env("TMPDIR") ?? "/tmp",
    projectDir: where.project ?? edge.workingFolder(),
    sallyportHome: where.home,
    env: {},
  };
  const found: { read: string[]; write: string[] } = { read: [], write: [] };
  for (const kind of ["read", "write"] as const) {
    for (const text of wanted[kind] ?? []) {
      const expanded = expandVariables(text, variables);
      if (!expanded.ok) return { ok: false, why: `sandbox.bwrap.${kind}: ${expanded.fault}` };
      const path = expanded.text.replace(/(?<=.)\/+$/, "");
      const real = edge.view.realPath(path);
      const fault = faultOf(edge, where, path, real) ??
        (kind === "write" ? writeFault(edge, where, real ?? path) : undefined);
      if (fault !== undefined) return { ok: false, why: `sandbox.bwrap.${kind}: ${JSON.stringify(path)} ${fault}` };
      found[kind].push(...new Set([path, real ?? path]));
    }
  }
  return { ok: true, ...found };
}

function faultOf(
  edge: Edge,
  where: SandboxOptions["where"],
  path: string,
  real: string | undefined,
): string | undefined {
  if (!path.startsWith("/") || /\p{Cc}/u.test(path)) return "is no absolute path";
  if (path.split("/").includes("..")) return "has a step up; name the folder itself";
  if (real === undefined || edge.kindOf(path) === "nothing") return "is not there";
  if (leadsOut(edge, where, path) !== undefined) return "leads out of the project";
  return isInside(real, where.home) ? "lies in the Sallyport home" : undefined;
}

/** A cover over what lies around a folder would not cover the folder. */
function writeFault(edge: Edge, where: SandboxOptions["where"], real: string): string | undefined {
  const isOwn = programPlaces(edge).some((place) => isInside(real, realOf(edge, place)));
  return isOwn ? "is Sallyport's own" : widthFault(where, real);
}

function wallFor(edge: Edge, { where, inForce }: SandboxOptions, given: NamedPaths & { readonly net: boolean }): Wall {
  const there = (path: string) => edge.kindOf(path) !== "nothing";
  const homes = edge.isMac ? ["/Users", ...HIDDEN_MAC_FOLDERS] : ["/home", "/root", ...HIDDEN_FOLDERS];
  const own = where.userHome === undefined ? [] : [where.userHome, realOf(edge, where.userHome)];
  const hidden = outermost([...homes, ...own].filter(there));
  const { read, write, net } = given;
  const seen: Wall = { read, write, net, hidden, closed: [], unwritten: [], workingFolder: edge.workingFolder() };
  const ours = [...new Set([where.home, realOf(edge, where.home)])];
  return {
    ...seen,
    // What cannot be seen needs no cover, and has no place to be covered.
    closed: ours.filter((path) => there(path) && isVisible(seen, path)),
    unwritten: [...new Set([...inForce.files, ...programPlaces(edge)].flatMap((path) => [path, realOf(edge, path)]))]
      .filter((path) => there(path) && write.some((folder) => isInside(path, folder))),
  };
}

function outermost(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isInside(path, other)));
}

/** The server's program where it can be told that it would not be found; nothing where all is well or it cannot be told. */
function programOutOfSight(edge: Edge, wall: Wall, program: string): string | undefined {
  const folders = (edge.env("PATH") ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const candidates = program.startsWith("/") ? [program] : folders.map((folder) => `${folder}/${program}`);
  const found = candidates.find((path) => edge.kindOf(path) === "file");
  if (found === undefined) return undefined;
  return [found, realOf(edge, found)].find((path) => !isVisible(wall, path));
}

function describe({ read, write, net, hidden }: Wall): string {
  const list = (paths: readonly string[]) => [...new Set(paths)].map((path) => JSON.stringify(path)).join(" ");
  return [
    ...read.length === 0 ? [] : [`sees ${list(read)}`],
    write.length === 0 ? "writes nothing that stays" : `writes ${list(write)}`,
    net ? "has the network" : "no network",
    `finds ${hidden.join(" ")} empty; the rest is read-only`,
  ].join("; ");
}

function impossible(why: string, hint: string): RefusedServer {
  return { kind: "refused", why, hint, isPolicy: false };
}
