/**
 * The ladder of a server's own addresses, such as `demo://item/7`: those seen, then their pattern, in which the steps
 * that vary are any plain word.
 *
 * @module
 */

import { escapeRegex } from "../escape_regex.ts";
import { isSettled, LADDER } from "../ladder.ts";
import type { StringProfile } from "../profile.ts";
import { cleanSightings, type Ladder, type Rung, sightingsBy } from "../rung.ts";
import { literalRung } from "./literal_rung.ts";
import { lengthBound, textRung } from "./text_ladder.ts";

const MAX_STEP = 100;

/** Addresses of a server's own. */
export function uriLadder(profile: StringProfile): Ladder {
  const clean = cleanSightings(profile.values);
  const outside = textRung(lengthBound(profile.maxLength));
  const literal = literalRung(clean);
  const byLength = Map.groupBy(clean.keys(), (uri) => uri.split("/").length);
  const patterns = [...byLength.values()].map((uris) => {
    const parts = uris.map((uri) => uri.split("/"));
    const own = new Map(uris.map((uri) => [uri, clean.get(uri) ?? new Set<string>()]));
    return (parts[0] ?? []).map((_, index) => {
      const seen = sightingsBy(own, (uri) => [uri.split("/")[index] ?? ""]);
      const names = [...seen.keys()].sort();
      // The scheme and the host are never left open.
      const isFixed = index < 3 || (isSettled(seen) && names.length <= LADDER.maxLiterals);
      return isFixed ? `(?:${names.map(escapeRegex).join("|")})` : `[A-Za-z0-9_.~-]{1,${MAX_STEP}}`;
    }).join("/");
  });
  const pattern: Rung = {
    condition: { allOf: [{ regex: `^(?:${patterns.join("|")})$` }, { not: { regex: "/\\.\\.?(?:/|$)" } }] },
    words: "addresses of the forms seen",
    admits: "any plain word where the ones seen vary",
    isAutomatic: true,
  };
  if (patterns.length === 0) return { kind: "uri", rungs: [outside], chosen: 0, asksAlways: true };
  if (literal === undefined) return { kind: "uri", rungs: [pattern], chosen: 0, outside };
  return { kind: "uri", rungs: [literal, pattern], chosen: isSettled(clean) ? 0 : 1, outside };
}
