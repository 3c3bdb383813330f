/**
 * `sallyport allow`: the smallest change of the policy that would have admitted a call that was refused. It is shown,
 * never made: what was refused is let in by a person's hand alone.
 *
 * @module
 */

import { argumentShapes } from "../../audit/argument_shape.ts";
import { builtinRule } from "../../audit/builtin_rule.ts";
import type { LogRecord } from "../../audit/log_record.ts";
import { shownText } from "../../audit/shown_text.ts";
import { MAX_DEPTH } from "../firewall/judge.ts";
import { formatJson } from "../jsonrpc/format_json.ts";
import { isJsonObject, type Json } from "../jsonrpc/json.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { formatPath } from "../policy/pointer.ts";
import { findRecord, type FoundRecord } from "./audit_find.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

const USAGE = `Usage: sallyport allow --from RECORD [--args JSON]

Shows the smallest change of your policy that would have admitted the call of
RECORD (SESSION:NUMBER, as refusals and audit show print it). Nothing is
changed: read it, then put it into the policy yourself.

  --from RECORD        the record of the refusal
  --args JSON          the call's arguments; only these values are admitted. The
                       log keeps hashes: they must be what was refused

Exit code: 0 a change is shown, 1 no policy can allow it, 2 a problem.

Example:
  sallyport allow --from 0123456789ab:12
`;

/** The command. */
export const ALLOW: CliCommand = {
  name: "allow",
  summary: "show the smallest change that would admit a refused call",
  usage: USAGE,
  run: runAllow,
};

async function runAllow(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["from", "args"] });
  const name = flags.values["from"];
  if (name === undefined) throw new UsageError("No record", "Write sallyport allow --from SESSION:NUMBER");
  const home = findHome(edge);
  if (!home.ok) {
    reportError(edge, home.message, home.hint);
    return EXIT.problem;
  }
  const audit = await edge.audit(home.home);
  const found = await findRecord(audit, name);
  const refused = found === undefined ? undefined : verdictOf(found);
  if (found === undefined || refused === undefined) {
    const what = found === undefined ? `There is no record ${name}` : `Record ${name} is no refusal of a request`;
    reportError(edge, what, "audit show lists them: sallyport audit show --verdict deny");
    return EXIT.problem;
  }
  const given = flags.values["args"];
  const values = given === undefined ? undefined : readArguments(given, refused, await audit.installKey());
  if (typeof values === "string") {
    reportError(edge, values, "Without --args the change admits any value of these arguments");
    return EXIT.problem;
  }
  return showChange(edge, found, refused, values);
}

/** The verdict that refused: the record itself, or that on the request it is about. */
function verdictOf({ record, related }: FoundRecord): LogRecord | undefined {
  return [record, ...related].find(({ kind, verdict, side }) =>
    kind === "verdict" && side === "client" && (verdict === "deny" || verdict === "ask")
  );
}

/** The arguments, if they are those of the record; else a sentence. */
function readArguments(
  text: string,
  { args = {} }: LogRecord,
  key: Uint8Array | undefined,
): Readonly<Record<string, Json>> | string {
  const parsed = parseJson(text, { maxDepth: MAX_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value)) return "--args is no JSON object";
  if (key === undefined) return "This home has no key for the hashes of arguments";
  const given = parsed.value;
  const shapes: Readonly<Record<string, unknown>> = JSON.parse(argumentShapes(given, key));
  const names = Object.keys(shapes);
  const isSame = names.length === Object.keys(args).length && names.every((name) => {
    const hmac = hmacOf(shapes[name]);
    return hmac !== undefined && hmac === hmacOf(args[name]);
  });
  return isSame ? given : "These are not the arguments of that record";
}

function hmacOf(shape: unknown): unknown {
  return typeof shape === "object" && shape !== null && "hmac" in shape ? shape.hmac : undefined;
}

function showChange(
  edge: Edge,
  { server }: FoundRecord,
  refused: LogRecord,
  values: Readonly<Record<string, Json>> | undefined,
): number {
  const { rule = "", tool, method = "", session, seq } = refused;
  edge.out(`Record ${session}:${seq} was refused by rule ${shownText(rule)}.\n`);
  if (rule === "default/deny" || rule === "default/ask") {
    if (values === undefined && Object.keys(refused.args ?? {}).some((name) => /^[#+]/.test(name))) {
      reportError(edge, "The log keeps a hash of an argument's odd name", "Give the arguments by --args");
      return EXIT.problem;
    }
    return printMember(edge, tool === undefined ? ["methods", method] : ["tools", tool], entryOf(refused, values));
  }
  if (rule === "tool/definition" || rule.startsWith("pin/")) {
    edge.out(`Its definition waits for you: sallyport pins accept ${shownText(server)} ${shownText(tool ?? "")}\n`);
    return EXIT.done;
  }
  if (/^(?:tool\/(?:entry|condition|argument|required)|method\/(?:entry|condition|argument|required))$/.test(rule)) {
    const { pointer, condition } = refused;
    const where = pointer === undefined ? "" : ` at ${shownText(pointer)}`;
    const by = condition === undefined ? "" : `, condition ${shownText(condition)}`;
    edge.out(
      `Your entry for ${shownText(tool ?? method)} says no${where}${by}. Change that entry, if it is too narrow.\n`,
    );
    return EXIT.done;
  }
  if (rule.includes("/")) {
    edge.out(`${builtinRule(rule) ?? "That is not for a policy to allow."} No change of a policy is shown for it.\n`);
    return EXIT.finding;
  }
  const suppression = { rule, ...tool === undefined ? {} : { tool: escapeGlob(tool) }, until: monthFrom(edge.today()) };
  edge.out(`This lifts the rule for every call${tool === undefined ? "" : " of that tool"}, for a month:\n\n`);
  edge.out(`+ "suppress": [${formatJson(suppression)}]\n`);
  return EXIT.done;
}

function printMember(edge: Edge, [list, key]: readonly [string, string], entry: Json): number {
  edge.out(`Add this to your policy, inside "${list}" where there is one:\n\n`);
  edge.out(`+ "${list}": {\n+   ${JSON.stringify(escapeGlob(key))}: ${formatJson(entry)}\n+ }\n`);
  return EXIT.done;
}

/** An entry for exactly this call: its arguments and no others, and their values where these are known. */
function entryOf({ args = {} }: LogRecord, values: Readonly<Record<string, Json>> | undefined): Json {
  const names = Object.keys(values ?? args);
  const keyed = (name: string) => /^[@/*]/.test(name) ? formatPath([name]) : name;
  const conditions = names.map((name) => {
    const value = values?.[name];
    return [keyed(name), value === undefined ? {} : { equals: value }] as const;
  });
  return { args: Object.fromEntries(conditions), ...names.length === 0 ? {} : { required: names.map(keyed) } };
}

function escapeGlob(name: string): string {
  return name.replace(/[\\*?[\]{}]/g, "\\$&");
}

/** The same day of the next month, as `2026-12-28`; every month has 28 days. */
function monthFrom(today: string): string {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return [nextYear, nextMonth, Math.min(day, 28)].map((part) => String(part).padStart(2, "0")).join("-");
}
