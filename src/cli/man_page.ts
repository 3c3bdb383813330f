/**
 * The man page, in roff with the macros of man(7), made from the help texts.
 *
 * @module
 */

import type { UsageBlock, UsageItem } from "./usage_shape.ts";

/** A part of the page: a command or a verb, and the blocks of its help. */
export interface ManPart {
  readonly title: string;
  readonly blocks: readonly UsageBlock[];
}

/** What stands at the head of the page. */
export interface ManHead {
  readonly version: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
}

/** Writes the page. */
export function manPage({ version, commands }: ManHead, parts: readonly ManPart[]): string {
  return [
    `.TH SALLYPORT 1 "" "sallyport ${escapeLine(version)}" "User Commands"`,
    ".SH NAME",
    String.raw`sallyport \- a firewall for MCP servers`,
    ".SH SYNOPSIS",
    String.raw`.B sallyport`,
    String.raw`[\fIFLAGS\fR] \-\- \fICMD\fR [\fIARG\fR...]`,
    ".br",
    ".B sallyport",
    String.raw`\fICOMMAND\fR [\fIFLAGS\fR]`,
    ".SH DESCRIPTION",
    "Stands between an MCP client and a server, judges every message both ways by a policy, and writes an audit log that",
    "shows when somebody changed it.",
    ".SH COMMANDS",
    ...commands.flatMap(({ name, summary }) => item({ label: name, text: summary })),
    ".SH DETAILS",
    ...parts.flatMap(({ title, blocks }) => [`.SS ${escapeLine(title)}`, ...blocks.flatMap(blockLines)]),
    ".SH FILES",
    ...item({ label: "~/.sallyport", text: "The home: policy, trust, pins, observations and the audit log." }),
    ".SH ENVIRONMENT",
    ...item({ label: "SALLYPORT_HOME", text: "Another home." }),
    ...item({ label: "NO_COLOR", text: "No colours." }),
    "",
  ].join("\n");
}

function blockLines(block: UsageBlock): string[] {
  switch (block.kind) {
    case "synopsis":
      return [".nf", ...block.lines.map(escapeLine), ".fi"];
    case "list":
      return block.items.flatMap(item);
    case "text":
      return [".PP", escapeLine(block.text)];
    case "example":
      return [".PP", "Example:", ".PP", ".nf", ".RS 4", ...block.lines.map(escapeLine), ".RE", ".fi"];
  }
}

function item({ label, text }: UsageItem): string[] {
  return [".TP", `.B ${escapeLine(label)}`, escapeLine(text)];
}

/** A line that roff takes for text: no request, no escape, and dashes that can be copied. */
function escapeLine(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll('"', "\\(dq")
    .replaceAll("~", "\\(ti").replaceAll("^", "\\(ha").replaceAll("`", "\\(ga").replaceAll("'", "\\(aq");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
