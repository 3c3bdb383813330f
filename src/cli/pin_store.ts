/**
 * Where pins are kept: `pins.jsonc` in the Sallyport home, by server name and launch command, so that another command
 * under the same name has none.
 *
 * @module
 */

import type { Pin } from "../detect/definition/pins.ts";
import type { Elsewhere, PinUpdate } from "../firewall/definitions.ts";
import { looks } from "../firewall/definitions.ts";
import { formatJson } from "../jsonrpc/format_json.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { pinOf } from "../detect/definition/pins.ts";
import type { Edge } from "./edge.ts";

/** A pinned definition, and since when. */
export interface DatedPin extends Pin {
  /** A date in UTC, such as `2026-11-30`. */
  readonly since: string;
}

/** What is known of one server. */
export interface ServerPins {
  readonly name: string;
  /** Hash of program and arguments. */
  readonly command: string;
  /** Accepted definitions by key. */
  readonly accepted: ReadonlyMap<string, DatedPin>;
  /** Definitions that were seen and wait for a person. */
  readonly waiting: ReadonlyMap<string, DatedPin>;
}

/** Which server pins are of. */
export type PinOwner = Pick<ServerPins, "name" | "command">;

/** What reading the store gave. */
export type PinReading =
  | { readonly ok: true; readonly servers: readonly ServerPins[] }
  | { readonly ok: false; readonly why: string };

const MAX_DEPTH = 160;

/** Where the store is. */
export function pinPath(home: string): string {
  return `${home}/pins.jsonc`;
}

/** Reads the store; one that is not there has no pins. */
export async function readPins(edge: Edge, home: string): Promise<PinReading> {
  if (edge.kindOf(pinPath(home)) === "nothing") return { ok: true, servers: [] };
  const reading = await edge.readText(pinPath(home));
  return reading.ok ? parsePins(reading.text) : reading;
}

/** Reads the text of a store. */
export function parsePins(text: string): PinReading {
  const parsed = parseJson(text.replace(/^\s*\/\/.*\n/gm, "").replaceAll("\n", ""), { maxDepth: MAX_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value)) return { ok: false, why: "it is not JSON" };
  const { version, servers } = parsed.value;
  if (version !== 1 || !isJsonArray(servers)) return { ok: false, why: "it is of another version" };
  const found = servers.map(readServer);
  const known = found.filter((server) => server !== undefined);
  return known.length === found.length ? { ok: true, servers: known } : { ok: false, why: "an entry is malformed" };
}

function readServer(value: Json): ServerPins | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, command } = value;
  const [accepted, waiting] = [readTable(value["accepted"]), readTable(value["waiting"])];
  if (typeof name !== "string" || typeof command !== "string" || accepted === undefined || waiting === undefined) {
    return undefined;
  }
  return { name, command, accepted, waiting };
}

function readTable(value: Json | undefined): ReadonlyMap<string, DatedPin> | undefined {
  const table = new Map<string, DatedPin>();
  if (!isJsonObject(value)) return undefined;
  for (const key of Object.keys(value)) {
    const pin = value[key];
    if (!isJsonObject(pin)) return undefined;
    const { hash, since, definition } = pin;
    if (typeof hash !== "string" || typeof since !== "string" || definition === undefined) return undefined;
    table.set(key, { hash, since, definition });
  }
  return table;
}

/** Writes a store, one definition a line, so that two versions of it can be compared by eye. */
export function formatPins(servers: readonly ServerPins[]): string {
  const texts = servers.map(({ name, command, accepted, waiting }) =>
    `{"name":${JSON.stringify(name)},"command":${JSON.stringify(command)},` +
    `"accepted":${formatTable(accepted)},"waiting":${formatTable(waiting)}}`
  );
  return `// Definitions of servers as they were accepted. Change them with: sallyport pins accept SERVER\n` +
    `{"version":1,"servers":[\n${texts.join(",\n")}\n]}\n`;
}

function formatTable(table: ReadonlyMap<string, DatedPin>): string {
  const lines = [...table].map(([key, { hash, since, definition }]) => {
    const pin: JsonObject = { hash, since, definition };
    return `${JSON.stringify(key)}:${formatJson(pin)}`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n}`;
}

/** Puts an update of a server into the store; returns why not. */
export async function savePins(
  edge: Edge,
  home: string,
  { owner, update }: { readonly owner: PinOwner; readonly update: PinUpdate },
): Promise<string | undefined> {
  const since = edge.today();
  const dated = ([key, definition]: readonly [string, Json]) => [key, { ...pinOf(definition), since }] as const;
  return await changePins(edge, home, owner, (pins) => {
    const accepted = new Map(pins.accepted);
    const waiting = new Map(pins.waiting);
    for (const [key, pin] of update.accepted.map(dated)) if (!accepted.has(key)) accepted.set(key, pin);
    for (const [key, pin] of update.waiting.map(dated)) waiting.set(key, pin);
    return { ...pins, accepted, waiting };
  });
}

/** Changes the pins of one server, alone for that time; returns why not. */
export async function changePins(
  edge: Edge,
  home: string,
  owner: PinOwner,
  change: (pins: ServerPins) => ServerPins,
): Promise<string | undefined> {
  let fault: string | undefined;
  const why = await edge.updatePrivate(pinPath(home), (text) => {
    const reading = text === undefined ? { ok: true as const, servers: [] } : parsePins(text);
    if (!reading.ok) {
      fault = reading.why;
      return undefined;
    }
    const isOwn = (server: PinOwner) => server.name === owner.name && server.command === owner.command;
    const own = reading.servers.find(isOwn) ?? { ...owner, accepted: new Map(), waiting: new Map() };
    return formatPins([...reading.servers.filter((server) => !isOwn(server)), change(own)]);
  });
  return why ?? fault;
}

/** The pins of one server. */
export function pinsOf(servers: readonly ServerPins[], owner: PinOwner): ReadonlyMap<string, Pin> {
  const own = servers.find(({ name, command }) => name === owner.name && command === owner.command);
  return own?.accepted ?? new Map();
}

/** The tools of all other servers, by the look of their names. */
export function toolsElsewhere(servers: readonly ServerPins[], owner: PinOwner): ReadonlyMap<string, Elsewhere> {
  const found = new Map<string, Elsewhere>();
  for (const { name: server, accepted } of servers) {
    if (server === owner.name) continue;
    for (const key of accepted.keys()) {
      if (!key.startsWith("tool ")) continue;
      const name = key.slice(5);
      found.set(looks(name), { name, server });
    }
  }
  return found;
}
