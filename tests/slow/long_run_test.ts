/**
 * Many messages for long: eight servers at once, each behind a proxy of its own, while policies are reloaded and the key
 * of the ledger is rotated. Memory stays flat, no record is missing, no descriptor is left open.
 *
 * `SALLYPORT_LONG_RUN` is how many messages there are, of both directions and all servers together. Needs `ps` and
 * `/proc`. Prints one line of JSON with what was measured.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { echoCall, Pipe } from "../../bench/pipe.ts";
import { audit, UNTOUCHED, verify } from "../support/audit_log.ts";
import { auditFiles, testEnvironment, withTestFolder, writePolicy } from "../support/guarded_session.ts";
import { residentMegabytes } from "../support/orphan_watch.ts";
import { sallyport, type TestFolder } from "../support/sallyport.ts";
import { ROOT } from "../support/source_tree.ts";

const DEFAULT_MESSAGES = 40_000;
const messages = Number(Deno.env.get("SALLYPORT_LONG_RUN") ?? DEFAULT_MESSAGES);
const PROXIES = 8;
const WINDOW = 100;
const CALL_BYTES = 293;
/** How often the policy changes and the key is rotated. */
const CHANGES = 10;
/** The heap breathes; what leaks grows with every message. Looked at only where there were messages enough to see it. */
const MAX_GROWTH_MEGABYTES = 15;
const ENOUGH_MESSAGES = 200_000;

/** A policy that passes the calls, each time with another rule, so that it is another policy. */
function policyNumber(number: number): object {
  return {
    version: 1,
    extends: ["baseline"],
    default: "allow",
    rules: [{ name: `change-${number}`, when: { tool: `gone-${number}` }, then: "deny" }],
    limits: { callsPerMinute: 1_000_000, inFlight: 10_000 },
  };
}

/** Open descriptors of a process. Sockets and pipes of Deno's own come and go by one or two. */
async function openDescriptors(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ls", { args: [`/proc/${pid}/fd`], stdout: "piped", stderr: "null" })
    .output();
  return new TextDecoder().decode(stdout).split("\n").length - 1;
}

interface Sample {
  readonly megabytes: number;
  readonly descriptors: number;
}

async function sample(pipes: readonly Pipe[]): Promise<Sample[]> {
  return await Promise.all(pipes.map(async ({ pid }) => ({
    megabytes: await residentMegabytes(pid),
    descriptors: await openDescriptors(pid),
  })));
}

/** Sends calls and waits for their answers, window by window. */
async function talk(pipe: Pipe, { first, calls }: { readonly first: number; readonly calls: number }): Promise<void> {
  for (let sent = 0; sent < calls; sent += WINDOW) {
    const count = Math.min(WINDOW, calls - sent);
    for (let index = 0; index < count; index++) pipe.write(echoCall(first + sent + index, CALL_BYTES));
    await pipe.lines(count);
  }
}

/** How many records of each kind a file has, by its letters: the whole would not fit into memory as objects. */
async function countRecords(
  file: string,
): Promise<{ calls: number; outcomes: number; changes: number; broken: number }> {
  const counts = { calls: 0, outcomes: 0, changes: 0, broken: 0 };
  const stream = (await Deno.open(file)).readable.pipeThrough(new TextDecoderStream());
  let rest = "";
  for await (const text of stream) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.includes('"note":"policy-changed"')) counts.changes++;
      if (line.includes('"note":"policy-broken"')) counts.broken++;
      if (!line.includes('"tool":"echo"')) continue;
      if (line.includes('"kind":"verdict"')) counts.calls++;
      if (line.includes('"kind":"outcome"') && line.includes('"outcome":"result"')) counts.outcomes++;
    }
  }
  assertEquals(rest, "", `${file} ends within a line`);
  return counts;
}

async function withPipes(folder: TestFolder, run: (pipes: readonly Pipe[]) => Promise<void>): Promise<void> {
  const server = ["node", join(ROOT, "bench", "echo_server.mjs")];
  const pipes = Array.from(
    { length: PROXIES },
    (_, index) =>
      new Pipe([...sallyport(["--name", `server-${index}`, "--log-level", "error"]), ...server], {
        cwd: folder.project,
        env: testEnvironment(folder),
      }),
  );
  try {
    for (const pipe of pipes) await pipe.initialize();
    await run(pipes);
  } finally {
    await Promise.all(pipes.map((pipe) => pipe.close()));
  }
}

Deno.test("eight servers at once for long: memory flat, no record missing, no descriptor left open", async () => {
  await withTestFolder("long", async (folder) => {
    await writePolicy(folder, policyNumber(0));
    // A part is what is sent between two changes; each call is a message, and so is its answer.
    const calls = Math.ceil(messages / 2 / PROXIES / CHANGES);
    const began = performance.now();
    const samples: Sample[][] = [];
    await withPipes(folder, async (pipes) => {
      await Promise.all(pipes.map((pipe) => talk(pipe, { first: 1_000, calls: WINDOW })));
      for (let part = 0; part < CHANGES; part++) {
        await Promise.all(
          pipes.map((pipe) => talk(pipe, { first: 10_000 + part * calls, calls })),
        );
        samples.push(await sample(pipes));
        await writePolicy(folder, policyNumber(part + 1));
        assertEquals((await audit(folder, "key", "rotate")).code, 0);
      }
      // The last change is seen too before the sessions end.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await Promise.all(pipes.map((pipe) => talk(pipe, { first: 5_000, calls: WINDOW })));
    });
    const seconds = (performance.now() - began) / 1000;
    const { code, verdicts, notes } = await verify(folder);
    const due = calls * CHANGES + 2 * WINDOW;
    const counts = await Promise.all((await auditFiles(join(folder.home, "audit"))).map(countRecords));
    const missing = counts.map((each) => Math.abs(due - each.calls) + Math.abs(due - each.outcomes));
    const [middle = [], last = []] = [samples[CHANGES / 2 - 1], samples[CHANGES - 1]];
    const growth = last.map(({ megabytes }, index) => megabytes - (middle[index]?.megabytes ?? 0));
    const opened = last.map(({ descriptors }, index) => descriptors - (samples[0]?.[index]?.descriptors ?? 0));
    const figures = {
      messages: 2 * PROXIES * due,
      servers: PROXIES,
      seconds: Math.round(seconds),
      recordsMissing: missing.reduce((sum, each) => sum + each, 0) + (PROXIES - counts.length) * 2 * due,
      verify: code,
      policyChangesSeen: counts.reduce((sum, each) => sum + each.changes, 0),
      keyRotations: CHANGES,
      megabytesMost: Math.round(Math.max(...last.map(({ megabytes }) => megabytes))),
      megabytesGrownMost: Math.round(Math.max(...growth) * 10) / 10,
      descriptorsMost: Math.max(...last.map(({ descriptors }) => descriptors)),
      descriptorsGrownMost: Math.max(...opened),
    };
    // deno-lint-ignore no-console -- the figures are for who reads the log, and for bench/proof.ts
    console.log(`long run: ${JSON.stringify(figures)}`);
    assertEquals([code, verdicts, notes], [0, UNTOUCHED, []]);
    assertEquals(counts.length, PROXIES);
    assertEquals(figures.recordsMissing, 0, JSON.stringify(counts));
    assert(counts.every((each) => each.changes > 0 && each.broken === 0), JSON.stringify(counts));
    assert(
      figures.descriptorsGrownMost <= 2,
      `descriptors: ${JSON.stringify(samples.map((each) => each.map((one) => one.descriptors)))}`,
    );
    if (messages >= ENOUGH_MESSAGES) {
      assert(
        figures.megabytesGrownMost <= MAX_GROWTH_MEGABYTES,
        `memory: ${JSON.stringify(samples.map((each) => each.map((one) => Math.round(one.megabytes))))}`,
      );
    }
  });
});
