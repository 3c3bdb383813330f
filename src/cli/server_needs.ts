/**
 * What Deno must permit Sallyport for one wrapped server: found out by looking, with everything permitted, at all that
 * its proxy will look at, so that the flags follow the policy and hold nothing else.
 *
 * @module
 */

import type { WrapPermissions } from "../clients/wrapping.ts";
import { readPolicy } from "../policy/file/read_policy.ts";
import { expandVariables, type Variables } from "../policy/variables.ts";
import { brokerSockets, socketHost } from "../sandbox/broker_socket.ts";
import { passedNames } from "../sandbox/environment.ts";
import { denoProgram } from "./deno_place.ts";
import type { Edge } from "./edge.ts";
import { isInside } from "./home.ts";
import { findInForce, type InForce, policiesOf, type Surroundings } from "./in_force.ts";
import { machinePlaces } from "./machine_policy.ts";
import { alwaysRead } from "./needs.ts";
import { namesFor } from "./proxy.ts";
import { sandboxServer } from "./sandbox_server.ts";
import { serverLimits } from "./server_limits.ts";
import { givenNames } from "./set_variables.ts";

/** A start of a server, as its entry will say it. */
export interface WrappedStart extends Omit<Surroundings, "learns"> {
  /** Variables that pass by name. */
  readonly variables: readonly string[];
  /** Whether `--sandbox` is among the words. */
  readonly isSandboxed: boolean;
}

/** Says what is needed. Where a policy cannot be read nothing would start, and the flags are those without one. */
export async function serverNeeds(edge: Edge, start: WrappedStart): Promise<WrapPermissions> {
  const { home, project, command, config, server } = start;
  const watch = watching(edge);
  const { inForce } = await findInForce(watch.edge, start);
  const names = inForce === undefined
    ? passedNames(edge.platform, undefined, start.variables)
    : namesFor(edge, inForce, start.variables);
  const sandbox = inForce === undefined ? undefined : sandboxServer(watch.edge, {
    where: start,
    inForce,
    names: givenNames(edge, inForce, names),
    isAsked: start.isSandboxed,
  });
  const isPerCall = inForce !== undefined && setOf(inForce)?.perCall === true;
  const killer = edge.platform === "windows" ? "taskkill" : "kill";
  const named = command.slice(1).filter((word) => isAbsolute(word) && edge.kindOf(word) === "folder");
  const read = [
    ...[home, machinePlaces(edge.platform).folder],
    ...project === undefined ? [] : [project],
    ...named,
    ...config === undefined ? [] : [edge.absolute(config)],
    ...inForce === undefined ? [] : [...inForce.files, ...await guardedRoots(edge, start, inForce)],
    ...watch.looked,
    ...sandbox?.kind === "wall" ? sandbox.looked : [],
  ];
  const own = command[0] ?? "";
  // Rights per call want sockets that this start may not have: then the server runs under Deno all the same.
  const isUnderDeno = sandbox?.kind === "on" || isPerCall;
  const limits = inForce === undefined ? undefined : serverLimits(edge, inForce, sandbox ?? { kind: "off" });
  const inFront = limits?.kind === "on"
    ? limits.program
    : sandbox?.kind === "wall"
    ? sandbox.program
    : isUnderDeno
    ? denoProgram(edge) ?? ""
    : own;
  const mayFallBack = inForce !== undefined && isFallbackAllowed(inForce);
  return {
    read: withoutInner(read),
    write: [home],
    env: [...new Set([...alwaysRead(edge), ...names, ...watch.asked])],
    run: [...new Set([inFront, ...mayFallBack ? [own] : [], killer])],
    net: isPerCall ? brokerSockets(home, server).map(socketHost) : [],
  };
}

function setOf({ machine, global }: InForce) {
  return machine?.policy.sandbox.deno ?? global.policy.sandbox.deno;
}

/** Where a server may run without its sandbox, its own program is started then. */
function isFallbackAllowed({ machine, global }: InForce): boolean {
  const { deno, bwrap } = machine?.policy.sandbox ?? {};
  const isMachines = machine !== undefined && (deno !== undefined || bwrap !== undefined);
  return (isMachines ? machine : global).policy.sandbox.fallback === "run";
}

interface Watching {
  readonly edge: Edge;
  /** Names of variables that were asked for and are set. */
  readonly asked: ReadonlySet<string>;
  /** Folders that were looked through. */
  readonly looked: ReadonlySet<string>;
}

/** The same world, that keeps what was asked of it. */
function watching(edge: Edge): Watching {
  const asked = new Set<string>();
  const looked = new Set<string>();
  return {
    asked,
    looked,
    edge: {
      ...edge,
      env(name) {
        const value = edge.env(name);
        if (value !== undefined) asked.add(name);
        return value;
      },
      namesIn(path) {
        looked.add(path);
        return edge.namesIn(path);
      },
      linksUnder(path) {
        looked.add(path);
        return edge.linksUnder(path);
      },
    },
  };
}

/** The folders that `path` conditions lead to: they are walked as the file system does. */
async function guardedRoots(edge: Edge, start: WrappedStart, inForce: InForce): Promise<readonly string[]> {
  const variables: Variables = {
    home: start.userHome,
    tmpdir: edge.env("TMPDIR") ?? (edge.platform === "posix" ? "/tmp" : edge.env("TEMP")),
    projectDir: start.project,
    sallyportHome: start.home,
    env: {},
  };
  const texts = policiesOf(inForce).flatMap(({ closure }) => closure.filter(({ kind }) => kind === "file"));
  const roots: string[] = [];
  for (const { name, text } of texts) {
    const { policy } = await readPolicy(name, text);
    for (const root of rootsIn(policy)) {
      const expanded = expandVariables(root, variables);
      if (expanded.ok && isAbsolute(expanded.text) && edge.kindOf(expanded.text) === "folder") {
        roots.push(expanded.text);
      }
    }
  }
  return roots;
}

/** Every text under a key `under`, wherever it stands: only conditions on paths have one. */
function rootsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = !Array.isArray(value) && "under" in value
    ? [value.under].flat().filter((each) => typeof each === "string")
    : [];
  return [...own, ...Object.values(value).flatMap(rootsIn)];
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

/** A permission for a folder holds below it. The root and what is above the home is given as it was named, not wider. */
function withoutInner(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isInside(path, other)));
}
