/**
 * A policy as its file states it. No logic, and nothing resolved: variables, packs and servers come later.
 *
 * @module
 */

import type { Json } from "../jsonrpc/json.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { ArgumentClass } from "./argument_class.ts";
import type { Detector } from "./detector.ts";
import type { Condition } from "./condition/condition.ts";
import type { Path } from "./pointer.ts";
import type { Place } from "./problem.ts";

/** One policy file. */
export interface Policy extends PolicyPart {
  readonly file: string;
  readonly version: 1;
  readonly mode?: PolicyMode | undefined;
  readonly extends: readonly Extension[];
  readonly audit?: AuditOptions | undefined;
  readonly servers: readonly ServerPart[];
  readonly tests: readonly PolicyTest[];
}

/** What a policy says, for all servers or for one. */
export interface PolicyPart {
  /** What no rule and no entry speaks of; denied when absent. */
  readonly default?: EntryAction | undefined;
  /** In file order, which decides between globs. */
  readonly tools: readonly Entry[];
  readonly methods: readonly Entry[];
  readonly rules: readonly Rule[];
  readonly responses: readonly ResponseRule[];
  readonly suppress: readonly Suppression[];
  readonly secrets?: SecretOptions | undefined;
  readonly definitions?: DefinitionOptions | undefined;
  readonly limits?: Limits | undefined;
  readonly environment?: EnvironmentOptions | undefined;
  readonly sandbox?: SandboxOptions | undefined;
}

/** What holds for one server only: the one of this name that is started by this command. */
export interface ServerPart extends PolicyPart {
  readonly name: string;
  /** Program and arguments; absent: whatever the command. */
  readonly command?: readonly string[] | undefined;
}

/** `enforce` refuses; `observe` records what it would refuse and lets it pass. */
export type PolicyMode = "enforce" | "observe";

/** What an entry or the default says. */
export type EntryAction = "allow" | "deny" | "ask";

/** What a rule does when it matches. */
export type RuleAction = EntryAction | "log";

/** What a response rule does when it matches. */
export type ResponseAction = "allow" | "log" | "redact" | "deny";

/** A pack or a file this policy goes on with. */
export interface Extension {
  readonly reference: string;
  readonly place: Place;
}

/** An entry of `tools` or `methods`. */
export interface Entry {
  /** A name or a glob. */
  readonly key: string;
  readonly place: Place;
  readonly action: EntryAction;
  /** Nothing is asked of the arguments when absent: the entry is a plain verdict. */
  readonly args?: EntryArguments | undefined;
}

/** What an entry asks of the arguments. */
export interface EntryArguments {
  readonly conditions: readonly ArgumentCondition[];
  readonly required: readonly Path[];
  /** Whether arguments that are not named may be there. */
  readonly others: boolean;
}

/** A condition on one argument, on a value inside one, on each (`*`), or on the texts of a class. */
export interface ArgumentCondition<Target = Path | "*"> {
  readonly key: string;
  readonly target: Target;
  readonly condition: Condition;
}

/** A firewall rule. */
export interface Rule {
  readonly name: string;
  readonly place: Place;
  readonly when: When;
  readonly then: RuleAction;
}

/** A rule about responses. */
export interface ResponseRule {
  readonly name: string;
  readonly place: Place;
  readonly when: When;
  readonly then: ResponseAction;
}

/** What must all be so for a rule to match. Lists of globs: one of them matches. */
export interface When {
  readonly method?: readonly string[] | undefined;
  readonly tool?: readonly string[] | undefined;
  readonly server?: readonly string[] | undefined;
  readonly side?: Side | undefined;
  readonly args?: readonly ArgumentCondition<Path | "*" | ArgumentClass>[] | undefined;
  /** Put to every string and key of the message's content. */
  readonly any?: Condition | undefined;
  /** One of these texts occurs in a string or key. */
  readonly contains?: readonly string[] | undefined;
  /** Detectors of which each finds something in the content. */
  readonly detectors?: readonly Detector[] | undefined;
  /** The frame has more bytes than this. */
  readonly bytesOver?: number | undefined;
}

/** Lifts rules of one name, also a pack's. */
export interface Suppression {
  readonly rule: string;
  readonly tool?: readonly string[] | undefined;
  readonly server?: readonly string[] | undefined;
  /** The last day, as `2027-03-01` in UTC. */
  readonly until?: string | undefined;
  readonly why?: string | undefined;
}

/** Secrets of one's own. */
export interface SecretOptions {
  readonly patterns: readonly SecretPattern[];
}

/** One kind of secret of one's own. */
export interface SecretPattern {
  readonly name: string;
  readonly regex: string;
  readonly keywords: readonly string[];
  readonly place: Place;
}

/** How tool definitions are pinned. */
export interface DefinitionOptions {
  readonly pin?: "first-use" | "required" | "off" | undefined;
  readonly hideDenied?: boolean | undefined;
}

/** Bounds of a session. */
export interface Limits {
  readonly messageBytes?: number | undefined;
  readonly callsPerMinute?: number | undefined;
  readonly callSeconds?: number | undefined;
  readonly askSeconds?: number | undefined;
  readonly inFlight?: number | undefined;
}

/** Which variables of the environment a server gets. */
export interface EnvironmentOptions {
  readonly pass?: readonly string[] | undefined;
  /** Variables that the server gets with these values, whatever ours are. */
  readonly set?: readonly SetVariable[] | undefined;
}

/** A variable with its value, `${...}` and all. */
export interface SetVariable {
  readonly name: string;
  readonly value: string;
  readonly place: Place;
}

/** The sandbox of the server itself. */
export interface SandboxOptions {
  readonly deno?: DenoSandbox | undefined;
  readonly bwrap?: WallOptions | undefined;
  readonly fallback?: "refuse" | "run" | undefined;
  readonly limits?: ResourceLimits | undefined;
}

/** What each process of a server may take of the machine; kept by the kernel, on Linux. */
export interface ResourceLimits {
  /** Memory of its own that it may write, in MiB. */
  readonly memoryMb?: number | undefined;
  /** Time on processors, in seconds, over its whole life. */
  readonly cpuSeconds?: number | undefined;
  readonly openFiles?: number | undefined;
  /** The longest file that it may write, in MiB. */
  readonly fileMb?: number | undefined;
}

/** A set of Deno permissions; each kind lists what it lets in. */
export interface PermissionLists {
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly net?: readonly string[] | undefined;
  readonly env?: readonly string[] | undefined;
  readonly run?: readonly string[] | undefined;
  readonly sys?: readonly string[] | undefined;
  readonly ffi?: readonly string[] | undefined;
  readonly import?: readonly string[] | undefined;
}

/** How a server runs under Deno. */
export interface DenoSandbox extends PermissionLists {
  /** What it may do while no call is in flight. */
  readonly startup?: PermissionLists | undefined;
  readonly perCall?: boolean | undefined;
}

/** What a server may do behind a wall of the system. */
export interface WallOptions {
  /** What it sees of what is hidden: the homes, temporary folders, sockets. */
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly net?: boolean | undefined;
}

/** How the audit log is kept. */
export interface AuditOptions {
  readonly flush?: "batch" | "each" | undefined;
  readonly clear?: readonly string[] | undefined;
  readonly keepDays?: number | undefined;
}

/** What a test expects to come of its message. */
export type Expectation = "allow" | "deny" | "ask" | "log" | "redact";

/** A message and what the policy must say to it. */
export interface PolicyTest {
  readonly call?: { readonly tool: string; readonly args: Json | undefined } | undefined;
  readonly message?: Json | undefined;
  readonly response?: Json | undefined;
  /** The request that the response answers. */
  readonly request?: Json | undefined;
  readonly expect: Expectation;
  /** The rule that must have decided. */
  readonly rule?: string | undefined;
  readonly place: Place;
}
