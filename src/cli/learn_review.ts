/**
 * `sallyport learn review`: a person goes through what was learned, and the policy is written. What the present policy
 * lets pass already is not asked about again.
 *
 * @module
 */

import { parse } from "jsonc-parser";
import { PACKS } from "../../packs/packs.ts";
import { applyReview } from "../../learn/apply_review.ts";
import type { EntryPlan } from "../../learn/plan.ts";
import { learn, type Proposal } from "../../learn/proposal.ts";
import { testsOf } from "../../learn/proposal_tests.ts";
import { proposalText } from "../../learn/proposal_text.ts";
import { newReplayJudge } from "../../learn/replay_judge.ts";
import { renderPolicy } from "../../learn/render_policy.ts";
import { Review } from "../../learn/review.ts";
import { denoListsOf, sandboxText } from "../../learn/sandbox_text.ts";
import { sha256Hex } from "../hash/sha256.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { readSource, SOURCE_FLAGS } from "./learn_source.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError, reportNote } from "./report.ts";

/** Runs a review. */
export async function learnReview(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: [...SOURCE_FLAGS.values, "config", "answers"],
    lists: SOURCE_FLAGS.lists,
    switches: [...SOURCE_FLAGS.switches, "yes"],
    short: { c: "config" },
  });
  const home = findHome(edge);
  if (!home.ok) throw new UsageError(home.message, home.hint);
  const path = edge.absolute(flags.values["config"] ?? `${home.home}/sallyport.jsonc`);
  if (/\.ya?ml$/.test(path)) {
    reportError(
      edge,
      "A policy in YAML cannot be changed here",
      "Write it as JSONC, or take entries from learn propose",
    );
    return EXIT.impossible;
  }
  const source = await readSource(edge, home.home, flags);
  if (!source.ok) return source.exit;
  const reading = edge.kindOf(path) === "nothing" ? undefined : await edge.readText(path);
  if (reading?.ok === false) {
    reportError(
      edge,
      `Cannot read ${JSON.stringify(path)}: ${reading.why}`,
      "Make it readable, or name another with -c",
    );
    return EXIT.problem;
  }
  const proposal = await learn(source.sessions, PACKS);
  const entries = await newEntries(proposal, reading?.text);
  const permissions = hasSandbox(reading?.text) ? undefined : proposal.permissions;
  const sandbox = permissions && sandboxText(permissions);
  if (entries.length === 0 && sandbox === undefined) {
    edge.out("nothing new: the policy lets pass all that was observed\n");
    return EXIT.done;
  }
  const saved = `${home.home}/review-${source.server.replace(/[^\w.-]+/g, "_")}.txt`;
  const talk = new Review(entries, proposal.choices, sandbox);
  const review = await go(edge, talk, {
    saved,
    isYes: flags.switches.has("yes"),
    answers: flags.values["answers"],
    about: `# ${
      sha256Hex(JSON.stringify([renderPolicy(entries, proposal.choices), ...(sandbox === undefined ? [] : [sandbox])]))
    }`,
  });
  if (review !== "done") {
    reportNote(edge, "nothing is written; the next review goes on from here");
    return EXIT.done;
  }
  const taken = talk.takesSandbox ? permissions : undefined;
  const chosen: Proposal = { ...proposal, entries, permissions: taken };
  const made = reading === undefined
    ? { text: proposalText(chosen, { tests: await testsOf(chosen), notes: [] }), changes: ["+ a new policy"] }
    : applyReview(reading.text, entries, { choices: proposal.choices, sandbox: taken && denoListsOf(taken) });
  edge.out(`${made.changes.join("\n")}\n`);
  return await write(edge, { path, saved, old: reading?.text, text: made.text, proposal });
}

/** Whether a policy says already how the server runs. One that cannot be read is never written to. */
function hasSandbox(text: string | undefined): boolean {
  const policy: unknown = text === undefined ? undefined : parse(text, [], { allowTrailingComma: true });
  return typeof policy === "object" && policy !== null && "sandbox" in policy;
}

/** The entries of which some observed call would not pass as things are. */
async function newEntries(proposal: Proposal, text: string | undefined): Promise<readonly EntryPlan[]> {
  if (text === undefined) return proposal.entries;
  try {
    const judge = await newReplayJudge(text, proposal.world);
    const news = new Set(proposal.seen.filter((call) => judge(call).action !== "allow").map(({ what }) => what));
    return proposal.entries.filter(({ what }) => news.has(what));
  } catch {
    // What extends other files cannot be judged in made-up folders: then all is shown.
    return proposal.entries;
  }
}

interface Talk {
  readonly saved: string;
  readonly isYes: boolean;
  readonly answers: string | undefined;
  /** Which questions the answers are to: another proposal has others. */
  readonly about: string;
}

/** Asks until all is answered; keeps the answers, so that a review that ends early can be gone on with. */
async function go(edge: Edge, review: Review, { saved, isYes, answers, about }: Talk): Promise<Review["state"]> {
  if (isYes) {
    while (review.state === "asking") review.take("a");
    return review.state;
  }
  const given = answers === undefined ? undefined : await edge.readText(edge.absolute(answers));
  if (given?.ok === false) throw new UsageError(`Cannot read ${JSON.stringify(answers)}: ${given.why}`, "Name a file");
  if (given !== undefined) {
    for (const line of given.text.split("\n")) if (review.state === "asking") review.take(line);
    if (review.state === "asking") throw new UsageError("There are fewer answers than questions", "Answer them all");
    return review.state;
  }
  const before = edge.kindOf(saved) === "nothing" ? undefined : await edge.readText(saved);
  const [head, ...kept] = before?.ok === true ? before.text.split("\n").filter((line) => line !== "") : [];
  const lines = head === about ? kept : [];
  if (head !== undefined && head !== about) reportNote(edge, "more was observed since the last review: it begins anew");
  for (const line of lines) review.take(line);
  while (review.state === "asking") {
    edge.out(review.screen());
    const line = await edge.readLine();
    if (line === undefined) return "quit";
    if (review.take(line.text) !== "quit") lines.push(line.text.trim());
    const why = await edge.writePrivate(saved, `${[about, ...lines].join("\n")}\n`);
    if (why !== undefined) {
      reportError(edge, `Cannot keep the answers: ${why}`, "Do not end the review before it is done");
    }
  }
  return review.state;
}

interface Writing {
  readonly path: string;
  readonly saved: string;
  readonly old: string | undefined;
  readonly text: string;
  readonly proposal: Proposal;
}

/** Writes the policy and keeps the old one beside it; a text that does not load is never written. */
async function write(edge: Edge, { path, saved, old, text, proposal }: Writing): Promise<number> {
  try {
    await newReplayJudge(text, proposal.world);
  } catch (error) {
    const why = error instanceof Error ? error.message : "The new policy does not load";
    const hint =
      "Nothing is written; one that extends files or names variables of its own takes entries from learn propose";
    reportError(edge, why, hint);
    return EXIT.problem;
  }
  const kept = old === undefined ? undefined : freeName(edge, `${path}.bak-${edge.today()}`);
  const why = (kept === undefined || old === undefined ? undefined : await edge.writePrivate(kept, old)) ??
    await edge.writePrivate(path, text);
  if (why !== undefined) {
    reportError(edge, `Cannot write ${JSON.stringify(path)}: ${why}`, "The old policy stays");
    return EXIT.problem;
  }
  await edge.remove(saved);
  edge.out(`wrote ${path}${kept === undefined ? "" : `; the old one is ${kept}`}\n`);
  return EXIT.done;
}

function freeName(edge: Edge, name: string): string {
  let path = name;
  for (let number = 2; edge.kindOf(path) !== "nothing"; number++) path = `${name}-${number}`;
  return path;
}
