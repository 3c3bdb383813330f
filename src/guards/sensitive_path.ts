/**
 * Whether a string names a place that keeps secrets or decides what starts by itself: credential stores, keys, browser
 * profiles, shell start-up files, system accounts. In any spelling, since this serves refusals.
 *
 * @module
 */

import { mayMatch } from "./component_match.ts";
import type { FileView } from "./file_view.ts";
import { type PathBase, pathComponents, readAsPath } from "./path_reading.ts";
import {
  SENSITIVE_KINDS,
  SENSITIVE_NAMES,
  SENSITIVE_PLACES,
  type SensitiveKind,
  type SensitivePlace,
} from "./sensitive_places.ts";

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
  /** Which kinds count; all when absent. */
  readonly kinds?: readonly SensitiveKind[] | undefined;
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
export function isSensitivePath(text: string, { base, view, kinds }: SensitiveOptions): boolean {
  if (text === "" || text.length > MAX_SENSITIVE_CHARS) return false;
  const path = readAsPath(text, base);
  if (isSensitivePlace(pathComponents(path), kinds)) return true;
  const real = view?.realPath(path);
  return real !== undefined && isSensitivePlace(pathComponents(real.replaceAll("\\", "/")), kinds);
}

/** Says whether folded components, as `pathComponents()` gives them, name a sensitive place of one of these kinds. */
export function isSensitivePlace(
  components: readonly string[],
  kinds: readonly SensitiveKind[] = SENSITIVE_KINDS,
): boolean {
  const isWanted = ({ kind }: { readonly kind: SensitiveKind }) => kinds.includes(kind);
  if (ROOTED.some((place) => isWanted(place) && matchesAt(components, place.components, 0))) return true;
  const last = components.at(-1);
  if (last !== undefined && SENSITIVE_NAMES.some((name) => isWanted(name) && name.regexp.test(last))) return true;
  return components.some((component, index) => {
    const candidates = /[*?[{$`]/.test(component) ? ANYWHERE : BY_FIRST.get(component) ?? [];
    return candidates.some((place) =>
      isWanted(place) && (place.counts === "inside" || index + place.components.length === components.length) &&
      matchesAt(components, place.components, index)
    );
  });
}

function matchesAt(components: readonly string[], wanted: readonly string[], start: number): boolean {
  return start + wanted.length <= components.length &&
    wanted.every((name, index) => name === "*" || mayMatch(components[start + index] ?? "", name));
}
