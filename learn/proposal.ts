/**
 * From observed sessions to a proposal: profiles, plans, then a check that nothing of what was seen is refused, which
 * widens where it is.
 *
 * @module
 */

import { loadCommandParser } from "../src/guards/shell.ts";
import { isGlob } from "../src/guards/glob.ts";
import { loadPostgresParser, loadSqlparser } from "../src/guards/sql_parsers.ts";
import { Choices } from "./choices.ts";
import type { ObservedSession } from "./observation.ts";
import { type LearnedPermissions, learnPermissions } from "./learned_permissions.ts";
import { type EntryPlan, planOf } from "./plan.ts";
import { type ProposedPolicy, renderPolicy } from "./render_policy.ts";
import { profileOf } from "./profile.ts";
import { replayable, type ReplayCall } from "./replay_call.ts";
import { settleTaint } from "./settle_taint.ts";
import type { ReplayWorld } from "./replay_judge.ts";
import { dialectOf, type SqlReader } from "./rungs/sql_ladder.ts";
import type { Readers } from "./string_ladder.ts";
import { widenUntilSeenPasses } from "./widen.ts";

/** What was learned. */
export interface Proposal {
  readonly command: string;
  readonly world: ReplayWorld;
  readonly entries: readonly EntryPlan[];
  readonly choices: Choices;
  /** Names that a policy would read as patterns: no entry is made for them, so they are refused. */
  readonly unnamed: readonly string[];
  /** Distinct calls that it was made from. */
  readonly seen: readonly ReplayCall[];
  /** The Deno permissions that the server used, where they were recorded. */
  readonly permissions?: LearnedPermissions | undefined;
}

/** Longest name of a tool that gets an entry. */
const MAX_NAME = 200;

/**
 * Learns from sessions of one server; `packs` are what its policy extends. Costs one pass over the calls, and one judgement for each distinct call.
 */
export async function learn(observed: readonly ObservedSession[], packs: ReplayWorld["packs"]): Promise<Proposal> {
  const sessions = settleTaint(observed);
  const { server = "", command = "" } = sessions[0]?.head ?? {};
  const uses = profileOf(sessions);
  const readers = await readersFor([server, ...uses.keys()]);
  const all = [...uses.values()].map((use) => planOf(use, readers));
  const isNameable = ({ name }: EntryPlan) => name !== "" && name.length <= MAX_NAME && !isGlob(name);
  const entries = all.filter(isNameable);
  const unnamed = all.filter((entry) => !isNameable(entry)).map(({ what }) => what);
  const choices = new Choices();
  const seen = replayable(sessions).filter(({ what }) => entries.some((entry) => entry.what === what));
  const permissions = permissionsOf(observed);
  const proposal: Proposal = { world: { server, packs }, command, entries, choices, unnamed, seen, permissions };
  await widenUntilSeenPasses(proposal);
  return proposal;
}

/** What was recorded. A session that saw an order to the model may have done as the order says: it counts for nothing. */
function permissionsOf(sessions: readonly ObservedSession[]): LearnedPermissions | undefined {
  const recorded = sessions.flatMap(({ head, calls, recorded }) => {
    const isPoisoned = calls.some(({ apart }) => apart === "after an injection");
    return recorded === undefined || isPoisoned
      ? []
      : [{ session: head.session, above: head.above, uses: recorded.uses }];
  });
  return recorded.length === 0 ? undefined : learnPermissions(recorded);
}

/** The parsers; of SQL that of the dialect which the names tell. */
async function readersFor(names: readonly string[]): Promise<Readers> {
  const shell = await loadCommandParser();
  const dialect = dialectOf(names);
  if (dialect === undefined) return { shell, sql: undefined };
  const parse = dialect === "postgresql" ? await loadPostgresParser() : await loadSqlparser(dialect);
  const sql: SqlReader = { dialect, parse };
  return { shell, sql };
}

/** The policy that a proposal comes to. */
export function policyOf(proposal: Proposal): ProposedPolicy {
  return renderPolicy(proposal.entries, proposal.choices);
}
