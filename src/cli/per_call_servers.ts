/**
 * Which servers have rights per call by the person's own policy: those are wrapped with the sockets of their permission
 * broker among the flags, and with the Deno that they run under.
 *
 * @module
 */

import { brokerSockets, socketHost } from "../sandbox/broker_socket.ts";
import { denoProgram } from "./deno_place.ts";
import type { Edge } from "./edge.ts";
import { findInForce } from "./in_force.ts";

/** Where the person's policy is. */
export interface PolicyPlace {
  readonly home: string;
  readonly userHome: string | undefined;
}

/** The names among those given. A policy that cannot be read gives none: no server starts with it anyway. */
export async function perCallServers(
  edge: Edge,
  place: PolicyPlace,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const server of new Set(names)) {
    const where = { ...place, project: undefined, config: undefined, server, command: [] };
    const { inForce } = await findInForce(edge, where);
    const set = inForce?.machine?.policy.sandbox.deno ?? inForce?.global.policy.sandbox.deno;
    if (set?.perCall === true) found.add(server);
  }
  return found;
}

/** What Deno must permit Sallyport for such a server, beside what every wrapped one needs. */
export function perCallPermissions(
  edge: Edge,
  home: string,
  server: string,
): { readonly net: readonly string[]; readonly run: readonly string[] } {
  const deno = denoProgram(edge);
  return { net: brokerSockets(home, server).map(socketHost), run: deno === undefined ? [] : [deno] };
}
