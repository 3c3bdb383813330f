/**
 * What can stand where on a command line, read from the help texts, for the completions of every shell. Words are fixed:
 * completing runs nothing and reads no file of ours.
 *
 * @module
 */

import { CLIENTS } from "../clients/client_table.ts";
import type { CommandEntry } from "./command.ts";
import { readUsage, type UsageShape } from "./usage_shape.ts";

/** What completes a value or a word: files, folders, fixed words, or nothing. */
export type Completion =
  | { readonly kind: "files" | "folders" | "nothing" }
  | { readonly kind: "words"; readonly words: readonly string[] };

/** A flag, with what its value can be; nothing for one without a value. */
export interface CompletedFlag {
  readonly names: readonly string[];
  readonly value: Completion | undefined;
  readonly text: string;
}

/** A place on the command line: behind nothing, a command, or a verb of one. */
export interface CompletionPlace {
  /** The words that lead here, such as `audit show`; empty at the beginning. */
  readonly path: string;
  /** Commands or verbs, each with what it does. */
  readonly next: readonly { readonly name: string; readonly text: string }[];
  readonly flags: readonly CompletedFlag[];
  /** What the words without a dash can be. */
  readonly word: Completion;
}

const NOTHING: Completion = { kind: "nothing" };
const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** What the placeholder of a value or word stands for; one that is not here can be anything. */
const BY_PLACEHOLDER: Readonly<Record<string, Completion>> = {
  FILE: { kind: "files" },
  "LINE|FILE": { kind: "files" },
  DIR: { kind: "folders" },
  CLIENT: { kind: "words", words: CLIENTS.map(({ id }) => id) },
  PROFILE: { kind: "words", words: ["local-dev", "company-laptop", "strict"] },
  LEVEL: { kind: "words", words: ["error", "warn", "info"] },
  KIND: { kind: "words", words: ["path", "url", "sql", "command"] },
  KINDS: { kind: "words", words: ["secrets", "hidden", "injection"] },
  SHELL: { kind: "words", words: SHELLS },
};

const VERDICTS: Completion = {
  kind: "words",
  words: "allow log deny ask redact result tool-error error refused cancelled unanswered".split(" "),
};

const HELP: CompletedFlag = { names: ["--help"], value: undefined, text: "show the help" };
const VERSION_FLAG: CompletedFlag = { names: ["--version"], value: undefined, text: "show the version" };

/** Every place there is, the beginning first. */
export async function completionTree(commands: readonly CommandEntry[]): Promise<readonly CompletionPlace[]> {
  const places: CompletionPlace[] = [];
  for (const { name, load } of commands) {
    const command = await load();
    const shape = readUsage(command.usage, name);
    const verbs = shape.verbs.map((verb) => ({ name: verb, text: verbText(shape, verb) }));
    places.push(placeOf(name, shape, verbs));
    for (const verb of shape.verbs) {
      const own = await command.usageOf?.([verb]);
      const path = `${name} ${verb}`;
      places.push(placeOf(path, own === undefined ? shape : readUsage(own, path), own === undefined ? [] : undefined));
    }
  }
  const proxy = places.find(({ path }) => path === "proxy");
  const next = commands.map(({ name, summary }) => ({ name, text: summary }));
  return [{ path: "", next, flags: [...proxy?.flags ?? [], VERSION_FLAG], word: NOTHING }, ...places];
}

function verbText(shape: UsageShape, verb: string): string {
  const items = shape.blocks.flatMap((block) => block.kind === "list" ? block.items : []);
  return items.find(({ label }) => label === verb)?.text ?? "";
}

function placeOf(path: string, shape: UsageShape, next?: CompletionPlace["next"]): CompletionPlace {
  const flags = shape.flags.map(({ name, short, value, text }): CompletedFlag => ({
    names: short === undefined ? [name] : [name, short],
    value: value === undefined ? undefined : name === "--verdict" ? VERDICTS : BY_PLACEHOLDER[value] ?? NOTHING,
    text,
  }));
  const verbs = next ?? shape.verbs.map((name) => ({ name, text: "" }));
  const [word] = shape.words.flatMap((each) => BY_PLACEHOLDER[each] ?? []);
  return {
    path,
    next: verbs,
    flags: [...flags.filter(({ names }) => names[0] !== "--help"), HELP],
    word: word ?? NOTHING,
  };
}
