/**
 * Finds secrets in one text, as it stands: one pass for all keywords, then each rule only where its keyword stands, with
 * a pattern that cannot run far. Cost is linear in the text.
 *
 * @module
 */

import { buildKeywordAutomaton, type KeywordAutomaton, toKeyword } from "../../text/keyword_automaton.ts";
import type { Confidence } from "../finding.ts";
import type { Span } from "../span.ts";
import { type Assignment, endOfValue, readAssignment } from "./assignment.ts";
import { CLOUD_NAMED, CLOUD_TOKENS } from "./cloud.ts";
import { CODE_NAMED, CODE_TOKENS } from "./code.ts";
import { GENERIC_NAMES, isGenericSecret } from "./generic.ts";
import { isFiller, isPlaceholder } from "./placeholder.ts";
import type { NamedRule, ShapeRule, TokenRule } from "./secret_rule.ts";
import { AI_TOKENS, CHAT_TOKENS, OTHER_TOKENS, PAYMENT_TOKENS, SERVICE_NAMED } from "./service.ts";
import { SHAPE_RULES } from "./shapes.ts";

/** A person's own kind of secret. */
export interface SecretPattern {
  readonly name: string;
  /** Parts that every match has, in lower case; without one the pattern looks at every text. */
  readonly keywords: readonly string[];
  /** Finds every match, in time linear in the text. */
  find(text: string): Iterable<Span>;
}

/** A secret, where it stands. */
export interface FoundSecret extends Span {
  readonly rule: string;
  readonly confidence: Confidence;
}

/** Finds the secrets in a text, unsorted; they may overlap. */
export type SecretFinder = (text: string) => FoundSecret[];

/** Every kind with a form of its own. */
export const TOKEN_RULES: readonly TokenRule[] = [
  ...CLOUD_TOKENS,
  ...CODE_TOKENS,
  ...PAYMENT_TOKENS,
  ...CHAT_TOKENS,
  ...AI_TOKENS,
  ...OTHER_TOKENS,
];

/** Every kind that a name tells. */
export const NAMED_RULES: readonly NamedRule[] = [...CLOUD_NAMED, ...CODE_NAMED, ...SERVICE_NAMED];

const UUID_NAMES_REGEXP = /(?:key|token|secret|auth|pass|dsn)/;
/** Names of vendors stand in many texts; the name of the value must be one of a secret. */
const SECRET_NAME_REGEXP = /key|token|secret|pass|auth|credential|pat\b|_pat|signing|dsn/;
const HASH_NAME_REGEXP = /commit|(?:^|[_.-])(?:sha\d{0,3}|rev|revision|etag|digest|checksum|integrity|hash)(?:$|[_.-])/;
const WORD_CHAR_REGEXP = /[A-Za-z0-9]/;

/** What happens where a keyword stands. */
type Reaction =
  | { readonly kind: "token"; readonly rule: TokenRule; readonly isExact: boolean; readonly number: number }
  | { readonly kind: "shape"; readonly rule: ShapeRule; readonly number: number }
  | { readonly kind: "name"; readonly rules: NamedRule[]; isGeneric: boolean }
  | { readonly kind: "own"; readonly pattern: SecretPattern; readonly number: number };

interface Table {
  readonly automaton: KeywordAutomaton;
  readonly lengths: readonly number[];
  readonly reactions: readonly (readonly Reaction[])[];
  readonly ruleCount: number;
}

/** Makes a finder, with a person's own patterns besides the built-in ones; the tables are built at its first text. */
export function newSecretFinder(patterns: readonly SecretPattern[] = []): SecretFinder {
  let table: Table | undefined;
  const always = patterns.filter((pattern) => pattern.keywords.length === 0);
  return (text) => {
    const built = table ??= buildTable(patterns);
    // Most texts have no keyword, and need nothing that is remembered.
    let search = always.length > 0 ? new Search(text, built) : undefined;
    for (const pattern of always) search?.addOwn(pattern);
    built.automaton.scanAll(text, (keyword, end) => (search ??= new Search(text, built)).take(keyword, end));
    return search?.found ?? [];
  };
}

/** The keywords of which one stands in every secret, in lower case; nothing where some pattern has none. */
export function secretKeywords(patterns: readonly SecretPattern[] = []): readonly string[] | undefined {
  if (patterns.some((pattern) => pattern.keywords.length === 0)) return undefined;
  return [...reactionsTo(patterns).byKeyword.keys()].filter((keyword) => keyword !== "");
}

function buildTable(patterns: readonly SecretPattern[]): Table {
  const { byKeyword, ruleCount } = reactionsTo(patterns);
  const keywords = [...byKeyword.keys()].filter((keyword) => keyword !== "");
  return {
    automaton: buildKeywordAutomaton(keywords),
    lengths: keywords.map((keyword) => keyword.length),
    reactions: keywords.map((keyword) => byKeyword.get(keyword) ?? []),
    ruleCount,
  };
}

interface Reactions {
  readonly byKeyword: ReadonlyMap<string, readonly Reaction[]>;
  readonly ruleCount: number;
}

function reactionsTo(patterns: readonly SecretPattern[]): Reactions {
  const byKeyword = new Map<string, Reaction[]>();
  const names = new Map<string, Extract<Reaction, { kind: "name" }>>();
  let number = 0;
  const react = (keyword: string, reaction: Reaction) => {
    const list = byKeyword.get(keyword) ?? [];
    if (list.length === 0) byKeyword.set(keyword, list);
    list.push(reaction);
  };
  for (const rule of TOKEN_RULES) {
    const isExact = /\{\d+\}$/.test(rule.pattern.source);
    const reaction: Reaction = { kind: "token", rule, isExact, number: number++ };
    for (const keyword of rule.keywords) react(toKeyword(keyword), reaction);
  }
  for (const rule of SHAPE_RULES) {
    const reaction: Reaction = { kind: "shape", rule, number: number++ };
    for (const keyword of rule.keywords) react(toKeyword(keyword), reaction);
  }
  const nameReaction = (name: string) => {
    const keyword = toKeyword(name);
    let reaction = names.get(keyword);
    if (reaction === undefined) {
      reaction = { kind: "name", rules: [], isGeneric: false };
      names.set(keyword, reaction);
      react(keyword, reaction);
    }
    return reaction;
  };
  for (const rule of NAMED_RULES) for (const name of rule.names.flatMap(spellings)) nameReaction(name).rules.push(rule);
  for (const name of GENERIC_NAMES.flatMap(spellings)) nameReaction(name).isGeneric = true;
  for (const pattern of patterns) {
    const reaction: Reaction = { kind: "own", pattern, number: number++ };
    for (const keyword of pattern.keywords) react(toKeyword(keyword), reaction);
  }
  return { byKeyword, ruleCount: number };
}

/** The ways to join the words of a name. */
function spellings(name: string): string[] {
  const inner = name.slice(1);
  if (!inner.includes("_")) return [name];
  return ["_", "-", "", ".", " "].map((joint) => name.charAt(0) + inner.replaceAll("_", joint));
}

/** One text being looked through. */
class Search {
  readonly #text: string;
  readonly #table: Table;
  readonly #found: FoundSecret[] = [];
  /** Up to where each rule has found something, so that nothing inside a match is looked at again. */
  readonly #until: Int32Array;
  readonly #memories = new Map<number, Map<string, number>>();
  /** Own patterns that had their turn. */
  readonly #done = new Set<number>();
  /** Up to where the last value went that was found by its name. */
  #valueUntil = 0;
  #assignment: { readonly end: number; readonly value: Assignment | undefined } | undefined;

  constructor(text: string, table: Table) {
    this.#text = text;
    this.#table = table;
    this.#until = new Int32Array(table.ruleCount);
  }

  /** What was found so far. */
  get found(): FoundSecret[] {
    return this.#found;
  }

  /** Looks round a keyword that ends here. */
  take(keyword: number, end: number): void {
    const at = { start: end - (this.#table.lengths[keyword] ?? 0), end };
    for (const reaction of this.#table.reactions[keyword] ?? []) this.#react(reaction, at);
  }

  addOwn(pattern: SecretPattern): void {
    for (const { start, end } of pattern.find(this.#text)) {
      if (start < end) this.#found.push({ rule: pattern.name, start, end, confidence: "likely" });
    }
  }

  #react(reaction: Reaction, at: Span): void {
    switch (reaction.kind) {
      case "token":
        if (at.start >= (this.#until[reaction.number] ?? 0)) this.#tryToken(reaction, at);
        return;
      case "shape":
        if (at.start >= (this.#until[reaction.number] ?? 0)) this.#tryShape(reaction, at);
        return;
      case "name":
        this.#tryName(reaction, at);
        return;
      case "own":
        if (this.#done.has(reaction.number)) return;
        this.#done.add(reaction.number);
        this.addOwn(reaction.pattern);
    }
  }

  #tryToken({ rule, isExact, number }: Extract<Reaction, { kind: "token" }>, at: Span): void {
    const start = startOfToken(this.#text, at.start, rule);
    if (start < 0 || !isBoundary(this.#text, start)) return;
    rule.pattern.lastIndex = start;
    const match = rule.pattern.exec(this.#text)?.[0];
    if (match === undefined) return;
    let end = start + match.length;
    // A token of fixed length that goes on is another thing; one of open length is taken whole.
    if (isExact && WORD_CHAR_REGEXP.test(this.#text.charAt(end))) return;
    if (isFiller(match) || rule.check?.(match) === false) return;
    if (!isExact) end = endOfRun(this.#text, end);
    this.#until[number] = end;
    const confidence = rule.proof?.(match) === true ? "certain" : rule.confidence ?? "likely";
    this.#found.push({ rule: rule.id, start, end, confidence });
  }

  #tryShape({ rule, number }: Extract<Reaction, { kind: "shape" }>, at: Span): void {
    let memory = this.#memories.get(number);
    if (memory === undefined) {
      memory = new Map();
      this.#memories.set(number, memory);
    }
    const span = rule.find(this.#text, at, memory);
    if (span === undefined) return;
    this.#until[number] = span.end;
    this.#found.push({ rule: rule.id, ...span, confidence: rule.confidence ?? "likely" });
  }

  #tryName({ rules, isGeneric }: Extract<Reaction, { kind: "name" }>, at: Span): void {
    if (at.start < this.#valueUntil) return;
    const assignment = this.#assignmentAt(at);
    // Whatever a name tells has a digit.
    if (assignment === undefined || !/\d/.test(assignment.value) || HASH_NAME_REGEXP.test(assignment.name)) return;
    for (const rule of rules) {
      if (!rule.value.test(assignment.value) || !isTelling(rule, assignment)) continue;
      if (isPlaceholder(assignment.value)) return;
      this.#addValue(rule.id, assignment, rule.confidence ?? "possible");
      return;
    }
    if (isGeneric && isGenericSecret(assignment)) this.#addValue("generic-secret", assignment, "possible");
  }

  #addValue(rule: string, assignment: Assignment, confidence: Confidence): void {
    const end = endOfValue(this.#text, assignment);
    this.#valueUntil = end;
    this.#found.push({ rule, start: assignment.span.start, end, confidence });
  }

  /** Several keywords may end in one name; it is read once. */
  #assignmentAt(at: Span): Assignment | undefined {
    if (this.#assignment?.end !== at.end) {
      this.#assignment = { end: at.end, value: readAssignment(this.#text, at) };
    }
    return this.#assignment.value;
  }
}

/** A vendor's name and a hash would be chance; the name must speak of a secret, unless the value has a form. */
function isTelling(rule: NamedRule, { name }: Assignment): boolean {
  if (rule.confidence === "likely") return true;
  return SECRET_NAME_REGEXP.test(name) && (UUID_NAMES_REGEXP.test(name) || !rule.value.source.includes("{8}(?:-"));
}

/** Where a token begins whose keyword stands at `at`; negative when it cannot be one. */
function startOfToken(text: string, at: number, rule: TokenRule): number {
  if (rule.lead === undefined) return at;
  if (rule.lead !== "digits") return at - rule.lead;
  let start = at;
  while (start > 0 && at - start < 12 && /\d/.test(text.charAt(start - 1))) start--;
  return start;
}

/** Says whether a token may begin here: not inside a word, unless the letter before belongs to an escape. */
function isBoundary(text: string, start: number): boolean {
  if (start === 0 || !WORD_CHAR_REGEXP.test(text.charAt(start - 1))) return true;
  return start >= 2 && text.charAt(start - 2) === "\\" && /[nrtbf]/.test(text.charAt(start - 1));
}

function endOfRun(text: string, from: number): number {
  let end = from;
  while (end < text.length && /[A-Za-z0-9_-]/.test(text.charAt(end))) end++;
  return end;
}
