/**
 * The main job on a real server: an MCP client made with the official SDK talks through the real proxy, as a process, to
 * a real server whose second tool carries an injected order. Exit 1 if any of four cases does not come out as it must.
 *
 *     deno task demo
 *
 * @module
 */

import {
  connect,
  denoRun,
  environment,
  guardedCommand,
  isError,
  ROOT,
  serverCommand,
  textOf,
} from "./guarded_poisoned_server.ts";

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

function say(text = ""): void {
  console.log(text);
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
