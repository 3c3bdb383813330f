/**
 * Which policies are in force, and from where: the person's (in the Sallyport home, or `-c`), else the baseline pack;
 * apart from it the project's, which only tightens until it is trusted; and the machine's, which both can only tighten.
 *
 * @module
 */

import { PACKS } from "../../packs/packs.ts";
import type { Judge } from "../firewall/judge.ts";
import { policiesHash } from "../../audit/kept_policy.ts";
import { policyJudge } from "../firewall/policy_judge.ts";
import type { ClosurePart } from "../policy/closure.ts";
import type { CompiledPolicy } from "../policy/compiled_policy.ts";
import { loadPolicy, type LoadPorts, type LoadResult, type PolicyReference } from "../policy/load_policy.ts";
import type { Problem } from "../policy/problem.ts";
import type { Edge } from "./edge.ts";
import { isInside } from "./home.ts";
import { machineKeyPath, machinePlaces, readMachinePolicy } from "./machine_policy.ts";
import { readTrust, trustPath } from "./trust_store.ts";

/** Where policies are looked for. */
export interface Surroundings {
  readonly home: string;
  readonly userHome: string | undefined;
  readonly project: string | undefined;
  /** The file that `-c` names. */
  readonly config: string | undefined;
  readonly server: string;
  /** Program and arguments of the server. */
  readonly command: readonly string[];
  /** For learning: the baseline stands in for the policy of the person. */
  readonly learns?: boolean | undefined;
}

/** A policy in force and where it is from. */
export interface PolicyInForce {
  readonly policy: CompiledPolicy;
  readonly source: string;
  readonly hash: string;
  /** The exact texts that the hash is over. */
  readonly closure: readonly ClosurePart[];
}

/** The policies in force. */
export interface InForce {
  /** What holds for everybody on this machine. */
  readonly machine: PolicyInForce | undefined;
  /** The person's. */
  readonly global: PolicyInForce;
  readonly project: PolicyInForce | undefined;
  readonly judge: Judge;
  /** Files that the policies are made of. */
  readonly files: readonly string[];
}

/** All of them, the one that binds most first. */
export function policiesOf({ machine, global, project }: Omit<InForce, "judge" | "files">): readonly PolicyInForce[] {
  return [...(machine === undefined ? [] : [machine]), global, ...(project === undefined ? [] : [project])];
}

/** What looking for policies gives. `watched` are the files whose change could change the result. */
export interface InForceResult {
  readonly inForce: InForce | undefined;
  readonly problems: readonly Problem[];
  readonly watched: readonly string[];
}

const FILE_NAMES = ["sallyport.jsonc", "sallyport.yaml", "sallyport.yml"];

/**
 * Finds and loads the policies. Problems of both are collected; with any, nothing is in force. With `last`, what was in
 * force, a policy whose file is gone stays: saved anew at this moment, or taken away to be rid of what it closed.
 */
export async function findInForce(edge: Edge, where: Surroundings, last?: InForce): Promise<InForceResult> {
  const config = where.config === undefined ? undefined : edge.absolute(where.config);
  const configIsProject = config !== undefined && where.project !== undefined &&
    isReallyInside(edge, config, where.project);
  const found = await findFiles(edge, where, config, configIsProject);
  const trusted = await readTrust(edge, where.home);
  const read = new Set<string>();
  const ports = loadPorts(edge, where, read);
  const machine = await loadMachine(edge, where, ports);
  const global = await loadPolicy(found.global, ports);
  const project = found.project === undefined ? undefined : await loadPolicy(found.project, {
    ...ports,
    trustOf: (hash) => trusted.some((entry) => entry.hash === hash) ? "trusted" : "untrusted",
  });
  const problems = [
    ...machine?.problems ?? [],
    ...found.problems,
    ...global.problems,
    ...project?.problems ?? [],
  ];
  // A file that could not be read is watched as well: it may be there next time.
  const { policy, signature } = machinePlaces(edge.platform);
  const watched = [policy, signature, machineKeyPath(where.home), ...found.looked, trustPath(where.home), ...read];
  const inForce = problems.length > 0 ? undefined : settle(edge, where, found, { machine, global, project, last });
  return { inForce, problems, watched: [...new Set(watched)] };
}

function settle(
  edge: Edge,
  where: Surroundings,
  found: Found,
  loaded: Loaded,
): InForce | undefined {
  const { last } = loaded;
  const fresh = inForceOf(found.global, loaded.global);
  if (fresh === undefined) return undefined;
  const isGone = found.global.kind === "pack" && last !== undefined && last.global.source !== fresh.source;
  const global = isGone ? last.global : fresh;
  const project = found.project === undefined ? last?.project : inForceOf(found.project, loaded.project);
  const machineFile: PolicyReference = { kind: "file", path: machinePlaces(edge.platform).policy };
  const machine = loaded.machine === undefined ? last?.machine : inForceOf(machineFile, loaded.machine);
  const theirs = project === undefined ? undefined : { hash: project.hash, trust: project.policy.trust };
  const hash = policiesHash({ machine: machine?.hash, global: global.hash, project: theirs });
  const policies = { machine: machine?.policy, global: global.policy, project: project?.policy };
  const judge = policyJudge({
    policies,
    server: where.server,
    hash,
    today: () => edge.today(),
    nowMs: () => edge.nowMs(),
  });
  const inForce = { machine, global, project, judge };
  return { ...inForce, files: policiesOf(inForce).flatMap(filesOf) };
}

/** Loads the machine's policy. One that is signed is all of what was signed: it goes on with packs alone. */
async function loadMachine(edge: Edge, where: Surroundings, ports: LoadPorts): Promise<LoadResult | undefined> {
  const found = await readMachinePolicy(edge, where.home);
  switch (found.kind) {
    case "none":
      return undefined;
    case "problem":
      return { problems: [found.problem], closure: [], hash: "" };
  }
  const unsigned = { ok: false, why: "the signature of the machine's policy does not cover it" } as const;
  return await loadPolicy({ kind: "file", path: found.path }, {
    ...ports,
    // The very text that was looked at: it is not read twice.
    readText: async (path) =>
      path === found.path ? found.reading : found.isSigned ? unsigned : await ports.readText(path),
  });
}

/** What was read, and what was in force before. */
interface Loaded {
  readonly machine: LoadResult | undefined;
  readonly global: LoadResult;
  readonly project: LoadResult | undefined;
  readonly last: InForce | undefined;
}

function inForceOf(reference: PolicyReference, loaded: LoadResult | undefined): PolicyInForce | undefined {
  if (loaded?.policy === undefined) return undefined;
  const { policy, hash, closure } = loaded;
  return { policy, source: sourceOf(reference), hash, closure };
}

/** A policy's files, packs apart. */
function filesOf({ closure }: PolicyInForce): string[] {
  return closure.filter(({ kind }) => kind === "file").map(({ name }) => name);
}

function sourceOf(reference: PolicyReference): string {
  return reference.kind === "pack" ? `pack:${reference.name}` : reference.path;
}

interface Found {
  readonly global: PolicyReference;
  readonly project: PolicyReference | undefined;
  readonly looked: readonly string[];
  readonly problems: readonly Problem[];
}

/** What is looked for is looked for once: a file that is there but cannot be read is a problem, not an absent file. */
async function findFiles(
  edge: Edge,
  where: Surroundings,
  config: string | undefined,
  configIsProject: boolean,
): Promise<Found> {
  const inHome = await findIn(edge, where.home);
  const inProject = where.project === undefined ? NOTHING : await findIn(edge, where.project);
  const baseline: PolicyReference = { kind: "pack", name: "baseline" };
  const given: PolicyReference | undefined = config === undefined ? undefined : { kind: "file", path: config };
  return {
    global: where.learns === true ? baseline : (configIsProject ? undefined : given) ?? inHome.found ?? baseline,
    project: (configIsProject ? given : undefined) ?? inProject.found,
    looked: [...inHome.looked, ...inProject.looked],
    problems: [...(given === undefined || configIsProject ? inHome.problems : []), ...inProject.problems],
  };
}

interface FoundIn {
  readonly found: PolicyReference | undefined;
  readonly looked: readonly string[];
  readonly problems: readonly Problem[];
}

const NOTHING: FoundIn = { found: undefined, looked: [], problems: [] };

async function findIn(edge: Edge, folder: string): Promise<FoundIn> {
  const looked = FILE_NAMES.map((name) => `${folder}/${name}`);
  const there = looked.filter((path) => edge.kindOf(path) !== "nothing");
  const [first, second] = there;
  const problems: Problem[] = [];
  if (first !== undefined && second !== undefined) {
    problems.push({
      code: "duplicate-name",
      message: `Cannot choose a policy: ${JSON.stringify(second)} is there too`,
      hint: "Keep one of the two files",
      file: first,
      line: 1,
      column: 1,
    });
  }
  return await Promise.resolve({
    found: first === undefined ? undefined : { kind: "file", path: first },
    looked,
    problems,
  });
}

function isReallyInside(edge: Edge, path: string, folder: string): boolean {
  if (isInside(path, folder)) return true;
  const real = edge.view.realPath(path);
  const realFolder = edge.view.realPath(folder);
  return real !== undefined && isInside(real, realFolder ?? folder);
}

function loadPorts(edge: Edge, where: Surroundings, read: Set<string>): LoadPorts {
  return {
    readText(path: string) {
      read.add(path);
      return edge.readText(path);
    },
    packs: PACKS,
    variables: {
      home: where.userHome,
      tmpdir: edge.env("TMPDIR") ?? (edge.platform === "posix" ? "/tmp" : edge.env("TEMP")),
      projectDir: where.project ?? edge.workingFolder(),
      sallyportHome: where.home,
      env: lazyEnvironment(edge),
    },
    server: where.server,
    command: where.command,
    view: edge.view,
    workingFolder: edge.workingFolder(),
  };
}

/** Variables are read when a policy names them, so that only those need a permission. */
function lazyEnvironment(edge: Edge): Readonly<Record<string, string>> {
  const read = (name: string | symbol) => typeof name === "string" ? edge.env(name) : undefined;
  return new Proxy<Record<string, string>>({}, {
    get: (_, name) => read(name),
    has: (_, name) => read(name) !== undefined,
    getOwnPropertyDescriptor: (_, name) => {
      const value = read(name);
      return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: false };
    },
  });
}
