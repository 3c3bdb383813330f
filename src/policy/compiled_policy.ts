/**
 * A policy with everything it extends, merged for one server, ready to judge. No logic.
 *
 * @module
 */

import type { EntryTable } from "./compile_entry.ts";
import type { Gates } from "./keyword_gates.ts";
import type {
  AuditOptions,
  DefinitionOptions,
  EntryAction,
  EnvironmentOptions,
  Limits,
  PolicyMode,
  PolicyTest,
  ResponseAction,
  RuleAction,
  SandboxOptions,
  SecretPattern,
  Suppression,
} from "./policy.ts";
import type { RuleSet } from "./rule_set.ts";

/** Whether the person has confirmed the policy; of one that is untrusted only what denies or asks counts. */
export type Trust = "trusted" | "untrusted";

/** A policy, ready to judge. */
export interface CompiledPolicy extends PolicyOptions {
  /** The file that was asked for. */
  readonly file: string;
  readonly trust: Trust;
  readonly mode: PolicyMode;
  readonly default: EntryAction;
  readonly tools: EntryTable;
  readonly methods: EntryTable;
  /** Yours, those of the files you extend, those of packs: in that order. */
  readonly rules: RuleSet<RuleAction>;
  readonly responses: RuleSet<ResponseAction>;
  readonly suppress: ReadonlyMap<string, readonly Suppression[]>;
  readonly gates: Gates;
  readonly tests: readonly PolicyTest[];
}

/** What a policy sets beside its rules. */
export interface PolicyOptions {
  readonly definitions: DefinitionOptions;
  readonly limits: Limits;
  readonly environment: EnvironmentOptions;
  readonly sandbox: SandboxOptions;
  readonly audit: AuditOptions;
  readonly secretPatterns: readonly SecretPattern[];
}
