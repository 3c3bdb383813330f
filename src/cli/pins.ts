/**
 * `sallyport pins`: the recorded definitions of servers, and a person's word that a changed one may count.
 *
 * @module
 */

import { type Change, differences, gravest } from "../detect/definition/difference.ts";
import { newScanner } from "../detect/scan.ts";
import { formatJson } from "../jsonrpc/format_json.ts";
import type { Json } from "../jsonrpc/json.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { parseFlags } from "./parse_flags.ts";
import { changePins, type DatedPin, readPins, type ServerPins } from "./pin_store.ts";
import { reportError, reportNote } from "./report.ts";
import { isHostileEnvironment } from "./start.ts";

const USAGE = `Usage: sallyport pins list [SERVER] [--json]
       sallyport pins accept SERVER [NAME]

What a server says of its tools, prompts, resource templates and itself is
recorded when it is first seen. A definition that changes, or comes back under
another name, is kept from the client and its calls are refused, until you
accept it.

  list                 shows what is recorded, and what waits for you; exit 1
                       when something waits
  accept               shows each change and asks; NAME is that of one tool,
                       prompt or template. Wants a terminal and a person: there
                       is no --yes
  --json               prints JSON

Exit code: 0 done, 1 something waits or you said no, 2 a problem, 3 no terminal.

Example:
  sallyport pins list
`;

/** The command. */
export const PINS: CliCommand = {
  name: "pins",
  summary: "show recorded tool definitions, accept changed ones",
  usage: USAGE,
  run: runPins,
};

async function runPins(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { switches: ["json"], words: 3 });
  const [verb, server, name] = flags.words;
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const home = findHome(edge);
  if (!home.ok) {
    reportError(edge, home.message, home.hint);
    return EXIT.problem;
  }
  const reading = await readPins(edge, home.home);
  if (!reading.ok) {
    reportError(edge, `Cannot read the pins: ${reading.why}`, `Look at ${JSON.stringify(`${home.home}/pins.jsonc`)}`);
    return EXIT.problem;
  }
  const chosen = reading.servers.filter((each) => server === undefined || each.name === server);
  if (server !== undefined && chosen.length === 0) {
    throw new UsageError(`No server ${JSON.stringify(server)} has pins`, "To see which do: sallyport pins list");
  }
  switch (verb) {
    case "list":
      if (name !== undefined) throw new UsageError("Too many words", "Write: sallyport pins list [SERVER]");
      return list(edge, chosen, flags.switches.has("json"));
    case "accept":
      if (server === undefined) throw new UsageError("No server named", "Write: sallyport pins accept SERVER [NAME]");
      return await accept(edge, home.home, chosen, name);
  }
  throw new UsageError("Unknown verb", "Write list or accept");
}

function list(edge: Edge, servers: readonly ServerPins[], asJson: boolean): number {
  const waiting = servers.reduce((count, each) => count + each.waiting.size, 0);
  if (asJson) {
    const shown = servers.map(({ name, command, ...tables }) => ({
      name,
      command,
      accepted: rowsOf(tables.accepted),
      waiting: rowsOf(tables.waiting),
    }));
    edge.out(`${JSON.stringify(shown)}\n`);
    return waiting === 0 ? EXIT.done : EXIT.finding;
  }
  if (servers.length === 0) edge.out("No definition is recorded yet.\n");
  for (const { name, command, accepted, waiting: own } of servers) {
    edge.out(`${shown(name)} (command ${command.slice(0, 12)})\n`);
    for (const [key, { since }] of accepted) edge.out(`  since ${since}  ${shown(key)}\n`);
    for (const [key, { since }] of own) {
      edge.out(`  WAITS since ${since}  ${shown(key)}${accepted.has(key) ? " (changed)" : " (not accepted)"}\n`);
    }
  }
  if (waiting > 0) edge.out(`\n${waiting} wait for you: sallyport pins accept SERVER\n`);
  return waiting === 0 ? EXIT.done : EXIT.finding;
}

function rowsOf(table: ReadonlyMap<string, DatedPin>): readonly object[] {
  return [...table].map(([key, { hash, since }]) => ({ key, hash, since }));
}

async function accept(
  edge: Edge,
  home: string,
  servers: readonly ServerPins[],
  name: string | undefined,
): Promise<number> {
  const { stdin, stderr } = edge.terminals();
  if (!stdin || !stderr) {
    reportError(
      edge,
      "Accepting a definition needs a terminal",
      "Run this in a terminal of your own, not through a tool",
    );
    return EXIT.impossible;
  }
  const isMeant = (key: string) => name === undefined || key === name || key.slice(key.indexOf(" ") + 1) === name;
  let left = 0;
  let asked = 0;
  for (const server of servers) {
    for (const [key, pin] of server.waiting) {
      if (!isMeant(key)) continue;
      asked++;
      show(edge, server, key, pin.definition);
      if (edge.ask('Type "accept" to let it count:') !== "accept") {
        left++;
        continue;
      }
      const why = await changePins(edge, home, server, (pins) => settled(pins, key, { ...pin, since: edge.today() }));
      if (why !== undefined) {
        reportError(edge, `Cannot write the pins: ${why}`, "Make the Sallyport home writable");
        return EXIT.problem;
      }
      reportNote(edge, `accepted ${shown(key)}; sessions that run take it over by themselves`);
    }
  }
  if (asked === 0) reportNote(edge, "nothing waits for you");
  else if (left > 0) reportNote(edge, `${left} still wait${left === 1 ? "s" : ""}`);
  return left === 0 ? EXIT.done : EXIT.finding;
}

/** Only the very definition that was shown is accepted: the server may have listed another one meanwhile. */
function settled(pins: ServerPins, key: string, pin: DatedPin): ServerPins {
  const waiting = new Map(pins.waiting);
  if (waiting.get(key)?.hash === pin.hash) waiting.delete(key);
  return { ...pins, accepted: new Map([...pins.accepted, [key, pin]]), waiting };
}

function show(edge: Edge, { name, accepted }: ServerPins, key: string, definition: Json): void {
  const scanner = newScanner();
  const before = accepted.get(key);
  const changes = differences(before?.definition ?? null, definition, {
    scan: (text) => scanner.scan(text, { place: "description" }),
  });
  edge.err(`\n${shown(key)} of server ${shown(name)}\n`);
  if (before === undefined) {
    edge.err(`  was not recorded before (${gravest(changes)}):\n    ${text(definition)}\n`);
    return;
  }
  edge.err(`  ${changes.length} change${changes.length === 1 ? "" : "s"}, at worst ${gravest(changes)}:\n`);
  for (const change of changes) edge.err(line(change));
}

function line({ pointer, grade, before, after }: Change): string {
  const old = before === undefined ? "" : `\n      - ${text(before)}`;
  const now = after === undefined ? "" : `\n      + ${text(after)}`;
  return `    ${grade.padEnd(10)} ${shown(pointer === "" ? "/" : pointer)}${old}${now}\n`;
}

const MAX_SHOWN = 4_000;

/** A value as it is shown to be read: in one line, nothing in it hidden or driving the terminal. */
function text(value: Json): string {
  const json = formatJson(value);
  const cut = json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}... (${json.length} characters)` : json;
  return shown(cut);
}

function shown(name: string): string {
  return name.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\ufe00-\ufe0f]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
