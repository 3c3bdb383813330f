/**
 * The error that every failed assertion throws.
 *
 * @module
 */

/** What a failed assertion throws. */
export class AssertionError extends Error {
  /** Makes the error; `options.cause` is kept as on any `Error`. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}
