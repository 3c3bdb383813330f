/**
 * `sallyport audit explain`: one record, with the why.
 *
 * @module
 */

import { builtinRule } from "../../audit/builtin_rule.ts";
import { bytesText, describeRecord } from "../../audit/describe_record.ts";
import { findRule } from "../../audit/find_rule.ts";
import { readKeptPolicy } from "../../audit/kept_policy.ts";
import type { LogRecord } from "../../audit/log_record.ts";
import { shownText } from "../../audit/shown_text.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { findRecord, type FoundRecord } from "./audit_find.ts";
import { UsageError } from "./command.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

const USAGE = `Usage: sallyport audit explain RECORD

Says what happened in one record, and why: by which rule, where that rule stands
in the policy that was in force then (the log keeps its text), what the call
looked like, and how it ended. RECORD is SESSION:NUMBER, as refusals and audit
show print it.

Exit code: 0, 1 there is no such record, 2 a problem in usage.

Example:
  sallyport audit explain 0123456789ab:12
`;

/** The verb. */
export const AUDIT_EXPLAIN: AuditVerb = {
  name: "explain",
  summary: "say what happened in one record, and why",
  usage: USAGE,
  run: runExplain,
};

async function runExplain({ args, edge, home }: AuditCall): Promise<number> {
  const [name] = parseFlags(args, { words: 1 }).words;
  if (name === undefined) throw new UsageError("No record behind audit explain", "Name one, as in 0123456789ab:12");
  const audit = await edge.audit(home);
  const found = await findRecord(audit, name);
  if (found === undefined) {
    reportError(
      edge,
      `There is no record ${name}`,
      "It may have been removed because of its age, or be of another home",
    );
    return EXIT.finding;
  }
  const parts = [
    headText(found),
    argumentText(found.record),
    await whyText({ args, edge, home }, found),
    relatedText(found),
  ];
  edge.out(parts.filter((part) => part !== "").join("\n"));
  return EXIT.done;
}

function headText({ record, server }: FoundRecord): string {
  const { label, text } = describeRecord(record);
  const { session, seq, time, bytes, message, side } = record;
  const place = `Record ${session}:${seq}, ${time.slice(0, 10)} ${time.slice(11, 23)} UTC, server ${
    shownText(server)
  }\n`;
  const from = side === "server" ? "the server" : "the client";
  const what = message === undefined
    ? ""
    : `It was a ${message} of ${from}${bytes === undefined ? "" : `, ${bytesText(bytes)} long`}.\n`;
  return `${place}\n${label}: ${text}\n${what}`;
}

/** What the log keeps of the arguments. */
function argumentText({ args }: LogRecord): string {
  if (args === undefined || Object.keys(args).length === 0) return "";
  const lines = Object.entries(args).map(([name, shape]) => `  ${shownText(name)}: ${shapeText(shape)}\n`);
  return `Its arguments, of which the log keeps no more:\n${lines.join("")}`;
}

function shapeText(shape: unknown): string {
  if (typeof shape === "number") return `${shape} more`;
  if (typeof shape !== "object" || shape === null) return "?";
  const { type, length, value, inside }: { type?: unknown; length?: unknown; value?: unknown; inside?: unknown } =
    shape;
  const unit = type === "string" ? "characters" : "members";
  const size = typeof length === "number" ? ` of ${length} ${unit}` : "";
  const clear = value === undefined ? "" : `, in clear ${shownText(JSON.stringify(value))}`;
  const parts = inside === undefined ? "" : `, in it ${shownText(JSON.stringify(inside))}`;
  return `${shownText(String(type))}${size}${clear}${parts}`;
}

/** Which policy was in force, and what the rule that decided says. */
async function whyText({ edge, home }: AuditCall, { record, policy }: FoundRecord): Promise<string> {
  const { rule, tool } = record;
  if (policy === undefined || !/^[0-9a-f]{64}$/.test(policy)) {
    return "The log does not say which policy was in force.\n";
  }
  const reading = await edge.readText(`${home}/audit/policies/${policy}.jsonc`);
  const meaning = rule === undefined || record.kind === "finding" ? undefined : builtinRule(rule);
  const said = meaning === undefined ? "" : `${meaning}\n`;
  if (!reading.ok) return `${said}The policy in force was ${policy}; its text is not kept here (${reading.why}).\n`;
  const kept = readKeptPolicy(reading.text, policy);
  if (kept === undefined) {
    return `${said}The policy in force was ${policy}; its kept text was changed, and is not used.\n`;
  }
  const project = kept.project === undefined
    ? ""
    : `, and ${shownText(kept.project.source)} of the project (${shownText(kept.project.trust)})`;
  const machine = kept.machine === undefined ? "" : `${shownText(kept.machine.source)} of the machine, `;
  const inForce = `In force was ${machine}${shownText(kept.global.source)}${project}, hash ${policy.slice(0, 12)}.\n`;
  const place = rule === undefined || record.kind === "finding" ? undefined : await findRule(kept, rule, tool);
  if (place === undefined) return `${said}${inForce}`;
  const lines = place.text.split("\n").map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, " "));
  const indent = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  const text = lines.map((line) => `    ${line.slice(indent)}\n`).join("");
  return `${said}${inForce}It stands in ${shownText(place.file)}, line ${place.line}:\n\n${text}`;
}

function relatedText({ related }: FoundRecord): string {
  if (related.length === 0) return "";
  const lines = related.map((other) => {
    const { label, text } = describeRecord(other);
    return `  ${other.session}:${other.seq}  ${label}: ${text}\n`;
  });
  return `What belongs to it:\n${lines.join("")}`;
}
