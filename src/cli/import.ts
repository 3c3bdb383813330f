/**
 * `sallyport import`: prints a configuration of another firewall as a policy of ours.
 *
 * @module
 */

import type { Reader } from "../policy/file/reader.ts";
import { readTree } from "../policy/file/read_policy.ts";
import { loadPolicy } from "../policy/load_policy.ts";
import { formatConversion } from "../policy/mcpwall/format_conversion.ts";
import { toPolicy } from "../policy/mcpwall/to_policy.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError, reportProblems } from "./report.ts";

const USAGE = `Usage: sallyport import FILE

Prints FILE, a configuration of mcpwall (YAML or JSON), as a policy: first match
first, as documented there, and stricter where mcpwall lets through what it did
not look at. What cannot be carried over is told with its line, and nothing is
printed. The proxy and check take such a file with -c, too.

Exit code: 0 done, 2 a problem.

Example:
  sallyport import mcpwall.yml > ~/.sallyport/sallyport.jsonc
`;

/** The command. */
export const IMPORT: CliCommand = {
  name: "import",
  summary: "print a configuration of mcpwall as a policy",
  usage: USAGE,
  run: runImport,
};

/** Stands for whoever will use the policy: what is checked is that every pattern compiles. */
const ANYBODY = { home: "/home/user", projectDir: "/home/user/project", tmpdir: "/tmp" };

async function runImport(args: readonly string[], edge: Edge): Promise<number> {
  const { words: [file] } = parseFlags(args, { words: 1 });
  if (file === undefined) throw new UsageError("Name the file to import", "Usage: sallyport import FILE");
  const path = edge.absolute(file);
  const reading = await edge.readText(path);
  if (!reading.ok) {
    reportError(edge, `Cannot read ${JSON.stringify(file)}: ${reading.why}`, "Name a configuration file of mcpwall");
    return EXIT.problem;
  }
  const { tree, problems } = await readTree(file, reading.text);
  if (tree === undefined) return reportFaults(edge, problems);
  if (tree.type !== "object" || !tree.members.some(({ key }) => key === "settings")) {
    const hint = 'One of mcpwall has "settings"; a policy of ours needs no import';
    reportError(edge, `${JSON.stringify(file)} is no configuration of mcpwall`, hint);
    return EXIT.problem;
  }
  const reader: Reader = { file, problems: [] };
  const conversion = toPolicy(reader, tree);
  if (reader.problems.length > 0) return reportFaults(edge, reader.problems);
  const { problems: faults } = await loadPolicy({ kind: "file", path: file }, {
    readText: () => Promise.resolve(reading),
    packs: new Map(),
    variables: ANYBODY,
    server: "server",
    command: [],
  });
  if (faults.length > 0) return reportFaults(edge, faults);
  edge.out(formatConversion(conversion));
  return EXIT.done;
}

function reportFaults(edge: Edge, problems: Parameters<typeof reportProblems>[1]): number {
  reportProblems(edge, problems);
  return EXIT.problem;
}
