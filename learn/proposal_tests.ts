/**
 * The `tests` that come with a learned policy: calls that were seen must pass, near misses of them must not. Each was
 * judged before it is written.
 *
 * @module
 */

import type { Json } from "../src/jsonrpc/json.ts";
import { makeAttacks } from "./make_attacks.ts";
import { MADE_UP } from "./place_names.ts";
import type { Proposal } from "./proposal.ts";
import { policyOf } from "./proposal.ts";
import type { ReplayCall } from "./replay_call.ts";
import { newReplayJudge } from "./replay_judge.ts";

/** One test, as the policy format has it. */
export interface ProposedTest {
  readonly call: { readonly tool: string; readonly args: Json };
  readonly expect: "allow" | "ask" | "deny";
}

/** Seen calls and near misses of each tool. */
const SEEN_PER_TOOL = 2;
const MISSES_PER_TOOL = 3;
/** A longer test is no help to who reads the policy. */
const MAX_TEST_CHARS = 400;

/** Makes the tests. Paths in the project are written relative to it, for a test knows no variables. */
export async function testsOf(proposal: Proposal): Promise<ProposedTest[]> {
  const judge = await newReplayJudge(JSON.stringify(policyOf(proposal)), proposal.world);
  const tests: ProposedTest[] = [];
  const seen = Map.groupBy(proposal.seen, ({ what }) => what);
  const attacks = Map.groupBy(makeAttacks(proposal.entries, proposal.seen), ({ call }) => call.tool ?? "");
  for (const entry of proposal.entries) {
    if (entry.kind !== "tool" || proposal.choices.verdictOf(entry) === "skip") continue;
    const own: ProposedTest[] = [];
    for (const call of seen.get(entry.what) ?? []) {
      if (own.length >= SEEN_PER_TOOL) break;
      const test = toTest(call, judge(call).action);
      if (test !== undefined && test.expect !== "deny" && judge(relative(call)).action === test.expect) own.push(test);
    }
    const misses: ProposedTest[] = [];
    for (const { call } of attacks.get(entry.name) ?? []) {
      if (misses.length >= MISSES_PER_TOOL) break;
      if (judge(call).action !== "deny" || judge(relative(call)).action !== "deny") continue;
      const test = toTest(call, "deny");
      if (test !== undefined) misses.push(test);
    }
    tests.push(...own, ...misses);
  }
  return tests;
}

function toTest(call: ReplayCall, expect: ProposedTest["expect"]): ProposedTest | undefined {
  const { args } = relative(call);
  const text = JSON.stringify(args);
  // Other folders of the person's are not known where the tests run; text that does not show is no help.
  if (text.includes("/sallyport/") || text.length > MAX_TEST_CHARS || /[\p{Cf}\p{Co}\p{Cn}]|\\u/u.test(text)) {
    return undefined;
  }
  return { call: { tool: call.tool ?? "", args }, expect };
}

/** The call with paths relative to the project. */
function relative(call: ReplayCall): ReplayCall {
  return { ...call, args: rewrite(call.args) as ReplayCall["args"] };
}

function rewrite(value: Json): Json {
  if (typeof value === "string") {
    return value === MADE_UP.projectDir ? "." : value.replaceAll(`${MADE_UP.projectDir}/`, "");
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(rewrite);
  const members: Record<string, Json> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) members[key] = rewrite(inner as Json);
  return members;
}
