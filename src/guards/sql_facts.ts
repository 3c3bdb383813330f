/**
 * What a walk over the syntax tree of a statement finds, whatever parser made the tree.
 *
 * @module
 */

/** Kinds of statements that a guard can pass; all read. */
export const SQL_STATEMENTS = ["select", "explain", "show"] as const;

/** One of them. */
export type SqlStatement = typeof SQL_STATEMENTS[number];

/** What a statement does; names as the parser gives them, part by part. */
export interface SqlFacts {
  readonly statement: SqlStatement;
  /** Tables it reads, without those it defines itself with `WITH`. */
  readonly tables: (readonly string[])[];
  /** The last part of each column it names. */
  readonly columns: string[];
  readonly functions: (readonly string[])[];
  /** Whether it has a `*`, a `NATURAL` join or the like, which read columns without their names. */
  readonly allColumns: boolean;
}

/** Facts while they are collected. */
export interface FactsBuilder {
  readonly tables: (readonly string[])[];
  readonly columns: string[];
  readonly functions: (readonly string[])[];
  allColumns: boolean;
}

/** Thrown at a part of a statement that is on no list; a walk never looks past one. */
export class NotListed extends Error {}

/** Folds a name as SQLite and T-SQL do at least: A to Z alone, for another letter may be another name. */
export function foldAscii(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A node of a syntax tree. */
export type Node = { readonly [key: string]: unknown };

/** Takes a part of a tree for a node. */
export function asNode(value: unknown): Node {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Node;
  throw new NotListed("Cannot judge: not a node");
}

/** Takes a part of a tree for a list. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new NotListed("Cannot judge: not a list");
}

/** Takes a part of a tree for a text. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new NotListed("Cannot judge: not a text");
}
