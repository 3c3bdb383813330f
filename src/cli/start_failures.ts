/**
 * Why a server could not be started the last time, by its name: what the client shows of it is one line at best. Kept in
 * `start-failures.json` in the Sallyport home until the server starts.
 *
 * @module
 */

import type { Edge } from "./edge.ts";

/** A start that failed. */
export interface StartFailure {
  /** The day, as `2026-11-30` in UTC. */
  readonly day: string;
  readonly program: string;
  readonly why: string;
  /** Where the program was looked for; empty where there is no PATH. */
  readonly path: string;
}

const MAX_SERVERS = 100;

function failuresPath(home: string): string {
  return `${home}/start-failures.json`;
}

/** The failures by server; none where they cannot be read. */
export async function readFailures(edge: Edge, home: string): Promise<ReadonlyMap<string, StartFailure>> {
  if (edge.kindOf(failuresPath(home)) !== "file") return new Map();
  const reading = await edge.readText(failuresPath(home));
  return reading.ok ? parse(reading.text) : new Map();
}

/** Remembers a failure, or that there is none any more. What cannot be written is left: it is only told. */
export async function setFailure(
  edge: Edge,
  home: string,
  server: string,
  failure: StartFailure | undefined,
): Promise<void> {
  if (failure === undefined && edge.kindOf(failuresPath(home)) === "nothing") return;
  await edge.updatePrivate(failuresPath(home), (text) => {
    const known = new Map(parse(text ?? ""));
    if (failure === undefined && !known.has(server)) return undefined;
    known.delete(server);
    if (failure !== undefined) known.set(server, failure);
    const failures = Object.fromEntries([...known].slice(-MAX_SERVERS));
    return `${JSON.stringify({ version: 1, failures }, undefined, 2)}\n`;
  });
}

function parse(text: string): ReadonlyMap<string, StartFailure> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("failures" in value)) return new Map();
    return new Map(Object.entries(value.failures as object).filter(([, each]) => isFailure(each)));
  } catch {
    return new Map();
  }
}

function isFailure(value: unknown): value is StartFailure {
  if (typeof value !== "object" || value === null) return false;
  const each = value as Record<string, unknown>;
  return ["day", "program", "why", "path"].every((key) => typeof each[key] === "string");
}
