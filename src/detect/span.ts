/**
 * A part of a text.
 *
 * @module
 */

/** A part of a text: UTF-16 units from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
