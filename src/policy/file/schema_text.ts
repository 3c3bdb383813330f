/**
 * The JSON Schema of the policy format, as text for `sallyport schema`. The reader decides; a test holds the two together.
 *
 * @module
 */

import text from "./policy.schema.json" with { type: "text" };

/** The schema's text. */
export const POLICY_SCHEMA_TEXT: string = text;
