/**
 * What the sandbox costs: server-filesystem under Deno alone, behind Sallyport, with `--sandbox` and with rights per
 * call, interleaved in one run. A start is the time to the answers of `initialize` and `tools/list`; a call reads a file
 * of a few bytes.
 *
 *     deno task bench:sandbox [--rounds N] [--calls N]
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "@std/cli/parse-args";
import { brokerSockets, socketHost } from "../src/sandbox/broker_socket.ts";
import { makeTestFolder, npmServer, sallyport, type TestFolder } from "../tests/support/sallyport.ts";
import { Pipe } from "./pipe.ts";
import type { LevelName } from "./sandbox_levels.ts";

const SERVER = "server-filesystem";
const PACKAGE = `npm:@modelcontextprotocol/${SERVER}@2026.8.31`;

interface Measured {
  readonly startMs: number;
  readonly callMs: number;
}

interface Level {
  readonly name: LevelName;
  readonly policy: object;
  command(folder: TestFolder): readonly string[];
}

const OPEN = { version: 1, default: "allow", limits: { callsPerMinute: 1_000_000 } };
const wrapped = (folder: TestFolder, words: readonly string[]) => [
  ...sallyport([...words, "--name", "files", "--log-level", "error"], [
    ...["--allow-read", "--allow-write", "--allow-run", "--allow-env"],
    `--allow-net=${brokerSockets(folder.home, "files").map(socketHost).join(",")}`,
  ]),
  ...["deno", "run", PACKAGE, folder.project],
];

const STARTS: readonly Level[] = [
  { name: "deno alone", policy: OPEN, command: ({ project }) => npmServer(SERVER, project) },
  {
    name: "behind Sallyport",
    policy: OPEN,
    command: (folder) => [
      ...sallyport(["--log-level", "error"]),
      ...npmServer(SERVER, folder.project),
    ],
  },
  { name: "--sandbox", policy: OPEN, command: (folder) => wrapped(folder, ["--sandbox"]) },
  {
    name: "rights per call",
    policy: { ...OPEN, sandbox: { deno: { perCall: true, read: ["${PROJECT_DIR}"] } } },
    command: (folder) => wrapped(folder, []),
  },
];

async function measure(level: Level, calls: number): Promise<Measured> {
  await using folder = await makeTestFolder("bench");
  const path = join(folder.project, "a.txt");
  await Deno.mkdir(folder.home);
  await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(level.policy));
  await Deno.writeTextFile(path, "hello");
  const home = Deno.env.get("HOME") ?? "/root";
  const env = { ...folder.env, DENO_DIR: Deno.env.get("DENO_DIR") ?? join(home, ".cache", "deno") };
  const startedMs = performance.now();
  const pipe = new Pipe(level.command(folder), { cwd: folder.project, env });
  try {
    await pipe.initialize();
    const startMs = performance.now() - startedMs;
    const times: number[] = [];
    for (let id = 1; id <= calls; id++) {
      const call = {
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "read_text_file", arguments: { path } },
      };
      const beginMs = performance.now();
      pipe.write(new TextEncoder().encode(`${JSON.stringify(call)}\n`));
      await pipe.lines(1);
      times.push(performance.now() - beginMs);
    }
    return { startMs, callMs: median(times) };
  } finally {
    pipe.kill();
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

const options = parseArgs(Deno.args, { string: ["rounds", "calls"] });
const rounds = Number(options.rounds ?? 9);
const calls = Number(options.calls ?? 500);
const all = new Map<string, Measured[]>(STARTS.map(({ name }) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const level of STARTS) all.get(level.name)?.push(await measure(level, calls));
}
console.log(`medians of ${rounds} starts; of ${rounds} medians of ${calls} calls`);
let base: Measured | undefined;
for (const [name, list] of all) {
  const startMs = median(list.map((each) => each.startMs));
  const callMs = median(list.map((each) => each.callMs));
  base ??= { startMs, callMs };
  const more = `+ ${(startMs - base.startMs).toFixed(0)} ms`;
  const ratio = `${(callMs / base.callMs).toFixed(2)}x`;
  console.log(
    `${name.padEnd(18)} start ${startMs.toFixed(0).padStart(4)} ms  ${more.padStart(8)}   call p50 ${
      callMs.toFixed(2).padStart(5)
    } ms  ${ratio.padStart(6)}`,
  );
}
