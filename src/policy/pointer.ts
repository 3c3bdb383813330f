/**
 * The keys of an `args` object: an argument name, a JSON pointer (RFC 6901) into the arguments, or `*` for each of them.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { foldName } from "../jsonrpc/fold.ts";

/** The steps from the arguments to a value. */
export type Path = readonly string[];

const INDEX_REGEXP = /^(?:0|[1-9][0-9]{0,9})$/;

/**
 * Reads the key of an `args` object: `/a/b~1c` is a pointer, any other text is one argument's name. Returns nothing for
 * a pointer with a stray `~`.
 */
export function toPath(key: string): Path | undefined {
  if (!key.startsWith("/")) return [key];
  if (/~(?![01])/.test(key)) return undefined;
  return key.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes a path as a JSON pointer. */
export function formatPath(path: Path): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The value at a path, spelled exactly so; nothing when it is absent. */
export function valueAt(root: JsonObject, path: Path): Json | undefined {
  let value: Json | undefined = root;
  for (const step of path) value = childOf(value, step);
  return value;
}

/** What stands under one key or index of a value; nothing when it is absent. */
export function childOf(value: Json | undefined, step: string): Json | undefined {
  if (isJsonArray(value)) return INDEX_REGEXP.test(step) ? value[Number(step)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/**
 * Every value that a lenient server might read at a path: names are the same after folding, and where an array stands in
 * place of an object, each of its items counts.
 */
export function valuesNear(root: Json, path: Path): Json[] {
  let values: Json[] = [root];
  for (const step of path) values = values.flatMap((value) => childrenNear(value, step));
  return values;
}

function childrenNear(value: Json, step: string): Json[] {
  if (isJsonArray(value)) {
    if (!INDEX_REGEXP.test(step)) return value.flatMap((item) => childrenNear(item, step));
    const item = value[Number(step)];
    return item === undefined ? [] : [item];
  }
  if (!isJsonObject(value)) return [];
  const folded = foldName(step);
  const found: Json[] = [];
  for (const key of Object.keys(value)) {
    if (key === step || foldName(key) === folded) found.push(value[key] ?? null);
  }
  return found;
}
