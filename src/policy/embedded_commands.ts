/**
 * Commands inside other things: in the code of another language, in a text of JSON, in what a tool of one program's name
 * hands to that program. Reads widely, for rules that refuse.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../jsonrpc/json.ts";
import { PROGRAM_WORDS } from "./argument_names.ts";

/** Longer texts are no arguments of a tool. */
const MAX_JSON_CHARS = 65_536;
const MAX_LITERALS = 64;
const MAX_CALLS = 256;
const CALL_REGEXP =
  /\b(?:system|popen\d?|exec\w*|spawn\w*|run|call|check_output|check_call|getoutput|getstatusoutput|shell_exec|passthru|proc_open|Command|create_subprocess_shell|sh|bash)\s*\(\s*(\[?)\s*(?=[frbu]{0,2}["'`])/gi;
const LITERAL_REGEXP = /[frbu]{0,2}(["'`])((?:\\[^]|(?!\1)[^\\]){0,4096})\1\s*(,?)\s*/iy;

/** The texts that code hands to a shell or starts as a program, in so many words. */
export function commandsInCode(code: string): readonly string[] {
  const found: string[] = [];
  let calls = 0;
  for (const call of code.matchAll(CALL_REGEXP)) {
    if (found.length >= MAX_LITERALS || ++calls > MAX_CALLS) break;
    const words: string[] = [];
    LITERAL_REGEXP.lastIndex = call.index + call[0].length;
    for (let literal = LITERAL_REGEXP.exec(code); literal !== null; literal = LITERAL_REGEXP.exec(code)) {
      words.push((literal[2] ?? "").replace(/\\(["'`\\])/g, "$1").replaceAll("\\n", "\n"));
      // Without a list only the first is a command; what follows are options.
      if (call[1] !== "[" || literal[3] !== "," || words.length >= MAX_LITERALS) break;
    }
    if (words.length > 0) found.push(words.join(" "));
  }
  return found;
}

/** The value of a text that is JSON, where it is a list or an object. */
export function embeddedJson(text: string): Json | undefined {
  if (text.length > MAX_JSON_CHARS || !/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) || isJsonArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The program that a tool is named after. */
export function programOfTool(words: readonly string[]): string | undefined {
  return words.find((word) => PROGRAM_WORDS.has(word));
}

/** A text that git takes for a program to run, wherever an address is wanted; as the command that it comes to. */
export function gitHelper(text: string): string | undefined {
  return /^\s*(?:[a-z]\w*::|--(?:upload-pack|receive-pack|exec|config|template)(?:=|$))/i.test(text)
    ? `git clone ${text.trim().startsWith("-") ? text : `'${text.replaceAll("'", "")}'`}`
    : undefined;
}
