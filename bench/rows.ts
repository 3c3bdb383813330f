/**
 * What is measured, and what must hold: one function a row, each for one contender and one round, so that the run can
 * interleave contenders. Numbers say nothing by themselves; `run.ts` makes ratios of them.
 *
 * @module
 */

import { echoCall, largeCall, Pipe } from "./pipe.ts";

/** Who is measured: words in front of the server's command, and where it runs. */
export interface Contender {
  readonly name: string;
  readonly prefix: readonly string[];
  /** The same with nothing that reads texts, where the contender has such a thing. */
  readonly prefixWithoutContent?: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** One row of the table. */
export interface Row {
  readonly name: string;
  readonly unit: "ms" | "per s" | "MB";
  /** How often each contender is measured. */
  readonly rounds: number;
  /** How a contender's number is compared with another's. */
  readonly against: { readonly contender: "cat" | "bare"; readonly by: "ratio" | "difference" } | undefined;
  /** What must hold, and what we aim at, of the number that `against` gives. */
  readonly must: { readonly least?: number; readonly most?: number };
  readonly aim: number;
  measure(contender: Contender, server: readonly string[]): Promise<number>;
}

const SMALL_BYTES = 293;
const LARGE_BYTES = 1024 * 1024;
const WINDOW = 200;
/** Who has not answered by then is killed, and its cell stays empty. */
const MAX_MEASURE_MS = 40_000;

async function withPipe<T>(
  contender: Contender,
  server: readonly string[],
  run: (pipe: Pipe) => Promise<T>,
): Promise<T> {
  const pipe = new Pipe([...contender.prefix, ...server], { cwd: contender.cwd, env: contender.env });
  const timer = setTimeout(() => pipe.kill(), MAX_MEASURE_MS);
  try {
    await pipe.initialize();
    return await run(pipe);
  } finally {
    clearTimeout(timer);
    await pipe.close();
  }
}

/** The middle value. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? sorted[middle] as number
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

async function roundTrips(pipe: Pipe, count: number, call: (id: number) => Uint8Array): Promise<number> {
  const times: number[] = [];
  for (let id = 1; id <= count; id += 1) {
    const line = call(id);
    const began = performance.now();
    pipe.write(line);
    await pipe.lines(1);
    times.push(performance.now() - began);
  }
  // What comes first warms the other end up.
  return median(times.slice(Math.floor(count / 5)));
}

async function pipelined(pipe: Pipe, count: number, firstId: number): Promise<void> {
  for (let id = firstId; id < firstId + count; id += 1) pipe.write(echoCall(id, SMALL_BYTES));
  await pipe.lines(count);
}

function largeResults(contender: Contender, server: readonly string[]): Promise<number> {
  return withPipe(contender, server, (pipe) => roundTrips(pipe, 30, (id) => largeCall(id, LARGE_BYTES)));
}

/** Resident memory of a process and its children in MB, without the server itself. */
async function residentMegabytes(pid: number, server: readonly string[]): Promise<number> {
  const output = await new Deno.Command("ps", { args: ["-eww", "-o", "pid=,ppid=,rss=,args="], stdout: "piped" })
    .output();
  const processes = new TextDecoder().decode(output.stdout).split("\n").flatMap((line) => {
    const [, own, parent, rss, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(own), parent: Number(parent), rss: Number(rss), command }];
  });
  const family = new Set([pid]);
  let kilobytes = 0;
  for (let grew = true; grew;) {
    grew = false;
    for (const one of processes) {
      if (!family.has(one.pid) && family.has(one.parent)) grew = family.add(one.pid) !== undefined;
    }
  }
  // The server is the last in line: its command ends as given and it has no child. Its program may be spelled anew.
  const ending = server.slice(1).join(" ");
  const isServer = (one: { pid: number; command: string }) =>
    one.pid !== pid && one.command.endsWith(ending) && !processes.some((other) => other.parent === one.pid);
  for (const one of processes) if (family.has(one.pid) && !isServer(one)) kilobytes += one.rss;
  return kilobytes / 1024;
}

/** The memory row needs two numbers of one run: how much, and how much more than halfway. */
export const memoryGrowth: Map<string, number> = new Map();

/** The rows of DESIGN.md section 12, but for those of `scan_bench.ts`. All but one are with the pack `baseline`. */
export const ROWS: readonly Row[] = [
  {
    name: "small round trip, p50",
    unit: "ms",
    rounds: 9,
    against: { contender: "cat", by: "ratio" },
    must: { most: 1.6 },
    aim: 1.35,
    measure: (contender, server) =>
      withPipe(contender, server, (pipe) => roundTrips(pipe, 1_500, (id) => echoCall(id, SMALL_BYTES))),
  },
  {
    name: "10,000 pipelined small messages, rate",
    unit: "per s",
    rounds: 5,
    against: { contender: "cat", by: "ratio" },
    must: { least: 0.4 },
    aim: 0.9,
    measure: (contender, server) =>
      withPipe(contender, server, async (pipe) => {
        await pipelined(pipe, 2_000, 1);
        const began = performance.now();
        await pipelined(pipe, 10_000, 10_000);
        return 10_000 / ((performance.now() - began) / 1000);
      }),
  },
  {
    name: "1 MB text result, content rules off, p50",
    unit: "ms",
    rounds: 9,
    against: { contender: "cat", by: "ratio" },
    must: { most: 1.6 },
    aim: 1.3,
    measure: ({ prefixWithoutContent, ...contender }, server) =>
      largeResults({ ...contender, prefix: prefixWithoutContent ?? contender.prefix }, server),
  },
  {
    name: "1 MB text result, content rules on, p50",
    unit: "ms",
    rounds: 9,
    against: { contender: "cat", by: "ratio" },
    must: { most: 4 },
    aim: 2.5,
    measure: largeResults,
  },
  {
    name: "start to first answer",
    unit: "ms",
    rounds: 11,
    against: { contender: "bare", by: "difference" },
    must: { most: 100 },
    aim: 60,
    async measure(contender, server) {
      const began = performance.now();
      let took = 0;
      await withPipe(contender, server, () => Promise.resolve(took = performance.now() - began));
      return took;
    },
  },
  {
    name: "resident memory after 100,000 messages",
    unit: "MB",
    rounds: 1,
    against: undefined,
    must: { most: 100 },
    aim: 70,
    measure: (contender, server) =>
      withPipe(contender, server, async (pipe) => {
        const pairs = 50_000;
        let halfway = 0;
        for (let sent = 0; sent < pairs; sent += WINDOW) {
          await pipelined(pipe, WINDOW, 1 + sent);
          if (sent === pairs / 2) halfway = await residentMegabytes(pipe.pid, server);
        }
        const end = await residentMegabytes(pipe.pid, server);
        memoryGrowth.set(contender.name, end - halfway);
        return end;
      }),
  },
];
