/**
 * Whether a string names a place that keeps secrets or decides what starts by itself: credential stores, keys, browser
 * profiles, shell start-up files, system accounts. In any spelling, since this serves refusals.
 *
 * @module
 */

import { mayMatchAll } from "./component_match.ts";
import type { FileView } from "./file_view.ts";
import { type PathBase, pathComponents, readAsPath } from "./path_reading.ts";
import { SENSITIVE_NAMES, SENSITIVE_PLACES, type SensitiveKind, type SensitivePlace } from "./sensitive_places.ts";

const MAX_SENSITIVE_CHARS = 4096;

const ROOTED = SENSITIVE_PLACES.filter(({ counts }) => counts === "root");
const ANYWHERE = SENSITIVE_PLACES.filter(({ counts }) => counts !== "root");
/** Places by the first of their components, so that most paths are compared with none. */
const BY_FIRST: ReadonlyMap<string, readonly SensitivePlace[]> = Map.groupBy(
  ANYWHERE,
  ({ components }) => components[0] ?? "",
);

/** Where a question about sensitive places is asked from. */
export interface SensitiveOptions {
  readonly base: PathBase;
  /** Sees where links lead, when there is one. */
  readonly view?: FileView | undefined;
}

/**
 * Says whether a string, read generously as a path, names a sensitive place, or leads to one by links when there is a
 * view to see them.
 *
 * @example Spellings
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const base = { home: "/home/ann", workingFolder: "/work", variables: {} };
 * assert.equal(isSensitivePath("file:///home/ann/%2Essh/config", { base }), true);
 * assert.equal(isSensitivePath(".env.example", { base }), false);
 * ```
 */
export function isSensitivePath(text: string, options: SensitiveOptions): boolean {
  return sensitiveKinds(text, options).size > 0;
}

/** Which kinds of sensitive places a string names or leads to; see `isSensitivePath()`. */
export function sensitiveKinds(text: string, { base, view }: SensitiveOptions): ReadonlySet<SensitiveKind> {
  const kinds = new Set<SensitiveKind>();
  if (text === "" || text.length > MAX_SENSITIVE_CHARS) return kinds;
  const path = readAsPath(text, base);
  addKinds(kinds, pathComponents(path));
  // What is written in C takes the text up to the NUL.
  const cut = text.search(/\0|%00/);
  if (cut > 0) addKinds(kinds, pathComponents(readAsPath(text.slice(0, cut), base)));
  const real = view?.realPath(path);
  if (real !== undefined) addKinds(kinds, pathComponents(real.replaceAll("\\", "/")));
  return kinds;
}

/** Adds the kinds of places that folded components name, as `pathComponents()` gives them. */
function addKinds(kinds: Set<SensitiveKind>, components: readonly string[]): void {
  for (const { kind, components: place } of ROOTED) if (mayMatchAll(components, place, 0)) kinds.add(kind);
  const last = components.at(-1);
  for (const { kind, regexp } of SENSITIVE_NAMES) if (last !== undefined && regexp.test(last)) kinds.add(kind);
  components.forEach((component, index) => {
    const candidates = /[*?[{$`]/.test(component) ? ANYWHERE : BY_FIRST.get(component) ?? [];
    for (const { kind, components: place, counts } of candidates) {
      const isAt = counts === "inside" || index + place.length === components.length;
      if (isAt && mayMatchAll(components, place, index)) kinds.add(kind);
    }
  });
}
