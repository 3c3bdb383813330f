/**
 * The ladder of texts that are no path, address, statement or command: the values seen, then a plain form and a length.
 * A secret or hidden text is never let in.
 *
 * @module
 */

import { isSettled, LADDER, roundUp } from "../ladder.ts";
import type { StringProfile } from "../profile.ts";
import { cleanSightings, type Ladder, type Rung } from "../rung.ts";
import { literalRung } from "./literal_rung.ts";

/** Texts: those seen, one word, one line, any text up to a length. */
export function textLadder(profile: StringProfile): Ladder {
  const { values, hidden } = profile;
  const clean = cleanSightings(values);
  const isAllKnown = hidden.size === 0 && profile.secrets === 0;
  const literal = isAllKnown && clean.size > 0 ? literalRung(clean) : undefined;
  const length = lengthBound(profile.maxLength);
  const forms = [wordRung(length), lineRung(length), textRung(length)];
  if (literal !== undefined && isSettled(clean)) {
    return {
      kind: "text",
      rungs: [literal, ...forms],
      chosen: 0,
      outside: formOf(profile, forms),
    };
  }
  const rungs = literal === undefined ? forms : [literal, ...forms];
  const form = formOf(profile, forms);
  // A few short values, each put into the client's mouth: a form for all of them would let in more than they are worth.
  const asksAlways = isAllKnown && clean.size === 0;
  return { kind: "text", rungs, chosen: rungs.indexOf(form), asksAlways };
}

/** The narrowest form that all have. A word is asked for only where enough of them showed that words it is. */
function formOf({ shapes, values, hidden }: StringProfile, [word, line, text]: readonly Rung[]): Rung {
  const isWord = !shapes.has("line") && !shapes.has("text") && values.size + hidden.size >= LADDER.formValues;
  const found = isWord ? word : shapes.has("text") ? text : line;
  return found ?? textRung(LADDER.minLength);
}

/** The length that texts may have, in characters, when the longest that was seen had so many. */
export function lengthBound(seen: number): number {
  return Math.max(LADDER.minLength, roundUp(seen * LADDER.lengthFactor));
}

const CLEAN = [{ not: { secrets: true } }, {
  not: { hidden: true },
}];

function wordRung(length: number): Rung {
  const regex = `^[A-Za-z0-9_.:@-]{0,${Math.min(length, 1000)}}$`;
  return {
    condition: { allOf: [{ regex }, { not: { secrets: true } }] },
    schema: { type: "string", pattern: regex },
    words: `one word of up to ${Math.min(length, 1000)} plain characters`,
    admits: "every such word",
    isAutomatic: true,
  };
}

function lineRung(length: number): Rung {
  return {
    condition: { allOf: [{ length: [0, length] }, { not: { regex: "[\\x00-\\x1f\\x7f]" } }, ...CLEAN] },
    schema: { type: "string", maxLength: length, pattern: "^[^\\x00-\\x1f\\x7f]*$" },
    words: `one line of up to ${length} characters without secrets or hidden text`,
    admits: "every such line",
    isAutomatic: true,
  };
}

/** Any text up to a length. */
export function textRung(length: number): Rung {
  return {
    condition: { allOf: [{ type: "string" }, { length: [0, length] }, ...CLEAN] },
    schema: { type: "string", maxLength: length },
    words: `a text of up to ${length} characters without secrets or hidden text`,
    admits: "every such text",
    isAutomatic: true,
  };
}
