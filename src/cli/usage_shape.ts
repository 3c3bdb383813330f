/**
 * A help text taken apart: its blocks, its flags, its verbs. Completions and the man page are made from what people read,
 * so that there is no second table to forget.
 *
 * @module
 */

/** One flag of a help text. */
export interface FlagShape {
  /** With its two dashes. */
  readonly name: string;
  /** With its one dash. */
  readonly short: string | undefined;
  /** What stands for the value, such as `FILE`; nothing for a flag without one. */
  readonly value: string | undefined;
  /** What it does; empty where only the first lines name it. */
  readonly text: string;
}

/** A label and what it means. */
export interface UsageItem {
  readonly label: string;
  readonly text: string;
}

/** A part of a help text between empty lines. */
export type UsageBlock =
  | { readonly kind: "synopsis"; readonly lines: readonly string[] }
  | { readonly kind: "list"; readonly items: readonly UsageItem[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "example"; readonly lines: readonly string[] };

/** A help text by its parts. */
export interface UsageShape {
  readonly blocks: readonly UsageBlock[];
  readonly flags: readonly FlagShape[];
  /** Words in small letters that may stand behind the command. */
  readonly verbs: readonly string[];
  /** What may stand without a dash, such as `FILE`. */
  readonly words: readonly string[];
}

const ITEM_REGEXP = /^ {2}(\S.*?) {2,}(\S.*)$/;
const LABEL_REGEXP = /^(?:(-\w), )?(--[a-z-]+)(?: (\S+))?$/;
const SYNOPSIS_FLAG_REGEXP = /(--[a-z][a-z-]*)(?: ([A-Z]+(?:\|[A-Z]+)*))?/g;

/** Takes the help text of the command of this name (`audit show` for a verb) apart. */
export function readUsage(usage: string, name: string): UsageShape {
  const blocks = usage.trimEnd().split(/\n{2,}/).map(readBlock);
  const flags = new Map<string, FlagShape>();
  for (const block of blocks) {
    for (const flag of block.kind === "list" ? block.items.flatMap(readFlag) : []) flags.set(flag.name, flag);
  }
  const own = blocks.flatMap((block) => block.kind === "synopsis" ? block.lines : []);
  for (const [, flag = "", value] of own.join("\n").matchAll(SYNOPSIS_FLAG_REGEXP)) {
    if (!flags.has(flag)) flags.set(flag, { name: flag, short: undefined, value, text: "" });
  }
  const rests = own.map((line) => wordsBehind(line, name));
  const listed = blocks.flatMap((block) => block.kind === "list" ? block.items.map(({ label }) => label) : []);
  const verbs = [...rests.flatMap(verbsOf), ...listed.filter((label) => /^[a-z]+$/.test(label))];
  const words = rests.flatMap((rest) =>
    rest.flatMap((word) => /^[A-Z]{3,}$/.test(word) && !OPEN_WORDS.has(word) ? [word] : [])
  );
  return { blocks, flags: [...flags.values()], verbs: [...new Set(verbs)], words: [...new Set(words)] };
}

/** Words of the first lines that stand for something said elsewhere. */
const OPEN_WORDS: ReadonlySet<string> = new Set(["FLAGS", "FILTERS", "VERB"]);

function readBlock(text: string): UsageBlock {
  const lines = text.split("\n");
  const [first = "", ...rest] = lines;
  if (first.startsWith("Usage: ")) {
    const joined = text.replace(/^Usage: /, "").replace(/\n {7}(?=sallyport )/g, "\0").replace(/\n +/g, " ");
    return { kind: "synopsis", lines: joined.split("\0") };
  }
  if (first === "Example:") return { kind: "example", lines: rest.map((line) => line.replace(/^ {2}/, "")) };
  if (!ITEM_REGEXP.test(first)) return { kind: "text", text: lines.join(" ") };
  const items: { label: string; text: string }[] = [];
  for (const line of lines) {
    const [, label, means = ""] = ITEM_REGEXP.exec(line) ?? [];
    const last = items.at(-1);
    if (label !== undefined && !line.startsWith("   ")) items.push({ label, text: means });
    else if (last !== undefined) last.text += ` ${line.trim()}`;
  }
  return { kind: "list", items };
}

function readFlag({ label, text }: UsageItem): FlagShape[] {
  const [, short, name, value] = LABEL_REGEXP.exec(label) ?? [];
  return name === undefined ? [] : [{ name, short, value, text }];
}

/** What a first line has behind the command, without its flags and a server's command. */
function wordsBehind(line: string, name: string): string[] {
  const [own = ""] = line.split(" -- ");
  const rest = own.replace(/^sallyport (?:\[proxy\] ?)?/, "").replace(new RegExp(`^${name}(?: |$)`), "");
  return rest.replace(SYNOPSIS_FLAG_REGEXP, "").split(/[\s[\]|]+/).filter((word) =>
    word !== "" && !word.startsWith("-")
  );
}

function verbsOf(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word));
  return words.slice(0, end < 0 ? words.length : end);
}
