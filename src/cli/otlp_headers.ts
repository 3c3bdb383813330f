/**
 * Headers for a collector, from `OTEL_EXPORTER_OTLP_HEADERS`: a token on the command line would be for everybody on the
 * machine to see. Source of the form: OpenTelemetry, "Specifying headers via environment variables" (`a=b,c=d`, values
 * percent-encoded).
 *
 * @module
 */

/** The variable. */
export const OTLP_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

const NAME_REGEXP = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE_REGEXP = /^[\t\x20-\x7e]{0,8192}$/;
/** What the request itself says. */
const OWN_NAMES: ReadonlySet<string> = new Set(["content-type", "content-length", "host", "connection"]);

/** The headers in order, or a short phrase that says what is wrong without a value. */
export function readOtlpHeaders(text: string): readonly (readonly [name: string, value: string])[] | string {
  const headers: (readonly [string, string])[] = [];
  for (const part of text.split(",")) {
    if (part.trim() === "") continue;
    const [, name = "", encoded = ""] = /^[ \t]*([^=\s]+)[ \t]*=[ \t]*(.*?)[ \t]*$/.exec(part) ?? [];
    if (!NAME_REGEXP.test(name)) return "a header has no name, or one that no header can have";
    if (OWN_NAMES.has(name.toLowerCase())) return `the header ${name.toLowerCase()} is not for others to set`;
    const value = decoded(encoded);
    if (value === undefined || !VALUE_REGEXP.test(value)) return `the value of ${name} can be no header's`;
    headers.push([name, value]);
  }
  return headers;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
