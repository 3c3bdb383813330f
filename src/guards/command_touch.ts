/**
 * Whether the commands of a text touch protected files: by naming them from any folder that the text goes to, or by
 * taking away, moving or changing a whole tree that they are in.
 *
 * Reads of a tree that is above a protected place (`grep -r x ~`) are not seen as touching it.
 *
 * @module
 */

import { mayMatch } from "./component_match.ts";
import type { Argument, Invocation } from "./invocation.ts";
import { type PathBase, pathComponents, readAsPath } from "./path_reading.ts";

/** What is protected, asked for by folded components as `pathComponents()` gives them. */
export interface Protected {
  /** Whether a path is protected, or below what is; told by its components and as it was read. */
  isInside(components: readonly string[], path: string): boolean;
  /** Protected places by their components. */
  readonly places: readonly (readonly string[])[];
  readonly base: PathBase;
}

/** Folders that one text is followed into; more than these and it is refused. */
const MAX_FOLDERS = 16;

/** Says whether any of the commands touches what is protected. */
export function commandsTouch(invocations: readonly Invocation[], guarded: Protected): boolean {
  const folders = foldersOf(invocations, guarded.base);
  if (folders === "too many") return true;
  const bases = folders.map((workingFolder) => ({ ...guarded.base, workingFolder }));
  return invocations.some((invocation) =>
    bases.some((base) => namesInside(invocation, guarded, base) || takesTree(invocation, guarded, base))
  );
}

/**
 * Every folder that a command may run in: where the text begins, and all that it changes to. A change inside brackets
 * counts for the commands behind them too, since reading widely is safe here.
 */
function foldersOf(invocations: readonly Invocation[], base: PathBase): readonly string[] | "too many" {
  const folders = new Set([base.workingFolder]);
  for (const { program, args } of invocations) {
    for (const target of changesOf(program, args)) {
      for (const workingFolder of [...folders]) {
        folders.add(`/${pathComponents(readAsPath(target, { ...base, workingFolder })).join("/")}`);
      }
      if (folders.size > MAX_FOLDERS) return "too many";
    }
  }
  return [...folders];
}

const DIRECTORY_FLAG_REGEXP = /^(?:-C|-D|--directory|--chdir|--cwd|--prefix|--work-tree|--git-dir)$/;

function changesOf(program: string, args: readonly Argument[]): readonly string[] {
  if (/^(?:cd|pushd|chdir)$/.test(program)) {
    const target = args.find(({ text }) => !/^-[LPe@]*$/.test(text));
    return [target?.text ?? "~"];
  }
  return args.flatMap(({ text }, index) => {
    if (DIRECTORY_FLAG_REGEXP.test(text)) return args[index + 1]?.text ?? [];
    const value = /^(?:-C|--(?:directory|chdir|cwd|prefix|work-tree|git-dir)=)(.+)$/s.exec(text)?.[1];
    return value ?? [];
  });
}

/** Whether a word of a command, or what a flag or assignment carries, is a protected path. */
function namesInside({ name, args, opened, variables }: Invocation, guarded: Protected, base: PathBase): boolean {
  const texts = [
    name,
    ...args.map(({ text }) => text),
    ...opened.map(({ target }) => target.text),
    ...variables.map(({ value }) => value),
  ];
  return texts.flatMap((text) => [text, ...text.split(/[\s=:,;"'@()]+/)]).some((text) => {
    if (text === "" || text.length > MAX_WORD_CHARS) return false;
    const path = readAsPath(text, base);
    return guarded.isInside(pathComponents(path), path);
  });
}

const MAX_WORD_CHARS = 4096;

/** Whether a command takes away, moves or changes a tree in which something is protected. */
function takesTree({ program, args }: Invocation, { places }: Protected, base: PathBase): boolean {
  return treesOf(program, args).some((text) => {
    const components = pathComponents(readAsPath(text, base));
    return places.some((place) => isAbove(components, place));
  });
}

/** Says whether a path is above a place, or is it: wildcards stand for any name. */
export function isAbove(components: readonly string[], place: readonly string[]): boolean {
  return components.length <= place.length &&
    components.every((step, index) => {
      const name = place[index] ?? "";
      return step === "*" ? !name.startsWith(".") : mayMatch(step, name);
    });
}

/** Programs that read names only: what `find` runs with them harms nothing. */
const LOOKING_REGEXP =
  /^(?:grep|egrep|fgrep|rg|ls|wc|file|stat|echo|printf|basename|dirname|du|head|tail|md5sum|sha\d+sum)$/;

/** The trees that a command takes whole. */
function treesOf(program: string, args: readonly Argument[]): readonly string[] {
  const texts = args.map(({ text }) => text);
  const operands = texts.filter((text) => !text.startsWith("-"));
  const has = (letters: RegExp, ...long: readonly string[]) =>
    texts.some((text) => letters.test(text) || long.some((each) => each.startsWith(text) && text.length > 3));
  switch (program) {
    case "rm":
      return has(/^-[A-Za-z]*[rR]/, "--recursive") ? operands : [];
    case "shred":
    case "srm":
    case "trash":
    case "trash-put":
    case "gio":
      return operands;
    case "mv":
    case "rename":
      return has(/^-[A-Za-z]*t$|^--target-directory/) ? operands : operands.slice(0, -1);
    case "chmod":
    case "chown":
    case "chgrp":
    case "setfacl":
    case "chattr":
      return has(/^-[A-Za-z]*R/, "--recursive") ? operands.slice(1) : [];
    case "rsync":
      return texts.some((text) => /^--(?:del|remove-source)/.test(text)) ? operands : [];
    case "find":
    case "fd":
      return takesFound(texts) ? rootsOfFind(texts) : [];
    case "git":
      return texts.includes("clean") ? ["."] : [];
    default:
      return [];
  }
}

function takesFound(texts: readonly string[]): boolean {
  return texts.some((text, index) => {
    if (/^-(?:delete|fprint.*|fls)$/.test(text)) return true;
    if (!/^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(text)) return false;
    return !LOOKING_REGEXP.test((texts[index + 1] ?? "").replace(/^.*\//, ""));
  });
}

function rootsOfFind(texts: readonly string[]): readonly string[] {
  const end = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-[HLPO]/.test(text));
  const roots = texts.slice(0, end < 0 ? texts.length : end).filter((text) => !text.startsWith("-"));
  return roots.length === 0 ? ["."] : roots;
}
