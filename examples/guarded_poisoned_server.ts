/**
 * The poisoned server, bare and behind Sallyport, as the examples start and call it.
 *
 * @module
 */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** Where this copy is. */
export const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);
const SERVER_NAME = "support-desk";

/** The words that start the server by itself, and the same behind Sallyport. */
export function serverCommand(): string[] {
  return [Deno.execPath(), ...denoRun(), "-A", `${ROOT}examples/poisoned_server.ts`];
}

/** How a program of this copy is started, before its permissions. */
export function denoRun(): string[] {
  return ["run", "--quiet", "--no-prompt", `--config=${ROOT}deno.json`, "--cached-only", "--frozen"];
}

/** The words that start Sallyport with a policy of `home`, in front of the server. */
export function guardedCommand(home: string): string[] {
  const own = ["--name", SERVER_NAME, "-c", `${home}/policy.jsonc`, "--project", `${home}/project`];
  // Sallyport itself gets the narrow set of permissions that README shows; it needs no more.
  const variables = ["HOME", "SALLYPORT_HOME", "DENO_PERMISSION_BROKER_PATH", "OTEL_DENO", "DENO_DIR"];
  const passed = ["LOGNAME", "PATH", "SHELL", "TERM", "USER"];
  return [
    Deno.execPath(),
    ...denoRun(),
    "--node-modules-dir=none",
    `--allow-read=${home},/etc/sallyport`,
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

/** A client and what its server wrote on stderr. */
export interface Connected {
  readonly client: Client;
  stderr(): string;
}

/** Starts a command and speaks MCP with it. */
export async function connect(
  command: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<Connected> {
  const [program = "", ...args] = command;
  const transport = new StdioClientTransport({ command: program, args, env, cwd, stderr: "pipe" });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => stderr += new TextDecoder().decode(chunk));
  const client = new Client({ name: "demo", version: "1.0.0" });
  await client.connect(transport);
  return { client, stderr: () => stderr };
}

/** The first text of a tool result. */
export function textOf(result: unknown): string {
  if (typeof result !== "object" || result === null || !("content" in result)) return "";
  const { content } = result;
  const [first]: unknown[] = Array.isArray(content) ? content : [];
  return typeof first === "object" && first !== null && "text" in first ? String(first.text) : "";
}

/** Whether a tool result says that the call failed. */
export function isError(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

/** The environment of the processes: a home of its own, so that the person's is not touched. */
export function environment(home: string): Record<string, string> {
  const env: Record<string, string> = { SALLYPORT_HOME: `${home}/sallyport` };
  for (const name of ["PATH", "HOME", "DENO_DIR"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** The audit log of the sessions of a home, one line a record, for people. */
export async function auditLines(home: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const path of filesBelow(`${home}/sallyport/audit`)) {
    if (!/\d{2}-?.*\.jsonl$/.test(path) || path.endsWith("/ledger.jsonl")) continue;
    for (const line of (await Deno.readTextFile(path)).trim().split("\n")) {
      const { seq, kind, verdict, outcome, answer, detector, method, tool, rule } = JSON.parse(line);
      const what = [
        verdict ?? outcome ?? answer ?? detector,
        method,
        tool,
        rule === undefined ? undefined : `rule ${rule}`,
      ];
      lines.push(`${String(seq).padStart(3)} ${kind.padEnd(8)}${what.filter((part) => part !== undefined).join(" ")}`);
    }
  }
  return lines;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* filesBelow(path);
    else yield path;
  }
}
