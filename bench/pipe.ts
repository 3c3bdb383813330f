/**
 * The bench's client: as little work between the pipes as can be, so that what is measured is the other end.
 *
 * @module
 */

const NEWLINE = 10;
const encoder = new TextEncoder();

/** A process whose lines are only counted. */
export class Pipe {
  readonly pid: number;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #lines = 0;

  constructor(command: readonly string[], options: { readonly cwd: string; readonly env: Record<string, string> }) {
    const [program, ...args] = command;
    if (program === undefined) throw new TypeError("Cannot measure an empty command");
    this.#child = new Deno.Command(program, { args, ...options, stdin: "piped", stdout: "piped", stderr: "null" })
      .spawn();
    this.pid = this.#child.pid;
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.getReader();
  }

  /** Writes without waiting for the pipe to take it. */
  write(bytes: Uint8Array): void {
    this.#writer.write(bytes).catch(() => {});
  }

  /** Resolves once so many more lines have come. */
  async lines(count: number): Promise<void> {
    while (this.#lines < count) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error(`The output ended after ${this.#lines} of ${count} lines`);
      for (let at = value.indexOf(NEWLINE); at !== -1; at = value.indexOf(NEWLINE, at + 1)) this.#lines += 1;
    }
    this.#lines -= count;
  }

  /** The handshake and one list of tools, as every client begins. */
  async initialize(): Promise<void> {
    this.write(frame({
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1.0.0" } },
    }));
    await this.lines(1);
    this.write(frame({ method: "notifications/initialized" }));
    this.write(frame({ id: "list", method: "tools/list" }));
    await this.lines(1);
  }

  /** Ends the process at once; whoever waits for lines is told that the output ended. */
  kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  }

  /** EOF, and KILL for who does not heed it. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
    await Promise.race([this.#writer.close().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 100))]);
    const timer = setTimeout(() => this.kill(), 3_000);
    await this.#child.status;
    clearTimeout(timer);
  }
}

/** One message as a line. */
export function frame(message: Record<string, unknown>): Uint8Array {
  return encoder.encode(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
}

const SENTENCE = "Please look up what the second paragraph of the guide says about moving a file, and write it down. ";

/** A call of `echo` with ordinary words, whose line is as long as asked, newline included. */
export function echoCall(id: number, bytes: number): Uint8Array {
  const make = (text: string) => frame({ id, method: "tools/call", params: { name: "echo", arguments: { text } } });
  const length = Math.max(0, bytes - make("").length);
  return make(SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).slice(0, length));
}

/** A call of `large`. */
export function largeCall(id: number, size: number): Uint8Array {
  return frame({ id, method: "tools/call", params: { name: "large", arguments: { size } } });
}
