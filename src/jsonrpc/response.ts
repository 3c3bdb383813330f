/**
 * The only maker of answers that neither side wrote. Ids are echoed as they came.
 *
 * @module
 */

import { formatJson } from "./format_json.ts";
import type { Json } from "./json.ts";

/** Codes of our own answers. */
export const ERROR_CODE = {
  /** The frame was not JSON (JSON-RPC 2.0). */
  parse: -32700,
  /** The frame was JSON, but no message that may be sent on (JSON-RPC 2.0). */
  invalidRequest: -32600,
  /** A verdict refused it. Outside -32768..-32000, which JSON-RPC and MCP reserve. */
  refused: 1403,
  /** "User rejected sampling request" of MCP 2025-11-25, client/sampling. */
  samplingRejected: -1,
} as const;

/** An error response. `idSource` is the id's JSON text. */
export function errorResponse(idSource: string, code: number, message: string, data?: Json): string {
  const detail = data === undefined ? "" : `,"data":${formatJson(data)}`;
  return `{"jsonrpc":"2.0","id":${idSource},"error":{"code":${code},"message":${JSON.stringify(message)}${detail}}}`;
}

/** A response with a result. */
export function resultResponse(idSource: string, result: Json): string {
  return `{"jsonrpc":"2.0","id":${idSource},"result":${formatJson(result)}}`;
}
