/**
 * `sallyport completions`: prints a script that completes our command line in a shell.
 *
 * @module
 */

import { type CliCommand, type CommandEntry, UsageError } from "./command.ts";
import type { CompletionPlace } from "./completion_tree.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";

const USAGE = `Usage: sallyport completions SHELL

Prints what makes SHELL (bash, zsh, fish or powershell) complete the commands,
flags and values of sallyport. Completing runs nothing and asks nobody. To
remove it, remove the file.

Exit code: 0 done, 2 a problem in usage.

Example:
  sallyport completions bash > ~/.local/share/bash-completion/completions/sallyport
`;

/** The command, for the commands of a table. */
export function newCompletions(commands: readonly CommandEntry[]): CliCommand {
  return {
    name: "completions",
    summary: "print what makes a shell complete this command line",
    usage: USAGE,
    run: (args, edge) => runCompletions(args, edge, commands),
  };
}

type Writer = (tree: readonly CompletionPlace[]) => string;

const WRITERS: Readonly<Record<string, () => Promise<Writer>>> = {
  bash: async () => (await import("./completions_bash.ts")).completionsBash,
  zsh: async () => (await import("./completions_zsh.ts")).completionsZsh,
  fish: async () => (await import("./completions_fish.ts")).completionsFish,
  powershell: async () => (await import("./completions_powershell.ts")).completionsPowershell,
};

async function runCompletions(args: readonly string[], edge: Edge, commands: readonly CommandEntry[]): Promise<number> {
  const [shell = ""] = parseFlags(args, { words: 1 }).words;
  const load = Object.hasOwn(WRITERS, shell) ? WRITERS[shell] : undefined;
  if (load === undefined) throw new UsageError("Name a shell", `The shells are: ${Object.keys(WRITERS).join(", ")}`);
  const [write, { completionTree }] = await Promise.all([load(), import("./completion_tree.ts")]);
  edge.out(write(await completionTree(commands)));
  return EXIT.done;
}
