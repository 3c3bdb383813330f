/**
 * docs/proof.md as data: written from parts and their rows, and read back, so that a run of one part keeps the others.
 *
 * @module
 */

import type { ProofPart, Taken } from "./part.ts";

/** One row of a part. */
export interface ProofRow {
  readonly figure: string;
  readonly must: string;
  readonly got: string;
  /** `yes`, `no`, or a dash where nothing must hold. */
  readonly holds: string;
}

/** A part as it stands on the page. */
export interface ProofSection {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  /** When, of which commit, for how long and on what it was taken: one line. */
  readonly taken: string;
  readonly rows: readonly ProofRow[];
}

const HEAD = `# Proof

The figures that README and the pages quote, taken again by one command, \`deno task proof\`, from the tests and benches
themselves: no number here was typed in. Not among them, and only as measured once: \`learn propose\` of 100,000 calls,
\`audit stats\` and logs of 1 GB, the race of a link in docs/sandbox.md, the figures of mcpwall. \`--only PART\` takes one part and keeps the others' rows;
\`--against NAME='CMD ARG...'\` measures another proxy beside. Times come from a machine with two shared, noisy cores on
which others work: they say how much, not how little, and one that misses may hold on a quiet machine. A miss is a miss
all the same.
`;

/** The rows of a part: each figure it knows, with what was taken. */
export function rowsOf(part: ProofPart, taken: ReadonlyMap<string, Taken>): ProofRow[] {
  const stray = [...taken.keys()].find((name) => !part.figures.some((figure) => figure.name === name));
  if (stray !== undefined) {
    throw new TypeError(`Cannot place figure "${stray}": part "${part.name}" has none of the name`);
  }
  return part.figures.map(({ name, must }) => {
    const { got, holds } = taken.get(name) ?? { got: "not taken", holds: false };
    return { figure: name, must, got, holds: holds === undefined ? "-" : holds ? "yes" : "no" };
  });
}

/** What does not hold, as lines for people. */
export function missesOf(sections: readonly ProofSection[]): string[] {
  return sections.flatMap(({ name, rows }) =>
    rows.filter(({ holds }) => holds === "no").map(({ figure, must, got }) =>
      `${name}: ${figure}: ${got} (must ${must})`
    )
  );
}

/** The whole page. `summary` is the line on date, version and machine. */
export function formatPage(summary: string, sections: readonly ProofSection[]): string {
  const misses = missesOf(sections);
  const list = misses.length === 0 ? "None." : misses.map((line) => `- ${line}`).join("\n");
  const bodies = sections.map(({ name, title, command, taken, rows }) =>
    `## ${name}: ${title}\n\n\`${command}\`\n\nTaken ${taken}.\n\n${formatTable(rows)}`
  );
  return `${HEAD}\n${summary}\n\n## What does not hold\n\n${list}\n\n${bodies.join("\n\n")}\n`;
}

/** The line on date, version and machine, as the page has it. */
export function summaryOf(page: string): string | undefined {
  return /^(?:Last run|Never run).*$/m.exec(page)?.[0];
}

/** Reads the sections of a page back; a page of another form has none. */
export function readPage(page: string): ProofSection[] {
  return page.split(/^## /m).slice(1).flatMap((text) => {
    const [, name, title, command, taken, table] =
      /^([a-z-]+): (.+)\n\n`(.+)`\n\nTaken (.+)\.\n\n(\|[\s\S]*?)\s*$/.exec(text) ?? [];
    if (name === undefined || title === undefined || command === undefined || taken === undefined) return [];
    return [{ name, title, command, taken, rows: readRows(table ?? "") }];
  });
}

function readRows(table: string): ProofRow[] {
  return table.split("\n").slice(2).flatMap((line) => {
    const [figure, must, got, holds] = line.split(/(?<!\\)\|/).slice(1, -1).map((cell) =>
      cell.trim().replaceAll("\\|", "|")
    );
    return figure === undefined || must === undefined || got === undefined || holds === undefined
      ? []
      : [{ figure, must, got, holds }];
  });
}

function formatTable(rows: readonly ProofRow[]): string {
  const cells = [
    ["figure", "must", "got", "holds"],
    ...rows.map(({ figure, must, got, holds }) => [figure, must, got, holds]),
  ]
    .map((line) => line.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((line) => [...line[column] ?? ""].length)));
  const show = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [show(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(show)].join("\n");
}
