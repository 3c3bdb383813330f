/**
 * `sallyport man`: prints the man page.
 *
 * @module
 */

import type { CliCommand, CommandEntry } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import type { ManPart } from "./man_page.ts";
import { parseFlags } from "./parse_flags.ts";
import { VERSION } from "./version.ts";

const USAGE = `Usage: sallyport man

Prints the man page, in roff, with the help of every command and verb.

Exit code: 0 done, 2 a word or flag too many.

Example:
  sallyport man > ~/.local/share/man/man1/sallyport.1
`;

/** The command, for the commands of a table. */
export function newMan(commands: readonly CommandEntry[]): CliCommand {
  return {
    name: "man",
    summary: "print the man page",
    usage: USAGE,
    run: (args, edge) => runMan(args, edge, commands),
  };
}

async function runMan(args: readonly string[], edge: Edge, commands: readonly CommandEntry[]): Promise<number> {
  parseFlags(args, {});
  const { manPage } = await import("./man_page.ts");
  const { readUsage } = await import("./usage_shape.ts");
  const parts: ManPart[] = [];
  for (const { name, load } of commands) {
    const command = await load();
    const { blocks, verbs } = readUsage(command.usage, name);
    parts.push({ title: name, blocks });
    for (const verb of verbs) {
      const own = await command.usageOf?.([verb]);
      if (own !== undefined) parts.push({ title: `${name} ${verb}`, blocks: readUsage(own, `${name} ${verb}`).blocks });
    }
  }
  edge.out(manPage({ version: VERSION, commands }, parts));
  return EXIT.done;
}
