/**
 * A server that is started for a suite of calls: asked who it is and which tools it has, given one call after the other,
 * then ended. Says how each call was answered, and what the server asked Deno for.
 *
 * @module
 */

import type { ReplayOrder, ReplayResult } from "../cli/edge.ts";
import type { ReplayAnswer } from "../../learn/minimise.ts";
import { FrameSplitter } from "../jsonrpc/frame_splitter.ts";
import { canonicalText } from "../jsonrpc/canonical_json.ts";
import { formatJson } from "../jsonrpc/format_json.ts";
import { isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import type { Platform } from "../sandbox/launch.ts";
import { startServer, stopServer } from "./child_process.ts";
import { firstLines, within } from "./try_server.ts";

const ANSWER_MS = 20_000;
const END_MS = 1_000;
const MAX_LINE = 16 * 1024 * 1024;
const MAX_DEPTH = 256;
const METHOD_NOT_FOUND = -32_601;

const NO_ANSWER: ReplayAnswer = { outcome: "none", text: "" };
const HELLO = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "sallyport-sandbox-minimise", version: "1" },
};

/** Replays. Never throws; the server and all it started in its group are gone afterwards. */
export async function replayCalls(platform: Platform, order: ReplayOrder): Promise<ReplayResult> {
  const file = `${order.home}/sandbox-replay-${crypto.randomUUID()}.jsonl`;
  try {
    await Deno.mkdir(order.home, { recursive: true, mode: 0o700 });
    // What is asked for can be an address with a key in it: nobody else reads the file, for the moment that it is there.
    await Deno.writeTextFile(file, "", { createNew: true, mode: 0o600 });
    const environment = { ...order.environment, DENO_AUDIT_PERMISSIONS: file };
    const { program, args, folder } = order;
    const child = startServer(platform, { program, args, environment, folder });
    const lines = firstLines(child.stderr, order.server);
    const session = new Conversation(child);
    const answers = [await session.ask("initialize", JSON.stringify(HELLO))];
    await session.say({ jsonrpc: "2.0", method: "notifications/initialized" });
    answers.push(await session.ask("tools/list", "{}"));
    const startupChars = (await readOrNothing(file)).length;
    for (const { tool, args } of order.calls) {
      answers.push(await session.ask("tools/call", formatJson({ name: tool, arguments: args })));
    }
    await session.end();
    if (!(await within(child.status, END_MS))) await stopServer(platform, child, "TERM");
    if (!(await within(child.status, END_MS))) await stopServer(platform, child, "KILL");
    // What it started and left in its group goes with it.
    await stopServer(platform, child, "KILL");
    await within(lines.done, END_MS);
    return { answers, audit: await readOrNothing(file), startupChars, lines: lines.shown() };
  } catch {
    const answers = Array.from({ length: order.calls.length + 2 }, () => NO_ANSWER);
    return { answers, audit: "", startupChars: 0, lines: ["it could not be started"] };
  } finally {
    await Deno.remove(file).catch(() => {});
  }
}

/** One client's side of a session: one request at a time. */
class Conversation {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #messages: AsyncGenerator<JsonObject, undefined>;
  #id = 0;
  #isOver = false;

  constructor(child: Deno.ChildProcess) {
    this.#writer = child.stdin.getWriter();
    this.#messages = messagesOf(child.stdout);
  }

  async say(message: object): Promise<void> {
    await this.#write(JSON.stringify(message));
  }

  /** Asks, and waits for the answer; a request of the server's is refused meanwhile. */
  async ask(method: string, params: string): Promise<ReplayAnswer> {
    if (this.#isOver) return NO_ANSWER;
    const id = ++this.#id;
    await this.#write(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`);
    const answer = await within(this.#answerTo(id), ANSWER_MS);
    // One that did not answer in time would answer the next question with this.
    if (answer === undefined) this.#isOver = true;
    return answer ?? NO_ANSWER;
  }

  async end(): Promise<void> {
    await this.#writer.close().catch(() => {});
  }

  async #answerTo(id: number): Promise<ReplayAnswer | undefined> {
    while (true) {
      const { value: message } = await this.#messages.next();
      if (message === undefined) return undefined;
      const isRequest = typeof message["method"] === "string";
      if (isRequest && message["id"] !== undefined) {
        const error = { code: METHOD_NOT_FOUND, message: "Method not found" };
        await this.#write(formatJson({ jsonrpc: "2.0", id: message["id"], error }));
      }
      if (!isRequest && message["id"] === id) return answerOf(message);
    }
  }

  async #write(line: string): Promise<void> {
    // One that has ended reads no more; its missing answer says so.
    await this.#writer.write(new TextEncoder().encode(`${line}\n`)).catch(() => {});
  }
}

function answerOf({ result, error }: JsonObject): ReplayAnswer {
  if (result === undefined) return { outcome: "error", text: canonicalText(error ?? null) };
  const isError = isJsonObject(result) && result["isError"] === true;
  return { outcome: isError ? "tool error" : "result", text: canonicalText(result) };
}

async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<JsonObject, undefined> {
  const splitter = new FrameSplitter(MAX_LINE);
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    for (const frame of splitter.push(chunk)) {
      const message: Json | undefined = frame.kind === "line" ? parsedOr(decoder.decode(frame.bytes)) : undefined;
      if (isJsonObject(message)) yield message;
    }
  }
  return undefined;
}

function parsedOr(text: string): Json | undefined {
  const parsed = parseJson(text, { maxDepth: MAX_DEPTH });
  return parsed.ok ? parsed.value : undefined;
}

async function readOrNothing(file: string): Promise<string> {
  return await Deno.readTextFile(file).catch(() => "");
}
