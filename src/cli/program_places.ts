/**
 * What Sallyport itself is made of on this machine: neither a tool call nor a server may change it.
 *
 * @module
 */

import type { Edge } from "./edge.ts";

/** The parts of an installed copy that run. */
const PROGRAM_PARTS = ["main.ts", "deno.json", "deno.lock", "src", "packs", "audit", "learn", "std"];

/** The files and folders of the program that runs. */
export function programPlaces(edge: Edge): readonly string[] {
  const { program } = edge;
  if (program.kind === "compiled") return [program.path];
  if (program.kind === "packed") return [program.root, edge.denoPath()];
  const root = program.main.replace(/[\\/][^\\/]*$/, "");
  return PROGRAM_PARTS.map((part) => `${root}/${part}`);
}
