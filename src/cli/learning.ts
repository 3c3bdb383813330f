/**
 * Which servers are being learned: a list of names in `learning.jsonc` in the Sallyport home. A proxy with such a name
 * observes instead of enforcing, until the name is off the list.
 *
 * @module
 */

import type { Edge } from "./edge.ts";

/** The list, or why it cannot be read. */
export type LearningReading =
  | {
    readonly ok: true;
    readonly servers: readonly string[];
    /** Those of them that run under Deno meanwhile, so that their uses are recorded. */
    readonly recorded?: readonly string[] | undefined;
  }
  | { readonly ok: false; readonly why: string };

/** Where the list is. */
export function learningPath(home: string): string {
  return `${home}/learning.jsonc`;
}

/** Reads the list; where there is none, nothing is learned. */
export async function readLearning(edge: Edge, home: string): Promise<LearningReading> {
  if (edge.kindOf(learningPath(home)) === "nothing") return { ok: true, servers: [] };
  const reading = await edge.readText(learningPath(home));
  return reading.ok ? await parseLearning(reading.text) : reading;
}

/** Reads the text of the list. */
export async function parseLearning(text: string): Promise<LearningReading> {
  try {
    // Loaded only where there is a list.
    const { parse } = await import("@std/jsonc");
    const value: unknown = parse(text);
    if (
      typeof value === "object" && value !== null && "version" in value && value.version === 1 && "servers" in value
    ) {
      const { servers } = value;
      const recorded = "recorded" in value ? value.recorded : [];
      if (areNames(servers) && areNames(recorded)) {
        return { ok: true, servers, ...(recorded.length === 0 ? {} : { recorded }) };
      }
    }
  } catch {
    // Then it is none.
  }
  return { ok: false, why: "it is no list of servers" };
}

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

/** What is to be of a server. */
export interface LearningChange {
  readonly server: string;
  readonly learns: boolean;
  readonly records?: boolean | undefined;
}

/** Puts a server on the list, or takes it off; returns why not. */
export async function setLearning(
  edge: Edge,
  home: string,
  { server, learns, records = false }: LearningChange,
): Promise<string | undefined> {
  const known = await readLearning(edge, home);
  if (!known.ok) return known.why;
  const servers = known.servers.filter((name) => name !== server);
  const all = learns ? [...servers, server].sort() : servers;
  const head = "// Proxies with these names observe instead of enforcing: sallyport learn --help.\n";
  const others = (known.recorded ?? []).filter((name) => name !== server);
  const recorded = learns && records ? [...others, server].sort() : others;
  const body = { version: 1, servers: all, ...(recorded.length === 0 ? {} : { recorded }) };
  const list = JSON.stringify(body, undefined, 2);
  return await edge.writePrivate(learningPath(home), `${head}${list}\n`);
}
