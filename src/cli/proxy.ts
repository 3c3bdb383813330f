/**
 * `sallyport [proxy]`: stands between a client and a server.
 *
 * @module
 */

import type { Folders } from "../../learn/place_names.ts";
import { sha256Hex } from "../hash/sha256.ts";
import { isVariableName, passedNames, serverEnvironment } from "../sandbox/environment.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge, LogLevel, Need, PolicyChange, ProxyPlan } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findInForce, type InForce, policiesOf, type Surroundings } from "./in_force.ts";
import { machinePlaces } from "./machine_policy.ts";
import { alwaysRead, missingNeeds, needFlags, needSentence } from "./needs.ts";
import { type Flags, parseFlags } from "./parse_flags.ts";
import { type PinOwner, pinPath, pinsOf, readPins, savePins, toolsElsewhere } from "./pin_store.ts";
import { keptByLog } from "./kept_by_log.ts";
import { learningPath, readLearning } from "./learning.ts";
import { protectionFor } from "./protected_places.ts";
import { reportError, reportNote, reportProblems } from "./report.ts";
import { limitedLaunch, limitsSentence, type ServerLimits, serverLimits } from "./server_limits.ts";
import type { SandboxOptions, ServerSandbox } from "./server_sandbox.ts";
import { givenNames, setVariables } from "./set_variables.ts";
import { findSurroundings, isHostileEnvironment } from "./start.ts";
import { setFailure } from "./start_failures.ts";
import { sandboxedNames, wantsNoSandbox } from "./wanted_sandbox.ts";

const USAGE = `Usage: sallyport [proxy] [FLAGS] -- CMD [ARG...]

Starts the MCP server CMD and stands between it and the client on stdin and
stdout. Every message both ways is judged by the policy before it is sent on.

  -c, --config FILE    the policy; a file inside the project only tightens
                       until it is trusted (see: sallyport trust --help)
  --name SERVER        the name of this server, for policies and the audit log
  --project DIR        the project folder (default: the nearest with .git)
  --no-project         there is no project; no policy of one is looked for
  --pass-env NAMES     variables the server gets, besides the policy's list
                       or the default set (HOME LOGNAME PATH SHELL TERM USER)
  --sandbox            runs the server under Deno with the permissions of the
                       policy's sandbox.deno; without such a set it may read
                       the folders that CMD names, and nothing else
  --log-level LEVEL    error, warn (default) or info: what is said on stderr
  --wrapped CLIENT     says that wrap wrote this line; changes nothing

The exit code is the server's (128 and the signal's number when a signal ended
it); 2 when nothing was started because of a problem in usage or policy; 3 when
this server cannot be sandboxed here.

Example:
  sallyport -c ~/policies/files.jsonc --name files -- \\
    npx -y @modelcontextprotocol/server-filesystem ~/projects
`;

/** The command. */
export const PROXY: CliCommand = {
  name: "proxy",
  summary: "stand between a client and a server (the default)",
  usage: USAGE,
  run: runProxy,
};

async function runProxy(args: readonly string[], edge: Edge): Promise<number> {
  return await runProxyFor(args, edge, "what the server is");
}

/** What learn has besides. */
const LEARN_SWITCHES = ["sandbox-record"];

/** Runs it; `learn` observes whatever the server is called, else only where it is being learned. */
export async function runProxyFor(
  args: readonly string[],
  edge: Edge,
  purpose: "learn" | "what the server is",
): Promise<number> {
  const end = args.indexOf("--");
  if (end < 0) throw new UsageError("No server command", "Put it behind --, as in: sallyport -- npx -y SERVER");
  const flags = parseFlags(args.slice(0, end), {
    values: ["config", "name", "project", "log-level", "wrapped"],
    lists: ["pass-env"],
    switches: ["sandbox", "no-project"].concat(purpose === "learn" ? LEARN_SWITCHES : []),
    short: { c: "config" },
  });
  const [program, ...rest] = args.slice(end + 1);
  if (program === undefined || program === "") throw new UsageError("No server command behind --", "Name a program");
  return await startProxy(edge, flags, { program, args: rest, isLearning: purpose === "learn" });
}

interface ServerWords {
  readonly program: string;
  readonly args: readonly string[];
}

interface Started extends ServerWords {
  readonly isLearning: boolean;
}

async function startProxy(edge: Edge, flags: Flags, command: Started): Promise<number> {
  const server = flags.values["name"] ?? nameOf(command);
  if (server.length > 100 || /[\p{Cc}\p{Cf}]/u.test(server)) {
    throw new UsageError("The name of the server has control characters or is too long", "Use --name NAME");
  }
  const logLevel = readLogLevel(flags.values["log-level"]);
  const flagNames = readNames(flags.lists["pass-env"] ?? []);
  if (!mayStart(edge, alwaysRead(edge).map((name) => ({ kind: "env", name }))) || isHostileEnvironment(edge)) {
    return EXIT.problem;
  }
  const words = [command.program, ...command.args];
  if (flags.switches.has("no-project") && flags.values["project"] !== undefined) {
    throw new UsageError("Both --project and --no-project", "Give one of them");
  }
  const found = findSurroundings(edge, {
    config: flags.values["config"],
    project: flags.values["project"],
    hasProject: !flags.switches.has("no-project"),
    server,
    command: words,
  });
  if (found === undefined) return EXIT.problem;
  const isAsked = flags.switches.has("sandbox");
  if (isAsked && flags.switches.has("sandbox-record")) {
    throw new UsageError("Both --sandbox and --sandbox-record", "A server is bound, or it is recorded: give one");
  }
  const place = placeNeeds(edge, found, []);
  // Which program is run is known once the policy is read; found that cannot be, everything is named at once.
  const programs = isAsked ? [] : [command.program];
  if (missingNeeds(edge, place).length > 0 && !mayStart(edge, placeNeeds(edge, found, programs))) return EXIT.problem;
  const listed = await onList(edge, found.home, server);
  const learns = command.isLearning || listed !== undefined;
  const records = flags.switches.has("sandbox-record") || (listed === "recorded" && !isAsked);
  const where: Surroundings = { ...found, learns };
  const { inForce, problems, watched } = await findInForce(edge, where);
  if (inForce === undefined) {
    reportProblems(edge, problems);
    return EXIT.problem;
  }
  const names = namesFor(edge, inForce, flagNames);
  if (!mayStart(edge, names.map((name) => ({ kind: "env", name })))) return EXIT.problem;
  if (records && hasSandbox(inForce.machine)) {
    reportError(
      edge,
      "The policy of this machine has a sandbox for this server: it is not recorded without it",
      "Leave out --sandbox-record, or learn off and on again without it",
    );
    return EXIT.problem;
  }
  const set = setVariables(edge, inForce);
  const all = givenNames(edge, inForce, names);
  const recording = records ? await recordingLaunch(edge, { where, inForce, names: all }) : undefined;
  if (recording?.ok === false) {
    reportError(edge, `Cannot run this server under Deno to record it: ${recording.why}`, recording.hint);
    return EXIT.impossible;
  }
  const sandbox = recording === undefined
    ? await sandboxFor(edge, { where, inForce, names: all, isAsked })
    : { kind: "off" } as const;
  if (sandbox.kind === "refused") {
    reportError(edge, `Refusing to start without a sandbox: ${sandbox.why}`, sandbox.hint);
    return sandbox.isPolicy ? EXIT.problem : EXIT.impossible;
  }
  const limits = serverLimits(edge, inForce, recording === undefined ? sandbox : { kind: "on" });
  if (limits.kind === "refused") {
    reportError(edge, `Refusing to start without limits: ${limits.why}`, limits.hint);
    return limits.isPolicy ? EXIT.problem : EXIT.impossible;
  }
  const started = recording !== undefined
    ? { ...recording, args: [...recording.args, ...recording.serverArgs] }
    : sandbox.kind === "on" || sandbox.kind === "wall"
    ? sandbox
    : { ...command, environment: {} };
  const launch = limitedLaunch(started, limits);
  if (!mayStart(edge, [{ kind: "run", program: launch.program }])) return EXIT.problem;
  const why = edge.tryAudit(`${where.home}/audit`);
  if (why !== undefined) {
    reportError(
      edge,
      `Cannot write the audit log in ${JSON.stringify(`${where.home}/audit`)}: ${why}`,
      "Make the folder writable, or set SALLYPORT_HOME to another place outside your projects",
    );
    return EXIT.problem;
  }
  const commandHash = hashOf(words);
  const owner = { name: server, command: commandHash };
  const pins = await readPins(edge, where.home);
  if (!pins.ok) {
    reportError(
      edge,
      `Cannot read the pins: ${pins.why}`,
      `Mend or remove ${JSON.stringify(pinPath(where.home))}; without it the server's definitions count as new`,
    );
    return EXIT.problem;
  }
  describe(edge, { where, inForce, names: sandboxedNames(names, sandbox), set: Object.keys(set), sandbox, limits });
  if (learns) tellLearning(edge, where, command.isLearning);
  if (recording !== undefined) reportNote(edge, `RECORDING: runs under Deno as ${recording.module}; ${RECORDING}`);
  // What is needed from here on: files, the server's program, its variables.
  const broker = sandbox.kind === "on" ? sandbox.broker : undefined;
  // The broker's socket is listened on at once, and net given up right behind it.
  edge.giveUp(broker === undefined ? ["net", "sys", "ffi"] : ["sys", "ffi"]);
  const environment = {
    ...serverEnvironment(sandboxedNames(names, sandbox), (name) => edge.env(name)),
    ...set,
    ...launch.environment,
  };
  const end = await edge.runProxy({
    server,
    program: launch.program,
    args: launch.args,
    environment,
    broker,
    commandHash,
    pins: pinsOf(pins.servers, owner),
    elsewhere: toolsElsewhere(pins.servers, owner),
    savePins: (update) => savePins(edge, where.home, { owner, update }),
    judge: inForce.judge,
    protection: await protectionFor(edge, where, inForce),
    home: where.home,
    learns: learns ? foldersOf(edge, where) : undefined,
    records: recording && { variables: variablesOf(edge, names), folder: edge.workingFolder() },
    notes: [...notesOf(sandbox), ...limits.kind === "on" ? ["limited" as const] : []],
    ...auditOf(inForce),
    kept: keptByLog(inForce),
    logLevel,
    reload: reloader(edge, { where, first: inForce, watched, owner }),
  });
  const failure = end.kind === "ended"
    ? undefined
    : { day: edge.today(), program: launch.program, why: end.why, path: edge.env("PATH") ?? "" };
  await setFailure(edge, where.home, server, failure);
  if (end.kind === "ended") return end.exit;
  reportError(edge, `Cannot start server ${JSON.stringify(launch.program)}: ${end.why}`, end.hint);
  return EXIT.problem;
}

/** What holds servers is loaded for those that are held. */
async function sandboxFor(edge: Edge, options: SandboxOptions): Promise<ServerSandbox> {
  if (wantsNoSandbox(options)) return { kind: "off" };
  const { checkedSandbox } = await import("./checked_sandbox.ts");
  return await checkedSandbox(edge, options);
}

/** Loaded for a server that is recorded. */
async function recordingLaunch(edge: Edge, options: Omit<SandboxOptions, "isAsked">) {
  const [{ launchWithSet }, { recordingSet }] = await Promise.all([import("./set_launch.ts"), import("./wide_set.ts")]);
  return launchWithSet(edge, { ...options, ...recordingSet(edge, options.names) });
}

/** What is said of a server that is recorded. */
const RECORDING = "it has your rights, but for starting programs and loading libraries, and what it uses is listed";

/** The variables that a server really has. */
function variablesOf(edge: Edge, names: readonly string[]): readonly string[] {
  return names.filter((name) => edge.env(name) !== undefined);
}

function hasSandbox(part: InForce["machine"]): boolean {
  const { deno, bwrap } = part?.policy.sandbox ?? {};
  return deno !== undefined || bwrap !== undefined;
}

/** A list that cannot be read stops no enforcing: then nothing is learned. */
async function onList(edge: Edge, home: string, server: string): Promise<"learned" | "recorded" | undefined> {
  const learning = await readLearning(edge, home);
  if (learning.ok) {
    if (!learning.servers.includes(server)) return undefined;
    return learning.recorded?.includes(server) === true ? "recorded" : "learned";
  }
  reportError(
    edge,
    `Cannot read ${JSON.stringify(learningPath(home))}: ${learning.why}`,
    "Nothing is learned; mend it",
  );
  return undefined;
}

function tellLearning(edge: Edge, where: Surroundings, isLearning: boolean): void {
  reportNote(edge, "LEARNING: only the pack baseline is enforced; all else passes and is observed");
  const end = isLearning ? "run it without learn" : `sallyport learn off ${JSON.stringify(where.server)}`;
  reportNote(edge, `LEARNING: no policy of yours is in force in this session (to end this: ${end})`);
}

function foldersOf(edge: Edge, where: Surroundings): Folders {
  const tmpdir = edge.env("TMPDIR") ?? (edge.platform === "posix" ? "/tmp" : undefined);
  return { project: where.project, home: where.userHome, tmpdir };
}

/** The name of a server that was given none: that of its package or program. */
export function nameOf(command: ServerWords): string {
  const isRunner = /(?:^|[\\/])(?:npx|node|deno|bunx?|uvx?|python3?|docker)(?:\.exe|\.cmd)?$/.test(command.program);
  const word = isRunner ? command.args.find((arg) => !/^-|^(?:run|exec|x)$/.test(arg)) : undefined;
  const last = (word ?? command.program).replace(/^(?:npm|jsr):/, "").replace(/(?<=.)@[^@/\\]*$/, "");
  const base = last.split(/[\\/]/).findLast((part) => part !== "") ?? last;
  return base.replace(/\.(?:[cm]?[jt]s|exe|cmd|py)$/, "").replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 100) || "server";
}

function readLogLevel(text: string | undefined): LogLevel {
  switch (text) {
    case undefined:
      return "warn";
    case "error":
    case "warn":
    case "info":
      return text;
  }
  throw new UsageError(`Unknown log level ${JSON.stringify(text)}`, "Use error, warn or info");
}

/** Reads the lists of `--pass-env`; throws {@linkcode UsageError} at what is no name. */
export function readNames(lists: readonly string[]): readonly string[] {
  const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim()).filter((name) => name !== "");
  const bad = names.find((name) => !isVariableName(name));
  if (bad === undefined) return names;
  throw new UsageError(`${JSON.stringify(bad)} is no name of a variable`, "List names, as in --pass-env A,B");
}

/** The policy's list of variables. A trusted project's list counts only where the person's policy has none: it could only widen. */
function passOf(inForce: InForce): readonly string[] | undefined {
  const own = inForce.global.policy.environment.pass;
  const { project } = inForce;
  return own ?? (project?.policy.trust === "trusted" ? project.policy.environment.pass : undefined);
}

/** The names of the variables that pass: what the person's policy and flags say, as far as the machine's list goes. */
export function namesFor(edge: Edge, inForce: InForce, flagNames: readonly string[]): readonly string[] {
  const names = passedNames(edge.platform, passOf(inForce), flagNames);
  const most = inForce.machine?.policy.environment.pass;
  if (most === undefined) return names;
  const permitted = new Set(passedNames(edge.platform, most, []));
  return names.filter((name) => permitted.has(name));
}

/** How the log is kept: never worse than the machine's policy says. */
function auditOf({ machine, global }: InForce): Pick<ProxyPlan, "flush" | "keepDays"> {
  const [least, own] = [machine?.policy.audit, global.policy.audit];
  return {
    flush: least?.flush === "each" ? "each" : own.flush ?? "batch",
    keepDays: own.keepDays === undefined ? undefined : Math.max(own.keepDays, least?.keepDays ?? 0),
  };
}

function placeNeeds(edge: Edge, where: Surroundings, programs: readonly string[]): readonly Need[] {
  const killer = edge.platform === "windows" ? "taskkill" : "kill";
  return [
    { kind: "read", path: where.home },
    { kind: "read", path: machinePlaces(edge.platform).folder },
    { kind: "write", path: where.home },
    ...(where.project === undefined ? [] : [{ kind: "read", path: where.project } as const]),
    ...(where.config === undefined ? [] : [{ kind: "read", path: edge.absolute(where.config) } as const]),
    ...programs.map((program) => ({ kind: "run", program } as const)),
    // One that may run everything may signal everything, and needs no program for it.
    ...(edge.isUnlimited("run") ? [] : [{ kind: "run", program: killer } as const]),
  ];
}

/** Says which permissions are missing, and the flags that would give them. */
function mayStart(edge: Edge, needs: readonly Need[]): boolean {
  const missing = missingNeeds(edge, needs);
  const [first] = missing;
  if (first === undefined) return true;
  const isMissingProgram = missing.length === 1 && first.kind === "run" && edge.isUnlimited("run");
  if (isMissingProgram) return true;
  reportError(
    edge,
    `Refusing to start: ${missing.map(needSentence).join("; ")}`,
    `Add ${needFlags(missing)} to the deno run line`,
  );
  return false;
}

/** What the log says of a sandbox. */
function notesOf(sandbox: ServerSandbox): NonNullable<ProxyPlan["notes"]> {
  if (sandbox.kind === "on") return [sandbox.broker === undefined ? "sandboxed" : "sandboxed-per-call"];
  if (sandbox.kind === "wall") return ["walled"];
  return sandbox.kind === "fallback" ? ["sandbox-fallback"] : [];
}

/** What is said at a start. */
interface StartTold {
  readonly where: Surroundings;
  readonly inForce: InForce;
  readonly names: readonly string[];
  /** Names of the variables that a policy sets. */
  readonly set: readonly string[];
  readonly sandbox: ServerSandbox;
  readonly limits: ServerLimits;
}

function describe(edge: Edge, { where, inForce, names, set, sandbox, limits }: StartTold): void {
  const { machine, global, project } = inForce;
  if (machine !== undefined) {
    reportNote(edge, `policy: ${machine.source} (of this machine; the others only tighten it)`);
  }
  reportNote(
    edge,
    `policy: ${global.source}${inForce.judge.mode === "observe" ? " (observe: nothing is refused)" : ""}`,
  );
  if (project !== undefined && project.policy.trust === "trusted") {
    reportNote(edge, `policy: ${project.source} (of the project, trusted)`);
  } else if (project !== undefined) {
    reportNote(
      edge,
      `policy: ${project.source} is inside the project and not trusted: only what it denies counts ` +
        `(to trust it: sallyport trust ${JSON.stringify(project.source)})`,
    );
  }
  reportNote(edge, `passes to the server: ${names.join(", ")}`);
  if (set.length > 0) reportNote(edge, `sets for the server: ${set.toSorted().join(", ")}`);
  reportNote(edge, sandboxSentence(where.server, sandbox));
  const limited = limitsSentence(where.server, limits);
  if (limited !== undefined) reportNote(edge, limited);
}

/** Says under which rights a server runs. */
export function sandboxSentence(server: string, sandbox: ServerSandbox): string {
  const name = `server ${JSON.stringify(server)}`;
  if (sandbox.kind === "on") {
    const isOpen = sandbox.set.run.length > 0 || sandbox.set.ffi.length > 0;
    const open = isOpen ? " (what it starts or loads from there is not bound)" : "";
    return `sandboxed: ${name} runs under Deno as ${sandbox.module}: ${sandbox.text}${open}`;
  }
  if (sandbox.kind === "wall") return `walled: ${name} runs behind ${sandbox.program}: ${sandbox.text}`;
  if (sandbox.kind === "off") return `not sandboxed: ${name} runs with your rights`;
  const how = sandbox.kind === "fallback" ? "runs with your rights, as sandbox.fallback says" : "would not start";
  return `not sandboxed: ${name} ${how}: ${sandbox.why}`;
}

function hashOf(words: readonly string[]): string {
  return sha256Hex(JSON.stringify(words));
}

const GONE = "a policy's file is gone; the policy stays in force for this session";

function isGone(edge: Edge, inForce: InForce): boolean {
  return policiesOf(inForce).some(({ source }) => !source.startsWith("pack:") && edge.kindOf(source) === "nothing");
}

/** What is read again while a proxy runs. */
interface Reloading {
  readonly where: Surroundings;
  readonly first: InForce;
  readonly watched: readonly string[];
  readonly owner: PinOwner;
}

/** Loads the policies again when a file that they are made of, or could be, has changed. */
function reloader(edge: Edge, { where, first, watched, owner }: Reloading) {
  let last = first;
  const pinsStamp = () => edge.stamp(pinPath(where.home));
  let knownPins = pinsStamp();
  const changedPins = async (): Promise<PolicyChange | undefined> => {
    const before = await knownPins;
    const now = await pinsStamp();
    if (now === before) return undefined;
    knownPins = Promise.resolve(now);
    const reading = await readPins(edge, where.home);
    return reading.ok ? { kind: "pins", known: pinsOf(reading.servers, owner) } : undefined;
  };
  const stampsOf = async (files: readonly string[]) =>
    new Map(await Promise.all(files.map(async (file) => [file, await edge.stamp(file)] as const)));
  let known = stampsOf(watched);
  return async (): Promise<PolicyChange | undefined> => {
    const before = await known;
    const now = await stampsOf([...before.keys()]);
    if ([...now].every(([file, stamp]) => before.get(file) === stamp)) return await changedPins();
    const { inForce, problems, watched: next } = await findInForce(edge, where, last);
    const fresh = await stampsOf(next.filter((file) => !now.has(file)));
    // Stamps from before the reading: what changed meanwhile is read at the next look.
    known = Promise.resolve(new Map([...now, ...fresh]));
    if (inForce === undefined) {
      reportProblems(edge, problems);
      return { kind: "broken", text: "the changed policy cannot be read; the one before stays in force" };
    }
    const isSame = inForce.judge.hash === last.judge.hash;
    last = inForce;
    if (isSame) return isGone(edge, inForce) ? { kind: "broken", text: GONE } : undefined;
    const protection = await protectionFor(edge, where, inForce);
    const kept = keptByLog(inForce);
    return { kind: "changed", judge: inForce.judge, protection, kept, text: "the changed policy is in force" };
  };
}
