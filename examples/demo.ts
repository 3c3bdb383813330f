/**
 * The main job on a real server: an MCP client made with the official SDK talks through the real proxy, as a process, to
 * a real server whose second tool carries an injected order. Exit 1 if any of four cases does not come out as it must.
 *
 *     deno task demo
 *
 * @module
 */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** One call and what must come of it. */
interface DemoCase {
  readonly title: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Whether the call must reach the server. */
  readonly passes: boolean;
}

const CASES: readonly DemoCase[] = [
  { title: "a legitimate look-up", tool: "lookup_policy", args: { topic: "refunds" }, passes: true },
  { title: "a topic the policy does not list", tool: "lookup_policy", args: { topic: "salaries" }, passes: false },
  {
    title: "what the poisoned description orders",
    tool: "run_command",
    args: { cmd: "cat ~/.ssh/id_rsa" },
    passes: false,
  },
  { title: "the same tool with a harmless command", tool: "run_command", args: { cmd: "date" }, passes: false },
];

const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);
const SERVER_NAME = "support-desk";

/** The words that start the server by itself, and the same behind Sallyport. */
function serverCommand(): string[] {
  return [Deno.execPath(), ...denoRun(), "-A", `${ROOT}examples/poisoned_server.ts`];
}

function denoRun(): string[] {
  return ["run", "--quiet", "--no-prompt", `--config=${ROOT}deno.json`, "--cached-only", "--frozen"];
}

function guardedCommand(home: string): string[] {
  const own = ["--name", SERVER_NAME, "-c", `${home}/policy.jsonc`, "--project", `${home}/project`];
  // Sallyport itself gets the narrow set of permissions that README shows; it needs no more.
  const variables = ["HOME", "SALLYPORT_HOME", "DENO_PERMISSION_BROKER_PATH", "OTEL_DENO", "DENO_DIR"];
  const passed = ["LOGNAME", "PATH", "SHELL", "TERM", "USER"];
  return [
    Deno.execPath(),
    ...denoRun(),
    "--node-modules-dir=none",
    `--allow-read=${home}`,
    `--allow-write=${home}/sallyport`,
    `--allow-env=${[...variables, ...passed].join(",")}`,
    `--allow-run=${Deno.execPath()},kill`,
    `${ROOT}main.ts`,
    ...own,
    "--pass-env",
    "DENO_DIR",
    "--",
    ...serverCommand(),
  ];
}

async function connect(command: readonly string[], env: Record<string, string>, cwd: string) {
  const [program = "", ...args] = command;
  const transport = new StdioClientTransport({ command: program, args, env, cwd, stderr: "pipe" });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => stderr += new TextDecoder().decode(chunk));
  const client = new Client({ name: "demo", version: "1.0.0" });
  await client.connect(transport);
  return { client, stderr: () => stderr };
}

function textOf(result: unknown): string {
  if (typeof result !== "object" || result === null || !("content" in result)) return "";
  const { content } = result;
  const [first]: unknown[] = Array.isArray(content) ? content : [];
  return typeof first === "object" && first !== null && "text" in first ? String(first.text) : "";
}

function isError(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

function say(text = ""): void {
  console.log(text);
}

/** The environment of the demo's processes: a home of its own, so that the person's is not touched. */
function environment(home: string): Record<string, string> {
  const env: Record<string, string> = { SALLYPORT_HOME: `${home}/sallyport` };
  for (const name of ["PATH", "HOME", "DENO_DIR"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

async function showBare(home: string): Promise<void> {
  const { client } = await connect(serverCommand(), environment(home), home);
  say("What the server advertises:");
  for (const { name, description } of (await client.listTools()).tools) say(`  ${name}: ${description}`);
  await client.close();
}

async function runCases(home: string): Promise<number> {
  const { client, stderr } = await connect(guardedCommand(home), environment(home), `${home}/project`);
  say("\nWhat the client sees behind Sallyport:");
  for (const { name, description } of (await client.listTools()).tools) say(`  ${name}: ${description}`);
  say();
  let good = 0;
  for (const { title, tool, args, passes } of CASES) {
    const result = await client.callTool({ name: tool, arguments: args });
    const text = textOf(result);
    const isBlocked = isError(result) && text.startsWith("blocked: ");
    const behaves = passes ? !isError(result) && text !== "" : isBlocked;
    if (behaves) good++;
    say(`${behaves ? "ok  " : "BAD "} ${title}`);
    say(`       ${tool}(${JSON.stringify(args)})`);
    say(`       -> ${text}`);
  }
  await client.close();
  if (stderr().includes("run_command was reached")) {
    say("BAD  the server's run_command was reached");
    good = 0;
  }
  return good;
}

/** Shows the log as a person would ask for it, and verifies it. */
async function showAudit(home: string): Promise<boolean> {
  say("\nThe audit log (sallyport audit show, sallyport audit verify):");
  const shown = await audit(home, "show", "--last", "all");
  const verified = await audit(home, "verify");
  say(`${shown}\n${verified.split("\n\n")[0]}`);
  return shown !== "" && !verified.includes("broken");
}

async function audit(home: string, ...words: readonly string[]): Promise<string> {
  const permissions = [`--allow-read=${home}/sallyport`, "--allow-env=HOME,SALLYPORT_HOME"];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...denoRun(), ...permissions, `${ROOT}main.ts`, "audit", ...words],
    env: environment(home),
    clearEnv: true,
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}

async function main(): Promise<number> {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-demo-" }));
  try {
    await Deno.mkdir(`${home}/project`);
    await Deno.copyFile(`${ROOT}examples/demo_policy.jsonc`, `${home}/policy.jsonc`);
    await showBare(home);
    say("\nThe policy:");
    say((await Deno.readTextFile(`${home}/policy.jsonc`)).replace(/^/gm, "  ").trimEnd());
    const good = await runCases(home);
    const isLogged = await showAudit(home);
    say(`\n${good}/${CASES.length} cases behaved as required`);
    return good === CASES.length && isLogged ? 0 : 1;
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main());
