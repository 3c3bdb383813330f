/**
 * The state of one firewall: one client, one server, one policy in force. Changed in place by `step` alone.
 *
 * @module
 */

import type { NoteRecord } from "../../audit/record.ts";
import type { Request } from "../jsonrpc/message.ts";
import { newSession, type Session } from "../mcp/session.ts";
import { newToolList, type ToolList } from "../mcp/tool_list.ts";
import type { PinTable } from "../detect/definition/pins.ts";
import type { Elsewhere, SessionPins } from "./definitions.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { Decision, Judge } from "./judge.ts";
import { newRateWindow, type RateWindow } from "./rate_window.ts";
import type { Protection } from "./self_protection.ts";

/** What a session is told at its start. */
export interface FirewallOptions {
  /** The name this server has for the person. */
  readonly server: string;
  readonly sessionId: string;
  readonly version: string;
  /** Hash of the resolved program and its arguments. */
  readonly command: string;
  readonly protection: Protection;
  readonly judge: Judge;
  /** Whether what is seen is told, for learning a policy from it. */
  readonly learns?: boolean | undefined;
  /** Definitions of this server that a person or a first use has accepted. */
  readonly pins?: PinTable | undefined;
  /** Tools of other servers, by the look of their names. */
  readonly elsewhere?: ReadonlyMap<string, Elsewhere> | undefined;
  /** Notes that stand right behind the opening of the log. */
  readonly notes?: readonly NoteRecord["note"][] | undefined;
  /** Makes an id that nobody can guess: 128 random bits. */
  newId(): string;
}

/** A call that waits until the server's tools are listed. */
export interface HeldCall {
  readonly message: Request;
  readonly data: Uint8Array | string;
  readonly bytes: number;
  readonly text: string;
}

/** A request that waits for an approval. */
export interface PendingAsk {
  /** Our own id for the question: 128 random bits. */
  readonly id: string;
  readonly incoming: { readonly side: Side; readonly message: Request; readonly data: Uint8Array | string } & {
    readonly bytes: number;
    readonly text: string;
  };
  readonly decision: Decision;
  readonly tool: string | undefined;
  /** What exactly is approved. */
  readonly binding: string;
  /** The record of the verdict that asks. */
  readonly seq: number;
  /** Where the person is asked. */
  readonly via: "elicitation" | "result" | "terminal" | "none";
  readonly startedMs: number;
  readonly deadlineMs: number;
  /** Progress of our own. */
  progress: { readonly sent: number; readonly atMs: number };
}

/** Questions to a person. */
export interface Asking {
  /** By side and id key of the request that waits. */
  readonly pending: Map<string, PendingAsk>;
  /** Questions in results, whose retries may come, by our state. */
  readonly replies: Map<string, PendingAsk>;
  /** Bindings approved for the session. */
  readonly granted: Set<string>;
  /** Bindings of approved requests in flight, by id key. */
  readonly approved: Map<string, string>;
  /** Bindings by the state that the server gave an approved request. */
  readonly states: Map<string, string>;
  readonly approvals: RateWindow;
  /** Whether the client of the legacy era shows forms. */
  clientHasForms: boolean;
}

/** Sallyport's own run through `tools/list`. */
export interface Lister {
  /** The id key of our request in flight. */
  awaited: string | undefined;
  /** When to stop waiting for it. */
  deadlineMs: number;
  /** The cursor of the page that is asked for. */
  cursor: string | undefined;
  pages: number;
  /** `_meta` of the call that made us list, for the modern era. */
  meta: string | undefined;
  /** Whether it was tried since the server's list last changed. */
  tried: boolean;
}

/** The whole state. */
export interface FirewallState {
  readonly options: FirewallOptions;
  readonly session: Session;
  readonly tools: ToolList;
  /** Names of prompts and URIs of resources that lists have shown, for completions. */
  readonly listed: {
    readonly prompts: Set<string>;
    readonly resources: Set<string>;
    readonly withheldPrompts: Set<string>;
  };
  readonly pins: SessionPins;
  readonly asking: Asking;
  readonly calls: RateWindow;
  readonly progress: RateWindow;
  readonly held: Map<string, HeldCall>;
  readonly lister: Lister;
  /** What was said once and need not be said again. */
  readonly said: Set<string>;
  judge: Judge;
  protection: Protection;
  /** Sequence number of the last record. */
  seq: number;
  /** Set while records cannot be written: everything is refused. */
  unrecorded: boolean;
  messages: number;
  refused: number;
  serverClosed: boolean;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** Starts a firewall. */
export function newFirewall(options: FirewallOptions): FirewallState {
  return {
    options,
    session: newSession(),
    tools: newToolList(),
    listed: { prompts: new Set(), resources: new Set(), withheldPrompts: new Set() },
    pins: {
      known: new Map(options.pins ?? []),
      waiting: new Map(),
      elsewhere: options.elsewhere ?? new Map(),
      held: [],
    },
    asking: {
      pending: new Map(),
      replies: new Map(),
      granted: new Set(),
      approved: new Map(),
      states: new Map(),
      approvals: newRateWindow(HOUR_MS),
      clientHasForms: false,
    },
    calls: newRateWindow(MINUTE_MS),
    progress: newRateWindow(SECOND_MS),
    held: new Map(),
    lister: { awaited: undefined, deadlineMs: 0, cursor: undefined, pages: 0, meta: undefined, tried: false },
    said: new Set(),
    judge: options.judge,
    protection: options.protection,
    seq: 0,
    unrecorded: false,
    messages: 0,
    refused: 0,
    serverClosed: false,
  };
}
