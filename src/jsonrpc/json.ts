/**
 * JSON values as the rest of the program sees them. Objects inherit nothing, so a key such as `__proto__` or
 * `constructor` is only ever a key; numbers that a double cannot hold exactly keep their source text.
 *
 * @module
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | ExactNumber | JsonArray | JsonObject;

/** A JSON array. */
export type JsonArray = readonly Json[];

/** A JSON object; it inherits nothing, keys are own properties. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * A number whose value a double cannot hold: an integer beyond 2^53, more significant digits than a double keeps, or
 * one too large. Two JSON readers may read such a number differently, so it is never turned into a double here.
 */
export class ExactNumber {
  /** The number as it was written, such as `12345678901234567890`. */
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Says whether a value is a JSON object (not an array, not a number that kept its text). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Says whether a value is a JSON array. */
export function isJsonArray(value: Json | undefined): value is JsonArray {
  return Array.isArray(value);
}
