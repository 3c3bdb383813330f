/**
 * `sallyport audit report`: the log as one HTML page, with the answers of verify on top.
 *
 * @module
 */

import { mergeSessions } from "../../audit/merge_sessions.ts";
import { newMatcher } from "../../audit/query.ts";
import { ReportCollector } from "../../audit/report/report_collector.ts";
import { reportPage } from "../../audit/report/report_page.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { QUERY_LISTS, QUERY_USAGE, readQuery } from "./audit_query.ts";
import { NOT_PROVED, verifyAsked } from "./audit_verify.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { missingNeeds, needFlags, needSentence } from "./needs.ts";
import { type Flags, parseFlags } from "./parse_flags.ts";
import { momentOf } from "./read_moment.ts";
import { reportError, reportNote } from "./report.ts";
import { VERSION } from "./version.ts";

const USAGE = `Usage: sallyport audit report -o FILE [--force] [FILTERS] [WORD...]

Writes one HTML page that needs nothing else: whether the log is whole, what was
decided when, by tool, server and rule, findings, approvals, changed
definitions, slow answers, and a table to search of what was refused, asked,
redacted or found (the latest 2000). It loads nothing and holds no argument's
value. The whole log is verified, whatever the filters say.

  -o, --output FILE    where the page goes, readable by you alone; - is stdout
  --force              replaces a file that is there
  --against LINE|FILE  a checkpoint that you kept elsewhere, or a file of them
  --key PUB            the public key that must have signed; default: that of
                       this home
${QUERY_USAGE}

Needs --allow-write of FILE (with --force, of its folder). Exit code: 0 the page
is written, 1 it is written and says that the log is broken, 2 a problem in
usage, or the page cannot be written.

Example:
  sallyport audit report -o report.html --since 7d
`;

/** The verb. */
export const AUDIT_REPORT: AuditVerb = {
  name: "report",
  summary: "write one HTML page of what happened",
  usage: USAGE,
  run: runReport,
};

const MAX_WORDS = 20;

async function runReport(call: AuditCall): Promise<number> {
  const { args, edge, home } = call;
  const flags = parseFlags(withStdout(args), {
    lists: [...QUERY_LISTS, "against"],
    values: ["since", "until", "output", "key"],
    switches: ["force"],
    short: { o: "output" },
    words: MAX_WORDS,
  });
  const output = readOutput(flags, { edge, home });
  // Said before the log is read: that can take a minute.
  const problem = output === "-" ? undefined : problemOf(edge, output, flags.switches.has("force"));
  if (problem !== undefined) {
    reportError(edge, `Cannot write ${JSON.stringify(output)}: ${problem.why}`, problem.hint);
    return EXIT.problem;
  }
  const audit = await edge.audit(home);
  const matcher = newMatcher(readQuery(flags, audit.nowMs()));
  const verification = await verifyAsked(call, flags, { since: undefined });
  const collector = new ReportCollector();
  const files = (await audit.files()).filter((file) => matcher.file(file));
  for await (const batch of mergeSessions(files, (file) => audit.lines(file))) {
    for (const logged of batch) {
      if (matcher.record(logged.record, logged.line, logged.server)) collector.add(logged);
    }
  }
  const page = reportPage({
    data: collector.report(),
    verification,
    notProved: NOT_PROVED,
    version: VERSION,
    madeAt: momentOf(audit.nowMs()),
    filters: filtersOf(flags),
  });
  if (output === "-") edge.out(page);
  else if (!await write(edge, { output, page, isNew: !flags.switches.has("force") })) return EXIT.problem;
  return verification.verdicts.some(({ state }) => state === "broken") ? EXIT.finding : EXIT.done;
}

/** Joins `-o -` to one word: a lone dash behind a flag is not taken for its value. */
function withStdout(args: readonly string[]): string[] {
  const isFlag = (word: string | undefined) => word === "-o" || word === "--output";
  return args.flatMap((word, index) => {
    if (isFlag(word) && args[index + 1] === "-") return ["--output=-"];
    return word === "-" && isFlag(args[index - 1]) ? [] : [word];
  });
}

/** The path of the page, or `-`. */
function readOutput(flags: Flags, { edge, home }: { readonly edge: Edge; readonly home: string }): string {
  const output = flags.values["output"];
  if (output === undefined) throw new UsageError("No file to write to", "Name it: -o report.html, or -o - for stdout");
  if (output === "-") return output;
  const path = edge.absolute(output);
  if (`${path}/`.startsWith(`${home}/`)) {
    throw new UsageError(`${JSON.stringify(output)} is in the Sallyport home`, "Name a file elsewhere");
  }
  return path;
}

interface WriteProblem {
  readonly why: string;
  readonly hint: string;
}

function problemOf(edge: Edge, path: string, isForced: boolean): WriteProblem | undefined {
  const folder = path.replace(/[\\/][^\\/]*$/, "") || "/";
  const missing = missingNeeds(edge, [{ kind: "write", path: isForced ? folder : path }]);
  if (missing.length > 0) {
    return { why: missing.map(needSentence).join("; "), hint: `Add ${needFlags(missing)} to the deno run line` };
  }
  if (edge.kindOf(folder) === "nothing") return { why: "its folder does not exist", hint: "Make the folder first" };
  const kind = edge.kindOf(path);
  if (kind === "folder") return { why: "it is a folder", hint: "Name a file in it" };
  return kind === "file" && !isForced
    ? { why: "it is there already", hint: "Name another file, or replace it with --force" }
    : undefined;
}

async function write(
  edge: Edge,
  { output, page, isNew }: { readonly output: string; readonly page: string; readonly isNew: boolean },
): Promise<boolean> {
  const why = await edge.writePrivate(output, page, { isNew });
  if (why === undefined) reportNote(edge, `wrote ${JSON.stringify(output)}`);
  else reportError(edge, `Cannot write ${JSON.stringify(output)}: ${why}`, "Name another file");
  return why === undefined;
}

/** What was asked for, in the words of the command line. */
function filtersOf({ lists, values, words }: Flags): string | undefined {
  const given = [
    ...QUERY_LISTS.flatMap((name) => (lists[name] ?? []).map((value) => `--${name} ${value}`)),
    ...["since", "until"].flatMap((name) => values[name] === undefined ? [] : [`--${name} ${values[name]}`]),
    ...words,
  ];
  return given.length === 0 ? undefined : given.join(" ");
}
