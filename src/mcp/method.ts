/**
 * The methods of every MCP version, who sends them and in which versions (specification tags 2024-11-05 to 2026-07-28
 * and the tasks, skills and UI extensions). Unknown methods exist and will come: they are judged, not dropped.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";
import type { Side } from "../jsonrpc/side.ts";

/** Released protocol versions, oldest first. */
export const PROTOCOL_VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

/** A released protocol version. */
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** What is known of a method. */
export interface MethodFacts {
  /** Who may send it. */
  readonly from: Side | "both";
  readonly kind: "request" | "notification";
  /** First and last version that has it as a message of its own. */
  readonly since: ProtocolVersion;
  readonly until: ProtocolVersion;
}

function facts(
  from: Side | "both",
  kind: "request" | "notification",
  since: ProtocolVersion,
  until: ProtocolVersion,
): MethodFacts {
  return { from, kind, since, until };
}

/** Every method of the specification and its official extensions. */
export const METHODS: ReadonlyMap<string, MethodFacts> = new Map([
  ["initialize", facts("client", "request", "2024-11-05", "2025-11-25")],
  ["notifications/initialized", facts("client", "notification", "2024-11-05", "2025-11-25")],
  ["server/discover", facts("client", "request", "2026-07-28", "2026-07-28")],
  ["ping", facts("both", "request", "2024-11-05", "2025-11-25")],
  ["tools/list", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["tools/call", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["resources/list", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["resources/read", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["resources/templates/list", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["resources/subscribe", facts("client", "request", "2024-11-05", "2025-11-25")],
  ["resources/unsubscribe", facts("client", "request", "2024-11-05", "2025-11-25")],
  ["resources/directory/read", facts("client", "request", "2026-07-28", "2026-07-28")],
  ["subscriptions/listen", facts("client", "request", "2026-07-28", "2026-07-28")],
  ["prompts/list", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["prompts/get", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["completion/complete", facts("client", "request", "2024-11-05", "2026-07-28")],
  ["logging/setLevel", facts("client", "request", "2024-11-05", "2025-11-25")],
  ["skills/list", facts("client", "request", "2026-07-28", "2026-07-28")],
  ["skills/get", facts("client", "request", "2026-07-28", "2026-07-28")],
  ["tasks/get", facts("both", "request", "2025-11-25", "2026-07-28")],
  ["tasks/result", facts("both", "request", "2025-11-25", "2025-11-25")],
  ["tasks/list", facts("both", "request", "2025-11-25", "2025-11-25")],
  ["tasks/cancel", facts("both", "request", "2025-11-25", "2026-07-28")],
  ["tasks/update", facts("client", "request", "2026-07-28", "2026-07-28")],
  ["sampling/createMessage", facts("server", "request", "2024-11-05", "2025-11-25")],
  ["roots/list", facts("server", "request", "2024-11-05", "2025-11-25")],
  ["elicitation/create", facts("server", "request", "2025-06-18", "2025-11-25")],
  ["notifications/cancelled", facts("both", "notification", "2024-11-05", "2026-07-28")],
  ["notifications/progress", facts("both", "notification", "2024-11-05", "2026-07-28")],
  ["notifications/message", facts("server", "notification", "2024-11-05", "2026-07-28")],
  ["notifications/tools/list_changed", facts("server", "notification", "2024-11-05", "2026-07-28")],
  ["notifications/prompts/list_changed", facts("server", "notification", "2024-11-05", "2026-07-28")],
  ["notifications/resources/list_changed", facts("server", "notification", "2024-11-05", "2026-07-28")],
  ["notifications/resources/updated", facts("server", "notification", "2024-11-05", "2026-07-28")],
  ["notifications/roots/list_changed", facts("client", "notification", "2024-11-05", "2025-11-25")],
  ["notifications/elicitation/complete", facts("server", "notification", "2025-11-25", "2025-11-25")],
  ["notifications/tasks/status", facts("both", "notification", "2025-11-25", "2025-11-25")],
  ["notifications/tasks", facts("server", "notification", "2026-07-28", "2026-07-28")],
  ["notifications/subscriptions/acknowledged", facts("server", "notification", "2026-07-28", "2026-07-28")],
]);

const FOLDED_METHODS: ReadonlySet<string> = new Set([...METHODS.keys()].map(foldName));

/**
 * Says whether a name is a known method in disguise: equal to one after trimming and folding, but not itself. A server
 * that reads names loosely would take it for the known one.
 */
export function isDisguisedMethod(method: string): boolean {
  if (METHODS.has(method)) return false;
  return FOLDED_METHODS.has(foldName(method.normalize("NFKC")).replace(INVISIBLE_REGEXP, ""));
}

// deno-lint-ignore no-control-regex -- names padded with NUL or controls are what is looked for
const INVISIBLE_REGEXP = /[\s\0-\x1f\x7f\u200b-\u200f\u2060-\u2064\ufeff\u00ad]/g;

/** Says whether a side may send a method at all; unknown methods may come from either side. */
export function maySend(side: Side, method: string): boolean {
  const known = METHODS.get(method);
  return known === undefined || known.from === "both" || known.from === side;
}
