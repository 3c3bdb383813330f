/**
 * How the report page looks: on a screen of any width, in light and dark, and on paper.
 *
 * @module
 */

/** The style sheet. Its hash stands in the page's own content policy. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --raised: #f5f6f8; --line: #d5d9e0; --text: #1a1f29; --quiet: #566072;
  --good: #1b6e4b; --bad: #a8231f; --warning: #855300; --bar-passed: #6f9bd1; --bar-flagged: #d39a2d; --bar-refused: #c4403b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12151b; --raised: #1b2029; --line: #343c4a; --text: #e8ebf0; --quiet: #a3adbd;
    --good: #6fd0a3; --bad: #ff9189; --warning: #f0bd5e; --bar-passed: #5686c2; --bar-flagged: #cf9a35; --bar-refused: #e0605a;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; line-height: 1.2; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
p { margin: .4rem 0; }
.quiet { color: var(--quiet); }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1rem 0 0; }
dl.facts div { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
dt { color: var(--quiet); font-size: .85rem; }
dd { margin: 0; font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; }
tbody th { color: inherit; font-weight: inherit; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.share { width: 30%; min-width: 6rem; }
th { overflow-wrap: normal; }
td, code { overflow-wrap: anywhere; }
.state { font-weight: 700; }
td .state { white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .warning { color: var(--warning); }
svg { display: block; width: 100%; }
svg.share { height: .9rem; margin-top: .3rem; }
svg.timeline { height: 11rem; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; }
.fill-passed { fill: var(--bar-passed); } .fill-flagged { fill: var(--bar-flagged); } .fill-refused { fill: var(--bar-refused); }
.axis { stroke: var(--text); stroke-width: 1; vector-effect: non-scaling-stroke; }
.ends { display: flex; justify-content: space-between; gap: 1rem; font-size: .85rem; color: var(--quiet); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 2rem; align-items: start; }
summary { cursor: pointer; color: var(--quiet); padding: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
#search { margin: .75rem 0; }
#search label { display: block; font-size: .85rem; color: var(--quiet); }
#search input { width: 100%; max-width: 30rem; font: inherit; color: inherit; background: var(--raised); padding: .45rem .6rem;
  border: 1px solid var(--quiet); border-radius: .4rem; }
[hidden] { display: none !important; }
.rows td:nth-child(1), .rows td:nth-child(5) { white-space: nowrap; }
.rows td:nth-child(2), .rows td:nth-child(3) { overflow-wrap: break-word; min-width: 4rem; }
footer { margin-top: 2.5rem; font-size: .85rem; color: var(--quiet); }
@media (max-width: 46rem) {
  body { padding: 1rem; }
  th, td { padding: .35rem .35rem; }
  td.share, th.share { display: none; }
  table { font-size: .88rem; }
  .number { white-space: normal; }
  .rows thead { display: none; }
  .rows tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .rows td { display: inline; border: 0; padding: 0 .5rem 0 0; }
  .rows td:nth-child(4) { display: block; }
}
@media print {
  :root { --back: #fff; --raised: #fff; --line: #999; --text: #000; --quiet: #333; --good: #000; --bad: #000; --warning: #000; }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  #search, summary { display: none; }
  tr, dl.facts div, svg { break-inside: avoid; }
  h2 { break-after: avoid; }
  thead { display: table-header-group; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
