/**
 * `sallyport status`: every server of every client, and what stands in front of it.
 *
 * @module
 */

import type { ClientServer } from "./client_servers.ts";
import type { CliCommand } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { readPins } from "./pin_store.ts";
import { isHostileEnvironment } from "./start.ts";
import { describeFacts, type ServerFacts, serverFacts } from "./server_facts.ts";
import { lookAtClients } from "./wrap.ts";
import { isBehindUs, wrappedWords, type WrapPlace } from "./wrap_servers.ts";

const USAGE = `Usage: sallyport status [--client CLIENT] [--project DIR] [--json]

Lists every server that a client's file names: whether it is wrapped, whether
its flags are as they would be written now, and of those that are: the policy
in force, the sandbox, whether it is being learned, its accepted definitions
and those that wait for you, its last session, and why it did not start.

Exit code: 0 all servers that can be are wrapped, 1 one is not, 2 a problem.

Example:
  sallyport status
`;

/** The command. */
export const STATUS: CliCommand = {
  name: "status",
  summary: "list every client's servers and what stands in front of them",
  usage: USAGE,
  run: runStatus,
};

interface Row {
  readonly client: string;
  readonly server: string;
  readonly path: string;
  readonly state: "wrapped" | "stale" | "elsewhere" | "open" | "not covered";
  readonly waiting: number;
  /** What is in force for a server behind us. */
  readonly facts?: ServerFacts | undefined;
}

async function runStatus(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["client", "project"], switches: ["json"] });
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const looked = await lookAtClients(edge, { client: flags.values["client"], project: flags.values["project"] });
  if (looked === undefined) return EXIT.problem;
  const pins = await readPins(edge, looked.home);
  const waiting = new Map(pins.ok ? pins.servers.map((server) => [server.name, server.waiting.size]) : []);
  const rows: Row[] = [];
  for (const server of looked.servers) {
    const state = await stateOf(edge, server, looked);
    const name = server.wrapped?.name ?? server.entry.name;
    rows.push({
      client: server.client.name,
      server: server.entry.name,
      path: server.path,
      state,
      waiting: waiting.get(name) ?? 0,
      facts: state === "wrapped" || state === "stale" ? await serverFacts(edge, server, looked) : undefined,
    });
  }
  if (flags.switches.has("json")) edge.out(`${JSON.stringify(rows)}\n`);
  else show(edge, rows);
  if (looked.isPartial) return EXIT.problem;
  return rows.some(({ state }) => state === "open" || state === "elsewhere") ? EXIT.finding : EXIT.done;
}

async function stateOf(
  edge: Edge,
  server: ClientServer,
  place: WrapPlace,
) {
  if (server.entry.words === undefined) return "not covered";
  if (server.wrapped === undefined) return "open";
  if (!isBehindUs(edge, server)) return "elsewhere";
  const now = await wrappedWords(edge, server, place);
  const isFresh = now.ok && JSON.stringify(now.words) === JSON.stringify(server.entry.words);
  return isFresh ? "wrapped" : "stale";
}

const STATES: Readonly<Record<Row["state"], string>> = {
  wrapped: "behind Sallyport",
  stale: "behind Sallyport, with other flags than now: sallyport wrap --refresh, then restart the client",
  elsewhere: "NOT behind this Sallyport: its entry has the mark, and starts another program or another copy: " +
    "sallyport wrap --refresh",
  open: "NOT behind Sallyport",
  "not covered": "not covered yet: it is called by its address, or started in a way we do not read",
};

function show(edge: Edge, rows: readonly Row[]): void {
  if (rows.length === 0) edge.out("No client's file names a server.\n");
  let last = "";
  for (const { client, server, path, state, waiting, facts } of rows) {
    if (last !== `${client} ${path}`) edge.out(`${client} (${path})\n`);
    last = `${client} ${path}`;
    const pins = waiting === 0 ? "" : `; ${waiting} definitions wait for you: sallyport pins accept ${server}`;
    edge.out(`  ${server}: ${STATES[state]}${pins}\n`);
    if (facts !== undefined) { for (const line of describeFacts(facts)) edge.out(`    ${line}\n`); }
  }
}
