/**
 * What commands may do to the world: handed in, so that commands are plain functions. `src/io` has the real one.
 *
 * @module
 */

import type { AuditEdge } from "./audit_edge.ts";
import type { ReplayAnswer } from "../../learn/minimise.ts";
import type { Folders } from "../../learn/place_names.ts";
import type { SuiteCall } from "../../learn/suite.ts";
import type { NoteRecord } from "../../audit/record.ts";
import type { FileView } from "../guards/file_view.ts";
import type { PinTable } from "../detect/definition/pins.ts";
import type { Elsewhere, PinUpdate } from "../firewall/definitions.ts";
import type { Judge } from "../firewall/judge.ts";
import type { Protection } from "../firewall/self_protection.ts";
import type { TextReading } from "../policy/load_policy.ts";
import type { CallPlace } from "../sandbox/call_names.ts";
import type { RightsOptions } from "../sandbox/call_rights.ts";
import type { Platform } from "../sandbox/launch.ts";
import type { FoundLink } from "../sandbox/stray_links.ts";

/** One Deno permission that is needed. */
export type Need =
  | { readonly kind: "read" | "write"; readonly path: string }
  | { readonly kind: "env"; readonly name: string }
  | { readonly kind: "net"; readonly host: string }
  | { readonly kind: "run"; readonly program: string };

/** Rights for single calls: what a server's permission broker is told. */
export interface BrokerPlan {
  readonly home: string;
  /** Paths of sockets that may be listened on; one is taken. */
  readonly sockets: readonly string[];
  readonly rights: RightsOptions;
  readonly place: CallPlace;
}

/** A proxy, ready to start. */
export interface ProxyPlan {
  readonly server: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Set where the server has rights per call. */
  readonly broker?: BrokerPlan | undefined;
  /** Hash of program and arguments. */
  readonly commandHash: string;
  readonly judge: Judge;
  readonly protection: Protection;
  readonly home: string;
  readonly flush: "each" | "batch";
  /** How many days the log is kept; for ever if absent. */
  readonly keepDays: number | undefined;
  /** What the log keeps of the policies in force. */
  readonly kept: KeptByLog;
  /** What the log says behind the opening of the session; nothing when absent. */
  readonly notes?: readonly NoteRecord["note"][] | undefined;
  /** Whether denials are told on stderr as they happen. */
  readonly logLevel: LogLevel;
  /** Set where the proxy observes for learning a policy: the folders that observations write as variables. */
  readonly learns?: Folders | undefined;
  /** Set where, besides, Deno lists what the server uses: names of the variables that it has, and its working folder. */
  readonly records?: { readonly variables: readonly string[]; readonly folder: string } | undefined;
  /** Definitions of this server that are accepted. */
  readonly pins: PinTable;
  /** Tools of other servers, by the look of their names. */
  readonly elsewhere: ReadonlyMap<string, Elsewhere>;
  /** Records definitions; returns why not. */
  savePins(update: PinUpdate): Promise<string | undefined>;
  /** Reads the policies and pins again when one of their files changed. */
  reload(): Promise<PolicyChange | undefined>;
}

/** What the log keeps of policies, and keeps in clear because of them. */
export interface KeptByLog {
  /** The hash that records name. */
  readonly hash: string;
  /** The texts behind it, as audit/kept_policy.ts writes them. */
  readonly text: string;
  /** `audit.clear` of the person's policy. */
  readonly clear: readonly string[];
}

/** What became of a changed policy. */
export type PolicyChange =
  | {
    readonly kind: "changed";
    readonly judge: Judge;
    readonly protection: Protection;
    readonly kept: KeptByLog;
    readonly text: string;
  }
  | { readonly kind: "pins"; readonly known: PinTable }
  | { readonly kind: "broken"; readonly text: string };

/** How much is said on stderr while a proxy runs. */
export type LogLevel = "error" | "warn" | "info";

/** How a proxy ended, or why it did not begin. */
export type ProxyEnd =
  | { readonly kind: "ended"; readonly exit: number }
  | { readonly kind: "not-started"; readonly why: string; readonly hint: string };

/** Whether each standard stream is a terminal. */
export interface Terminals {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

/** The world as commands see it. */
export interface Edge {
  readonly platform: Platform;
  readonly isMac: boolean;
  readonly view: FileView;
  /** Whether colour may be used on stdout. */
  readonly isColourful: boolean;
  /** Where this program was started from, for hints. */
  readonly program: ProgramKind;
  /** Writes to stdout; false where nobody reads it any more. */
  out(text: string): boolean;
  err(text: string): void;
  terminals(): Terminals;
  /** A variable's value; nothing where it is not set or may not be read. */
  env(name: string): string | undefined;
  workingFolder(): string;
  /** A path made absolute, by its letters. */
  absolute(path: string): string;
  /** A text file; with `isExact` its byte order mark stays. */
  readText(path: string, options?: { readonly isExact?: boolean }): Promise<TextReading>;
  /** What is at a path; `hidden` where we may not look. */
  kindOf(path: string): "file" | "folder" | "nothing" | "hidden";
  /** The names in a folder, sorted; none where it cannot be read. */
  list(folder: string): readonly string[];
  /** Removes a file; returns why not. */
  remove(path: string): Promise<string | undefined>;
  /** The names right in a folder, none where there is none; nothing where we may not look. */
  namesIn(path: string): readonly string[] | undefined;
  /** Every link in a folder at any depth, none followed; nothing where we may not look or there is too much to see. */
  linksUnder(path: string): readonly FoundLink[] | undefined;
  /** Changes when a file does: its size, time and identity; empty where there is none. */
  stamp(path: string): Promise<string>;
  /** All of stdin, up to a limit; nothing when it is longer. */
  readStdin(maxBytes: number): Promise<string | undefined>;
  /** The lines of stdin as they come, without their line feeds; nothing in place of one that is longer than the limit. */
  stdinLines(maxChars: number): AsyncIterable<string | undefined>;
  /** One line from the person's terminal. */
  ask(question: string): string | undefined;
  /** One line of stdin; nothing at its end. */
  readLine(): Promise<{ readonly text: string } | undefined>;
  sleep(ms: number): Promise<void>;
  /** Where the questions of proxies are answered. */
  approvals(home: string): Promise<ApprovalDesk>;
  /**
   * Writes a file that only its owner can read, whole or not at all; returns why not. With `isNew` only where there is
   * nothing at the path, not even a link, and the folder is there.
   */
  writePrivate(path: string, text: string, options?: { readonly isNew?: boolean }): Promise<string | undefined>;
  /**
   * Changes such a file while nobody else does: `change` gets its text, or nothing where there is none, and gives the new
   * one, or nothing to leave it. Returns why not.
   */
  updatePrivate(path: string, change: (text: string | undefined) => string | undefined): Promise<string | undefined>;
  /** The Deno that runs this program, by its absolute path. */
  denoPath(): string;
  /**
   * Replaces a person's file that still holds `before`, whole or not at all, keeping its mode and a copy of it in a
   * folder of ours. Leaves links alone. Returns why not.
   */
  replaceText(path: string, before: string, after: string, backups: string): Promise<string | undefined>;
  /** Tries that the audit log can be written; returns why not. */
  tryAudit(folder: string): string | undefined;
  /** Whether a permission is there. */
  isGranted(need: Need): boolean;
  /** Whether everything of one kind is permitted. */
  isUnlimited(kind: Need["kind"] | "net" | "sys" | "ffi"): boolean;
  /** Gives up permissions that nothing needs from now on. */
  giveUp(kinds: readonly ("net" | "sys" | "ffi" | "write" | "run" | "env")[]): void;
  /** Says whether an Ed25519 key vouches for a text; key and signature in base64url. */
  verifySignature(key: string, signature: string, text: string): Promise<boolean>;
  /** Today's date in UTC, as `2026-11-30`. */
  today(): string;
  /** Milliseconds of a clock that never goes back. */
  nowMs(): number;
  /** A random id of 128 bits. */
  newId(): string;
  runProxy(plan: ProxyPlan): Promise<ProxyEnd>;
  /** The audit log of a Sallyport home. */
  audit(home: string): Promise<AuditEdge>;
  /** Starts a server under Deno, asks it who it is and what it has, and ends it. */
  tryServer(trial: ServerTrial): Promise<TrialResult>;
  /** The local files that a module is made of, by its literal imports at any place; nothing where Deno cannot tell. */
  importedFiles(question: ImportQuestion): Promise<readonly string[] | undefined>;
  /** Starts a server under Deno, makes calls to it, and ends it. */
  replayCalls(order: ReplayOrder): Promise<ReplayResult>;
  /** Makes a place for copies of a folder that are thrown away; a sentence where that cannot be. */
  throwAway(folder: string): Promise<ThrowAway | string>;
  /** Has a deno fetch a package into its cache, without running anything of it; returns why not. */
  fetchPackage(order: FetchOrder): Promise<string | undefined>;
}

/** A server to be tried. */
export interface ServerTrial {
  readonly server: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where what it asked for may be kept for the moment. */
  readonly home: string;
  /** Set where the server has rights per call: it is tried without any call. */
  readonly broker?: BrokerPlan | undefined;
}

/** A question of a server that its permission broker refused. */
export interface RefusedQuestion {
  readonly permission: string;
  /** Absent where all of the kind was asked for. */
  readonly value: string | undefined;
  /** Such as `sandbox/no-call`. */
  readonly rule: string;
}

/** What came of a trial. */
export interface TrialResult {
  /** Whether it answered to the end. */
  readonly works: boolean;
  /** What it did not answer, in a few words; empty where it works. */
  readonly why: string;
  /** How many tools it listed. */
  readonly tools: number;
  /** The text of the file that Deno wrote about what was asked for. */
  readonly audit: string;
  /** What its permission broker refused. */
  readonly refused?: readonly RefusedQuestion[] | undefined;
  /** Its last lines on stderr, fit to be shown. */
  readonly lines: readonly string[];
}

/** A module whose files are asked for. */
export interface ImportQuestion {
  readonly deno: string;
  /** Its file. */
  readonly module: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The Sallyport home, to work in. */
  readonly home: string;
}

/** Calls to be made to a server that is started for them. */
export interface ReplayOrder {
  readonly server: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The working folder of the server. */
  readonly folder: string;
  /** Where what it asked for may be kept for the moment. */
  readonly home: string;
  readonly calls: readonly SuiteCall[];
}

/** What came of a replay. Answers: to `initialize`, to `tools/list`, then to each call. */
export interface ReplayResult {
  readonly answers: readonly ReplayAnswer[];
  /** The text of the file that Deno wrote about what was asked for. */
  readonly audit: string;
  /** How many characters of it were there before the first call. */
  readonly startupChars: number;
  /** Its first lines on stderr, fit to be shown. */
  readonly lines: readonly string[];
}

/** Copies of a folder at one place. */
export interface ThrowAway {
  /** Where the copy is. */
  readonly path: string;
  /** Puts a new copy there in place of the last; returns why not. */
  renew(): Promise<string | undefined>;
  /** Removes it, and all that was made beside it. */
  remove(): Promise<void>;
}

/** A package to be fetched. */
export interface FetchOrder {
  readonly deno: string;
  /** Such as `npm:NAME@VERSION`. */
  readonly module: string;
  /** Deno's cache; where absent, Deno finds it. */
  readonly cache: string | undefined;
  /** The folder to work in: one of ours, so that nobody's files have a say. */
  readonly folder: string;
}

/** Where a person answers questions. */
export interface ApprovalDesk {
  /** Says that somebody is here; returns why it cannot be said. */
  beat(): string | undefined;
  /** The questions that wait, the oldest first. */
  waiting(): readonly { readonly id: string; readonly text: string }[];
  answer(id: string, answer: "allow" | "session" | "deny"): void;
  leave(): void;
}

/** How this program runs. */
export type ProgramKind =
  | { readonly kind: "compiled"; readonly path: string }
  | { readonly kind: "deno"; readonly main: string; readonly config: string }
  /** Out of the npm package, whose folder is the root: one bundle that asks for nothing outside it. */
  | { readonly kind: "packed"; readonly main: string; readonly root: string };
