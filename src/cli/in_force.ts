/**
 * Which policies are in force, and from where: the person's (in the Sallyport home, or `-c`), else the baseline pack;
 * and apart from it the project's, which only tightens until it is trusted.
 *
 * @module
 */

import { PACKS } from "../../packs/packs.ts";
import type { Judge } from "../firewall/judge.ts";
import { sha256Hex } from "../hash/sha256.ts";
import { policyJudge } from "../firewall/policy_judge.ts";
import type { ClosurePart } from "../policy/closure.ts";
import type { CompiledPolicy } from "../policy/compiled_policy.ts";
import { loadPolicy, type LoadResult, type PolicyReference } from "../policy/load_policy.ts";
import type { Problem } from "../policy/problem.ts";
import type { Edge } from "./edge.ts";
import { isInside } from "./home.ts";
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
  readonly global: PolicyInForce;
  readonly project: PolicyInForce | undefined;
  readonly judge: Judge;
  /** Files that the policies are made of. */
  readonly files: readonly string[];
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
  const global = await loadPolicy(found.global, ports);
  const project = found.project === undefined ? undefined : await loadPolicy(found.project, {
    ...ports,
    trustOf: (hash) => trusted.some((entry) => entry.hash === hash) ? "trusted" : "untrusted",
  });
  const problems = [...found.problems, ...global.problems, ...(project?.problems ?? [])];
  // A file that could not be read is watched as well: it may be there next time.
  const watched = [...found.looked, trustPath(where.home), ...read];
  const inForce = problems.length > 0 ? undefined : settle(edge, where, found, { global, project, last });
  return { inForce, problems, watched: [...new Set(watched)] };
}

function settle(
  edge: Edge,
  where: Surroundings,
  found: Found,
  loaded: Loaded,
): InForce | undefined {
  const { global, project, last } = loaded;
  const fresh = inForceOf(found.global, global);
  if (fresh === undefined) return undefined;
  const isGone = found.global.kind === "pack" && last !== undefined && last.global.source !== fresh.source;
  const own = isGone ? last.global : fresh;
  const theirs = found.project === undefined ? last?.project : inForceOf(found.project, project);
  const hash = sha256Hex(`${own.hash} ${theirs?.hash ?? ""} ${theirs?.policy.trust ?? ""}`);
  const policies = { global: own.policy, project: theirs?.policy };
  const judge = policyJudge({ policies, server: where.server, hash, today: () => edge.today() });
  return { global: own, project: theirs, judge, files: [...filesOf(own), ...(theirs ? filesOf(theirs) : [])] };
}

/** What was read, and what was in force before. */
interface Loaded {
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

function loadPorts(edge: Edge, where: Surroundings, read: Set<string>) {
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
