/**
 * `sallyport learn drift`: what the audit log and the policy in force disagree on.
 *
 * @module
 */

import { type Drift, findDrift } from "../../learn/drift.ts";
import { compileGlob, isGlob } from "../guards/glob.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { daysBefore } from "./learn_forget.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";
import { start } from "./start.ts";

/** The entries are looked at when so many days have passed without use. */
const UNUSED_DAYS = "30";

/** Prints what disagrees; ends with 1 when anything does. */
export async function learnDrift(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: ["config", "name", "project", "unused-days"],
    lists: ["from"],
    switches: ["json"],
    short: { c: "config" },
  });
  const days = flags.values["unused-days"] ?? UNUSED_DAYS;
  if (!/^\d{1,5}$/.test(days)) throw new UsageError("--unused-days is no number of days", "As in --unused-days 30");
  const { config, project, name } = flags.values;
  const started = await start(edge, { config, project, server: name ?? "server", command: [] });
  if (!started.ok) return started.exit;
  const { inForce, where } = started;
  const from = flags.lists["from"] ?? [];
  const files = from.length > 0 ? from.map((file) => edge.absolute(file)) : auditFiles(edge, `${where.home}/audit`);
  const texts: string[] = [];
  for (const file of files) {
    const reading = await edge.readText(file);
    if (reading.ok) texts.push(reading.text);
    else reportError(edge, `Cannot read ${JSON.stringify(file)}: ${reading.why}`, "It is left out");
  }
  const drifts = findDrift({
    texts,
    server: name,
    entries: [...inForce.global.policy.tools.byName.values()].filter(({ action }) => action === "allow").map((
      { key },
    ) => key),
    since: daysBefore(edge.today(), Number(days)),
    matches: matchesName,
  });
  if (flags.switches.has("json")) edge.out(`${JSON.stringify({ drifts })}\n`);
  else edge.out(drifts.length === 0 ? "no drift\n" : drifts.map((drift) => `${lineOf(drift)}\n`).join(""));
  return drifts.length > 0 ? EXIT.finding : EXIT.done;
}

function matchesName(entry: string, tool: string): boolean {
  if (!isGlob(entry)) return entry === tool;
  const glob = compileGlob(entry, "name");
  return !("fault" in glob) && glob.matches(tool);
}

/** Files are in folders by year, month and day. */
function auditFiles(edge: Edge, folder: string): string[] {
  return edge.list(folder).flatMap((name): string[] => {
    const path = `${folder}/${name}`;
    if (/^\d+$/.test(name)) return auditFiles(edge, path);
    return name.endsWith(".jsonl") ? [path] : [];
  });
}

function lineOf({ kind, what, count, sessions, pointer, condition, change }: Drift): string {
  const name = JSON.stringify(what.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").slice(0, 80));
  const place = pointer === undefined ? "" : ` at ${pointer.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").slice(0, 80)}`;
  const by = condition === undefined ? "" : ` (${condition})`;
  const times = kind === "unused" ? "" : ` ${count} times in ${sessions} sessions`;
  const said = { refused: "refused", new: "has no entry and was refused", unused: "is allowed and was not used" }[kind];
  return `${name} ${said}${place}${by}${times}: ${change}`;
}
