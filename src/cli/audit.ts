/**
 * `sallyport audit VERB`: verifies, asks and hands on the audit log. Each verb is a file of its own.
 *
 * @module
 */

import { suggest } from "../policy/problem.ts";
import { LogReadError } from "./audit_edge.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { alwaysRead, missingNeeds, needFlags, needSentence } from "./needs.ts";
import { reportError } from "./report.ts";

/** What a verb is given. */
export interface AuditCall {
  /** The words behind the verb. */
  readonly args: readonly string[];
  readonly edge: Edge;
  /** The Sallyport home. */
  readonly home: string;
}

/** One verb. */
export interface AuditVerb {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  run(call: AuditCall): Promise<number>;
}

/** A verb by name; loaded when it is used. */
interface VerbEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<AuditVerb>;
}

const VERBS: readonly VerbEntry[] = [
  {
    name: "verify",
    summary: "say whether the log is whole and unchanged",
    load: async () => (await import("./audit_verify.ts")).AUDIT_VERIFY,
  },
  {
    name: "checkpoint",
    summary: "print one line to keep elsewhere, for verify --against",
    load: async () => (await import("./audit_checkpoint.ts")).AUDIT_CHECKPOINT,
  },
  {
    name: "key",
    summary: "show, export or rotate the key that signs the ledger",
    load: async () => (await import("./audit_key.ts")).AUDIT_KEY,
  },
  {
    name: "show",
    summary: "print records, filtered, newest last",
    load: async () => (await import("./audit_show.ts")).AUDIT_SHOW,
  },
  {
    name: "tail",
    summary: "print records as they are written, of all proxies",
    load: async () => (await import("./audit_tail.ts")).AUDIT_TAIL,
  },
  {
    name: "stats",
    summary: "sum up verdicts, tools, rules, days and times",
    load: async () => (await import("./audit_stats.ts")).AUDIT_STATS,
  },
  {
    name: "explain",
    summary: "say what happened in one record, and why",
    load: async () => (await import("./audit_explain.ts")).AUDIT_EXPLAIN,
  },
  {
    name: "prove",
    summary: "check a guess against the hash of an argument",
    load: async () => (await import("./audit_prove.ts")).AUDIT_PROVE,
  },
  {
    name: "export",
    summary: "write CSV or SARIF, or send to an OTLP collector",
    load: async () => (await import("./audit_export.ts")).AUDIT_EXPORT,
  },
  {
    name: "report",
    summary: "write one HTML page of what happened",
    load: async () => (await import("./audit_report.ts")).AUDIT_REPORT,
  },
  {
    name: "schema",
    summary: "print the JSON Schema of a record",
    load: async () => (await import("./audit_schema.ts")).AUDIT_SCHEMA,
  },
];

const USAGE = `Usage: sallyport audit VERB [FLAGS]

Reads the audit log below the Sallyport home. Nothing is sent anywhere, but by
"export --otlp URL". Needs --allow-read of the home (and --allow-write of it for
checkpoint, key and export --otlp, of the file for report).

${VERBS.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join("\n")}

Each verb has its own help: sallyport audit show --help

Exit code: 0 done, 1 a finding (broken, no match), 2 a problem in usage, or
something that cannot be told.

Example:
  sallyport audit verify
`;

/** The command. */
export const AUDIT: CliCommand = {
  name: "audit",
  summary: "verify, ask and export the audit log",
  usage: USAGE,
  usageOf: async ([name]) => (await VERBS.find((verb) => verb.name === name)?.load())?.usage,
  run: runAudit,
};

async function runAudit(args: readonly string[], edge: Edge): Promise<number> {
  const [name, ...rest] = args;
  const known = VERBS.map((verb) => verb.name);
  const entry = VERBS.find((verb) => verb.name === name);
  if (entry === undefined) {
    if (name === undefined || name.startsWith("-")) {
      throw new UsageError("No verb behind audit", `One of ${known.join(", ")}`);
    }
    const hint = suggest(name, known) ?? `The verbs are: ${known.join(", ")}`;
    throw new UsageError(`Unknown verb ${JSON.stringify(name)} behind audit`, hint);
  }
  const verb = await entry.load();
  const variables = missingNeeds(
    edge,
    alwaysRead(edge).slice(0, 2).map((variable) => ({ kind: "env", name: variable })),
  );
  if (variables.length > 0) return lacking(edge, variables);
  const home = findHome(edge);
  if (!home.ok) {
    reportError(edge, home.message, home.hint);
    return EXIT.problem;
  }
  const folders = missingNeeds(edge, [{ kind: "read", path: home.home }]);
  if (folders.length > 0) return lacking(edge, folders);
  try {
    return await verb.run({ args: rest, edge, home: home.home });
  } catch (error) {
    if (!(error instanceof LogReadError)) throw error;
    reportError(edge, error.message, "Run this as the user whose log it is");
    return EXIT.problem;
  }
}

function lacking(edge: Edge, missing: ReturnType<typeof missingNeeds>): number {
  const flags = needFlags(missing);
  reportError(
    edge,
    `Cannot read the log: ${missing.map(needSentence).join("; ")}`,
    `Add ${flags} to the deno run line`,
  );
  return EXIT.problem;
}
