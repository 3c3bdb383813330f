/**
 * Sallyport, a proxy that only copies bytes and `cat` pipes in front of one server, interleaved in one run, as ratios
 * against `cat` (DESIGN.md section 12). `sallyport` is the program as it is shipped, one bundle; `clone` the same from
 * its sources.
 *
 *     deno task bench [--against NAME='CMD ARG...'] [--json] [--check] [--rows TEXT]
 *
 * `--against` (may be repeated) measures any other proxy; the server's command is put behind its words. `--json` prints
 * JSON on stdout instead of the table. `--check` exits 1 when a number that must hold for sallyport does not.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "@std/cli/parse-args";
import { copyProxy, makeTestFolder, sallyport } from "../tests/support/sallyport.ts";
import { ROOT } from "../tests/support/source_tree.ts";
import { buildPacked } from "./packed.ts";
import { type Contender, memoryGrowth, type Row, ROWS } from "./rows.ts";

/** Memory that is not flat grows with messages; this much more in the second half is the heap breathing. */
const MAX_GROWTH_MEGABYTES = 15;

const SERVER = ["node", join(ROOT, "bench", "echo_server.mjs")];

/** What one contender got in one row. */
interface Cell {
  readonly value: number;
  /** The number against the contender that the row names; none without one. */
  readonly compared: number | undefined;
}

function say(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Of several rounds the one that other work on the machine disturbed least: on shared cores the middle one is luck. */
function leastDisturbed(row: Row, values: readonly number[]): number {
  if (values.length === 0) return NaN;
  return row.unit === "per s" ? Math.max(...values) : Math.min(...values);
}

async function measureRow(row: Row, contenders: readonly Contender[]): Promise<Map<string, Cell>> {
  const values = new Map<string, number[]>(contenders.map((contender) => [contender.name, []]));
  const failed = new Set<string>();
  for (let round = 0; round < row.rounds; round += 1) {
    for (const contender of contenders) {
      if (failed.has(contender.name)) continue;
      if (row.unit === "MB" && (contender.name === "bare" || contender.name === "cat")) continue;
      try {
        values.get(contender.name)?.push(await row.measure(contender, SERVER));
      } catch (error) {
        failed.add(contender.name);
        say(`${contender.name}: ${row.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  const best = new Map(
    [...values].map(([name, list]) => [name, failed.has(name) ? NaN : leastDisturbed(row, list)]),
  );
  const base = row.against === undefined ? undefined : best.get(row.against.contender);
  return new Map(
    [...best].map(([name, value]) => {
      const compared = base === undefined ? undefined : row.against?.by === "ratio" ? value / base : value - base;
      return [name, { value, compared }];
    }),
  );
}

/** Whether what must hold holds; a number that could not be taken does not. */
function holds(row: Row, cell: Cell, name: string): boolean {
  const number = row.against === undefined ? cell.value : cell.compared ?? NaN;
  const flat = row.unit !== "MB" || (memoryGrowth.get(name) ?? 0) <= MAX_GROWTH_MEGABYTES;
  return flat && !Number.isNaN(number) && number <= (row.must.most ?? Infinity) &&
    number >= (row.must.least ?? -Infinity);
}

function show(row: Row, cell: Cell): string {
  if (Number.isNaN(cell.value)) return "-";
  const value = `${cell.value.toFixed(cell.value < 10 ? 2 : 0)}${row.unit === "per s" ? "/s" : ` ${row.unit}`}`;
  if (cell.compared === undefined) return value;
  return row.against?.by === "ratio"
    ? `${cell.compared.toFixed(2)}x (${value})`
    : `+${cell.compared.toFixed(0)} (${value})`;
}

function showBound(row: Row): string {
  const bound = row.must.least ?? row.must.most;
  return row.against === undefined
    ? `${bound} MB, flat`
    : row.against.by === "ratio"
    ? `${bound}x`
    : `bare + ${bound} ms`;
}

function printTable(contenders: readonly Contender[], results: ReadonlyMap<Row, ReadonlyMap<string, Cell>>): void {
  const rows = [["", "must", ...contenders.map((contender) => contender.name)]];
  for (const [row, cells] of results) {
    rows.push([row.name, showBound(row), ...contenders.map(({ name }) => show(row, cells.get(name) as Cell))]);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  for (const cells of rows) {
    console.log(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
  }
  for (const [name, growth] of memoryGrowth) {
    console.log(`${name}: ${growth.toFixed(1)} MB more at the end than halfway`);
  }
}

/** One form of the program, with and without rules that read texts. */
function withPolicies(
  start: (args: readonly string[]) => readonly string[],
  project: string,
): Pick<Contender, "prefix" | "prefixWithoutContent"> {
  const under = (name: string) => start(["-c", join(ROOT, "bench", name), "--project", project]);
  return { prefix: under("policy.jsonc"), prefixWithoutContent: under("policy_without_content.jsonc") };
}

async function main(): Promise<number> {
  const args = parseArgs(Deno.args, {
    boolean: ["json", "check"],
    string: ["against", "rows"],
    collect: ["against"],
  });
  const folder = await makeTestFolder("bench");
  const place = { cwd: folder.project, env: folder.env };
  const contenders: Contender[] = [
    { name: "bare", prefix: [], ...place },
    { name: "cat", prefix: ["sh", "-c", 'cat | "$@" | cat', "sh"], ...place },
    { name: "copy", prefix: copyProxy(), ...place },
  ];
  const packed = await buildPacked(join(folder.home, "packed"));
  if (typeof packed === "string") say(`bench: ${packed}; "sallyport" is the clone`);
  else contenders.push({ name: "sallyport", ...withPolicies(packed, folder.project), ...place });
  contenders.push({
    name: typeof packed === "string" ? "sallyport" : "clone",
    ...withPolicies(sallyport, folder.project),
    ...place,
  });
  for (const given of args.against) {
    const [, name, command] = /^([^=]+)=(.+)$/.exec(given) ?? [];
    if (name === undefined || command === undefined) {
      say(`bench: error: Cannot read --against "${given}": NAME=CMD is wanted`);
      return 2;
    }
    contenders.push({ name, prefix: command.trim().split(/\s+/), ...place });
  }
  const results = new Map<Row, Map<string, Cell>>();
  try {
    // The first start of a program makes Deno's caches; it is no start that anybody waits for twice.
    const start = ROWS.find(({ unit }) => unit === "ms");
    for (const contender of contenders) await start?.measure(contender, SERVER).catch(() => {});
    for (const row of ROWS) {
      if (args.rows !== undefined && !row.name.includes(args.rows)) continue;
      say(`measuring: ${row.name}`);
      results.set(row, await measureRow(row, contenders));
    }
  } finally {
    await folder.remove();
  }
  const failing = [...results].filter(([row, cells]) => {
    const cell = cells.get("sallyport");
    return cell !== undefined && !holds(row, cell, "sallyport");
  }).map(([row]) => row.name);
  if (args.json) {
    const rows = [...results].map(([row, cells]) => ({
      name: row.name,
      unit: row.unit,
      must: row.must,
      aim: row.aim,
      against: row.against ?? null,
      results: Object.fromEntries(cells),
    }));
    console.log(JSON.stringify({ rows, memoryGrowth: Object.fromEntries(memoryGrowth), failing }, null, 2));
  } else printTable(contenders, results);
  for (const name of failing) say(`bench: does not hold for sallyport: ${name}`);
  return args.check && failing.length > 0 ? 1 : 0;
}

Deno.exit(await main());
