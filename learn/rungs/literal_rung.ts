/**
 * The narrowest step: the values themselves, word for word.
 *
 * @module
 */

import { LADDER, type Sightings } from "../ladder.ts";
import { toVariables } from "../place_names.ts";
import { escapeVariables, type Rung } from "../rung.ts";

/** The values themselves; nothing where they are too many, or not all known. */
export function literalRung(values: Sightings): Rung | undefined {
  const texts = [...values.keys()].sort();
  if (texts.length === 0 || texts.length > LADDER.maxLiterals) return undefined;
  // Values hold no variables of their own: such ones are not kept.
  const written = texts.map((text) => toVariables(escapeVariables(text)));
  const hasFolder = written.some((text) => text.includes("${"));
  return {
    condition: { oneOf: written },
    schema: hasFolder ? undefined : { enum: texts },
    words: texts.length === 1 ? "the one value seen" : `the ${texts.length} values seen`,
    admits: "nothing else",
    isAutomatic: true,
  };
}
