/**
 * What is kept of an argument: its type, its shape, and its value only where that is short, no secret and no prose.
 *
 * @module
 */

import type { Scanner } from "../src/detect/scan.ts";
import { hmacSha256Hex } from "../src/hash/sha256.ts";
import { ExactNumber, isJsonArray, type Json, type JsonObject } from "../src/jsonrpc/json.ts";
import { COMMAND_ARGUMENT_ENDS, PROSE_NAMES, wordsOfName } from "../src/policy/argument_names.ts";
import type { Heard } from "./heard.ts";
import type { Fact, StringFact, TextShape } from "./observation.ts";
import type { PlaceNamer } from "./place_names.ts";

/** What making facts needs. */
export interface FactMaker {
  readonly scanner: Scanner;
  /** The key of the hashes that stand for values. */
  readonly salt: Uint8Array;
  readonly nameplaces: PlaceNamer;
  readonly heard: Heard;
}

/** Longest value that is kept, in UTF-16 units. */
export const MAX_KEPT = 512;
/** The same for commands and SQL, of which a part says nothing. */
export const MAX_KEPT_CODE = 4096;
/** The same for an argument that holds prose: a word of it may be one of a few. */
export const MAX_KEPT_PROSE = 32;
/** Values of one request; what is beyond is cut, and the request is not learned from. */
export const MAX_FACTS = 2000;
const MAX_FACT_DEPTH = 16;
const MAX_HASHED = 4096;
const HASH_LENGTH = 16;
const MAX_KEY = 100;

/** The facts of a request's arguments. */
export function toFact(value: Json, maker: FactMaker): Fact {
  return new FactBuilder(maker).build(value, "", 0);
}

/** Says whether something was cut from facts. */
export function isCut(fact: Fact): boolean {
  switch (fact.t) {
    case "cut":
      return true;
    case "array":
      return fact.n > fact.i.length || fact.i.some(isCut);
    case "object":
      return Object.values(fact.m).some(isCut);
    default:
      return false;
  }
}

class FactBuilder {
  readonly #maker: FactMaker;
  #left = MAX_FACTS;

  constructor(maker: FactMaker) {
    this.#maker = maker;
  }

  build(value: Json, name: string, depth: number): Fact {
    if (--this.#left < 0 || depth > MAX_FACT_DEPTH) return { t: "cut" };
    if (value === null) return { t: "null" };
    if (typeof value === "boolean") return { t: "boolean", v: value };
    if (typeof value === "number") return { t: "number", v: value };
    if (value instanceof ExactNumber) return { t: "number" };
    if (typeof value === "string") return stringFact(value, name, this.#maker);
    if (isJsonArray(value)) {
      const items = value.slice(0, this.#left + 1).map((item) => this.build(item, name, depth + 1));
      return { t: "array", n: value.length, i: items };
    }
    return this.#buildObject(value, depth);
  }

  #buildObject(value: JsonObject, depth: number): Fact {
    const members: Record<string, Fact> = Object.create(null);
    for (const key of Object.keys(value)) {
      const isPlain = key.length <= MAX_KEY && this.#maker.scanner.scan(key, { kinds: ["secrets"] }).length === 0;
      const inner = value[key] ?? null;
      // A key that cannot be written is as good as one that was cut.
      if (!isPlain) return { t: "cut" };
      members[key] = this.build(inner, key, depth + 1);
    }
    return { t: "object", m: members };
  }
}

const SQL_REGEXP =
  /^\s*(?:select|with|insert|update|delete|create|drop|alter|pragma|explain|show|values|replace|attach|vacuum)\b/i;

/** Says whether a value reads like a statement of SQL, in an argument that may hold one. */
export function looksLikeSql(value: string, name: string): boolean {
  return SQL_REGEXP.test(value) && /sql|query|queries|statement|stmt/i.test(name) && /\s/.test(value.trim());
}

/** Writes `?` for the texts inside a statement: they are data, and no fact about it. */
export function maskSqlTexts(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, "'?'");
}

function stringFact(text: string, name: string, maker: FactMaker): StringFact {
  const { scanner, salt, nameplaces, heard } = maker;
  const shape = shapeOf(text);
  const taint = heard.sourceOf(text);
  const common = { t: "string", n: text.length, s: shape, ...(taint === undefined ? {} : { taint }) } as const;
  if (mayKeep(text, name, shape)) {
    const isSecret = scanner.scan(text, { kinds: ["secrets", "hidden"] }).length > 0;
    // What reads like a variable already could not be told from one of ours.
    if (!isSecret && !text.includes("${")) {
      const named = nameplaces(text);
      return { ...common, v: looksLikeSql(text, name) ? maskSqlTexts(named) : named };
    }
    if (isSecret) return { ...common, secret: true };
  }
  return { ...common, h: hmacSha256Hex(salt, `${text.length} ${text.slice(0, MAX_HASHED)}`).slice(0, HASH_LENGTH) };
}

function mayKeep(text: string, name: string, shape: TextShape): boolean {
  const words = wordsOfName(name);
  if (looksLikeSql(text, name) || COMMAND_ARGUMENT_ENDS.has(words.at(-1) ?? "")) return text.length <= MAX_KEPT_CODE;
  if (PROSE_NAMES.has(words.join(""))) return shape === "word" && text.length <= MAX_KEPT_PROSE;
  return shape !== "text" && text.length <= MAX_KEPT;
}

/** What a text looks like. */
export function shapeOf(text: string): TextShape {
  if (/^[\w.:@-]*$/.test(text)) return "word";
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? "text" : "line";
}
