/**
 * What a policy is asked about: one message going one way, with the parts that rules can name already picked out.
 *
 * @module
 */

import type { Json, JsonObject } from "../jsonrpc/json.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { ToolHints } from "../mcp/argument_hints.ts";

/** One message, ready to be judged. */
export interface Subject {
  /** Who sent it. */
  readonly side: Side;
  readonly kind: "request" | "notification" | "response";
  /** The name this server has for the person (`--name`), not what the server calls itself. */
  readonly server: string;
  /** The method; for a response, that of the request it answers. */
  readonly method: string;
  /** The tool of a `tools/call`, also for the response to one. */
  readonly tool?: string | undefined;
  /** What the listing of the tool says of its arguments. */
  readonly hints?: ToolHints | undefined;
  /** What `args` conditions see: `params.arguments` of a `tools/call`, `params` of every other method. */
  readonly args: JsonObject | undefined;
  /** What `any` walks: `params` of a request or notification, `result` or `error` of a response. */
  readonly content: Json | undefined;
  /** Length of the frame in bytes. */
  readonly bytes: number;
  /**
   * Whether the session knows the task or the listed thing that the message is about; true where it is about none. One
   * that is not known does not pass by itself under `"default": "deny"`.
   */
  readonly isKnown: boolean;
}
