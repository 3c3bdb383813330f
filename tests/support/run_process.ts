/**
 * A process on the other end of two pipes, as a client has it: lines go in, frames come out, both kept in order.
 * Speaks no MCP; `sdk_clients.ts` does.
 *
 * @module
 */

/** What a started process is given. */
export interface LineProcessOptions {
  readonly cwd?: string;
  /** Added to this process's own environment. */
  readonly env?: Record<string, string>;
  /** Own process group, so that a test can signal it alone. */
  readonly detached?: boolean;
}

/** How a process ended. */
export interface ExitState {
  readonly code: number;
  readonly signal: Deno.Signal | null;
}

/** A frame as an object; only for tests, which know what they sent. */
// deno-lint-ignore no-explicit-any -- a test looks at whatever came
export type LooseMessage = any;

const encoder = new TextEncoder();

/** A running process with line-based input and output. Always `close()` it, or use `await using`. */
export class LineProcess {
  /** Every line that came out so far, without its newline. */
  readonly frames: string[] = [];
  /** Everything that came on stderr so far. */
  stderr = "";
  /** How it ended, once it has. */
  readonly exited: Promise<ExitState>;
  readonly pid: number;
  /** Whether stdout has ended. */
  outputEnded = false;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: Promise<void>;
  readonly #errors: Promise<void>;
  #waiting: (() => void)[] = [];
  #nextId = 1;
  #inputOpen = true;

  constructor(command: readonly string[], options: LineProcessOptions = {}) {
    const [program, ...args] = command;
    if (program === undefined) throw new TypeError("Cannot start an empty command");
    this.#child = new Deno.Command(program, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.detached === true ? { detached: true } : {}),
    }).spawn();
    this.pid = this.#child.pid;
    this.#writer = this.#child.stdin.getWriter();
    this.#writer.closed.catch(() => {});
    this.exited = this.#child.status.then((status) => ({ code: status.code, signal: status.signal }));
    this.#output = this.#readFrames();
    this.#errors = this.#readErrors();
  }

  async #readFrames(): Promise<void> {
    let parts: Uint8Array[] = [];
    for await (const bytes of this.#child.stdout) {
      let from = 0;
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
        parts.push(bytes.subarray(from, at));
        this.frames.push(new TextDecoder().decode(join(parts)));
        parts = [];
        from = at + 1;
      }
      if (from < bytes.length) parts.push(bytes.slice(from));
      this.#wake();
    }
    if (parts.length > 0) this.frames.push(new TextDecoder().decode(join(parts)));
    this.outputEnded = true;
    this.#wake();
  }

  async #readErrors(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of this.#child.stderr) {
      this.stderr = (this.stderr + decoder.decode(bytes, { stream: true })).slice(-4_000_000);
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Writes one line: an object as JSON, a text as it is. Resolves when the pipe has taken it. */
  send(message: unknown): Promise<void> {
    return this.sendBytes(encoder.encode(`${typeof message === "string" ? message : JSON.stringify(message)}\n`));
  }

  /** Writes bytes as they are; a closed pipe is not an error. */
  sendBytes(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes).catch(() => {});
  }

  /** Sends a request with the next id and gives its response; throws when none comes in time. */
  async request(method: string, params: unknown = {}, timeoutMs = 10_000): Promise<LooseMessage> {
    const id = this.#nextId++;
    await this.send({ jsonrpc: "2.0", id, method, params });
    return await this.response(id, timeoutMs);
  }

  /** The first response with the id, be it here already or still to come. */
  response(id: string | number, timeoutMs = 10_000): Promise<LooseMessage> {
    return this.message((message) => message.id === id && message.method === undefined, timeoutMs);
  }

  /** The first frame that is JSON and fits, be it here already or still to come. */
  async message(fits: (message: LooseMessage) => boolean, timeoutMs = 10_000): Promise<LooseMessage> {
    let at = 0;
    let found: LooseMessage;
    await this.until(() => {
      for (; at < this.frames.length; at += 1) {
        const message = tryParse(this.frames[at] as string);
        if (message !== undefined && fits(message)) {
          found = message;
          return true;
        }
      }
      return false;
    }, timeoutMs);
    return found;
  }

  /** Resolves once the condition holds; it is asked again whenever output comes. */
  async until(holds: () => boolean, timeoutMs = 10_000): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!holds()) {
      const left = end - performance.now();
      const shown = () =>
        `${this.frames.length} frames, last ${this.frames.at(-1)?.slice(0, 300)}; stderr ${this.stderr.slice(-600)}`;
      if (left <= 0) throw new Error(`Waited ${timeoutMs} ms in vain: ${shown()}`);
      if (this.outputEnded) throw new Error(`The output ended before what was waited for: ${shown()}`);
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }

  /** The legacy handshake; gives the result of `initialize`. */
  async initialize(capabilities: unknown = {}, protocolVersion = "2025-11-25"): Promise<LooseMessage> {
    const clientInfo = { name: "line-process", version: "1.0.0" };
    const response = await this.request("initialize", { protocolVersion, capabilities, clientInfo }, 30_000);
    await this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return response.result ?? response;
  }

  /** Calls a tool and gives the response message. */
  callTool(name: string, args: unknown = {}, timeoutMs = 10_000): Promise<LooseMessage> {
    return this.request("tools/call", { name, arguments: args }, timeoutMs);
  }

  /** Every frame as an object; lines that are not JSON are `undefined`. */
  messages(): LooseMessage[] {
    return this.frames.map(tryParse);
  }

  /** EOF for the process. */
  async closeInput(): Promise<void> {
    if (!this.#inputOpen) return;
    this.#inputOpen = false;
    await this.#writer.close().catch(() => {});
  }

  /** Signals the process alone; one that is gone already is fine. */
  kill(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended.
    }
  }

  /** EOF, then the exit; KILL when it does not come in time. Gives how it ended. */
  async close(timeoutMs = 5_000): Promise<ExitState> {
    await Promise.race([this.closeInput(), new Promise((resolve) => setTimeout(resolve, 200))]);
    const timer = setTimeout(() => this.kill("SIGKILL"), timeoutMs);
    const state = await this.exited;
    clearTimeout(timer);
    let late: ReturnType<typeof setTimeout> | undefined;
    const ended = Promise.all([this.#output, this.#errors]).then(() => {});
    await Promise.race([ended, new Promise<void>((resolve) => late = setTimeout(resolve, 2_000))]);
    clearTimeout(late);
    return state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(500);
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tryParse(line: string): LooseMessage {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
