/**
 * Which Deno permissions a start needs, and what to say when one is missing.
 *
 * @module
 */

import type { Edge, Need } from "./edge.ts";

/** Variables that are always read: where things are, and whether Deno itself is being told to behave otherwise. */
export function alwaysRead(edge: Edge): readonly string[] {
  const home = edge.platform === "windows" ? "USERPROFILE" : "HOME";
  return [home, "SALLYPORT_HOME", "DENO_PERMISSION_BROKER_PATH", "OTEL_DENO"];
}

/** The needs that are not met. */
export function missingNeeds(edge: Edge, needs: readonly Need[]): readonly Need[] {
  return needs.filter((need) => !edge.isGranted(need));
}

/** Whether a program is at a path. Where we may not look, the permission to run it tells. */
export function isThere(edge: Edge, path: string): boolean {
  const kind = edge.kindOf(path);
  return kind === "file" || (kind === "hidden" && edge.isGranted({ kind: "run", program: path }));
}

/** A missing need as a sentence. */
export function needSentence(need: Need): string {
  switch (need.kind) {
    case "read":
      return `Deno may not read ${JSON.stringify(need.path)}`;
    case "write":
      return `Deno may not write ${JSON.stringify(need.path)}`;
    case "env":
      return `Deno may not read the variable ${JSON.stringify(need.name)}`;
    case "net":
      return `Deno may not connect to ${JSON.stringify(need.host)}`;
    case "run":
      return `Deno may not run ${JSON.stringify(need.program)}, or there is no such program`;
  }
}

/** The flags that would meet needs, as they stand on a `deno run` line. */
export function needFlags(needs: readonly Need[]): string {
  const byKind = new Map<string, string[]>();
  for (const need of needs) {
    byKind.set(need.kind, [...(byKind.get(need.kind) ?? []), valueOf(need)]);
  }
  return [...byKind].map(([kind, values]) => `--allow-${kind}=${values.join(",")}`).join(" ");
}

function valueOf(need: Need): string {
  switch (need.kind) {
    case "read":
    case "write":
      return need.path;
    case "env":
      return need.name;
    case "net":
      return need.host;
    case "run":
      return need.program;
  }
}
