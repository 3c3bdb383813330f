/**
 * What changed between two versions of a definition, and how much it matters: `cosmetic` changes nothing that a model or
 * a client acts on, `capability` changes what a tool takes, gives or says, `dangerous` brings what detectors see.
 *
 * @module
 */

import { canonicalText } from "../../jsonrpc/canonical_json.ts";
import { isJsonArray, isJsonObject, type Json } from "../../jsonrpc/json.ts";
import type { Finding } from "../finding.ts";

/** How much a change matters. */
export type Grade = "cosmetic" | "capability" | "dangerous";

/** One change. */
export interface Change {
  /** JSON pointer into the definition. */
  readonly pointer: string;
  readonly grade: Grade;
  /** Absent where there was nothing. */
  readonly before?: Json | undefined;
  /** Absent where there is nothing now. */
  readonly after?: Json | undefined;
}

/** What is needed to tell a dangerous text. */
export interface DifferenceOptions {
  /** Scans a text as a description. */
  readonly scan: (text: string) => readonly Finding[];
}

const ORDER: readonly Grade[] = ["cosmetic", "capability", "dangerous"];
/** Members that are for the eye. */
const PLAIN_MEMBERS: ReadonlySet<string> = new Set(["icons", "_meta"]);
const MAX_CHANGES = 200;

/** The changes from one definition to another, in document order; at most 200. */
export function differences(before: Json, after: Json, options: DifferenceOptions): readonly Change[] {
  const changes: Change[] = [];
  compare(before, after, [], { ...options, changes });
  return changes.slice(0, MAX_CHANGES);
}

/** The gravest grade of changes. */
export function gravest(changes: readonly Change[]): Grade {
  return changes.reduce<Grade>((worst, { grade }) => graver(worst, grade), "cosmetic");
}

function graver(a: Grade, b: Grade): Grade {
  return ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a;
}

interface Comparing extends DifferenceOptions {
  readonly changes: Change[];
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
  comparing: Comparing,
): void {
  if (comparing.changes.length >= MAX_CHANGES) return;
  if (before !== undefined && after !== undefined) {
    if (isJsonObject(before) && isJsonObject(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
        compare(before[key], after[key], [...path, key], comparing);
      }
      return;
    }
    if (isJsonArray(before) && isJsonArray(after) && before.length === after.length) {
      before.forEach((item, index) => compare(item, after[index], [...path, String(index)], comparing));
      return;
    }
    if (canonicalText(before) === canonicalText(after)) return;
  }
  const pointer = path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  comparing.changes.push({ pointer, grade: gradeOf(before, after, path, comparing), before, after });
}

function gradeOf(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
  { scan }: DifferenceOptions,
): Grade {
  const old = new Set(stringsOf(before).flatMap((text) => scan(text).map(({ kind, rule }) => `${kind} ${rule}`)));
  const isNew = ({ kind, rule }: Finding) => !old.has(`${kind} ${rule}`);
  if (stringsOf(after).some((text) => scan(text).some(isNew))) return "dangerous";
  const [top = ""] = path;
  if (top === "name") return "dangerous";
  // A hint that makes a tool look harmless is what a client acts on without asking.
  if (top === "annotations" && makesHarmless(path.at(-1), after)) return "dangerous";
  if (PLAIN_MEMBERS.has(top)) return "cosmetic";
  const isWords = typeof before === "string" && typeof after === "string";
  return isWords && plainWords(before) === plainWords(after) ? "cosmetic" : "capability";
}

function makesHarmless(hint: string | undefined, after: Json | undefined): boolean {
  if (hint === "readOnlyHint" || hint === "idempotentHint") return after === true;
  return (hint === "destructiveHint" || hint === "openWorldHint") && after === false;
}

/** A text without what only looks different: case, spaces, punctuation. */
function plainWords(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[\s\p{P}]+/gu, " ").trim();
}

function stringsOf(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (isJsonArray(value)) return value.flatMap(stringsOf);
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => [key, ...stringsOf(value[key])]);
}
