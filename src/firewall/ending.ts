/**
 * How a session and its requests end: time limits, a side that closes, a server that is gone. Every request that is
 * open gets its one answer.
 *
 * @module
 */

import type { Side } from "../jsonrpc/side.ts";
import { abandonRequest, type PendingRequest, takePending } from "../mcp/session.ts";
import { dropAsks, expireAsks } from "./asking.ts";
import { releaseHeld } from "./from_client.ts";
import { REASONS } from "./reason.ts";
import { listingIsLate } from "./tool_listing.ts";
import {
  aboutMessage,
  aboutPending,
  denial,
  record,
  recordOutcome,
  recordVerdict,
  refuse,
  send,
  type Turn,
} from "./turn.ts";

const MS_PER_SECOND = 1000;

/** Gives up what is past its limit. */
export function expire(turn: Turn): void {
  const { state } = turn;
  if (listingIsLate(turn)) {
    state.lister.awaited = undefined;
    releaseHeld(turn);
  }
  expireAsks(turn);
  const limitMs = state.judge.limits.callSeconds * MS_PER_SECOND;
  for (const pending of [...state.session.pending.client.values()]) {
    if (turn.nowMs - pending.sentAtMs >= limitMs && pending.method !== "subscriptions/listen") {
      giveUp(turn, pending);
    }
  }
}

/** Answers a request whose server is too slow and tells the server, as its asker would. */
function giveUp(turn: Turn, pending: PendingRequest): void {
  abandonRequest(turn.state.session, "client", pending.id);
  const decision = denial("limit/seconds", REASONS.seconds);
  const seq = recordOutcome(turn, "client", pending, { outcome: "unanswered", bytes: 0, decision });
  refuse(turn, aboutPending("client", pending, "response"), decision, seq);
  if (pending.method === "initialize") return;
  const params = `{"requestId":${pending.id.source},"reason":"no answer within the time limit"}`;
  send(turn, "server", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}`, {
    ...aboutPending("client", undefined, "notification"),
    method: "notifications/cancelled",
  });
}

/** A side ended its stream. */
export function sideClosed(turn: Turn, side: Side): void {
  if (side === "client") {
    dropAsks(turn);
    turn.commands.push({ kind: "close", side: "server" });
    return;
  }
  turn.state.serverClosed = true;
  answerAll(turn);
}

/** The server is gone: every open request is answered, then the session is closed. */
export function endSession(turn: Turn, exit: number): void {
  answerAll(turn);
  const { messages, refused } = turn.state;
  record(turn, { kind: "close", exit, messages, refused });
  turn.commands.push({ kind: "close", side: "client" });
}

function answerAll(turn: Turn): void {
  const { state } = turn;
  const decision = denial("session/server-ended", REASONS["server-ended"]);
  for (const held of [...state.held.values()]) {
    const incoming = { ...held, side: "client" } as const;
    refuse(turn, aboutMessage(incoming), decision, recordVerdict(turn, incoming, decision));
  }
  dropAsks(turn);
  state.held.clear();
  state.lister.awaited = undefined;
  for (const pending of [...state.session.pending.client.values()]) {
    takePending(state.session, "client", pending.id);
    const seq = recordOutcome(turn, "client", pending, { outcome: "unanswered", bytes: 0, decision });
    refuse(turn, aboutPending("client", pending, "response"), decision, seq);
  }
  // Nobody is left to be told; the log says it all the same.
  for (const pending of state.session.pending.server.values()) {
    recordOutcome(turn, "server", pending, { outcome: "unanswered", bytes: 0, decision });
  }
  state.session.pending.server.clear();
}
