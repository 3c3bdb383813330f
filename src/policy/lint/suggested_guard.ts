/**
 * Which guard understands an argument, by the argument's name.
 *
 * @module
 */

import {
  ARGUMENT_LIST_NAMES,
  COMMAND_ARGUMENT_ENDS,
  PATH_ARGUMENT_ENDS,
  URL_ARGUMENT_ENDS,
  wordsOfName,
} from "../argument_names.ts";

/** A guard by its condition's name. */
export type GuardName = "path" | "command" | "url" | "sql";

/** The guard for an argument of this name or pointer; nothing where none is known for it. */
export function suggestedGuard(key: string): GuardName | undefined {
  if (key.startsWith("@")) return undefined;
  const name = key.split("/").at(-1) ?? key;
  const last = wordsOfName(name).at(-1) ?? "";
  if (ARGUMENT_LIST_NAMES.has(last)) return undefined;
  if (last === "sql") return "sql";
  if (COMMAND_ARGUMENT_ENDS.has(last)) return "command";
  if (URL_ARGUMENT_ENDS.has(last)) return "url";
  return PATH_ARGUMENT_ENDS.has(last) ? "path" : undefined;
}
