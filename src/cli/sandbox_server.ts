/**
 * Whether a server is started under Deno, and how: the policy's permission set or the folders of its command, the links
 * that must be closed, the variables that would turn its Deno against us.
 *
 * @module
 */

import { denoCommand } from "../sandbox/deno_command.ts";
import {
  type ClosedFolders,
  describePermissions,
  NO_PERMISSIONS,
  pathFault,
  permissionFlags,
  type PermissionReading,
  type PermissionSet,
  readPermissionSet,
} from "../sandbox/permission_set.ts";
import { canDrift, isMovable } from "../sandbox/movable.ts";
import { type FoundLink, strayLinks } from "../sandbox/stray_links.ts";
import type { DenoSandbox } from "../policy/policy.ts";
import { brokerPlan } from "./broker_plan.ts";
import { cachedNames, denoCache, denoProgram } from "./deno_place.ts";
import type { Edge } from "./edge.ts";
import { leadsOut, realOf, widthFault } from "./folder_faults.ts";
import { isInside } from "./home.ts";
import { programPlaces } from "./program_places.ts";
import { wallServer } from "./server_wall.ts";
import type { RefusedServer, SandboxedServer, SandboxOptions, ServerSandbox } from "./server_sandbox.ts";
import type { Surroundings } from "./in_force.ts";
import { wantedSandbox, wantsNoSandbox } from "./wanted_sandbox.ts";

/** Variables that change what a Deno, or any program, does before the server's first line. */
const HOSTILE_NAME_REGEXP = /^(?:DENO_(?!DIR$)|OTEL_|LD_|DYLD_|NPM_CONFIG_|NODE_OPTIONS$|NODE_REPL_)/i;
/** How many links may be closed by name: a command line has its limits. */
const MAX_CLOSED = 200;

/** Decides about a server. Looks at the file system; starts nothing. */
export function sandboxServer(edge: Edge, options: SandboxOptions): ServerSandbox {
  if (wantsNoSandbox(options)) return { kind: "off" };
  const { lists } = wantedSandbox(options);
  if (lists === undefined && !options.isAsked) return without(edge, options, NOT_UNDER_DENO);
  const reading = lists === undefined ? foldersOf(edge, options.where) : policySet(edge, options.where, lists);
  if (!reading.ok && lists !== undefined) {
    const hint = "See docs/sandbox.md for what a permission set can say";
    return { kind: "refused", why: reading.why, hint, isPolicy: true };
  }
  const made = reading.ok
    ? underDeno(edge, options, reading)
    : impossible(reading.why, "Give sandbox.deno in a policy its permissions");
  return made.kind === "refused" ? without(edge, options, made) : made;
}

/** Nobody asked for it: the wall alone decides. */
const NOT_UNDER_DENO: RefusedServer = {
  kind: "refused",
  why: "it is not to run under Deno",
  hint: "",
  isPolicy: false,
};

/** What holds a server that Deno cannot: the wall that the policy describes, or its decision to do without. */
function without(edge: Edge, options: SandboxOptions, refused: RefusedServer): ServerSandbox {
  const { bwrap, fallback } = wantedSandbox(options);
  if (bwrap === undefined) return fallback === "run" ? { kind: "fallback", why: refused.why } : refused;
  const walled = wallServer(edge, options, bwrap);
  return walled.kind === "refused" && !walled.isPolicy && fallback === "run"
    ? { kind: "fallback", why: walled.why }
    : walled;
}

function policySet(edge: Edge, where: Surroundings, lists: DenoSandbox): PermissionReading {
  return readPermissionSet(lists, {
    home: where.userHome,
    tmpdir: edge.env("TMPDIR") ?? (edge.platform === "posix" ? "/tmp" : edge.env("TEMP")),
    projectDir: where.project ?? edge.workingFolder(),
    sallyportHome: where.home,
    env: namedVariables(edge, lists),
  });
}

/** Only variables that the set names are read. */
function namedVariables(edge: Edge, lists: DenoSandbox): Readonly<Record<string, string>> {
  const names = [...JSON.stringify(lists).matchAll(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g)].map((found) =>
    found[1] ?? ""
  );
  return Object.fromEntries(names.flatMap((name) => {
    const value = edge.env(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** Without a set: reading in the folders that the command names by a path, and nothing else. */
function foldersOf(edge: Edge, where: Surroundings): PermissionReading {
  const read: string[] = [];
  for (const word of where.command.slice(1)) {
    if (!/^(?:\/|[A-Za-z]:[\\/]|\\\\|\.{1,2}(?:[\\/]|$))/.test(word)) continue;
    const folder = edge.absolute(word);
    if (edge.kindOf(folder) !== "folder") continue;
    const real = edge.view.realPath(folder) ?? folder;
    const isRelative = word.startsWith(".");
    const fault = [folder, real].map((path) => pathFault(path) ?? widthFault(where, path)).find((each) => each);
    if (fault !== undefined) return { ok: false, why: `the folder ${JSON.stringify(word)} ${fault}` };
    // What lies in a folder that was only started in may be anybody's link.
    if (isRelative && !isInside(real, realOf(edge, edge.workingFolder()))) {
      return { ok: false, why: `the folder ${JSON.stringify(word)} leads out of the working folder` };
    }
    read.push(folder, real);
  }
  return { ok: true, set: { ...NO_PERMISSIONS, read: [...new Set(read)] } };
}

interface Wanted {
  readonly set: PermissionSet;
  readonly startup?: PermissionSet | undefined;
}

function underDeno(edge: Edge, options: SandboxOptions, { set, startup }: Wanted): SandboxedServer | RefusedServer {
  const { where, names } = options;
  const program = denoProgram(edge);
  if (program === undefined) return impossible("there is no deno in PATH", "Install Deno 2.9.6 or later");
  const hostile = hostileName(edge, names);
  if (hostile !== undefined) {
    const hint = `Take ${hostile} out of environment.pass and --pass-env`;
    return impossible(`the variable ${hostile} passes to the server and would change its Deno`, hint);
  }
  const cache = denoCache(edge);
  const closed = closedFor(edge, options, { set, cache });
  if (!closed.ok) return impossible(closed.why, closed.hint);
  const made = denoCommand(where.command, {
    // Beside a broker Deno heeds no flag. Should there be none after all, nothing is permitted.
    permissions: permissionFlags(startup === undefined ? set : NO_PERMISSIONS, closed.folders),
    absolute: (path) => edge.absolute(path),
    cached: (name) => cachedNames(edge, cache, name),
  });
  if (!made.ok) return impossible(made.why, made.hint);
  const environment = denoVariables(cache);
  const { args, module } = made;
  const on = { kind: "on", program, args, environment, module, set } as const;
  if (startup === undefined) return { ...on, text: describePermissions(set) };
  const broker = brokerPlan(edge, options, { set, startup, closed: closed.folders });
  if (!broker.ok) return impossible(broker.why, broker.hint);
  const text = `${describePermissions(set)}; each only for a call that names it; at any time: ${
    describePermissions(startup)
  }`;
  return { ...on, text, broker: broker.plan };
}

/** What a server's Deno is told besides the variables that pass. */
export function denoVariables(cache: string | undefined): Readonly<Record<string, string>> {
  return {
    ...(cache === undefined ? {} : { DENO_DIR: cache }),
    DENO_NO_UPDATE_CHECK: "1",
    DENO_NO_PACKAGE_JSON: "1",
  };
}

/** A variable that passes and changes what a Deno does. */
export function hostileName(edge: Edge, names: readonly string[]): string | undefined {
  return names.find((name) => HOSTILE_NAME_REGEXP.test(name) && edge.env(name) !== undefined);
}

type Closed =
  | { readonly ok: true; readonly folders: ClosedFolders }
  | { readonly ok: false; readonly why: string; readonly hint: string };

interface Permitted {
  readonly set: PermissionSet;
  readonly cache: string | undefined;
}

/** Sallyport's home, Deno's cache, the policies in force, and links that lead out of what is permitted. */
function closedFor(edge: Edge, { where, inForce }: SandboxOptions, { set, cache }: Permitted): Closed {
  const roots = [...new Set([...set.read, ...set.write])];
  const links: FoundLink[] = [];
  for (const root of roots) {
    const stray = leadsOut(edge, where, root);
    if (stray !== undefined) return { ok: false, why: stray, hint: "Name the folder itself" };
    if (!edge.isGranted({ kind: "read", path: root })) {
      const why = `Sallyport itself may not look into ${JSON.stringify(root)} for links that lead out of it`;
      return { ok: false, why, hint: `Add --allow-read=${root} to the deno run line` };
    }
    const found = edge.linksUnder(root);
    if (found === undefined) {
      const why = `the folder ${
        JSON.stringify(root)
      } cannot be searched for links that lead out of it, or has too many files`;
      return { ok: false, why, hint: "Permit a smaller folder" };
    }
    links.push(...found);
  }
  const stray = strayLinks(links, set, (path) => edge.view.realPath(path));
  const homes = [...new Set([where.home, realOf(edge, where.home)])];
  const kept = cache === undefined ? [] : [...new Set([cache, realOf(edge, cache)])];
  const files = inForce.files.flatMap((file) => [file, realOf(edge, file)]);
  // What lies in the home is closed with it.
  const ours = [...homes, ...kept, ...files.filter((file) => !homes.some((home) => isInside(file, home)))];
  const writable = set.write.flatMap((folder) => [folder, realOf(edge, folder)]);
  // What cannot be written anyway needs no word on the command line.
  const program = programPlaces(edge).flatMap((place) => [place, realOf(edge, place)])
    .filter((place) => writable.some((folder) => isInside(place, folder) || isInside(folder, place)));
  const open = openable(edge, { set, ours, program, links, stray: [...stray.unread, ...stray.unwritten] });
  if (open !== undefined) {
    const why = `${JSON.stringify(open)} must stay closed, and a server with these permissions could get around that`;
    return { ok: false, why, hint: "Permit smaller folders, those to be written above all; docs/sandbox.md says why" };
  }
  const folders = {
    unread: [...homes, ...stray.unread],
    unwritten: [...new Set([...kept, ...inForce.files, ...program, ...stray.unwritten])],
  };
  const all = [...folders.unread, ...folders.unwritten];
  const faulty = all.find((path) => pathFault(path) !== undefined);
  if (faulty !== undefined) {
    return { ok: false, why: `${JSON.stringify(faulty)} must stay closed and ${pathFault(faulty)}`, hint: "Rename it" };
  }
  if (all.length <= MAX_CLOSED) return { ok: true, folders };
  return { ok: false, why: "too many links lead out of the permitted folders", hint: "Permit a smaller folder" };
}

/** What must stay closed, and where it could be opened. */
interface Openable {
  readonly set: PermissionSet;
  /** What is Sallyport's, Deno's, and the policies. */
  readonly ours: readonly string[];
  /** What runs: it may be read. */
  readonly program: readonly string[];
  readonly links: readonly FoundLink[];
  /** Links that lead out. */
  readonly stray: readonly string[];
}

/** Something that closing by name would not keep closed: it can be moved, or be spelled in another case. */
function openable(edge: Edge, { set, ours, program, links, stray }: Openable): string | undefined {
  const named = (folders: readonly string[]) => folders.flatMap((folder) => [folder, realOf(edge, folder)]);
  const writable = named(set.write);
  const drifting = links.filter(canDrift).map(({ path }) => path);
  const moved = [...ours, ...program, ...stray, ...drifting].find((path) => isMovable(path, writable));
  // Where two cases are one name, Deno's closed names are by their letters all the same; not tried on such a system.
  const hasTwoCases = edge.isMac || edge.platform === "windows";
  if (moved !== undefined || !hasTwoCases) return moved;
  const isIn = (path: string, folders: readonly string[]) => folders.some((folder) => isInside(path, folder));
  return stray[0] ?? ours.find((path) => isIn(path, named([...set.read, ...set.write]))) ??
    program.find((path) => isIn(path, writable));
}

function impossible(why: string, hint: string): RefusedServer {
  return { kind: "refused", why, hint, isPolicy: false };
}
