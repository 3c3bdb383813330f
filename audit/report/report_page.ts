/**
 * The report as one HTML page that needs nothing else: no network, no font, no picture. Its own content policy lets
 * through this style sheet and this script and nothing more, so that even markup that came through would do nothing.
 *
 * @module
 */

import { sha256Hex } from "../../src/hash/sha256.ts";
import type { VerifyReport, VerifyVerdict } from "../verify_report.ts";
import { Html, markup } from "./markup.ts";
import type { ReportData } from "./report_collector.ts";
import { REPORT_SCRIPT } from "./report_script.ts";
import { REPORT_STYLE } from "./report_style.ts";
import { approvalTable, rankingTable, recordTable, slowestTable, tallyTable } from "./report_tables.ts";
import { timelineChart } from "./timeline_chart.ts";

/** What the page is made of. */
export interface ReportPageOptions {
  readonly data: ReportData;
  readonly verification: VerifyReport;
  /** What no verification says, whatever it is. */
  readonly notProved: readonly string[];
  /** Sallyport's version. */
  readonly version: string;
  /** When it was made, ISO 8601 in UTC. */
  readonly madeAt: string;
  /** What was asked for, as on the command line; nothing where it is the whole log. */
  readonly filters: string | undefined;
}

/** The content policy of the page, which stands in it. */
export const REPORT_CONTENT_POLICY: string = [
  "default-src 'none'",
  `style-src '${sourceHash(REPORT_STYLE)}'`,
  `script-src '${sourceHash(REPORT_SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Writes the page. */
export function reportPage(options: ReportPageOptions): string {
  const { data, verification, version, madeAt } = options;
  const { stats } = data;
  return markup`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="${new Html(REPORT_CONTENT_POLICY)}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <title>Sallyport audit report</title>
        <style>${new Html(REPORT_STYLE)}</style>
      </head>
      <body>
        <header>${headOf(options)}</header>
        <main>
          <section aria-labelledby="verification"><h2 id="verification">Is the log whole and unchanged?</h2>
    ${verificationOf(verification, options.notProved)}</section>
          <section aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>
    ${timelineChart(data.timeline)}</section>
          <section aria-labelledby="tools"><h2 id="tools">Tools</h2>${tallyTable(data.tools, "tool", stats)}</section>
          <section aria-labelledby="servers"><h2 id="servers">Servers</h2>${
    tallyTable(
      data.servers,
      "server",
    )
  }</section>
          <div class="pair">
            <section aria-labelledby="rules"><h2 id="rules">Rules that refused, asked or redacted</h2>
    ${rankingTable(stats.rules, { what: "rule", none: "No rule did." })}</section>
            <section aria-labelledby="findings"><h2 id="findings">What detectors saw</h2>
    ${rankingTable(stats.findings, { what: "detector: rule", none: "Nothing." })}</section>
            <section aria-labelledby="verdicts"><h2 id="verdicts">Verdicts</h2>
    ${rankingTable(stats.verdicts, { what: "verdict", none: "No message was judged." })}</section>
            <section aria-labelledby="outcomes"><h2 id="outcomes">How requests ended</h2>
    ${rankingTable(stats.outcomes, { what: "outcome", none: "No request ended." })}</section>
          </div>
          <section aria-labelledby="approvals"><h2 id="approvals">Approvals</h2>${
    approvalTable(
      data.approvals,
    )
  }</section>
          <section aria-labelledby="drift"><h2 id="drift">Definitions that changed</h2>
    ${recordTable(data.drift, { id: "drifted", none: "No definition differs from what was recorded." })}</section>
          <section aria-labelledby="slowest"><h2 id="slowest">Slowest answers</h2>
    ${timesOf(data)}${slowestTable(data.slowest)}</section>
          <section aria-labelledby="told"><h2 id="told">What was refused, asked, redacted or found</h2>
    <div id="search" hidden><label for="words">Show rows that have all these words</label>
    <input id="words" type="search" autocomplete="off"> <span id="found" role="status"></span></div>
    ${recordTable(data.rows, { id: "rows", none: "Nothing was." })}
    <p class="quiet">Newest first. <code>sallyport audit explain RECORD</code> says why, with the rule as it stood.</p></section>
        </main>
        <footer>Made by Sallyport ${version} at ${madeAt}. Times are UTC. A character that does not show as itself stands as its
    number, such as <code>${"\\u{1b}"}</code>. The page holds no argument's value.</footer>
        <script>${new Html(REPORT_SCRIPT)}</script>
      </body>
    </html>
  `.text;
}

function headOf({ data, filters, verification }: ReportPageOptions): Html {
  const { stats, first, last, total, servers } = data;
  const period = first === undefined ? "no record" : `${minuteOf(first)} to ${minuteOf(last ?? first)}`;
  const asked = filters === undefined ? markup`` : markup`<p>Only records that fit <code>${filters}</code>.</p>`;
  const fact = (name: string, value: string | number) =>
    markup`
      <div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>
    `;
  return markup`<h1>Sallyport audit report</h1>
<p class="quiet">${period}</p>${asked}
<p>${conclusionOf(verification)}</p>
<dl class="facts">
${fact("records", stats.records)}${fact("sessions", stats.sessions)}${fact("servers", servers.length)}${
    fact("passed", total.passed)
  }${fact("flagged", total.flagged)}${fact("refused", total.refused)}${
    fact("findings", stats.findings.reduce((sum, [, count]) => sum + count, 0))
  }</dl>
<p class="quiet">Flagged: a person was asked, something was redacted, or the policy only observed.</p>`;
}

function conclusionOf({ verdicts }: VerifyReport): Html {
  const broken = verdicts.filter(({ state }) => state === "broken").map(({ name }) => name);
  if (broken.length > 0) {
    return markup`<span class="state bad">&#10007; The log is broken: ${
      broken.join(", ")
    }.</span> What it says below may be false.`;
  }
  const open = verdicts.filter(({ state }) => state === "unknown").map(({ name }) => name);
  const rest = open.length === 0 ? "" : ` Not answered: ${open.join(", ")}.`;
  return markup`<span class="state good">&#10003; Nothing in the log is broken.</span>${rest}`;
}

const SIGNS: Readonly<Record<VerifyVerdict["state"], Html>> = {
  ok: markup`<span class="state good">&#10003; ok</span>`,
  broken: markup`<span class="state bad">&#10007; broken</span>`,
  unknown: markup`<span class="state warning">? unknown</span>`,
};
const MAX_SHOWN = 5;

function verificationOf({ verdicts, notes }: VerifyReport, notProved: readonly string[]): Html {
  const rows = verdicts.map((verdict) =>
    markup`
      <tr>
        <th scope="row">${verdict.name}</th>
        <td>${SIGNS[verdict.state]}</td>
        <td>${whyOf(verdict)}</td>
      </tr>
    `
  );
  const told = notes.length === 0 ? markup`` : markup`<ul>${notes.map((note) => markup`<li>${note}</li>`)}</ul>`;
  return markup`
    <table>
      <thead>
        <tr>
          <th scope="col">question</th>
          <th scope="col">answer</th>
          <th scope="col">why</th>
        </tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>${told}
    <details>
      <summary>What this does not prove</summary>
      <ul>${notProved.map((text) => markup`<li>${text}</li>`)}</ul>
    </details>
  `;
}

function whyOf({ state, why, findings, count }: VerifyVerdict): Html {
  if (state !== "broken") return markup`${why}`;
  const shown = findings.slice(0, MAX_SHOWN).map(({ file, line, text }) =>
    markup`<li><code>${file}:${line}</code> ${text}</li>`
  );
  const more = count - shown.length;
  return markup`<ul>${shown}${more > 0 ? markup`<li>and ${more} more</li>` : markup``}</ul>`;
}

function timesOf({ stats: { latency } }: ReportData): Html {
  if (latency.count === 0) return markup``;
  return markup`<p>Half of ${latency.count} answers came within ${latency.p50} ms, 95 % within ${latency.p95} ms, the slowest
after ${latency.max} ms.</p>`;
}

function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}

/** The source expression of CSP for a text: its SHA-256 in base64. */
function sourceHash(text: string): string {
  const bytes = (sha256Hex(text).match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16)));
  return `sha256-${btoa(bytes.join(""))}`;
}
