/**
 * The JSON Schema of a record, as text for `sallyport audit schema`. `audit/record_schema_text_test.ts` holds it against
 * real lines of every kind.
 *
 * @module
 */

import text from "./record.schema.json" with { type: "text" };

/** The schema's text, with a newline at its end. */
export const RECORD_SCHEMA_TEXT: string = text;
