/**
 * From words to an exit code: finds the subcommand and runs it. Whatever is thrown is told in one sentence.
 *
 * @module
 */

import { suggest } from "../policy/problem.ts";
import { UsageError } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { reportError } from "./report.ts";
import { VERSION, versionText } from "./version.ts";

/** The help of the whole program. */
export function mainUsage(): string {
  const list = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(13)}${summary}`).join("\n");
  return `Sallyport ${VERSION}: a firewall for MCP servers.

Usage: sallyport [FLAGS] -- CMD [ARG...]
       sallyport COMMAND [FLAGS]

${list}

  --help         this text, or that of a command: sallyport check --help
  --version      the version

Example:
  sallyport -- npx -y @modelcontextprotocol/server-filesystem ~/projects
`;
}

/** Runs the words of a command line; returns the exit code. The commit is what `--version` says it was built from. */
export async function run(args: readonly string[], edge: Edge, commit?: string): Promise<number> {
  try {
    return await dispatch(args, edge, commit);
  } catch (error) {
    if (error instanceof UsageError) {
      reportError(edge, error.message, error.hint);
      return EXIT.problem;
    }
    const own = ownFileRefused(error, edge);
    if (own !== undefined) {
      reportError(
        edge,
        "Refusing to start: Deno may not read Sallyport's own program",
        `Add --allow-read=${own} to the deno run line`,
      );
      return EXIT.problem;
    }
    const what = error instanceof Error ? `${error.name}: ${error.message}` : "something that is no error was thrown";
    reportError(edge, `Sallyport failed: ${what.replace(/\p{Cc}/gu, " ")}`, "This is a bug; nothing was let through");
    return EXIT.problem;
  }
}

/** The program's folder, where Deno was told to load it piece by piece and may not. */
function ownFileRefused(error: unknown, { program }: Edge): string | undefined {
  if (program.kind === "compiled" || !(error instanceof Error)) return undefined;
  const [, path] = /^Requires read access to "([^"]+)"/.exec(error.message) ?? [];
  const folder = program.main.replace(/[\\/][^\\/]*$/, "");
  return path?.startsWith(folder) === true ? folder : undefined;
}

async function dispatch(args: readonly string[], edge: Edge, commit: string | undefined): Promise<number> {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  const [first] = own;
  const entry = COMMANDS.find(({ name }) => name === first);
  const flags = entry === undefined ? own : own.slice(1);
  if (flags.includes("--help") || flags.includes("-h") || first === "help") {
    const named = COMMANDS.find(({ name }) => name === (first === "help" ? own[1] : first));
    const command = await named?.load();
    edge.out(await command?.usageOf?.(flags) ?? command?.usage ?? mainUsage());
    return EXIT.done;
  }
  if (entry !== undefined) return await (await entry.load()).run(args.slice(1), edge);
  if (own.length === 1 && (first === "--version" || first === "-V")) {
    edge.out(`${versionText(commit)}\n`);
    return EXIT.done;
  }
  if (args.length === 0) return noWords(edge);
  if (first !== undefined && !first.startsWith("-")) {
    const known = COMMANDS.map(({ name }) => name);
    const hint = suggest(first, known) ?? `The commands are: ${known.join(", ")}; a server's command stands behind --`;
    throw new UsageError(`Unknown command ${JSON.stringify(first)}`, hint);
  }
  const proxy = COMMANDS.find(({ name }) => name === "proxy");
  return proxy === undefined ? EXIT.problem : await (await proxy.load()).run(args, edge);
}

/** Started bare, a person wants to know how; a client's pipe wants to hear of its mistake. */
function noWords(edge: Edge): number {
  if (!edge.terminals().stdin) throw new UsageError("No server command", "Put it behind --: sallyport -- CMD");
  edge.out(mainUsage());
  return EXIT.done;
}
