/**
 * Records as the body of an OTLP/HTTP logs request in JSON (opentelemetry-proto 1.x: fields in camel case, 64-bit numbers
 * as strings).
 *
 * @module
 */

import { describeRecord } from "./describe_record.ts";
import type { LogRecord } from "./log_record.ts";

/** A record and the name of its server. */
export interface OtlpRecord {
  readonly record: LogRecord;
  readonly server: string;
}

/** Severity numbers of the log data model: INFO, WARN, ERROR. */
const SEVERITY = {
  good: { number: 9, text: "INFO" },
  plain: { number: 9, text: "INFO" },
  warning: { number: 13, text: "WARN" },
  bad: { number: 17, text: "ERROR" },
} as const;

/** The body for some records; `version` is Sallyport's. Arguments are left out. */
export function otlpBody(records: readonly OtlpRecord[], version: string): string {
  const logRecords = records.map(logRecordOf);
  const scope = { name: "sallyport.audit", version };
  const resource = { attributes: [attribute("service.name", "sallyport"), attribute("service.version", version)] };
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] });
}

function logRecordOf({ record, server }: OtlpRecord): object {
  const { weight, text } = describeRecord(record);
  const severity = SEVERITY[weight];
  const { time, ...rest } = record;
  const attributes = [attribute("sallyport.server", server)];
  for (const [key, value] of Object.entries(rest)) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      if (key !== "server") attributes.push(attribute(`sallyport.${key}`, value));
    }
  }
  return {
    timeUnixNano: `${epochMs(time)}000000`,
    severityNumber: severity.number,
    severityText: severity.text,
    body: { stringValue: text },
    attributes,
  };
}

function attribute(key: string, value: string | number | boolean): object {
  if (typeof value === "string") return { key, value: { stringValue: value.toWellFormed() } };
  if (typeof value === "boolean") return { key, value: { boolValue: value } };
  return { key, value: Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
}

const MS_PER_DAY = 86_400_000;

/** Milliseconds since 1970 of a record's time, by the Gregorian calendar. */
function epochMs(time: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = time.split(/[-T:.Z]/).map(Number);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = era * 146_097 + dayOfEra - 719_468;
  return days * MS_PER_DAY + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
}
