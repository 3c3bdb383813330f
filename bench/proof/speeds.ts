/**
 * Times and ratios, as the benches take them.
 *
 * @module
 */

import { ROWS } from "../rows.ts";
import { LEVELS } from "../sandbox_levels.ts";
import { GUARD_BENCHES } from "../guard_benches.ts";
import { SCAN_TEXTS } from "../scan_texts.ts";
import type { ProofPart, Taken } from "./part.ts";
import { runDeno } from "./run_tests.ts";

const NANOSECONDS_A_MILLISECOND = 1e6;

interface Cell {
  readonly value: number | null;
  readonly compared?: number | null;
}

interface BenchReport {
  readonly rows: readonly {
    readonly name: string;
    readonly unit: string;
    readonly against: { readonly by: string } | null;
    readonly results: Readonly<Record<string, Cell>>;
  }[];
  readonly memoryGrowth: Readonly<Record<string, number>>;
  readonly failing: readonly string[];
}

function mustOf({ must, against }: typeof ROWS[number]): string {
  const bound = must.least ?? must.most;
  if (against === undefined) return `${bound} MB, flat`;
  if (against.by === "difference") return `bare + ${bound} ms`;
  return must.least === undefined ? `at most ${bound}x` : `at least ${bound}x`;
}

function showCell(cell: Cell | undefined, row: BenchReport["rows"][number]): string {
  if (cell === undefined || cell.value === null) return "not taken";
  const value = `${cell.value.toFixed(cell.value < 10 ? 2 : 0)} ${row.unit}`;
  if (cell.compared === undefined || cell.compared === null) return value;
  return row.against?.by === "ratio"
    ? `${cell.compared.toFixed(2)}x (${value})`
    : `+ ${cell.compared.toFixed(0)} ms (${value})`;
}

/** The contenders beside the program as it is shipped. */
const SHOWN_NAMES: Readonly<Record<string, string>> = { copy: "copying alone", clone: "from a clone" };

/** The part of DESIGN.md section 12. */
export const RATIOS: ProofPart = {
  name: "ratios",
  title: "against the same server behind `cat` pipes, in one run",
  command: "deno task bench [--against NAME='CMD ARG...']",
  figures: ROWS.map((row) => ({ name: row.name, must: mustOf(row) })),
  async take({ against }) {
    const others = against.map((given) => given.slice(0, given.indexOf("=")));
    const { stdout } = await runDeno([
      ...["run", "--no-prompt", "-P=bench", "bench/run.ts", "--json"],
      ...against.flatMap((given) => ["--against", given]),
    ]);
    const report: BenchReport = JSON.parse(stdout);
    return new Map(report.rows.map((row) => {
      const more = ["copy", "clone", ...others].map((name) =>
        `${SHOWN_NAMES[name] ?? name} ${showCell(row.results[name], row)}`
      );
      const grown = report.memoryGrowth["sallyport"];
      const flat = row.unit === "MB" && grown !== undefined ? `, ${grown.toFixed(1)} MB more than halfway` : "";
      const got = `${showCell(row.results["sallyport"], row)}${flat}; ${more.join("; ")}`;
      return [row.name, { got, holds: !report.failing.includes(row.name) }];
    }));
  },
};

interface DenoBench {
  readonly benches: readonly {
    readonly name: string;
    readonly results: readonly { readonly ok?: { readonly min: number; readonly avg: number } }[];
  }[];
}

async function benchOf(file: string): Promise<Map<string, { readonly min: number; readonly avg: number }>> {
  const { stdout } = await runDeno(["bench", "--no-prompt", "-P=bench", "--json", file]);
  const report: DenoBench = JSON.parse(stdout);
  return new Map(
    report.benches.flatMap(({ name, results: [first] }) => first?.ok === undefined ? [] : [[name, first.ok]]),
  );
}

/** The part of the scanner's speed. */
export const SCAN_SPEED: ProofPart = {
  name: "scan-speed",
  title: "what scanning costs; at best of ten, the mean behind it",
  command: "deno task bench:scan",
  figures: SCAN_TEXTS.map(({ name, mostMs }) => ({ name, must: `at most ${mostMs} ms` })),
  async take() {
    const measured = await benchOf("bench/scan_bench.ts");
    return new Map(SCAN_TEXTS.flatMap(({ name, mostMs }): [string, Taken][] => {
      const found = measured.get(name);
      if (found === undefined) return [];
      const [min, avg] = [found.min, found.avg].map((each) => each / NANOSECONDS_A_MILLISECOND) as [number, number];
      return [[name, { got: `${min.toFixed(1)} ms (mean ${avg.toFixed(1)})`, holds: min <= mostMs }]];
    }));
  },
};

/** The part of the guards' speed. */
export const GUARD_SPEED: ProofPart = {
  name: "guard-speed",
  title: "what one verdict of each guard costs; at best, the mean behind it",
  command: "deno task bench:guards",
  figures: GUARD_BENCHES.map(({ name, mostMicroseconds }) => ({ name, must: `at most ${mostMicroseconds} µs` })),
  async take() {
    const measured = await benchOf("bench/guards_bench.ts");
    return new Map(GUARD_BENCHES.flatMap(({ name, batch, mostMicroseconds }): [string, Taken][] => {
      const found = measured.get(`${name} (x${batch})`);
      if (found === undefined) return [];
      const [min, avg] = [found.min, found.avg].map((each) => each / 1000 / batch) as [number, number];
      return [[name, { got: `${min.toFixed(1)} µs (mean ${avg.toFixed(1)})`, holds: min <= mostMicroseconds }]];
    }));
  },
};

/** The part of the sandbox. */
export const SANDBOX_COST: ProofPart = {
  name: "sandbox",
  title: "what the sandbox and rights per call cost a start and a call",
  command: "deno task bench:sandbox",
  figures: LEVELS.map((name) => ({ name, must: "none" })),
  async take() {
    const { stdout } = await runDeno([
      "run",
      "--no-prompt",
      "-P=bench",
      "bench/sandbox.ts",
      "--rounds",
      "5",
      "--calls",
      "300",
    ]);
    return new Map(LEVELS.flatMap((name): [string, Taken][] => {
      const line = stdout.split("\n").find((each) => each.startsWith(`${name} `));
      return line === undefined ? [] : [[name, { got: line.slice(name.length).trim().replace(/\s+/g, " ") }]];
    }));
  },
};
