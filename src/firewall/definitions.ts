/**
 * Definitions as they are listed, held against their pins: one that is not the recorded one is kept from the client and
 * not called, until a person accepts it.
 *
 * @module
 */

import { type DefinitionKind, type Pin, pinKey, pinOf, recognize } from "../detect/definition/pins.ts";
import type { Json } from "../jsonrpc/json.ts";
import { foldName } from "../jsonrpc/fold.ts";
import type { FirewallState } from "./state.ts";
import { record, tellOnce, type Turn } from "./turn.ts";

/** The rules that say why a definition is kept back. */
export type PinRule = "pin/changed" | "pin/renamed" | "pin/unaccepted";

/** Definitions to be recorded: as accepted, or as seen and waiting for a person. */
export interface PinUpdate {
  readonly accepted: readonly (readonly [key: string, definition: Json])[];
  readonly waiting: readonly (readonly [key: string, definition: Json])[];
}

/** Pins of a session. */
export interface SessionPins {
  /** Accepted definitions by key. */
  readonly known: Map<string, Pin>;
  /** Definitions that wait for a person, by key. */
  readonly waiting: Map<string, Pin>;
  /** Tools of other servers, by folded name. */
  readonly elsewhere: ReadonlyMap<string, Elsewhere>;
  /** What was seen before the session's log was opened: a version probe leaves no pin. */
  readonly held: PinUpdate[];
}

/** A tool of another server. */
export interface Elsewhere {
  readonly name: string;
  readonly server: string;
}

/** How many definitions of one server are pinned; beyond it a new one waits for a person. */
const MAX_PINS = 10_000;

/**
 * Looks at definitions that are listed together; says for each why it is kept back, or nothing. `probing` says that the
 * message may be a version probe, of which nothing is written yet.
 */
export function reviewDefinitions(
  turn: Turn,
  kind: DefinitionKind,
  definitions: readonly Json[],
  probing = false,
): readonly (PinRule | undefined)[] {
  const { state } = turn;
  if (state.judge.pinMode === "off") return definitions.map(() => undefined);
  const keyed = definitions.map((definition) => ({ definition, key: pinKey(kind, definition) }));
  const keys = new Set(keyed.flatMap(({ key }) => key ?? []));
  const accepted: [string, Json][] = [];
  const waiting: [string, Json][] = [];
  const rules = keyed.map(({ definition, key }) => {
    if (key === undefined) return undefined;
    const rule = ruleFor(state, key, definition, keys);
    if (rule === undefined && !state.pins.known.has(key)) {
      state.pins.known.set(key, pinOf(definition));
      accepted.push([key, definition]);
    }
    if (rule !== undefined && keepBack(turn, key, definition, rule)) waiting.push([key, definition]);
    return rule;
  });
  if (kind === "tool") { for (const { key } of keyed) if (key !== undefined) reportImitation(turn, key.slice(5)); }
  const update = { accepted, waiting };
  if (probing) state.pins.held.push(update);
  else savePins(turn, update);
  return rules;
}

function ruleFor(
  { pins, judge }: FirewallState,
  key: string,
  definition: Json,
  keys: ReadonlySet<string>,
): PinRule | undefined {
  switch (recognize(pins.known, key, definition, { keys })) {
    case "same":
      return undefined;
    case "changed":
      return "pin/changed";
    case "renamed":
      return "pin/renamed";
    case "new":
      return judge.pinMode === "required" || pins.known.size >= MAX_PINS ? "pin/unaccepted" : undefined;
  }
}

/** Records that a definition waits for a person; false where that is known already. */
function keepBack(turn: Turn, key: string, definition: Json, rule: PinRule): boolean {
  const { pins, options } = turn.state;
  const pin = pinOf(definition);
  if (pins.waiting.get(key)?.hash === pin.hash) return false;
  pins.waiting.set(key, pin);
  const [kind = "", name = ""] = splitKey(key);
  record(turn, {
    kind: "drift",
    definition: kind,
    name: name === "" ? undefined : name,
    rule,
    before: pins.known.get(key)?.hash,
    after: pin.hash,
  });
  const why = rule === "pin/changed" ? "changed" : rule === "pin/renamed" ? "got another name" : "is not accepted yet";
  const what = name === "" ? `the ${kind}` : `${kind} ${JSON.stringify(name.slice(0, 100))}`;
  tellOnce(
    turn,
    `${rule} ${key} ${pin.hash}`,
    `${what} of server ${JSON.stringify(options.server)} ${why} and is kept from the client ` +
      `(to see and accept it: sallyport pins accept ${JSON.stringify(options.server)})`,
  );
  return true;
}

function splitKey(key: string): readonly string[] {
  const space = key.indexOf(" ");
  return space < 0 ? [key] : [key.slice(0, space), key.slice(space + 1)];
}

/** A tool with a name that only looks like another server's, so that a model takes one for the other. */
function reportImitation(turn: Turn, name: string): void {
  const { elsewhere } = turn.state.pins;
  const other = elsewhere.get(looks(name));
  if (other === undefined || other.name === name) return;
  if (!turn.state.said.has(`imitates ${name}`)) record(turn, { kind: "note", note: "name-imitates" });
  tellOnce(
    turn,
    `imitates ${name}`,
    `a tool's name looks like that of ${JSON.stringify(other.name.slice(0, 100))} of server ${
      JSON.stringify(other.server)
    }`,
  );
}

/** A name as an eye may take it: case, width, separators and a few letters that look alike do not count. */
export function looks(name: string): string {
  return foldName(name.normalize("NFKC")).replace(/[\s_.-]+/g, "").replace(/[0о]/g, "o").replace(/[1iі|]/g, "l")
    .replace(/[аα]/g, "a").replace(/[еε]/g, "e").replace(/с/g, "c").replace(/р/g, "p").replace(/х/g, "x");
}

/** Writes what was held back while the session could still be a version probe. */
export function releasePins(turn: Turn): void {
  const { held } = turn.state.pins;
  for (const update of held.splice(0)) savePins(turn, update);
}

function savePins(turn: Turn, update: PinUpdate): void {
  if (update.accepted.length + update.waiting.length > 0) turn.commands.push({ kind: "pin", update });
}

/** Takes over pins that a person has accepted in the meantime. */
export function takePins(turn: Turn, known: ReadonlyMap<string, Pin>): void {
  const { pins, tools } = turn.state;
  for (const [key, pin] of known) {
    pins.known.set(key, pin);
    if (pins.waiting.get(key)?.hash !== pin.hash) continue;
    pins.waiting.delete(key);
    const [kind, name = ""] = splitKey(key);
    if (kind === "tool" && tools.withheld.get(name)?.startsWith("pin/")) tools.withheld.delete(name);
    if (kind === "prompt") turn.state.listed.withheldPrompts.delete(name);
  }
}
