/**
 * Sends the log to an OTLP collector, in batches, and remembers how far that came: what was sent is not sent again, and
 * what was not is.
 *
 * @module
 */

import { otlpBody, type OtlpRecord } from "../../audit/export_otlp.ts";
import { readLogRecord } from "../../audit/log_record.ts";
import type { Matcher } from "../../audit/query.ts";
import { sessionFileParts } from "../../audit/session_file.ts";
import { sha256Hex } from "../hash/sha256.ts";
import type { AuditEdge } from "./audit_edge.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { missingNeeds, needFlags, needSentence } from "./needs.ts";
import { OTLP_HEADERS, readOtlpHeaders } from "./otlp_headers.ts";
import { reportError, reportNote } from "./report.ts";
import { VERSION } from "./version.ts";

/** What to send, and where. */
export interface OtlpExport {
  readonly edge: Edge;
  readonly home: string;
  readonly audit: AuditEdge;
  readonly url: string;
  readonly matcher: Matcher;
}

const BATCH_RECORDS = 1000;
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** What a collector says when it may take the same later (OTLP specification, "OTLP/HTTP Response"). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends what was not sent to this URL before; returns the exit code. */
export async function sendOtlp(given: OtlpExport): Promise<number> {
  const { edge, home, url } = given;
  const host = hostOf(url);
  const missing = missingNeeds(edge, [{ kind: "net", host }, { kind: "write", path: home }]);
  if (missing.length > 0) {
    const hint = `Add ${needFlags(missing)} to the deno run line; nothing else of Sallyport needs the network`;
    reportError(edge, `Cannot export: ${missing.map(needSentence).join("; ")}`, hint);
    return EXIT.problem;
  }
  const headers = readOtlpHeaders(edge.env(OTLP_HEADERS) ?? "");
  if (typeof headers === "string") {
    throw new UsageError(
      `Cannot read ${OTLP_HEADERS}: ${headers}`,
      "Write name=value,name=value, values percent-encoded",
    );
  }
  const path = `${home}/otlp/${sha256Hex(url).slice(0, 16)}.json`;
  const sender = new Sender({ ...given, headers }, await readCursor(edge, path, url), path);
  const why = await sender.run();
  if (why !== undefined) {
    reportError(edge, `Cannot export to ${url}: ${why}`, "Run it again: it goes on behind what was taken");
  }
  reportNote(edge, `${sender.sent} records were taken by ${host}`);

  return why === undefined ? EXIT.done : EXIT.finding;
}

function hostOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== "" || parsed.password !== "") {
    throw new UsageError(
      `${JSON.stringify(url)} is no address of a collector`,
      "Write http://HOST:4318/v1/logs or https://...",
    );
  }
  const port = parsed.port !== "" ? parsed.port : parsed.protocol === "https:" ? "443" : "80";
  return `${parsed.hostname}:${port}`;
}

/** How many bytes of each file were sent. */
type Cursor = Map<string, number>;

async function readCursor(edge: Edge, path: string, url: string): Promise<Cursor> {
  const reading = await edge.readText(path);
  if (!reading.ok) return new Map();
  try {
    const value: { url?: unknown; files?: unknown } = JSON.parse(reading.text);
    if (value.url !== url || typeof value.files !== "object" || value.files === null) return new Map();
    const entries = Object.entries(value.files).filter(([, bytes]) => Number.isSafeInteger(bytes) && bytes >= 0);
    return new Map(entries);
  } catch {
    // Sent twice is better than not at all.
    return new Map();
  }
}

interface Sending extends OtlpExport {
  readonly headers: readonly (readonly [name: string, value: string])[];
}

class Sender {
  readonly #given: Sending;
  readonly #cursor: Cursor;
  readonly #path: string;
  /** What waits to be sent, and how far each file is with it. */
  #batch: OtlpRecord[] = [];
  #reached: Cursor = new Map();
  sent = 0;

  constructor(given: Sending, cursor: Cursor, path: string) {
    this.#given = given;
    this.#cursor = cursor;
    this.#path = path;
  }

  /** Sends; says why it could not go on. */
  async run(): Promise<string | undefined> {
    const { audit, matcher } = this.#given;
    const files = await audit.files();
    const there = new Set(files);
    for (const file of this.#cursor.keys()) if (!there.has(file)) this.#cursor.delete(file);
    for (const file of files) {
      if (!matcher.file(file)) continue;
      const why = await this.#sendFile(file);
      if (why !== undefined) return why;
    }
    return await this.#flush();
  }

  async #sendFile(file: string): Promise<string | undefined> {
    const { audit, matcher } = this.#given;
    let bytes = this.#cursor.get(file) ?? 0;
    const size = await audit.size(file);
    if (size === bytes) return undefined;
    // A file that was begun anew is sent anew.
    if (size < bytes) bytes = 0;
    let server = sessionFileParts(file)?.server ?? "";
    const encoder = new TextEncoder();
    for await (const { lines, isUnfinished } of audit.linesFrom(file, bytes)) {
      for (const line of isUnfinished ? lines.slice(0, -1) : lines) {
        bytes += encoder.encode(line).length + 1;
        const record = readLogRecord(line);
        if (record?.kind === "open") server = record.server ?? server;
        if (record !== undefined && matcher.record(record, line, server)) this.#batch.push({ record, server });
        this.#reached.set(file, bytes);
        if (this.#batch.length < BATCH_RECORDS) continue;
        const why = await this.#flush();
        if (why !== undefined) return why;
      }
    }
    return undefined;
  }

  async #flush(): Promise<string | undefined> {
    if (this.#reached.size === 0) return undefined;
    const why = this.#batch.length === 0 ? undefined : await this.#post(otlpBody(this.#batch, VERSION));
    if (why !== undefined) return why;
    this.sent += this.#batch.length;
    for (const [file, bytes] of this.#reached) this.#cursor.set(file, bytes);
    this.#batch = [];
    this.#reached = new Map();
    const { edge, url } = this.#given;
    const text = `${JSON.stringify({ url, files: Object.fromEntries(this.#cursor) })}\n`;
    const problem = await edge.writePrivate(this.#path, text);
    return problem === undefined ? undefined : `what was sent could not be remembered in ${this.#path}: ${problem}`;
  }

  async #post(body: string): Promise<string | undefined> {
    const { audit, url, headers } = this.#given;
    let why = "";
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const result = await audit.post(url, body, headers);
      if (result.kind === "answered" && result.status >= 200 && result.status < 300) return undefined;
      if (result.kind === "answered" && !RETRYABLE.has(result.status)) {
        const isClosed = result.status === 401 || result.status === 403;
        const hint = isClosed ? ` (${OTLP_HEADERS}, with --allow-env of it, sends headers along)` : "";
        return `it answered with status ${result.status}${hint}`;
      }
      why = result.kind === "answered" ? `it answered with status ${result.status}` : result.why;
      if (attempt + 1 === MAX_ATTEMPTS) break;
      const askedMs = result.kind === "answered" ? (result.retryAfterSeconds ?? 0) * 1000 : 0;
      await audit.wait(Math.min(MAX_WAIT_MS, Math.max(askedMs, FIRST_WAIT_MS * 2 ** attempt)));
    }
    return `${why}, ${MAX_ATTEMPTS} times`;
  }
}
