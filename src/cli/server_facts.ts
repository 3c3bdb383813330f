/**
 * What is in force for one wrapped server, as its next start would find it.
 *
 * @module
 */

import type { ClientServer } from "./client_servers.ts";
import type { Edge } from "./edge.ts";
import { findInForce, policiesOf } from "./in_force.ts";
import { lastSeen } from "./last_seen.ts";
import { readLearning } from "./learning.ts";
import { readPins } from "./pin_store.ts";
import { showValue } from "../policy/problem.ts";
import { namesFor } from "./proxy.ts";
import { sandboxServer } from "./sandbox_server.ts";
import { serverLimits } from "./server_limits.ts";
import { givenNames } from "./set_variables.ts";
import { readFailures, type StartFailure } from "./start_failures.ts";

/** What is known of a server behind us. */
export interface ServerFacts {
  /** Where the policies in force are from; the reason in place of them where nothing would start. */
  readonly policies: readonly string[];
  readonly problem?: string | undefined;
  /** Whether it would run under Deno's permissions, and with which; or why not. */
  readonly sandbox: string;
  readonly learning: boolean;
  /** Whether it runs under Deno meanwhile, with wide rights, so that what it uses is seen. */
  readonly recording: boolean;
  /** How many definitions of it are accepted. */
  readonly pinned: number;
  /** The day of its last session. */
  readonly lastSeen?: string | undefined;
  /** Why it could not be started the last time. */
  readonly failure?: StartFailure | undefined;
}

/** Where the files are. */
export interface FactsPlace {
  readonly home: string;
  readonly userHome: string | undefined;
  /** The project whose own files are looked at. */
  readonly project: string | undefined;
}

/** Looks them up. Starts nothing. */
export async function serverFacts(edge: Edge, server: ClientServer, place: FactsPlace): Promise<ServerFacts> {
  const { home, userHome } = place;
  const { entry, wrapped } = server;
  const name = wrapped?.name ?? entry.name;
  const command = wrapped?.words ?? [];
  const learning = await readLearning(edge, home);
  const learns = learning.ok && learning.servers.includes(name);
  const where = {
    ...{ home, userHome, server: name, command, learns },
    project: server.file.scope === "project" ? place.project : wrapped?.project,
    config: wrapped?.config,
  };
  const { inForce, problems } = await findInForce(edge, where);
  const pins = await readPins(edge, home);
  const rest = {
    learning: learns,
    recording: learns && learning.recorded?.includes(name) === true,
    pinned: pins.ok ? pins.servers.find((each) => each.name === name)?.accepted.size ?? 0 : 0,
    lastSeen: lastSeen(edge, home, name),
    failure: (await readFailures(edge, home)).get(name),
  };
  if (inForce === undefined) {
    const [first] = problems;
    const text = first === undefined
      ? "the policy cannot be read"
      : `${showValue(first.file)} line ${first.line}: ${first.message}`;
    return { ...rest, policies: [], problem: text, sandbox: "nothing would start" };
  }
  const names = namesFor(edge, inForce, entry.variables);
  const sandbox = sandboxServer(edge, {
    where,
    inForce,
    names: givenNames(edge, inForce, names),
    isAsked: wrapped?.isSandboxed === true,
  });
  const texts = {
    on: "on",
    wall: "behind a wall of the system",
    off: "off: it runs with your rights",
    fallback: "off",
    refused: "would not start",
  } as const;
  const limits = serverLimits(edge, inForce, sandbox);
  const limited = limits.kind === "on"
    ? `; limited to ${limits.text}`
    : limits.kind === "refused"
    ? `; ${limits.why}`
    : "";
  const why = sandbox.kind === "off" ? "" : "text" in sandbox ? sandbox.text : sandbox.why;
  return {
    ...rest,
    policies: policiesOf(inForce).map(({ source, policy }) =>
      `${source.startsWith("pack:") ? source : showValue(source)}${
        policy.trust === "trusted" ? "" : " (not trusted: only tightens)"
      }` +
      `${policy.mode === "observe" ? " (observe: refuses nothing)" : ""}`
    ),
    sandbox: `${limits.kind === "refused" ? texts.refused : texts[sandbox.kind]}${
      why === "" ? "" : `: ${why}`
    }${limited}`,
  };
}

/** Says them, a line each. */
export function describeFacts(facts: ServerFacts): readonly string[] {
  const { policies, problem, sandbox, learning, recording, pinned, failure } = facts;
  const seen = facts.lastSeen === undefined ? "never" : facts.lastSeen;
  return [
    problem === undefined ? `policy: ${policies.join(", ")}` : `policy: ${problem}`,
    `sandbox: ${sandbox}`,
    ...(learning ? ["LEARNING: only the pack baseline is enforced (sallyport learn off)"] : []),
    ...(recording ? ["RECORDING: it runs under Deno with your rights, and what it uses is listed"] : []),
    `definitions accepted: ${pinned}; last session: ${seen}`,
    ...(failure === undefined ? [] : [
      `did not start on ${failure.day}: ${JSON.stringify(failure.program)}: ${failure.why}` +
      ` (PATH: ${JSON.stringify(failure.path)})`,
    ]),
  ];
}
