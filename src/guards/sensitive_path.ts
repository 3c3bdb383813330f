/**
 * Whether a string names a place that keeps secrets or decides what starts by itself: credential stores, keys, browser
 * profiles, shell start-up files, system accounts. In any spelling, since this serves refusals.
 *
 * @module
 */

import { mayMatch } from "./component_match.ts";
import type { FileView } from "./file_view.ts";
import { type PathBase, pathComponents, readAsPath } from "./path_reading.ts";
import { SENSITIVE_FILES, SENSITIVE_FOLDERS, SENSITIVE_NAME_REGEXP, SENSITIVE_ROOTED } from "./sensitive_places.ts";

const MAX_SENSITIVE_CHARS = 4096;

const FOLDERS = byName(SENSITIVE_FOLDERS);
const FILES = byName(SENSITIVE_FILES);

/** Places by the first of their components, so that most paths are compared with none. */
function byName(places: readonly (readonly string[])[]): ReadonlyMap<string, readonly (readonly string[])[]> {
  const map = new Map<string, (readonly string[])[]>();
  for (const place of places) {
    const first = place[0] ?? "";
    map.set(first, [...(map.get(first) ?? []), place]);
  }
  return map;
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
 * assert.equal(isSensitivePath("file:///home/ann/%2Essh/config", base), true);
 * assert.equal(isSensitivePath(".env.example", base), false);
 * ```
 */
export function isSensitivePath(text: string, base: PathBase, view?: FileView): boolean {
  if (text === "" || text.length > MAX_SENSITIVE_CHARS) return false;
  const path = readAsPath(text, base);
  if (isSensitivePlace(pathComponents(path))) return true;
  const real = view?.realPath(path);
  return real !== undefined && isSensitivePlace(pathComponents(real.replaceAll("\\", "/")));
}

/** Says whether folded components, as `pathComponents()` gives them, name a sensitive place. */
export function isSensitivePlace(components: readonly string[]): boolean {
  if (SENSITIVE_ROOTED.some((place) => matchesAt(components, place, 0))) return true;
  const last = components.at(-1);
  if (last !== undefined && SENSITIVE_NAME_REGEXP.test(last)) return true;
  return components.some((component, index) => {
    const isWild = /[*?[{$`]/.test(component);
    const folders = isWild ? SENSITIVE_FOLDERS : FOLDERS.get(component) ?? [];
    const files = isWild ? SENSITIVE_FILES : FILES.get(component) ?? [];
    return folders.some((place) => matchesAt(components, place, index)) ||
      files.some((place) => index + place.length === components.length && matchesAt(components, place, index));
  });
}

function matchesAt(components: readonly string[], wanted: readonly string[], start: number): boolean {
  return start + wanted.length <= components.length &&
    wanted.every((name, index) => name === "*" || mayMatch(components[start + index] ?? "", name));
}
