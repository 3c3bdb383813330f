/**
 * What a learning proxy tells of the messages it judged. In a session that does not learn nothing is told.
 *
 * @module
 */

import type { Observed } from "../../audit/observed.ts";
import type { JsonObject } from "../jsonrpc/json.ts";
import type { Request, Response } from "../jsonrpc/message.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { PendingRequest } from "../mcp/session.ts";
import type { Decision } from "./judge.ts";
import type { Turn } from "./turn.ts";

/** What is known of a request when it was judged. */
export interface JudgedRequest {
  readonly side: Side;
  readonly message: Request;
  readonly tool: string | undefined;
  readonly args: JsonObject | undefined;
  readonly passed: boolean;
  /** The sequence number of the verdict. */
  readonly seq: number;
}

/** Tells of a request; of one of the server also what it says. */
export function observeRequest(turn: Turn, judged: JudgedRequest, decision?: Decision): void {
  if (!learns(turn)) return;
  const { side, message, tool, args, passed, seq } = judged;
  const { method } = message;
  if (side === "server") {
    observe(turn, { kind: "said", content: message.params, source: method, isPoisoned: isPoisoned(decision) });
  }
  observe(turn, { kind: "request", seq, side, method, tool, args, passed });
}

/** Tells what the server answered, before it is told how the request ended. */
export function observeAnswer(turn: Turn, message: Response, pending: PendingRequest, decision: Decision): void {
  if (!learns(turn)) return;
  const content = message.result ?? message.error;
  const source = pending.tool ?? pending.method;
  observe(turn, { kind: "said", content, source, isPoisoned: isPoisoned(decision) });
}

function learns(turn: Turn): boolean {
  return turn.state.options.learns === true;
}

function observe(turn: Turn, what: Observed): void {
  turn.commands.push({ kind: "observe", what });
}

/** Evidence of any strength: what follows it may be the doing of who wrote the text. */
function isPoisoned(decision: Decision | undefined): boolean {
  return decision?.findings?.some(({ kind }) => kind === "injection") === true;
}
