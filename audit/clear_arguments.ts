/**
 * Which arguments the log keeps in clear: those that `audit.clear` of the person's policy names, of calls that passed,
 * where no secret shows.
 *
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../src/jsonrpc/json.ts";
import type { Scanner } from "../src/detect/scan.ts";

/** What is kept of a call's arguments: JSON by pointer, each of a string, number, boolean or null. */
export interface ClearArguments {
  /** The named arguments of a call that may be kept, by JSON pointer; nothing of any other. */
  of(tool: string, args: JsonObject): ReadonlyMap<string, string>;
}

/** A longer text is no longer kept for its words. */
const MAX_LENGTH = 1024;
const MAX_STEPS = 16;

/**
 * Reads the entries of `audit.clear`: `TOOL/ARGUMENT` or `TOOL/ARGUMENT/INSIDE`, with `*` for every tool; what stands
 * behind the tool is a JSON pointer. An entry without a slash names nothing.
 *
 * @example One argument of one tool
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { newScanner } from "../src/detect/scan.ts";
 *
 * const clear = clearArguments(["read/path"], newScanner());
 * assertEquals([...clear.of("read", { path: "/a", mode: "r" })], [["/path", '"/a"']]);
 * ```
 */
export function clearArguments(entries: readonly string[], scanner: Scanner): ClearArguments {
  return {
    of(tool, args) {
      const kept = new Map<string, string>();
      for (const entry of entries) {
        const pointer = pointerFor(entry, tool);
        const value = pointer === undefined ? undefined : valueAt(args, pointer);
        if (pointer === undefined || value === undefined || typeof value === "object" && value !== null) continue;
        if (!mayBeKept(value, scanner)) continue;
        kept.set(pointer, JSON.stringify(value));
      }
      return kept;
    },
  };
}

function pointerFor(entry: string, tool: string): string | undefined {
  for (const name of [tool, "*"]) {
    if (entry.startsWith(`${name}/`) && entry.length > name.length + 1) return entry.slice(name.length);
  }
  return undefined;
}

function valueAt(args: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = args;
  const steps = pointer.slice(1).split("/");
  if (steps.length > MAX_STEPS) return undefined;
  for (const step of steps) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/** Whatever could be a secret stays out, however unsure that is. */
function mayBeKept(value: Json, scanner: Scanner): boolean {
  if (typeof value !== "string") return true;
  return value.length <= MAX_LENGTH && value.isWellFormed() && scanner.scan(value, { kinds: ["secrets"] }).length === 0;
}
