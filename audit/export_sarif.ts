/**
 * Denials and findings as SARIF 2.1.0 (OASIS), for tools that collect the results of scanners.
 *
 * @module
 */

import { describeRecord } from "./describe_record.ts";
import type { LogRecord } from "./log_record.ts";
import type { LoggedRecord } from "./merge_sessions.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** Rules that are listed; results of others stand without being listed. */
const MAX_RULES = 5000;

/** Writes SARIF in pieces, so that a log of any length becomes one file in little memory. */
export class SarifWriter {
  readonly #version: string;
  readonly #rules = new Set<string>();
  #results = 0;

  /** `version` is Sallyport's. */
  constructor(version: string) {
    this.#version = version;
  }

  /** What stands in front of the results. */
  begin(): string {
    return `{"$schema":${JSON.stringify(SCHEMA)},"version":"2.1.0","runs":[{"results":[`;
  }

  /** A record as a result; empty where it is none: not refused, and no finding. */
  result(logged: LoggedRecord): string {
    const { record } = logged;
    if (!isResult(record)) return "";
    const ruleId = record.kind === "finding"
      ? `${record.detector ?? "detector"}/${record.rule ?? "unknown"}`
      : record.rule ?? "unknown";
    if (this.#rules.size < MAX_RULES) this.#rules.add(ruleId);
    const comma = this.#results++ === 0 ? "" : ",";
    return `${comma}\n${JSON.stringify(resultOf(logged, ruleId))}`;
  }

  /** What stands behind the results. */
  end(): string {
    const rules = [...this.#rules].sort().map((id) => ({ id }));
    const driver = { name: "Sallyport", semanticVersion: this.#version, rules };
    return `\n],"tool":${JSON.stringify({ driver })}}]}\n`;
  }
}

function isResult({ kind, verdict, outcome, redacted }: LogRecord): boolean {
  if (kind === "finding") return true;
  if (kind === "verdict") return verdict !== "allow" && verdict !== "log";
  return kind === "outcome" && (outcome === "refused" || redacted === true);
}

function resultOf({ record, server, file, number }: LoggedRecord, ruleId: string): object {
  const { session, seq, time, tool, method, confidence, observed } = record;
  const { text } = describeRecord(record);
  const isMild = observed === true || record.kind === "finding" && confidence !== "certain" || record.redacted === true;
  return {
    ruleId,
    level: isMild ? "warning" : "error",
    message: { text },
    locations: [{
      physicalLocation: {
        artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: "AUDIT" },
        region: { startLine: number },
      },
      logicalLocations: [{
        name: tool ?? method ?? "message",
        fullyQualifiedName: `${server}/${tool ?? method ?? ""}`,
      }],
    }],
    partialFingerprints: { "sallyportRecord/v1": `${session}:${seq}` },
    properties: { time, server, session, seq },
  };
}
