/**
 * The entries of `tools` and `methods` as tests of the arguments.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import type { Compiler, Test } from "./condition/condition.ts";
import { foldName } from "../jsonrpc/fold.ts";
import type { MessageScan } from "./message_scan.ts";
import { compileGlob, type Glob, isGlob } from "../guards/glob.ts";
import { formatPath, type Path, valueAt } from "./pointer.ts";
import type { Entry, EntryAction } from "./policy.ts";

/** A compiled entry. */
export interface CompiledEntry {
  readonly key: string;
  readonly action: EntryAction;
  readonly file: string;
  /** Finds what the entry does not allow in the arguments; nothing when all is as it must be. */
  readonly objection: (args: JsonObject, scan: MessageScan) => Objection | undefined;
}

/** What an entry does not allow. */
export interface Objection {
  readonly kind: "not named" | "missing" | "condition";
  readonly pointer: string;
  readonly condition?: string | undefined;
}

/** Entries, found by exact name first, else by the first glob in file order; unless the name is a lookalike. */
export interface EntryTable {
  readonly byName: ReadonlyMap<string, CompiledEntry>;
  readonly globs: readonly { readonly glob: Glob; readonly entry: CompiledEntry }[];
  /**
   * Entries that refuse something, by names and globs that are folded. A name that is theirs but for case is refused: a
   * server that reads names loosely would take it for the one that was meant. `order` is the place among the globs, -1
   * for a name.
   */
  readonly lookalikes: readonly Lookalike[];
}

/** An entry by its folded name. */
interface Lookalike {
  readonly order: number;
  readonly entry: CompiledEntry;
  matches(folded: string): boolean;
}

/** What is named at one place of the arguments. */
interface Named {
  readonly tests: { readonly kind: string; readonly test: Test }[];
  readonly children: Map<string, Named>;
}

/** Compiles entries in the order in which their globs count. */
export function compileEntries(
  entries: readonly { readonly entry: Entry; readonly file: string; readonly compiler: Compiler }[],
): EntryTable {
  const byName = new Map<string, CompiledEntry>();
  const globs: { readonly glob: Glob; readonly entry: CompiledEntry }[] = [];
  const lookalikes: Lookalike[] = [];
  for (const { entry, file, compiler } of entries) {
    const compiled = compileEntry(entry, file, compiler);
    byName.set(entry.key, compiled);
    const glob = isGlob(entry.key) ? compileGlob(entry.key, "name") : undefined;
    const lookalike = lookalikeOf(entry, compiled, glob === undefined ? -1 : globs.length);
    if (lookalike !== undefined) lookalikes.push(lookalike);
    // A glob that does not compile is a problem since it was read.
    if (glob !== undefined && !("fault" in glob)) globs.push({ glob, entry: compiled });
  }
  return { byName, globs, lookalikes };
}

function lookalikeOf(entry: Entry, compiled: CompiledEntry, order: number): Lookalike | undefined {
  if (entry.action === "allow" && entry.args === undefined) return undefined;
  const folded = foldName(entry.key);
  if (order < 0) return { order, entry: compiled, matches: (name) => name === folded };
  const glob = compileGlob(folded, "name");
  return "fault" in glob ? undefined : { order, entry: compiled, matches: (name) => glob.matches(name) };
}

/** The one entry that speaks of a name; of a lookalike, one that denies. */
export function findEntry(table: EntryTable, name: string): CompiledEntry | undefined {
  const exact = table.byName.get(name);
  if (exact !== undefined) return exact;
  const order = table.globs.findIndex(({ glob }) => glob.matches(name));
  const found = table.globs[order]?.entry;
  if (table.lookalikes.length === 0) return found;
  const folded = foldName(name.normalize("NFKC").trim());
  const end = order < 0 ? table.globs.length : order;
  const meant = table.lookalikes.find((lookalike) => lookalike.order < end && lookalike.matches(folded));
  return meant === undefined ? found : { ...meant.entry, action: "deny", objection: () => undefined };
}

function compileEntry(entry: Entry, file: string, compiler: Compiler): CompiledEntry {
  const { key, action, args } = entry;
  if (args === undefined) return { key, action, file, objection: () => undefined };
  const root: Named = { tests: [], children: new Map() };
  const forEach: Named["tests"] = [];
  for (const { target, condition } of args.conditions) {
    const tests = target === "*" ? forEach : nodeAt(root, target).tests;
    tests.push({ kind: condition.kind, test: condition.compile(compiler) });
  }
  const rest: Rest = { forEach, others: args.others };
  return {
    key,
    action,
    file,
    objection: (values, scan) => missing(values, args.required) ?? objectionTo(values, root, [], { ...rest, scan }),
  };
}

function nodeAt(root: Named, path: Path): Named {
  let node = root;
  for (const step of path) {
    const child: Named = node.children.get(step) ?? { tests: [], children: new Map() };
    node.children.set(step, child);
    node = child;
  }
  return node;
}

function missing(args: JsonObject, required: readonly Path[]): Objection | undefined {
  const path = required.find((candidate) => valueAt(args, candidate) === undefined);
  return path && { kind: "missing", pointer: formatPath(path) };
}

interface Rest {
  /** Conditions that every argument must meet; they name it, too. */
  readonly forEach: Named["tests"];
  readonly others: boolean;
}

interface Looking extends Rest {
  readonly scan: MessageScan;
}

/** Looks at the members of a value of which only some are named. */
function objectionTo(value: Json, named: Named, path: Path, looking: Looking): Objection | undefined {
  const isTop = path.length === 0;
  if (!isJsonObject(value) && !isJsonArray(value)) return { kind: "not named", pointer: formatPath(path) };
  for (const [step, inner] of membersOf(value)) {
    const here = [...path, step];
    const child = named.children.get(step);
    const found = isTop ? failing(inner, looking.forEach, here, looking.scan) : undefined;
    if (found !== undefined) return found;
    if (child === undefined) {
      const isCovered = (isTop && looking.forEach.length > 0) || looking.others;
      if (!isCovered || isLookalike(step, named)) return { kind: "not named", pointer: formatPath(here) };
      continue;
    }
    const objection = failing(inner, child.tests, here, looking.scan) ??
      (needsLooking(child, inner) ? objectionTo(inner, child, here, looking) : undefined);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** A value with conditions of its own need not be an object for the sake of those inside. */
function needsLooking(child: Named, value: Json): boolean {
  if (child.children.size === 0) return false;
  return child.tests.length === 0 || isJsonObject(value) || isJsonArray(value);
}

function membersOf(value: Json): [string, Json][] {
  if (isJsonArray(value)) return value.map((item, index) => [String(index), item]);
  return isJsonObject(value) ? Object.keys(value).map((key) => [key, value[key] ?? null]) : [];
}

function failing(
  value: Json,
  tests: Named["tests"],
  path: Path,
  scan: MessageScan,
): Objection | undefined {
  const failed = tests.find(({ test }) => test.holds(value, "admit", scan) !== true);
  return failed && { kind: "condition", pointer: formatPath(path), condition: failed.kind };
}

/** A lenient server may take `Path` for `path`: as another argument it would bring its value past the condition. */
function isLookalike(name: string, named: Named): boolean {
  const folded = foldName(name);
  for (const known of named.children.keys()) if (foldName(known) === folded) return true;
  return false;
}
