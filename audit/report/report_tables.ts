/**
 * The tables of the report page: a name, its numbers, and a bar of its share.
 *
 * @module
 */

import type { Ranking, StatsReport } from "../stats.ts";
import { type Html, markup } from "./markup.ts";
import type { BoundedRows, NamedTally, ReportData, ReportRow, SlowCall } from "./report_collector.ts";
import type { Tally } from "./tally.ts";

/** Longer tables than this hide what matters. */
const MAX_ROWS = 20;
const WIDTH = 100;

/** How often each name was there, most first. `what` heads the names; `none` is said where there is none. */
export function rankingTable(rows: Ranking, { what, none }: { readonly what: string; readonly none: string }): Html {
  if (rows.length === 0) return markup`<p class="quiet">${none}</p>`;
  const most = Math.max(...rows.map(([, count]) => count));
  const lines = rows.slice(0, MAX_ROWS).map(([name, count]) =>
    markup`
      <tr>
        <th scope="row"><code>${name}</code></th>
        <td class="number">${count}</td>
        <td class="share">
          <svg class="share" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="fill-passed" width="${widthOf(count, most)}" height="10" />
          </svg>
        </td>
      </tr>
    `
  );
  return markup`
    <table>
      <thead>
        <tr>
          <th scope="col">${what}</th>
          <th scope="col" class="number">count</th>
          <th scope="col" class="share"></th>
        </tr>
      </thead>
      <tbody>${lines}</tbody>
    </table>${moreOf(rows)}
  `;
}

/** What became of messages, by name. With `stats`, how long the answers of each tool took. */
export function tallyTable(rows: readonly NamedTally[], what: string, stats?: StatsReport): Html {
  if (rows.length === 0) return markup`<p class="quiet">There is none.</p>`;
  const times = new Map(stats?.tools.map((tool) => [tool.tool, tool]));
  const most = Math.max(...rows.map(([, tally]) => sumOf(tally)));
  const lines = rows.slice(0, MAX_ROWS).map(([name, tally]) => {
    const time = times.get(name);
    const timed = stats === undefined
      ? markup``
      : markup`<td class="number">${time === undefined || time.max === 0 ? "" : `${time.p50} / ${time.p95} ms`}</td>`;
    return markup`
      <tr><th scope="row"><code>${name}</code></th><td class="number">${tally.passed}</td>
      <td class="number">${tally.flagged}</td><td class="number">${tally.refused}</td>${timed}<td class="share">${
      shareOf(tally, most)
    }</td></tr>
    `;
  });
  const timed = stats === undefined ? markup`` : markup`<th scope="col" class="number">50 / 95 % within</th>`;
  return markup`
    <table>
      <thead>
        <tr><th scope="col">${what}</th><th scope="col" class="number">passed</th>
    <th scope="col" class="number">flagged</th><th scope="col" class="number">refused</th>${timed}
    <th scope="col" class="share"></th></tr>
      </thead>
      <tbody>${lines}</tbody>
    </table>${moreOf(rows)}
  `;
}

/** What persons answered, by tool. */
export function approvalTable(rows: ReportData["approvals"]): Html {
  if (rows.length === 0) return markup`<p class="quiet">Nobody was asked.</p>`;
  const lines = rows.slice(0, MAX_ROWS).map(([tool, { approved, refused, unanswered }]) =>
    markup`
      <tr>
        <th scope="row"><code>${tool}</code></th>
        <td class="number">${approved}</td>
        <td class="number">${refused}</td>
        <td class="number">${unanswered}</td>
      </tr>
    `
  );
  return markup`
    <table>
      <thead>
        <tr>
          <th scope="col">tool</th>
          <th scope="col" class="number">approved</th>
          <th scope="col" class="number">refused</th>
          <th scope="col" class="number">no answer</th>
        </tr>
      </thead>
      <tbody>${lines}</tbody>
    </table>${moreOf(rows)}
  `;
}

/** The calls whose answers took longest. */
export function slowestTable(rows: readonly SlowCall[]): Html {
  if (rows.length === 0) return markup`<p class="quiet">No request was answered.</p>`;
  const lines = rows.map(({ ms, subject, server, time, name }) =>
    markup`
      <tr>
        <td class="number">${ms} ms</td>
        <td><code>${subject}</code></td>
        <td>${server}</td>
        <td>${timeText(time)}</td>
        <td><code>${name}</code></td>
      </tr>
    `
  );
  return markup`
    <table class="rows">
      <thead>
        <tr>
          <th scope="col" class="number">after</th>
          <th scope="col">call</th>
          <th scope="col">server</th>
          <th scope="col">answered, UTC</th>
          <th scope="col">record</th>
        </tr>
      </thead>
      <tbody>${lines}</tbody>
    </table>
  `;
}

/** Records in sentences. `id` names the table for the search. */
export function recordTable(
  { rows, count }: BoundedRows,
  { id, none }: { readonly id: string; readonly none: string },
): Html {
  if (rows.length === 0) return markup`<p class="quiet">${none}</p>`;
  const older = count - rows.length;
  const cut = older === 0
    ? markup``
    : markup`<p>These are the latest ${rows.length}; ${older} older ones are not here.</p>`;
  return markup`
    ${cut}<table class="rows" id="${id}">
      <thead>
        <tr>
          <th scope="col">time, UTC</th>
          <th scope="col">what</th>
          <th scope="col">server</th>
          <th scope="col">in words</th>
          <th scope="col">record</th>
        </tr>
      </thead>
      <tbody>${rows.toReversed().map(recordRow)}</tbody>
    </table>
  `;
}

function recordRow({ time, label, weight, server, text, name }: ReportRow): Html {
  return markup`
    <tr>
      <td>${timeText(time)}</td>
      <td class="state ${weight}">${label}</td>
      <td>${server}</td>
      <td>${text}</td>
      <td><code>${name}</code></td>
    </tr>
  `;
}

/** One bar of three parts; its numbers stand beside it. */
function shareOf({ passed, flagged, refused }: Readonly<Tally>, most: number): Html {
  const [first, second, third] = [passed, flagged, refused].map((count) => widthOf(count, most)) as [
    number,
    number,
    number,
  ];
  return markup`
    <svg class="share" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill-passed" width="${first}" height="10" />
      <rect class="fill-flagged" x="${first}" width="${second}" height="10" />
      <rect class="fill-refused" x="${first + second}" width="${third}" height="10" />
    </svg>
  `;
}

function widthOf(count: number, most: number): number {
  return Math.round(count / Math.max(1, most) * WIDTH * 100) / 100;
}

function sumOf({ passed, flagged, refused }: Readonly<Tally>): number {
  return passed + flagged + refused;
}

function moreOf(rows: readonly unknown[]): Html {
  return rows.length > MAX_ROWS ? markup`<p class="quiet">And ${rows.length - MAX_ROWS} more.</p>` : markup``;
}

/** `2026-11-30 10:00:00` of a time in ISO 8601. */
function timeText(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}
