/**
 * The timeline as bars: upwards what passed and was flagged, downwards what was refused, so that no colour is needed to
 * tell them apart. The same numbers stand in a table behind it.
 *
 * @module
 */

import { type Html, markup } from "./markup.ts";
import type { TimelineBar, TimelineReport } from "./timeline.ts";

const HEIGHT = 100;
/** Where the axis is: what passed is more as a rule. */
const AXIS = 65;
const GAP = 0.15;

/** Draws it; a sentence where there is nothing to draw. */
export function timelineChart({ unit, bars, leftOut }: TimelineReport): Html {
  const missing = leftOut === 0 ? markup`` : markup`<p class="quiet">${leftOut} records are out of this range.</p>`;
  if (bars.length === 0) return markup`<p>No message was judged.</p>${missing}`;
  const up = Math.max(1, ...bars.map(({ passed, flagged }) => passed + flagged));
  const down = Math.max(1, ...bars.map(({ refused }) => refused));
  const drawn = bars.map((bar, index) => barOf(bar, index, { up, down }));
  const first = bars[0]?.label ?? "";
  const last = bars.at(-1)?.label ?? "";
  const words = `Messages by ${unit} from ${first} to ${last}, UTC: passed and flagged upwards, refused downwards`;
  return markup`
    <div class="ends"><span>&#9650; passed, and on top of it flagged: up to ${up} in one ${unit}</span></div>
    <svg class="timeline" viewBox="0 0 ${bars.length} ${HEIGHT}" preserveAspectRatio="none" role="img"
      aria-label="${words}">
    ${drawn}<line class="axis" x1="0" y1="${AXIS}" x2="${bars.length}" y2="${AXIS}"/></svg>
    <div
      class="ends"><span>${first}</span><span>&#9660; refused: up to ${down} (its own scale)</span><span>${last}</span></div>
    ${missing}
    <details>
      <summary>The same as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">${unit}, UTC</th>
            <th scope="col" class="number">passed</th>
            <th scope="col" class="number">flagged</th>
            <th scope="col" class="number">refused</th>
          </tr>
        </thead>
        <tbody>
    ${bars.filter(({ passed, flagged, refused }) => passed + flagged + refused > 0).map(rowOf)}</tbody>
      </table>
    </details>
  `;
}

function barOf(bar: TimelineBar, index: number, { up, down }: { readonly up: number; readonly down: number }): Html {
  const { label, passed, flagged, refused } = bar;
  const x = round(index + GAP / 2);
  const heights = {
    passed: passed / up * AXIS,
    flagged: flagged / up * AXIS,
    refused: refused / down * (HEIGHT - AXIS),
  };
  const rect = (kind: keyof typeof heights, y: number) =>
    heights[kind] === 0 ? markup`` : markup`
      <rect class="fill-${kind}" x="${x}" y="${round(y)}" width="${1 - GAP}" height="${round(heights[kind])}" />
    `;
  return markup`
    <g><title>${label}: ${passed} passed, ${flagged} flagged, ${refused} refused</title>${
    rect(
      "passed",
      AXIS - heights.passed,
    )
  }${rect("flagged", AXIS - heights.passed - heights.flagged)}${rect("refused", AXIS)}</g>
  `;
}

function rowOf({ label, passed, flagged, refused }: TimelineBar): Html {
  return markup`
    <tr>
      <th scope="row">${label}</th>
      <td class="number">${passed}</td>
      <td class="number">${flagged}</td>
      <td class="number">${refused}</td>
    </tr>
  `;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
