/**
 * The two protocol eras. 2026-07-28 has no `initialize`: every request carries its version in `_meta`. Both eras may
 * share one process, so the era belongs to the message.
 *
 * @module
 */

import { isJsonObject, type JsonObject } from "../jsonrpc/json.ts";

/** `legacy` is 2024-11-05 to 2025-11-25, `modern` is 2026-07-28 and later. */
export type Era = "legacy" | "modern";

/** The `_meta` key by which a modern request names its version (specification 2026-07-28, basic/index). */
export const VERSION_META_KEY = "io.modelcontextprotocol/protocolVersion";

/** The `_meta` key of a modern request's client capabilities. */
export const CAPABILITIES_META_KEY = "io.modelcontextprotocol/clientCapabilities";

const FIRST_MODERN = "2026-07-28";

/** Tells the era of a request by its method and parameters. */
export function eraOf(method: string, params: JsonObject | undefined): Era {
  if (method === "server/discover" || method === "subscriptions/listen") return "modern";
  const meta = params?.["_meta"];
  const version = isJsonObject(meta) ? meta[VERSION_META_KEY] : undefined;
  return typeof version === "string" && version >= FIRST_MODERN ? "modern" : "legacy";
}
