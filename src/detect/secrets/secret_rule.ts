/**
 * The form of the table of secrets: data, one entry a kind of secret, in the shape that its vendor documents.
 *
 * @module
 */

import type { Confidence } from "../finding.ts";
import type { Span } from "../span.ts";

/** A secret with a form of its own: it begins with its keyword, or has it at a fixed place. */
export interface TokenRule {
  readonly id: string;
  /** Parts that the secret always has, in lower case; where one occurs, the pattern is tried. */
  readonly keywords: readonly string[];
  /** The whole secret, sticky (`y`), every repetition bounded or of one class, so that it is linear. */
  readonly pattern: RegExp;
  /** How many characters of the secret stand before its keyword, or that digits do; none if absent. */
  readonly lead?: number | "digits";
  /** Says whether a match is right: a checksum, a length, something that a pattern cannot say. */
  readonly check?: (match: string) => boolean;
  /** A checksum that makes the finding `certain` where it holds; most vendors' tokens of old have none. */
  readonly proof?: (match: string) => boolean;
  /** How sure a match is; `likely` if absent. */
  readonly confidence?: Confidence;
}

/** A secret without a form of its own: a value in a telling shape, given to a telling name. */
export interface NamedRule {
  readonly id: string;
  /** Parts of names in lower case, with `_` for whatever joins the words: `heroku_api`. */
  readonly names: readonly string[];
  /** The whole value. */
  readonly value: RegExp;
  readonly confidence?: Confidence;
}

/** A secret that is found by what stands around it: a URL, a key block, a connection string. */
export interface ShapeRule {
  readonly id: string;
  readonly keywords: readonly string[];
  /**
   * Looks at one place where a keyword stands; `memory` is the rule's own for one text, so that a search that came to
   * nothing once is not made again.
   */
  find(text: string, at: Span, memory: Map<string, number>): Span | undefined;
  readonly confidence?: Confidence;
}
