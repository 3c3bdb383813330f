/**
 * `sallyport sandbox minimise`: the smallest permission set under which a server answers a suite of calls as it does
 * with all that it asks for. Nobody's data is written: calls go to a throw-away copy of the project, the only folder
 * that may be written, and no host can be reached; or, for tools that a person says only read, to the project itself
 * with nothing that may be written at all. Deno holds both, whatever the server's tools do.
 *
 * @module
 */

import { keepOnly, type LearnedPermissions, learnPermissions, valuesOf } from "../../learn/learned_permissions.ts";
import { type Expected, minimise, type Minimised, type ReplayAnswer } from "../../learn/minimise.ts";
import type { PermissionUses } from "../../learn/permission_use.ts";
import { denoListsOf, sandboxText, shownValue, ungivenLines } from "../../learn/sandbox_text.ts";
import { readSuite, type SuiteCall } from "../../learn/suite.ts";
import { PERMISSION_KINDS, type PermissionSet } from "../sandbox/permission_set.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findInForce } from "./in_force.ts";
import type { Flags } from "./parse_flags.ts";
import { nameOf, namesFor, readNames } from "./proxy.ts";
import { aboveOf, expanded, replay, ReplayError, type Replaying, usesOf, withhold } from "./replaying.ts";
import { reportError, reportNote, reportProblems } from "./report.ts";
import { realOf, widthFault } from "./folder_faults.ts";
import { findSurroundings } from "./start.ts";
import { wideSet } from "./wide_set.ts";

/** Two runs with this between them differ where an answer holds the time. */
const APART_MS = 1_100;

/** Minimises. */
export async function minimiseSandbox(edge: Edge, flags: Flags, command: readonly string[]): Promise<number> {
  const suite = await readCalls(edge, flags);
  const [program = "", ...args] = command;
  const server = flags.values["name"] ?? nameOf({ program, args });
  const { config, project: given } = flags.values;
  const where = findSurroundings(edge, { config, project: given, server, command });
  if (where === undefined) return EXIT.problem;
  const { inForce, problems } = await findInForce(edge, where);
  if (inForce === undefined) {
    reportProblems(edge, problems);
    return EXIT.problem;
  }
  const names = namesFor(edge, inForce, readNames(flags.lists["pass-env"] ?? []));
  const project = realOf(edge, given === undefined ? where.project ?? edge.workingFolder() : edge.absolute(given));
  const wide = widthFault(where, project);
  if (wide !== undefined) {
    throw new UsageError(`The project ${JSON.stringify(project)} ${wide}`, "Name a folder of its own with --project");
  }
  const reads = readNamesOfTools(flags);
  const calls = reads === undefined ? suite : suite.filter(({ tool }) => reads.has(tool));
  const common = { where, inForce, names, project, calls };
  const skipped = suite.length - calls.length;
  if (calls.length === 0) throw new UsageError("No call is left to be made", "--reads names tools of the suite");
  if (reads !== undefined) {
    const renew = () => Promise.resolve(undefined);
    return await minimiseWith(edge, flags, { ...common, base: project, onlyReads: true, renew }, skipped);
  }
  const copy = await edge.throwAway(project);
  if (typeof copy === "string") {
    const hint = "Name a smaller folder with --project, or tools that only read with --reads";
    reportError(edge, `Cannot copy ${JSON.stringify(project)}: ${copy}`, hint);
    return EXIT.impossible;
  }
  try {
    const replaying = { ...common, base: copy.path, onlyReads: false, renew: () => copy.renew() };
    return await minimiseWith(edge, flags, replaying, skipped);
  } finally {
    await copy.remove();
  }
}

async function readCalls(edge: Edge, flags: Flags): Promise<readonly SuiteCall[]> {
  const file = flags.values["calls"];
  if (file === undefined) throw new UsageError("No calls to make", "Name a file of them with --calls");
  const text = await edge.readText(edge.absolute(file));
  if (!text.ok) throw new UsageError(`Cannot read ${JSON.stringify(file)}: ${text.why}`, "Name a file of calls");
  const suite = readSuite(text.text);
  if (suite.ok) return suite.calls;
  const hint = 'Write one call a line, as in {"tool":"read_text_file","arguments":{"path":"${PROJECT_DIR}/a.txt"}}';
  throw new UsageError(`${file}:${suite.line}: ${suite.why}`, hint);
}

function readNamesOfTools(flags: Flags): ReadonlySet<string> | undefined {
  const lists = flags.lists["reads"] ?? [];
  if (lists.length === 0) return undefined;
  return new Set(lists.flatMap((list) => list.split(",")).map((name) => name.trim()));
}

async function minimiseWith(edge: Edge, flags: Flags, replaying: Replaying, skipped: number): Promise<number> {
  try {
    const first = await replay(edge, replaying, wideSet(edge, replaying));
    const [hello] = first.answers;
    if (hello?.outcome !== "result") {
      reportError(edge, "The server does not work under Deno: it did not answer initialize", "See sandbox try");
      edge.err(first.lines.map((line) => `${line}\n`).join(""));
      return EXIT.finding;
    }
    await edge.sleep(APART_MS);
    const again = await replay(edge, replaying, wideSet(edge, replaying));
    const uses = usesOf(edge, replaying, first);
    const { given, withheld } = withhold(uses.uses, replaying.onlyReads);
    const learnt = learnPermissions([{ session: "1", above: aboveOf(edge, replaying), uses: given }]);
    const learned = { ...learnt, ungiven: [...learnt.ungiven, ...withheld] };
    const expected: Expected = [first.answers, again.answers];
    const replayWith = async (set: PermissionSet) => {
      const result = await replay(edge, replaying, { set: expanded(edge, replaying, set), flags: [] });
      return result.answers;
    };
    // A call that fails anyway does not show what a token is good for.
    const keep = failedOf(first.answers) > 0 ? ["env"] as const : [];
    const made = await minimise(valuesOf(learned), expected, replayWith, { keep });
    return say(edge, { replaying, learned, uses, made, skipped, answers: first.answers }, flags.switches.has("json"));
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    reportError(edge, `Cannot replay the calls: ${error.message}`, error.hint);
    return EXIT.impossible;
  }
}

/** How many calls fail; the first two answers are to no call. */
function failedOf(answers: readonly ReplayAnswer[]): number {
  return answers.slice(2).filter(({ outcome }) => outcome !== "result").length;
}

/** What came of it. */
interface Said {
  readonly replaying: Replaying;
  readonly learned: LearnedPermissions;
  readonly uses: PermissionUses;
  readonly made: Minimised;
  readonly skipped: number;
  readonly answers: readonly ReplayAnswer[];
}

function say(edge: Edge, { replaying, learned, uses, made, skipped, answers }: Said, isJson: boolean): number {
  if (!made.ok) {
    for (const line of ungivenLines(learned.ungiven)) reportNote(edge, line);
    reportError(
      edge,
      `Cannot minimise: ${whatOf(made.index, replaying)}${made.why}`,
      "Leave that call out of the suite, or write the set by hand",
    );
    return EXIT.finding;
  }
  const left = keepOnly(learned, made.set);
  const failed = failedOf(answers);
  const told = { ...made, calls: replaying.calls.length, skipped, failed, lost: uses.lost };
  if (isJson) {
    const { set, dropped, unsteady, replays, calls, lost } = told;
    const out = { deno: denoListsOf(left), set, dropped, unsteady, ungiven: left.ungiven, calls, skipped, failed };
    edge.out(`${JSON.stringify({ ...out, lost, wholesale: uses.wholesale, replays })}\n`);
    return EXIT.done;
  }
  for (const note of notesOf(told, uses, replaying.onlyReads)) reportNote(edge, note);
  const isNothing = PERMISSION_KINDS.every((kind) => made.set[kind].length === 0);
  if (isNothing) reportNote(edge, "no permission is needed for any of these answers");
  edge.out(`${sandboxText(left)}\n`);
  return EXIT.done;
}

/** Which answer it is about: the first two are to no call. */
function whatOf(index: number | undefined, { calls }: Replaying): string {
  if (index === undefined) return "";
  const call = calls[index - 2];
  if (call === undefined) return index === 0 ? "initialize: " : "tools/list: ";
  return `call ${index - 1} (${shownValue(call.tool)}): `;
}

type Told = Extract<Minimised, { readonly ok: true }> & {
  readonly calls: number;
  readonly skipped: number;
  readonly failed: number;
};

function notesOf(told: Told, { lost, wholesale }: PermissionUses, onlyReads: boolean): string[] {
  const { calls, skipped, failed, replays, dropped, unsteady } = told;
  const place = onlyReads ? "in the project, without writing" : "in a copy of the project, without network";
  return [
    `${calls} calls, made ${replays + 2} times ${place}; all answers are the same with the set below`,
    ...(skipped > 0 ? [`${skipped} calls of other tools are left out`] : []),
    ...(failed > 0
      ? [`${failed} calls fail whatever is permitted here, and say little of what they need: no variable is taken away`]
      : []),
    ...(unsteady.length > 0
      ? [`${unsteady.length} answers change by themselves: of these only the outcome counts`]
      : []),
    ...(lost > 0 ? [`${lost} uses could not be kept`] : []),
    ...wholesale.map((kind) => `all of ${kind} was asked for at once; no set gives that`),
    ...dropped.map(({ permission, value }) => `not needed: ${permission} ${shownValue(value)}`),
  ];
}
