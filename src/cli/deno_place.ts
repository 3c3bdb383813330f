/**
 * Where a Deno for servers is, and where it keeps what it has fetched.
 *
 * Facts from Deno's manual: the cache is `DENO_DIR`, else `deno` in `XDG_CACHE_HOME` or `~/.cache` (Linux),
 * `~/Library/Caches` (macOS), `%LOCALAPPDATA%` (Windows); packages lie in `npm/REGISTRY/NAME/VERSION` in it (seen under
 * Deno 2.9.6).
 *
 * @module
 */

import type { Edge } from "./edge.ts";

const ABSOLUTE_REGEXP = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const REGISTRY = "registry.npmjs.org";

/** The absolute path of a `deno`: the one that runs us, else, for a compiled program, the first in `PATH`. */
export function denoProgram(edge: Edge): string | undefined {
  if (edge.program.kind !== "compiled") return edge.denoPath();
  const isWindows = edge.platform === "windows";
  const folders = (edge.env("PATH") ?? "").split(isWindows ? ";" : ":").filter((part) => ABSOLUTE_REGEXP.test(part));
  const candidates = folders.map((folder) => `${folder.replace(/[\\/]+$/, "")}/${isWindows ? "deno.exe" : "deno"}`);
  return candidates.find((path) => edge.kindOf(path) === "file");
}

/** The folder of Deno's cache; nothing where it cannot be told. */
export function denoCache(edge: Edge): string | undefined {
  const given = absoluteOf(edge.env("DENO_DIR"));
  if (given !== undefined) return given;
  if (edge.platform === "windows") return below(edge.env("LOCALAPPDATA"), "deno");
  const home = edge.env("HOME");
  if (edge.isMac) return below(home, "Library/Caches/deno");
  return below(edge.env("XDG_CACHE_HOME"), "deno") ?? below(home, ".cache/deno");
}

/** The names in the cache's folder of a package; nothing where it cannot be told. */
export function cachedNames(edge: Edge, cache: string | undefined, name: string): readonly string[] | undefined {
  return cache === undefined ? undefined : edge.namesIn(`${cache}/npm/${REGISTRY}/${name}`);
}

function absoluteOf(path: string | undefined): string | undefined {
  return path !== undefined && ABSOLUTE_REGEXP.test(path) ? path.replace(/(?<=.)[\\/]+$/, "") : undefined;
}

function below(folder: string | undefined, name: string): string | undefined {
  const absolute = absoluteOf(folder);
  return absolute === undefined ? undefined : `${absolute}/${name}`;
}
