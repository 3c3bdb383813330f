/**
 * What the permission broker of a server with rights per call is told: its sockets, the set, what stays closed, what
 * paths in calls are relative to.
 *
 * @module
 */

import { brokerSockets, socketFault, socketHost } from "../sandbox/broker_socket.ts";
import type { RightsOptions } from "../sandbox/call_rights.ts";
import type { BrokerPlan, Edge } from "./edge.ts";
import type { Surroundings } from "./in_force.ts";

/** A plan, or why there is none and what to do. */
export type BrokerPlanning =
  | { readonly ok: true; readonly plan: BrokerPlan }
  | { readonly ok: false; readonly why: string; readonly hint: string };

/** What the permission broker of a server is told, if Sallyport may listen for one. `names` pass to the server. */
export function brokerPlan(
  edge: Edge,
  { where, names }: { readonly where: Surroundings; readonly names: readonly string[] },
  { set, startup, closed }: Required<Pick<RightsOptions, "set" | "startup" | "closed">>,
): BrokerPlanning {
  const { home, server, userHome } = where;
  if (edge.platform === "windows") {
    const hint = "Leave out sandbox.deno.perCall; the rest of the set holds at any time then";
    return { ok: false, why: "rights per call were never tried on Windows", hint };
  }
  const named = brokerSockets(home, server);
  const [first = ""] = named;
  const fault = socketFault(first);
  if (fault !== undefined) {
    const hint = "Set SALLYPORT_HOME to a folder with a shorter path";
    return { ok: false, why: `the path ${JSON.stringify(first)} ${fault}`, hint };
  }
  const sockets = named.filter((path) => edge.isGranted({ kind: "net", host: socketHost(path) }));
  if (sockets.length === 0) {
    const hint = `Run sallyport wrap --refresh, or add --allow-net=${named.map(socketHost).join(",")}`;
    return { ok: false, why: "Sallyport itself may not listen on a socket for the server's permission broker", hint };
  }
  const variables = names.filter((name) => set.env.includes(name));
  const folders = [...new Set([edge.workingFolder(), ...set.read, ...set.write])];
  return {
    ok: true,
    plan: {
      home,
      sockets,
      rights: { platform: edge.platform, set, startup, closed, variables },
      place: { platform: edge.platform, home: userHome, folders },
    },
  };
}
