/**
 * What a learning proxy tells of messages, with their values in hand: for whoever writes observations. None of it is
 * written as it is here.
 *
 * @module
 */

import type { JsonObject } from "../src/jsonrpc/json.ts";
import type { Side } from "../src/jsonrpc/side.ts";
import type { Outcome } from "./record.ts";

/** A request was judged. */
export interface ObservedRequest {
  readonly kind: "request";
  /** The sequence number of its verdict, by which its end is told. */
  readonly seq: number;
  readonly side: Side;
  readonly method: string;
  readonly tool: string | undefined;
  readonly args: JsonObject | undefined;
  /** Whether it was sent on. */
  readonly passed: boolean;
}

/** What the server says: answers and questions, as they came. */
export interface ObservedText {
  readonly kind: "said";
  readonly content: JsonObject | undefined;
  /** The tool whose answer it is, or the method. */
  readonly source: string;
  /** Whether a detector saw an order to the model in it. */
  readonly isPoisoned: boolean;
}

/** How a request ended. */
export interface ObservedOutcome {
  readonly kind: "outcome";
  readonly of: number;
  readonly outcome: Outcome;
}

/** One thing that a learning proxy saw. */
export type Observed = ObservedRequest | ObservedText | ObservedOutcome;
