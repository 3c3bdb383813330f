/**
 * The official SDK clients, one of each generation and mode, behind one small face, with everything that came over the
 * wire kept in order. What a session did is a {@linkcode Transcript}; two of them are compared by `compareTranscripts`.
 *
 * @module
 */

import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClassicClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as ClassicTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { LooseMessage } from "./run_process.ts";

/** Client 1.32.2; client 2.4.0 as it comes, probing, and pinned to 2026-07-28. */
export type ClientKind = "sdk1" | "sdk2-legacy" | "sdk2-auto" | "sdk2-modern";

/** Every client that a server is tried with. */
export const CLIENT_KINDS: readonly ClientKind[] = ["sdk1", "sdk2-legacy", "sdk2-auto", "sdk2-modern"];

/** One thing a client does. */
export type Step =
  | { readonly list: "tools" | "prompts" | "resources" | "templates" }
  | { readonly call: string; readonly args?: Record<string, unknown>; readonly progress?: true }
  | { readonly prompt: string; readonly args?: Record<string, string> }
  | { readonly read: string }
  | { readonly complete: LooseMessage }
  | { readonly logLevel: "debug" | "info" | "error" }
  | { readonly pauseMs: number };

/** How a client starts a server. */
export interface ClientOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** What `roots/list` answers. */
  readonly roots?: readonly { uri: string; name: string }[];
  /** How a form is answered; with the first value of each field if absent. */
  readonly elicit?: (params: LooseMessage) => LooseMessage;
}

/** What a session did, as the client saw it. */
export interface Transcript {
  /** One entry a step: what the client's caller got, or the error. */
  readonly outcomes: readonly { readonly step: string; readonly result?: unknown; readonly error?: string }[];
  /** What the server says of itself, as the client knows it. */
  readonly server: unknown;
  /** Notifications in the order they came, without progress that came after its result. */
  readonly notifications: readonly unknown[];
  /** Questions of the server, as requests, in order. */
  readonly requests: readonly unknown[];
  /** Results and errors of the wire by request id. */
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Runs the steps with one client against one command. */
export async function runSession(
  kind: ClientKind,
  command: readonly string[],
  steps: readonly Step[],
  options: ClientOptions = {},
): Promise<Transcript> {
  const wire: LooseMessage[] = [];
  const client = kind === "sdk1" ? makeClassicClient(options) : makeModernClient(kind, options);
  const transport = makeTransport(kind, command, options);
  recordWire(transport, wire);
  const outcomes: { step: string; result?: unknown; error?: string }[] = [];
  const attempt = async (step: string, run: () => unknown) => {
    try {
      outcomes.push({ step, result: await run() });
      return true;
    } catch (error) {
      const { name, code, message } = error as { name?: string; code?: unknown; message?: string };
      outcomes.push({ step, error: `${name} ${code}: ${message}` });
      return false;
    }
  };
  let server: unknown;
  try {
    if (await attempt("connect", async () => void await client.connect(transport))) {
      server = {
        version: client.getServerVersion(),
        capabilities: client.getServerCapabilities(),
        instructions: client.getInstructions(),
      };
      for (const step of steps) await attempt(JSON.stringify(step), () => doStep(client, step));
    }
  } finally {
    await client.close();
  }
  return { outcomes, server, ...sortWire(wire) };
}

// deno-lint-ignore no-explicit-any -- one face for clients of two generations, whose types differ
type AnyClient = any;

function doStep(client: AnyClient, step: Step): unknown {
  if ("list" in step) {
    switch (step.list) {
      case "tools":
        return client.listTools();
      case "prompts":
        return client.listPrompts();
      case "resources":
        return client.listResources();
      case "templates":
        return client.listResourceTemplates();
    }
  }
  if ("call" in step) {
    const params = { name: step.call, arguments: step.args ?? {} };
    // The SDKs lose progress that comes in one piece with its result, so only the wire says what came.
    const options = step.progress === true ? { onprogress: () => {} } : {};
    return client instanceof ClassicClient
      ? client.callTool(params, undefined, options)
      : client.callTool(params, options);
  }
  if ("prompt" in step) return client.getPrompt({ name: step.prompt, arguments: step.args ?? {} });
  if ("read" in step) return client.readResource({ uri: step.read });
  if ("complete" in step) return client.complete(step.complete);
  if ("logLevel" in step) return client.setLoggingLevel(step.logLevel);
  return new Promise((resolve) => setTimeout(resolve, step.pauseMs));
}

const CAPABILITIES = { sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } };
const SAMPLED = { role: "assistant", content: { type: "text", text: "hello" }, model: "test", stopReason: "endTurn" };

/** Accepts what is asked with the first value that each field can have. */
function elicit(params: LooseMessage): LooseMessage {
  if (params.mode === "url") return { action: "accept" };
  const content: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<LooseMessage>(params.requestedSchema?.properties ?? {})) {
    content[name] = firstValue(schema);
  }
  return { action: "accept", content };
}

function answer(options: ClientOptions, params: LooseMessage): LooseMessage {
  return options.elicit === undefined ? elicit(params) : options.elicit(params);
}

function firstValue(schema: LooseMessage): unknown {
  if (schema.default !== undefined) return schema.default;
  const choice = schema.enum?.[0] ?? schema.oneOf?.[0]?.const;
  if (choice !== undefined) return choice;
  switch (schema.type) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "array":
      return [schema.items?.enum?.[0] ?? schema.items?.anyOf?.[0]?.const ?? schema.items?.oneOf?.[0]?.const].filter(
        (value) => value !== undefined,
      );
    default:
      return schema.format === "email"
        ? "a@example.org"
        : schema.format === "uri"
        ? "https://example.org/"
        : schema.format === "date"
        ? "2026-01-02"
        : schema.format === "date-time"
        ? "2026-01-02T03:04:05Z"
        : "text".padEnd(schema.minLength ?? 0, "x");
  }
}

function makeClassicClient(options: ClientOptions): AnyClient {
  const client = new ClassicClient({ name: "sdk1", version: "1.0.0" }, { capabilities: CAPABILITIES });
  client.setRequestHandler(CreateMessageRequestSchema, () => SAMPLED as LooseMessage);
  client.setRequestHandler(ElicitRequestSchema, (request: LooseMessage) => answer(options, request.params));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [...options.roots ?? []] }));
  return client;
}

function makeModernClient(kind: ClientKind, options: ClientOptions): AnyClient {
  const client = new ModernClient({ name: "sdk2", version: "1.0.0" }, {
    capabilities: CAPABILITIES,
    versionNegotiation: {
      mode: kind === "sdk2-auto" ? "auto" : kind === "sdk2-modern" ? { pin: "2026-07-28" } : "legacy",
    },
  });
  client.setRequestHandler("sampling/createMessage", () => SAMPLED as LooseMessage);
  client.setRequestHandler("elicitation/create", (request) => answer(options, request.params));
  client.setRequestHandler("roots/list", () => ({ roots: [...options.roots ?? []] }));
  return client;
}

function makeTransport(kind: ClientKind, command: readonly string[], options: ClientOptions): LooseMessage {
  const [program, ...args] = command;
  const parameters = {
    command: program as string,
    args,
    stderr: "ignore" as const,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  };
  return kind === "sdk1" ? new ClassicTransport(parameters) : new ModernTransport(parameters);
}

/** Keeps every message that comes in; the transport stays the SDK's own class, which the client looks at. */
function recordWire(transport: LooseMessage, wire: LooseMessage[]): void {
  let inner: ((message: LooseMessage, extra?: unknown) => void) | undefined;
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => inner,
    set(handler: typeof inner) {
      inner = handler && ((message, extra) => {
        wire.push(structuredClone(message));
        handler(message, extra);
      });
    },
  });
}

function sortWire(wire: readonly LooseMessage[]): Omit<Transcript, "outcomes" | "server"> {
  const notifications: unknown[] = [];
  const requests: unknown[] = [];
  const responses: Record<string, unknown> = {};
  for (const message of wire) {
    if (message.method === undefined) responses[String(message.id)] = message.result ?? message.error;
    else if (message.id !== undefined) requests.push(message);
    // Both SDKs use the request's id as its progress token.
    else if (message.method === "notifications/progress" && String(message.params?.progressToken) in responses) {
      continue;
    } else notifications.push(message);
  }
  return { notifications, requests, responses };
}

/** What changes from run to run without any proxy: times, and ids that a server rolls. */
function scrub(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "UUID")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME")
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d\d \d{4} [\d:]+ GMT[^"\\]*/g, "TIME")
    .replace(/\b\d{1,2}:\d\d:\d\d(?: [AP]M)?\b/g, "TIME");
}

/** A transcript as plain data without what changes by itself; compare two with `assertEquals`. */
export function comparable(transcript: Transcript): unknown {
  return JSON.parse(scrub(JSON.stringify(transcript)));
}
