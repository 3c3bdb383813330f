/**
 * The cases of the command guard.
 *
 * @module
 */

import { parse } from "@std/jsonc";
import text from "../../tests/cases/guards/commands.jsonc" with { type: "text" };
import type { CommandOptions } from "./command.ts";

/** One row of the case table; without options, any program and every class refused. */
export interface CommandCase {
  readonly name: string;
  readonly input: string;
  readonly options?: CommandOptions;
  readonly verdict: "allow" | "deny";
  readonly tier?: "policy";
}

/** All rows. */
export const COMMAND_CASES: readonly CommandCase[] = parse(text) as unknown as readonly CommandCase[];

/** The options that a row is judged with. */
export function commandOptionsOf({ options }: CommandCase): CommandOptions {
  return options ?? { programs: "any", home: "/home/u", workingFolder: "/srv/data" };
}
