/**
 * What the edge is to do: all that comes out of `step`, in order. A message is sent only after every record in front of
 * it is written; where that fails, the messages are handed back in an `unrecorded` event.
 *
 * @module
 */

import type { Observed } from "../../audit/observed.ts";
import type { PinUpdate } from "./definitions.ts";
import type { RecordBody } from "../../audit/record.ts";
import type { RequestId } from "../jsonrpc/message.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { Era } from "../mcp/era.ts";

/** Which message a `send` carries: what is needed to answer in its place. */
export interface About {
  readonly kind: "request" | "notification" | "response";
  /** The side whose request this is, or whose request this answers. */
  readonly asker: Side;
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly era: Era;
  /** Whether the request asks for a task, so that a tool result would be no answer to it. */
  readonly wantsTask: boolean;
  /** The task that the request asks after. */
  readonly taskId: string | undefined;
}

/** Send one frame; the newline is the edge's. */
export interface Send {
  readonly kind: "send";
  readonly to: Side;
  readonly data: Uint8Array | string;
  readonly about: About;
}

/** Write one record. One that does not open the session's file waits until another does. */
export interface WriteRecord {
  readonly kind: "record";
  readonly seq: number;
  readonly opens: boolean;
  readonly body: RecordBody;
}

/** One command. */
export type Command =
  | Send
  | WriteRecord
  /** Record definitions of this server. */
  | { readonly kind: "pin"; readonly update: PinUpdate }
  /** Ask the person in another terminal; answered by an `answered` event. */
  | { readonly kind: "ask"; readonly id: string; readonly text: string }
  /** A question is answered, or nobody waits for it any more. */
  | { readonly kind: "ask-over"; readonly id: string }
  /** In a session that learns: what was seen. */
  | { readonly kind: "observe"; readonly what: Observed }
  /** Close our end of the pipe to a side. */
  | { readonly kind: "close"; readonly side: Side }
  /** Tell the person, on stderr. */
  | { readonly kind: "tell"; readonly text: string };
