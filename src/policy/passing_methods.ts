/**
 * The methods that a policy need not name, because no session works without them: the handshake of both eras, lists and
 * their change notices, log and progress messages, tasks of known calls. What the server asks of the client (sampling,
 * elicitation, roots) is not among them.
 *
 * @module
 */

import type { Side } from "../jsonrpc/side.ts";

/** A method that passes without an entry when this side sends it. */
export interface PassingMethod {
  readonly method: string;
  readonly sides: readonly Side[];
}

const CLIENT: readonly Side[] = ["client"];
const SERVER: readonly Side[] = ["server"];
const BOTH: readonly Side[] = ["client", "server"];

/** Every method that passes without an entry, with the sides that may send it. */
export const PASSING_METHODS: readonly PassingMethod[] = [
  { method: "initialize", sides: CLIENT },
  { method: "notifications/initialized", sides: CLIENT },
  { method: "server/discover", sides: CLIENT },
  { method: "ping", sides: BOTH },
  { method: "tools/list", sides: CLIENT },
  { method: "resources/list", sides: CLIENT },
  { method: "resources/templates/list", sides: CLIENT },
  { method: "prompts/list", sides: CLIENT },
  { method: "completion/complete", sides: CLIENT },
  { method: "logging/setLevel", sides: CLIENT },
  { method: "subscriptions/listen", sides: CLIENT },
  { method: "tasks/get", sides: BOTH },
  { method: "tasks/result", sides: BOTH },
  { method: "tasks/list", sides: BOTH },
  { method: "tasks/cancel", sides: BOTH },
  { method: "tasks/update", sides: BOTH },
  { method: "notifications/cancelled", sides: BOTH },
  { method: "notifications/progress", sides: BOTH },
  { method: "notifications/roots/list_changed", sides: CLIENT },
  { method: "notifications/tools/list_changed", sides: SERVER },
  { method: "notifications/resources/list_changed", sides: SERVER },
  { method: "notifications/prompts/list_changed", sides: SERVER },
  { method: "notifications/resources/updated", sides: SERVER },
  { method: "notifications/message", sides: SERVER },
  { method: "notifications/tasks", sides: BOTH },
  { method: "notifications/tasks/status", sides: BOTH },
  { method: "notifications/subscriptions/acknowledged", sides: SERVER },
  { method: "notifications/elicitation/complete", sides: SERVER },
];

const SIDES_BY_METHOD = new Map(PASSING_METHODS.map(({ method, sides }) => [method, sides]));

/** Says whether a method passes without an entry when this side sends it. */
export function passesUnnamed(method: string, side: Side): boolean {
  return SIDES_BY_METHOD.get(method)?.includes(side) ?? false;
}
