/**
 * The MCP conformance suite through the proxy: its list of passed and failed scenarios must be the one it gives bare.
 * The suite speaks HTTP only, so `mcp-proxy` stands in front as a bridge. Suite, bridge and the Node 22 they need come
 * from npm into `.cache/conformance`.
 *
 *     deno task conformance [--verbose]
 *
 * @module
 */

import { join } from "node:path";
import {
  BARE,
  conformanceServer,
  makeTestFolder,
  npmServer,
  proxyUnderTest,
  type TestFolder,
} from "../support/sallyport.ts";
import { ROOT } from "../support/source_tree.ts";

const CACHE = join(ROOT, ".cache", "conformance");
const BIN = join(CACHE, "node_modules", ".bin");
const PACKAGES = { "node": "22.23.3", "@modelcontextprotocol/conformance": "0.1.16", "mcp-proxy": "6.7.19" };
const SUITE = join(CACHE, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const SPEC_VERSION = "2025-11-25";
const VERBOSE = Deno.args.includes("--verbose");

/** One line of the suite's summary by scenario, such as `1 passed, 0 failed`. */
type Summary = ReadonlyMap<string, string>;

async function install(): Promise<void> {
  const manifest = JSON.stringify({ private: true, dependencies: PACKAGES }, null, 2);
  const file = join(CACHE, "package.json");
  await Deno.mkdir(CACHE, { recursive: true });
  if (await Deno.readTextFile(file).catch(() => "") === manifest && await exists(SUITE)) return;
  console.log(`installing ${Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`).join(", ")}`);
  await Deno.writeTextFile(file, manifest);
  const output = await new Deno.Command("npm", {
    args: ["install", "--no-audit", "--no-fund", "--no-package-lock"],
    cwd: CACHE,
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!output.success) throw new Error(`Cannot install the suite: ${new TextDecoder().decode(output.stderr)}`);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`Cannot reach the bridge on port ${port}`);
}

/** Runs the suite once against a server behind a prefix. */
async function runSuite(command: readonly string[], folder: TestFolder): Promise<Summary> {
  const port = freePort();
  const env = { ...folder.env, PATH: `${BIN}:${Deno.env.get("PATH")}` };
  const [program, ...args] = command as [string, ...string[]];
  const bridge = new Deno.Command(join(BIN, "mcp-proxy"), {
    args: ["--host", "127.0.0.1", "--port", String(port), "--server", "stream", "--", program, ...args],
    env,
    cwd: folder.project,
    stdin: "null",
    stdout: VERBOSE ? "inherit" : "null",
    stderr: VERBOSE ? "inherit" : "null",
  }).spawn();
  try {
    await waitForPort(port);
    const output = await new Deno.Command(join(BIN, "node"), {
      args: [
        SUITE,
        "server",
        "--url",
        `http://127.0.0.1:${port}/mcp`,
        "--suite",
        "all",
        "--spec-version",
        SPEC_VERSION,
      ],
      env,
      cwd: folder.project,
      stdout: "piped",
      stderr: "piped",
    }).output();
    const text = new TextDecoder().decode(output.stdout);
    if (VERBOSE) console.log(text);
    const summary = new Map<string, string>();
    for (const [, name, counts] of text.matchAll(/^[✓✗] ([\w-]+): (\d+ passed, \d+ failed)$/gm)) {
      summary.set(name as string, counts as string);
    }
    if (summary.size === 0) throw new Error(`Cannot read the suite's summary: ${text.slice(-2000)}`);
    return summary;
  } finally {
    bridge.kill("SIGTERM");
    await bridge.status;
  }
}

async function compare(name: string, server: readonly string[]): Promise<[same: number, different: number]> {
  const folder = await makeTestFolder("conformance");
  try {
    const bare = await runSuite([...BARE, ...server], folder);
    const proxied = await runSuite([...proxyUnderTest(folder), ...server], folder);
    let same = 0;
    const scenarios = new Set([...bare.keys(), ...proxied.keys()]);
    for (const scenario of scenarios) {
      if (bare.get(scenario) === proxied.get(scenario)) same += 1;
      else console.log(`${name}: ${scenario}: bare ${bare.get(scenario)}, behind the proxy ${proxied.get(scenario)}`);
    }
    const passing = [...bare.values()].filter((counts) => counts.endsWith(" 0 failed")).length;
    console.log(`${name}: ${passing} of ${bare.size} scenarios pass bare; ${same} of ${scenarios.size} give the same`);
    return [same, scenarios.size - same];
  } finally {
    await folder.remove();
  }
}

await install();
let passed = 0;
let failed = 0;
const servers = { "server-everything": npmServer("server-everything"), "conformance server": conformanceServer() };
for (const [name, command] of Object.entries(servers)) {
  const [same, different] = await compare(name, command);
  passed += same;
  failed += different;
}
console.log(`${failed === 0 ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);
