/**
 * Takes every figure that README and docs quote anew, and writes docs/proof.md.
 *
 *     deno task proof [--only PART]... [--against NAME='CMD ARG...']... [--messages N] [--fuzz-seconds N] [--list]
 *
 * `--only` takes these parts and keeps the rows of the others as they are on the page. Exits 1 when something of what was
 * taken does not hold, 2 for a mistake in usage. One part at a time: some measure.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { ROOT } from "../tests/support/source_tree.ts";
import config from "../deno.json" with { type: "json" };
import { PROOF_PARTS } from "./proof/parts.ts";
import type { ProofOptions, ProofPart } from "./proof/part.ts";
import { formatPage, missesOf, type ProofSection, readPage, rowsOf } from "./proof/proof_page.ts";

const PAGE = join(ROOT, "docs", "proof.md");
const DEFAULT_MESSAGES = 1_000_000;
const DEFAULT_FUZZ_SECONDS = 20;

function fail(message: string): never {
  console.error(`proof: error: ${message}`);
  Deno.exit(2);
}

async function outputOf(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args: [...args], cwd: ROOT, stdout: "piped", stderr: "null" })
    .output();
  return new TextDecoder().decode(stdout).trim();
}

/** The commit, with a plus where files were changed since. */
async function commitOf(): Promise<string> {
  const commit = await outputOf("git", "rev-parse", "--short=12", "HEAD");
  const changed = await outputOf("git", "status", "--porcelain", "--", ".", ":!docs/proof.md");
  return changed === "" ? commit : `${commit}+`;
}

function machine(): string {
  const [first, ...others] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${others.length + 1} x ${first?.model.trim() ?? "unknown"}, ${gigabytes} GB, ${Deno.build.os} ` +
    `${Deno.osRelease()} ${Deno.build.arch}, Deno ${Deno.version.deno}`;
}

function minute(): string {
  return `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

async function sectionOf(part: ProofPart, options: ProofOptions): Promise<ProofSection> {
  const began = performance.now();
  const commit = await commitOf();
  const from = minute();
  const taken = await part.take(options).catch((error: unknown) => {
    console.error(`proof: ${part.name}: ${error}`);
    return new Map();
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  const [load = 0] = Deno.loadavg();
  return {
    name: part.name,
    title: part.title,
    command: part.command,
    taken: `${from} at ${commit} in ${seconds} s, load ${load.toFixed(1)} at its end`,
    rows: rowsOf(part, taken),
  };
}

async function readOldPage(): Promise<ProofSection[]> {
  try {
    return readPage(await Deno.readTextFile(PAGE));
  } catch {
    return [];
  }
}

const args = parseArgs(Deno.args, {
  string: ["only", "against", "messages", "fuzz-seconds"],
  boolean: ["list"],
  collect: ["only", "against"],
  unknown: (name) => fail(`Unknown argument "${name}"`),
});
if (args.list) {
  for (const { name, title } of PROOF_PARTS) console.log(`${name.padEnd(14)} ${title}`);
  Deno.exit(0);
}
const unknown = args.only.find((name) => !PROOF_PARTS.some((part) => part.name === name));
if (unknown !== undefined) fail(`Unknown part "${unknown}": one of ${PROOF_PARTS.map(({ name }) => name).join(", ")}`);
const wrong = args.against.find((given) => !/^[^=]+=.+$/.test(given));
if (wrong !== undefined) fail(`Cannot read --against "${wrong}": NAME=CMD is wanted`);
const options: ProofOptions = {
  against: args.against,
  messages: Number(args.messages ?? DEFAULT_MESSAGES),
  fuzzSeconds: Number(args["fuzz-seconds"] ?? DEFAULT_FUZZ_SECONDS),
};
const old = await readOldPage();
const taken: ProofSection[] = [];
const sections = new Map<string, ProofSection>(old.map((section) => [section.name, section]));
for (const part of PROOF_PARTS) {
  if (args.only.length > 0 && !args.only.includes(part.name)) continue;
  console.error(`taking: ${part.name}`);
  const section = await sectionOf(part, options);
  sections.set(part.name, section);
  taken.push(section);
  // Written each time, so that what was taken is not lost where a later part is broken off.
  const inOrder = PROOF_PARTS.flatMap(({ name }) => sections.get(name) ?? []);
  const summary = `Last run ${minute()}: Sallyport ${config.version}, commit ${await commitOf()}, on ${machine()}.`;
  await Deno.writeTextFile(PAGE, formatPage(summary, inOrder));
}
await outputOf(Deno.execPath(), "fmt", "--quiet", PAGE);
const misses = missesOf(taken);
for (const line of misses) console.log(`does not hold: ${line}`);
Deno.exit(misses.length > 0 ? 1 : 0);
