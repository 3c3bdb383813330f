/**
 * The form of a refusal: what a side gets in place of what was refused, by method, side and era. The forms are those
 * that both SDK generations accept (PROTOCOL.md 1.7).
 *
 * @module
 */

import type { Json } from "../jsonrpc/json.ts";
import { ERROR_CODE, errorResponse, resultResponse } from "../jsonrpc/response.ts";
import type { About } from "./command.ts";
import { refusalText } from "./reason.ts";

/** Why something is refused. */
export interface RefusalCause {
  readonly reason: string;
  readonly rule: string;
  /** `SESSION:SEQ`, or `none`. */
  readonly record: string;
}

/** The frame that answers a refused request, or nothing for a message that gets no answer. */
export function refusalFrame(about: About, cause: RefusalCause): string | undefined {
  if (about.id === undefined) return undefined;
  const text = refusalText(cause.reason, cause.rule, cause.record);
  return about.asker === "client" ? toClient(about, about.id.source, text) : toServer(about, about.id.source, text);
}

function toClient(about: About, id: string, text: string): string {
  if (about.method === "tools/call" && !about.wantsTask) return resultResponse(id, toolError(text));
  if (about.method === "tasks/result" && about.taskId !== undefined) {
    const meta = { "io.modelcontextprotocol/related-task": { taskId: about.taskId } };
    return resultResponse(id, { ...toolError(text), _meta: meta });
  }
  return errorResponse(id, ERROR_CODE.refused, text);
}

/**
 * `isError` keeps SDKs from asking for structured content, `resultType` is asked for in the modern era and ignored in
 * the other; structured content is left out because it would be validated and hide the text.
 */
function toolError(text: string): { readonly [key: string]: Json } {
  return { resultType: "complete", isError: true, content: [{ type: "text", text }] };
}

function toServer(about: About, id: string, text: string): string {
  switch (about.method) {
    case "elicitation/create":
      return resultResponse(id, { action: "decline" });
    case "roots/list":
      return resultResponse(id, { roots: [] });
    case "sampling/createMessage":
      return errorResponse(id, ERROR_CODE.samplingRejected, text);
  }
  return errorResponse(id, ERROR_CODE.refused, text);
}
