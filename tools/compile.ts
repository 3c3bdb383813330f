/**
 * Makes the program with `deno compile`, for this machine or (`--all`) for five platforms, with SHA-256 checksums, in
 * `dist/`. The permission set `compile` of deno.json is baked in. Where the base program (denort) cannot be fetched,
 * says so, proves what can be proved without it and exits 3; `DENORT_BIN` names a base program that is there already.
 *
 * @module
 */

import { join } from "node:path";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { commitOf } from "./commit.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
/** The platforms that there is a program for. */
export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;
const COMPILE_FLAGS = [
  "--no-prompt",
  "-P=compile",
  "--frozen",
  "--exclude-unused-npm",
  "--v8-flags=--max-semi-space-size=2,--heap-growing-percent=20",
];
// deno-lint-ignore no-control-regex -- the colours of a terminal
const COLOUR_REGEXP = /\x1b\[[0-9;]*m/g;

/** What one run of deno gave. */
interface Outcome {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

async function runDeno(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    env,
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(COLOUR_REGEXP, "");
  return { success: output.success, stdout: decode(output.stdout), stderr: decode(output.stderr) };
}

function say(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}

function isMissingBase(outcome: Outcome): boolean {
  return /base binary|denort/i.test(outcome.stderr) &&
    /download|sending request|not found|connect/i.test(outcome.stderr);
}

async function checksum(path: string): Promise<string> {
  return createHash("sha256").update(await Deno.readFile(path)).digest("hex");
}

/** The files and packages of the program; throws when one cannot be loaded. */
async function proveGraph(): Promise<{ local: string[]; packages: string[] }> {
  const info = await runDeno(["info", "--json", "--frozen", "main.ts"]);
  if (!info.success) throw new Error(`Cannot read the module graph: ${info.stderr.trim()}`);
  const graph = JSON.parse(info.stdout) as {
    modules: { kind: string; specifier: string; local?: string; error?: string; npmPackage?: string }[];
  };
  const broken = graph.modules.filter((module) => module.error !== undefined);
  if (broken.length > 0) throw new Error(`Cannot load ${broken.map((module) => module.specifier).join(", ")}`);
  const remote = graph.modules.filter((module) => /^https?:/.test(module.specifier));
  if (remote.length > 0) throw new Error(`Cannot embed code from elsewhere: ${remote[0]?.specifier}`);
  return {
    local: graph.modules.flatMap((module) => module.local ?? []).map((path) => path.slice(ROOT.length)).sort(),
    packages: graph.modules.flatMap((module) => module.npmPackage ?? []).sort(),
  };
}

/** Lets `deno compile` lay out the files it would embed, around the running deno in place of denort; keeps nothing. */
async function proveEmbedding(baked: readonly string[]): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "sallyport-compile-" });
  try {
    const output = join(folder, "sallyport");
    const args = ["compile", ...COMPILE_FLAGS, "--output", output, "main.ts", ...baked];
    const outcome = await runDeno(args, { DENORT_BIN: Deno.execPath() });
    if (!outcome.success) throw new Error(`Cannot embed the program: ${outcome.stderr.trim()}`);
    return outcome.stderr.slice(Math.max(0, outcome.stderr.indexOf("Embedded Files"))).trim() +
      outcome.stdout.slice(Math.max(0, outcome.stdout.indexOf("Embedded Files"))).trim();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function proveWithoutBase(baked: readonly string[]): Promise<void> {
  const graph = await proveGraph();
  say(`graph: ${graph.local.length} files, ${graph.packages.length} packages, nothing from elsewhere`);
  for (const path of graph.local) say(`  ${path}`);
  for (const name of graph.packages) say(`  npm:${name}`);
  const check = await runDeno(["check", "--frozen", "main.ts"]);
  if (!check.success) throw new Error(`Cannot type-check main.ts: ${check.stderr.trim()}`);
  say("types: main.ts and all it imports pass");
  if (Deno.build.os === "linux") {
    const listing = await proveEmbedding(baked);
    for (const line of listing.split("\n")) say(`embed: ${line}`);
  }
}

async function main(args: readonly string[]): Promise<number> {
  const targets: readonly string[] = args.includes("--all") ? TARGETS : [Deno.build.target];
  await Deno.mkdir(DIST, { recursive: true });
  // The first word of the compiled program, which src/cli/built_from.ts takes off again.
  const baked = [`--built-from=${await commitOf(ROOT) ?? ""}`];
  const lines: string[] = [];
  const missing: string[] = [];
  for (const target of targets) {
    const name = args.includes("--all") ? `sallyport-${target}` : "sallyport";
    const file = join(DIST, target.includes("windows") ? `${name}.exe` : name);
    const outcome = await runDeno([
      "compile",
      ...COMPILE_FLAGS,
      "--target",
      target,
      "--output",
      file,
      "main.ts",
      ...baked,
    ]);
    if (outcome.success) {
      const sum = await checksum(file);
      lines.push(`${sum}  ${file.slice(DIST.length + 1)}`);
      const { size } = await Deno.stat(file);
      say(`${target}: ${file} ${sum} ${size} bytes (${(size / 1024 / 1024).toFixed(1)} MiB)`);
    } else if (isMissingBase(outcome)) missing.push(target);
    else {
      say(outcome.stderr.trim());
      return 1;
    }
  }
  if (lines.length > 0) await Deno.writeTextFile(join(DIST, "SHA256SUMS"), lines.join("\n") + "\n");
  if (missing.length === 0) return 0;
  await proveWithoutBase(baked);
  say(
    `sallyport: Cannot fetch the base program for ${missing.join(", ")} from dl.deno.land: ` +
      `set DENORT_BIN to a denort ${Deno.version.deno} of that platform, or run this where dl.deno.land can be reached`,
  );
  return 3;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
