/**
 * A server started for a moment: asked who it is and which tools it has, then ended. No message of it is shown.
 *
 * @module
 */

import type { FetchOrder, RefusedQuestion, ServerTrial, TrialResult } from "../cli/edge.ts";
import { newScanner } from "../detect/scan.ts";
import { newServerLines } from "../firewall/stderr_line.ts";
import { FrameSplitter } from "../jsonrpc/frame_splitter.ts";
import type { Platform } from "../sandbox/launch.ts";
import { ServerStartError, startServer, stopServer } from "./child_process.ts";
import type { BrokerHooks, PermissionBroker } from "./permission_broker.ts";

const ANSWER_MS = 20_000;
const END_MS = 1_000;
const MAX_LINE = 16 * 1024 * 1024;
const MAX_STDERR_LINE = 4 * 1024;
const SHOWN_LINES = 8;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "sallyport-sandbox-try", version: "1" },
  },
};
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };

/** Tries a server. Never throws; the server and all it started in its group are gone afterwards. */
export async function tryServer(platform: Platform, trial: ServerTrial): Promise<TrialResult> {
  const file = `${trial.home}/sandbox-try-${crypto.randomUUID()}.jsonl`;
  let broker: PermissionBroker | undefined;
  const refused: RefusedQuestion[] = [];
  try {
    await Deno.mkdir(trial.home, { recursive: true, mode: 0o700 });
    if (trial.broker !== undefined) {
      const { PermissionBroker } = await import("./permission_broker.ts");
      broker = new PermissionBroker(trial.broker);
    }
    const environment = {
      ...trial.environment,
      DENO_AUDIT_PERMISSIONS: file,
      ...(broker === undefined ? {} : { DENO_PERMISSION_BROKER_PATH: broker.path }),
    };
    const child = startServer(platform, { program: trial.program, args: trial.args, environment });
    void broker?.serve(hooksOf(child.pid, refused));
    const lines = firstLines(child.stderr, trial.server);
    const answers = await converse(child);
    await stopServer(platform, child, "TERM");
    if (!(await within(child.status, END_MS))) await stopServer(platform, child, "KILL");
    await within(lines.done, END_MS);
    return { ...answers, audit: await readOrNothing(file), refused, lines: lines.shown() };
  } catch (error) {
    const why = error instanceof ServerStartError ? error.why : "it could not be started";
    return { works: false, why, tools: 0, audit: await readOrNothing(file), lines: [] };
  } finally {
    broker?.close();
    await Deno.remove(file).catch(() => {});
  }
}

/** A session without calls: what is not in `startup` is refused, and kept. */
function hooksOf(pid: number, refused: RefusedQuestion[]): BrokerHooks {
  return {
    pid,
    pending: () => new Map(),
    isRecorded: () => true,
    record: (bodies) => {
      for (const { permission, args, rule = "" } of bodies) {
        const value = args?.["value"];
        refused.push({ permission, value: typeof value === "string" ? value : undefined, rule });
      }
    },
    tell: () => {},
    // The server's Deno ends by itself, and the trial says that it did.
    lost: () => {},
  };
}

async function converse(child: Deno.ChildProcess): Promise<Pick<TrialResult, "works" | "why" | "tools">> {
  const answers = answersOf(child.stdout);
  const writer = child.stdin.getWriter();
  const say = async (message: unknown) => {
    // One that has ended reads no more; its missing answer says so.
    await writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)).catch(() => {});
  };
  const fails = (why: string) => ({ works: false, why, tools: 0 });
  await say(INITIALIZE);
  const first = await within(answers.next(), ANSWER_MS);
  const hello = first?.value;
  if (first === undefined) return fails("it did not answer initialize in time");
  if (hello === undefined) return fails("it ended before it answered initialize");
  if (hello.id !== INITIALIZE.id || hello.result === undefined) return fails("it refused initialize");
  await say(INITIALIZED);
  if (hello.result.capabilities?.tools === undefined) return { works: true, why: "", tools: 0 };
  await say(LIST);
  const second = await within(answers.next(), ANSWER_MS);
  const tools = second?.value?.result?.tools;
  if (second === undefined) return fails("it did not answer tools/list in time");
  if (second.value === undefined) return fails("it ended before it answered tools/list");
  if (!Array.isArray(tools)) return fails("it refused tools/list");
  return { works: true, why: "", tools: tools.length };
}

interface Answer {
  readonly id: unknown;
  readonly result?: { readonly capabilities?: { readonly tools?: unknown }; readonly tools?: unknown };
}

/** The responses that a server writes; its requests and notifications are left alone. */
async function* answersOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Answer, undefined> {
  const splitter = new FrameSplitter(MAX_LINE);
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    for (const frame of splitter.push(chunk)) {
      const message = frame.kind === "line" ? parseOr(decoder.decode(frame.bytes)) : undefined;
      if (message !== undefined) yield message;
    }
  }
  return undefined;
}

function parseOr(text: string): Answer | undefined {
  try {
    const message: unknown = JSON.parse(text);
    const isAnswer = typeof message === "object" && message !== null && "id" in message && !("method" in message);
    return isAnswer ? message as Answer : undefined;
  } catch {
    return undefined;
  }
}

/** The first lines of a stderr. */
export interface FirstLines {
  /** Settles when all is read. */
  readonly done: Promise<void>;
  /** The lines so far, fit to be shown. */
  shown(): readonly string[];
}

/** Reads a stderr to its end and keeps the first lines: there a program says why it ends. */
export function firstLines(stream: ReadableStream<Uint8Array>, server: string): FirstLines {
  const splitter = new FrameSplitter(MAX_STDERR_LINE);
  const decoder = new TextDecoder();
  const format = newServerLines(server, newScanner());
  const kept: string[] = [];
  const take = (frames: ReturnType<FrameSplitter["push"]>) => {
    for (const frame of frames) {
      if (kept.length >= SHOWN_LINES) return;
      kept.push(format(frame.kind === "line" ? decoder.decode(frame.bytes) : "(a line too long to show)"));
    }
  };
  const read = async () => {
    for await (const chunk of stream) take(splitter.push(chunk));
    take(splitter.end());
  };
  return { done: read().catch(() => {}), shown: () => kept };
}

async function readOrNothing(file: string): Promise<string> {
  return await Deno.readTextFile(file).catch(() => "");
}

/** Waits for a promise at most so long; gives nothing when that was too short. */
export async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), ms));
  const value = await Promise.race([promise, late]);
  clearTimeout(timer);
  return value;
}

/** What a fetch needs of the environment: where to put it, and how to reach the registry. */
const FETCH_NAMES: readonly string[] = [
  ...["HOME", "PATH", "XDG_CACHE_HOME", "LOCALAPPDATA", "USERPROFILE", "SYSTEMROOT", "TEMP"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "NPM_CONFIG_REGISTRY"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "DENO_CERT", "DENO_TLS_CA_STORE", "NODE_EXTRA_CA_CERTS"],
];

/**
 * Fetches a package into Deno's cache. Nothing of the package runs: without a `node_modules` folder Deno runs no install
 * script (seen under Deno 2.9.6). Returns why not, in Deno's words.
 */
export async function fetchPackage(order: FetchOrder): Promise<string | undefined> {
  const env: Record<string, string> = { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" };
  for (const name of FETCH_NAMES) {
    const value = readVariable(name);
    if (value !== undefined) env[name] = value;
  }
  if (order.cache !== undefined) env["DENO_DIR"] = order.cache;
  try {
    await Deno.mkdir(order.folder, { recursive: true, mode: 0o700 });
    const { success, stderr } = await new Deno.Command(order.deno, {
      args: ["cache", "--quiet", "--no-config", "--no-lock", "--no-remote", "--node-modules-dir=none", order.module],
      cwd: order.folder,
      clearEnv: true,
      env,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (success) return undefined;
    const [said = ""] = new TextDecoder().decode(stderr).split("\nStack backtrace");
    return shownWords(said) || "deno said nothing";
  } catch (error) {
    return error instanceof Error ? shownWords(error.message) : "deno did not start";
  }
}

/** One line, without anything that drives a terminal. */
function shownWords(text: string): string {
  return text.replace(/^error: /, "").replace(/\s+/g, " ").trim().replace(/\p{C}/gu, "?").slice(0, 400);
}

function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
}
