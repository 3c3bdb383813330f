/**
 * Which ladder the texts of a place are on: by what they look like, all of them; the name of the argument alone decides
 * nothing, it only rules out that a command or path is taken for prose.
 *
 * @module
 */

import type { CommandParser } from "../src/guards/shell.ts";
import { COMMAND_ARGUMENT_ENDS, PATH_ARGUMENT_ENDS, wordsOfName } from "../src/policy/argument_names.ts";
import type { StringProfile } from "./profile.ts";
import type { Ladder, SlotKind } from "./rung.ts";
import { commandLadder } from "./rungs/command_ladder.ts";
import { pathLadder } from "./rungs/path_ladder.ts";
import { sqlLadder, type SqlReader } from "./rungs/sql_ladder.ts";
import { textLadder } from "./rungs/text_ladder.ts";
import { uriLadder } from "./rungs/uri_ladder.ts";
import { urlLadder } from "./rungs/url_ladder.ts";
import { looksLikeSql } from "./to_fact.ts";

/** The parsers that ladders need. */
export interface Readers {
  readonly shell: CommandParser;
  /** Nothing where the dialect is not known. */
  readonly sql: SqlReader | undefined;
}

/** The ladder of the texts of an argument. */
export function stringLadder(profile: StringProfile, name: string, readers: Readers): Ladder {
  switch (kindOf(profile, name)) {
    case "path":
      return pathLadder(profile);
    case "url":
      return urlLadder(profile);
    case "uri":
      return uriLadder(profile);
    case "sql":
      return sqlLadder(profile, readers.sql);
    case "command":
      return commandLadder(profile, readers.shell);
    default:
      return textLadder(profile);
  }
}

/** What the texts of an argument are. Where some are not known nothing can be said of them but their length. */
export function kindOf({ values, hidden, secrets }: StringProfile, name: string): SlotKind {
  const texts = [...values.keys()];
  if (texts.length === 0 || hidden.size > 0 || secrets > 0) return "text";
  const last = wordsOfName(name).at(-1) ?? "";
  if (COMMAND_ARGUMENT_ENDS.has(last)) return "command";
  if (texts.some((text) => looksLikeSql(text, name))) return "sql";
  if (texts.every((text) => /^(?:https?|wss?):\/\//i.test(text))) return "url";
  if (texts.every((text) => /^file:\/\//i.test(text))) return "path";
  if (texts.every((text) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text))) return "uri";
  const isPath = (text: string) => /^(?:[/~]|\.{1,2}(?:\/|$)|[\w.-]+\/)/.test(text) && !/[\s;|&<>]/.test(text);
  if (PATH_ARGUMENT_ENDS.has(last)) return "path";
  return texts.every(isPath) && texts.some((text) => text.startsWith("/")) ? "path" : "text";
}
