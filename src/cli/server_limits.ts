/**
 * What the policies let a server take of the machine, and whether that can be kept here: a limit that cannot be kept is a
 * start that does not happen.
 *
 * @module
 */

import { describeLimits, limitArguments, MIN_DENO_MEMORY_MB, strictestLimits } from "../sandbox/limited_command.ts";
import type { ResourceLimits } from "../policy/policy.ts";
import type { Edge } from "./edge.ts";
import type { InForce } from "./in_force.ts";
import { isThere } from "./needs.ts";
import type { ServerSandbox } from "./server_sandbox.ts";

const PRLIMIT_PATHS = ["/usr/bin/prlimit", "/bin/prlimit", "/usr/local/bin/prlimit"];
const HINT = "Take sandbox.limits out of the policy, or run this server where they can be kept";

/** How a server is limited, or why it cannot be. */
export type ServerLimits =
  | { readonly kind: "none" }
  | { readonly kind: "on"; readonly program: string; readonly limits: ResourceLimits; readonly text: string }
  | { readonly kind: "refused"; readonly why: string; readonly hint: string; readonly isPolicy: boolean };

/** Decides about a server. Starts nothing. */
export function serverLimits(edge: Edge, inForce: InForce, sandbox: Pick<ServerSandbox, "kind">): ServerLimits {
  const { machine, global, project } = inForce;
  const theirs = project?.policy.trust === "trusted" ? project.policy.sandbox.limits : undefined;
  const limits = strictestLimits([machine?.policy.sandbox.limits, global.policy.sandbox.limits, theirs]);
  if (limits === undefined) return { kind: "none" };
  if (edge.platform === "windows" || edge.isMac) {
    return { kind: "refused", why: "sandbox.limits are kept on Linux only", hint: HINT, isPolicy: false };
  }
  if (sandbox.kind === "on" && limits.memoryMb !== undefined && limits.memoryMb < MIN_DENO_MEMORY_MB) {
    const why = `sandbox.limits.memoryMb is ${limits.memoryMb}, and Deno does not start with less than`;
    const hint = `Give it ${MIN_DENO_MEMORY_MB}`;
    return { kind: "refused", why: `${why} ${MIN_DENO_MEMORY_MB}`, hint, isPolicy: true };
  }
  const program = PRLIMIT_PATHS.find((path) => isThere(edge, path));
  if (program === undefined) {
    const why = "there is no prlimit on this machine to keep sandbox.limits";
    return {
      kind: "refused",
      why,
      hint: "Install util-linux, or take sandbox.limits out of the policy",
      isPolicy: false,
    };
  }
  return { kind: "on", program, limits, text: describeLimits(limits) };
}

/** A command under its limits. */
export function limitedLaunch<Launch extends { readonly program: string; readonly args: readonly string[] }>(
  launch: Launch,
  limits: ServerLimits,
): Launch {
  if (limits.kind !== "on") return launch;
  const args = limitArguments(limits.limits, [launch.program, ...launch.args]);
  return { ...launch, program: limits.program, args };
}

/** Says it of a server. */
export function limitsSentence(server: string, limits: ServerLimits): string | undefined {
  const name = `server ${JSON.stringify(server)}`;
  switch (limits.kind) {
    case "none":
      return undefined;
    case "on":
      return `limited: ${name} gets ${limits.text}`;
    case "refused":
      return `not limited: ${name} would not start: ${limits.why}`;
  }
}
