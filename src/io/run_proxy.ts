/**
 * The proxy as a process: two pumps, one firewall, one audit file, one server. Everything that is decided is decided in
 * `step`; here bytes move, time passes and processes end.
 *
 * @module
 */

import type { KeptByLog, LogLevel, PolicyChange } from "../cli/edge.ts";
import type { ClearArguments } from "../../audit/clear_arguments.ts";
import type { RecordBody } from "../../audit/record.ts";
import type { Command, Send } from "../firewall/command.ts";
import type { PinUpdate } from "../firewall/definitions.ts";
import type { FirewallEvent } from "../firewall/event.ts";
import { newScanner } from "../detect/scan.ts";
import { newServerLines } from "../firewall/stderr_line.ts";
import { type FirewallOptions, type FirewallState, newFirewall } from "../firewall/state.ts";
import { step } from "../firewall/step.ts";
import { FrameSplitter } from "../jsonrpc/frame_splitter.ts";
import type { Side } from "../jsonrpc/side.ts";
import { exitCodeOf, type Platform } from "../sandbox/launch.ts";
import type { ApprovalQueue } from "./approval_queue.ts";
import { AuditFile, type AuditFileOptions } from "./audit_file.ts";
import { stopServer } from "./child_process.ts";
import type { EarlyServer } from "./early_server.ts";
import type { ObservationFile } from "./observation_file.ts";
import type { PermissionBroker } from "./permission_broker.ts";
import { lookAgain } from "./real_file_view.ts";
import { fileSink, streamSink, WriteQueue } from "./write_queue.ts";

/** All that a proxy needs to run. */
export interface ProxyOptions {
  readonly platform: Platform;
  /** The server, started already. */
  readonly early: EarlyServer;
  readonly firewall: FirewallOptions;
  readonly audit: AuditFileOptions;
  /** Where a session that learns writes what it sees. */
  readonly observations?: ObservationFile | undefined;
  readonly logLevel: LogLevel;
  /** Where a person in another terminal is asked. */
  readonly approvals: ApprovalQueue;
  /** Records definitions of this server; returns why not. */
  savePins(update: PinUpdate): Promise<string | undefined>;
  /** What to do beside the traffic once the session's file is open. What fails is left. */
  afterOpening(): Promise<void>;
  /** Keeps the texts of a changed policy beside the log. */
  keep(kept: KeptByLog): Promise<void>;
  /** What a policy wants to be kept in clear. */
  clearOf(kept: KeptByLog): Promise<ClearArguments | undefined>;
  /** Looks whether the policy or a pin changed; called about once a second. */
  reload(): Promise<PolicyChange | undefined>;
}

// A client gives a server two seconds from the end of its input to SIGTERM (both SDKs): ours must be over before that.
const TERM_AFTER_MS = 1000;
const KILL_AFTER_MS = 1500;
const EXIT_AFTER_MS = 1750;
const TICK_MS = 250;
const TICKS_PER_SECOND = 4;
/** How long written answers may stand still at the end before we leave them. */
const FLUSH_IDLE_MS = 2000;
/** How much we owe a side that does not read before we stop reading from it. */
const MAX_OWED_BYTES = 8 * 1024 * 1024;
const MAX_STDERR_LINE = 16 * 1024;
const MAX_STDERR_LINES_PER_SECOND = 1000;
const MAX_STDERR_WAITING = 1024 * 1024;

/** Runs until the server is gone; returns the exit code. */
export async function runProxy(options: ProxyOptions): Promise<number> {
  return await new Proxy(options).run();
}

class Proxy {
  readonly #options: ProxyOptions;
  readonly #child: Deno.ChildProcess;
  readonly #broker: PermissionBroker | undefined;
  readonly #state: FirewallState;
  readonly #audit: AuditFile;
  readonly #queues: Readonly<Record<Side, WriteQueue>>;
  readonly #stderr = new WriteQueue(fileSink(Deno.stderr), () => {});
  readonly #encoder = new TextEncoder();
  readonly #exited = Promise.withResolvers<void>();
  #isStopping = false;
  #isOver = false;
  #ticks = 0;
  #toldUnrecorded = false;
  /** Records that could not be written since the last that could. */
  #lost = 0;
  readonly #parent: number;
  /** Pins that are being written. */
  #saving: Promise<unknown> = Promise.resolve();
  /** What waits for the session's file to be open. */
  readonly #duties: (() => Promise<void>)[];

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#parent = Deno.ppid;
    this.#duties = [() => options.afterOpening()];
    this.#broker = options.early.broker;
    this.#child = options.early.child;
    this.#state = newFirewall(options.firewall);
    this.#audit = new AuditFile(options.audit);
    this.#queues = {
      // A client that reads no more is gone; a server that reads no more may still answer.
      client: new WriteQueue(fileSink(Deno.stdout), () => this.#stop()),
      server: new WriteQueue(streamSink(this.#child.stdin), () => {}),
    };
  }

  async run(): Promise<number> {
    const listening = this.#options.early.onStop(() => this.#stop());
    void this.#broker?.serve({
      pid: this.#child.pid,
      pending: () => this.#state.session.pending.client,
      isRecorded: () => !this.#state.unrecorded,
      record: (bodies) => this.#take({ kind: "access", bodies, nowMs: performance.now() }),
      tell: (text) => this.#tell(text),
      lost: () => this.#stop(),
    });
    // The server takes its time to start, and this costs no more in the meantime.
    this.#state.judge.warmUp();
    const timer = setInterval(() => this.#tick(), TICK_MS);
    const fromServer = this.#pump("server", this.#child.stdout);
    const stderr = this.#pumpStderr();
    void this.#pump("client", stdinChunks());
    const status = await this.#child.status;
    this.#exited.resolve();
    // What the server started and left behind in its group would keep the pipes, and itself, alive.
    await stopServer(this.#options.platform, this.#child, "KILL");
    await this.#drain(Promise.all([fromServer, stderr]));
    const exit = exitCodeOf(status);
    this.#broker?.finish();
    this.#isOver = true;
    this.#take({ kind: "ended", exit, nowMs: performance.now() });
    clearInterval(timer);
    await this.#settle(this.#queues.client.end());
    await withTimeout(this.#saving, IDLE_MS);
    await withTimeout(this.#afterOpening(), IDLE_MS);
    await this.#audit.close();
    this.#closeObservations();
    await withTimeout(this.#stderr.room(0), IDLE_MS);
    listening();
    return exit;
  }

  /** Moves frames from one side; waits while the other side has too much unread. */
  async #pump(side: Side, stream: AsyncIterable<Uint8Array>): Promise<void> {
    const splitter = new FrameSplitter(this.#state.judge.limits.messageBytes);
    const other = side === "client" ? "server" : "client";
    try {
      for await (const chunk of stream) {
        this.#takeFrames(side, splitter.push(chunk));
        await this.#queues[other].room();
        await this.#queues[side].room(MAX_OWED_BYTES);
      }
    } catch {
      // A stream that fails has ended.
    }
    this.#takeFrames(side, splitter.end());
    this.#take({ kind: "closed", side, nowMs: performance.now() });
    // Without its output a server is of no use; without its input neither is a session.
    this.#stop();
  }

  #takeFrames(side: Side, frames: ReturnType<FrameSplitter["push"]>): void {
    if (frames.length === 0 || this.#isOver) return;
    lookAgain();
    const nowMs = performance.now();
    let commands: Command[] = [];
    let count = 0;
    for (const frame of frames) {
      for (const command of step(this.#state, { kind: "frame", side, frame, nowMs })) commands.push(command);
      if (++count % FRAMES_A_TURN !== 0) continue;
      this.#perform(commands);
      commands = [];
    }
    if (commands.length > 0) this.#perform(commands);
  }

  #take(event: FirewallEvent): void {
    this.#perform(step(this.#state, event));
  }

  /** Writes the records of a turn, then sends its messages; without the records nothing moves. */
  #perform(commands: readonly Command[]): void {
    const records = commands.filter((command) => command.kind === "record");
    const wasBroken = this.#audit.isBroken;
    const isWritten = records.length === 0 ? true : this.#audit.append(records);
    const backMs = this.#audit.takeClockStep();
    if (backMs > 0) queueMicrotask(() => this.#take({ kind: "clock", backMs }));
    const held: Send[] = [];
    for (const command of commands) {
      switch (command.kind) {
        case "record":
          this.#tellRefusal(command.body);
          break;
        case "send":
          if (isWritten) this.#send(command);
          else held.push(command);
          break;
        case "close":
          if (command.side === "server") void this.#queues.server.end();
          break;
        case "pin":
          void this.#savePins(command.update);
          break;
        case "observe":
          this.#options.observations?.push(command.what);
          break;
        case "ask":
          this.#ask(command.id, command.text);
          break;
        case "ask-over":
          this.#options.approvals.over(command.id);
          break;
        case "tell":
          this.#tell(command.text);
          break;
      }
    }
    if (!isWritten) this.#unrecorded(held, records.length);
    else if (wasBroken && records.length > 0) this.#recorded();
  }

  /** Says what was refused, without a word of the message. */
  #tellRefusal(body: RecordBody): void {
    const { logLevel } = this.#options;
    if (logLevel === "error" || (body.kind !== "verdict" && body.kind !== "outcome")) return;
    const isRefused = body.kind === "verdict"
      ? body.verdict !== "allow" && body.verdict !== "log"
      : body.outcome === "refused";
    if (!isRefused && logLevel !== "info") return;
    const verdict = body.kind === "verdict" ? body.verdict : body.outcome;
    const observed = body.observed === true ? " (observed: it passed)" : "";
    const tool = body.tool === undefined ? "" : ` ${shownName(body.tool)}`;
    const rule = body.rule === undefined ? "" : ` by rule ${body.rule}`;
    const method = body.method === undefined ? "a frame" : shownName(body.method);
    this.#tell(`${verdict} ${body.side} ${method}${tool}${rule}${observed}`);
  }

  #unrecorded(held: readonly Send[], lost: number): void {
    this.#lost += lost;
    if (!this.#toldUnrecorded) {
      this.#toldUnrecorded = true;
      this.#tell(
        `error: Cannot write the audit log in ${JSON.stringify(this.#options.audit.folder)}: everything is refused`,
      );
      this.#tell("hint: Make room or make the folder writable; Sallyport goes on by itself then");
    }
    this.#take({ kind: "unrecorded", held, nowMs: performance.now() });
  }

  #recorded(): void {
    this.#toldUnrecorded = false;
    this.#tell("the audit log can be written again");
    const lost = this.#lost;
    this.#lost = 0;
    this.#take({ kind: "recorded", lost });
  }

  #send(command: Send): void {
    const { data } = command;
    if (command.to === "server") this.#broker?.sent(command);
    const bytes = typeof data === "string" ? this.#encoder.encode(`${data}\n`) : withNewline(data);
    this.#queues[command.to].push(bytes);
  }

  #tick(): void {
    this.#take({ kind: "tick", nowMs: performance.now() });
    this.#broker?.tick(performance.now());
    for (const [id, answer] of this.#options.approvals.answers()) {
      this.#take({ kind: "answered", id, answer, nowMs: performance.now() });
    }
    if (this.#options.platform === "posix" && Deno.ppid !== this.#parent) this.#stop();
    if (++this.#ticks % TICKS_PER_SECOND !== 0) return;
    if (!this.#audit.flush() && !this.#state.unrecorded) this.#unrecorded([], 0);
    void this.#afterOpening();
    void this.#reload();
  }

  /** What a session leaves beside its own file, once it has one: a version probe leaves no trace at all. */
  async #afterOpening(): Promise<void> {
    if (this.#audit.path === undefined) return;
    await Promise.all(this.#duties.splice(0).map((keep) => keep().catch(() => {})));
  }

  async #reload(): Promise<void> {
    const change = await this.#options.reload();
    const kept = change?.kind === "changed" ? change.kept : undefined;
    const clear = kept === undefined ? undefined : await this.#options.clearOf(kept);
    if (change === undefined || this.#isOver) return;
    if (change.kind === "pins") return this.#take({ kind: "pins", known: change.known, nowMs: performance.now() });
    this.#tell(change.text);
    if (kept !== undefined) {
      this.#audit.clear = clear;
      this.#duties.push(() => this.#options.keep(kept));
    }
    const next = change.kind === "changed" ? { judge: change.judge, protection: change.protection } : undefined;
    this.#take({ kind: "policy", next, nowMs: performance.now() });
  }

  #ask(id: string, text: string): void {
    if (this.#options.approvals.ask(id, text)) return;
    // After this turn: the question is not yet on the list of those that wait.
    queueMicrotask(() => this.#take({ kind: "answered", id, answer: "unavailable", nowMs: performance.now() }));
  }

  #closeObservations(): void {
    this.#options.observations?.close();
    const problem = this.#options.observations?.problem;
    if (problem !== undefined) this.#tell(`error: Cannot write observations (${problem}): what was seen is lost`);
  }

  async #savePins(update: PinUpdate): Promise<void> {
    const saving = this.#options.savePins(update);
    this.#saving = Promise.all([this.#saving, saving]);
    const why = await saving;
    if (why !== undefined) this.#tell(`error: Cannot record definitions of the server: ${why}`);
  }

  /** Begins the end: input closed, then asked, then killed, all inside the client's own schedule. */
  #stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    void this.#queues.server.end();
    void this.#escalate();
  }

  async #escalate(): Promise<void> {
    if (await this.#exitsWithin(TERM_AFTER_MS)) return;
    await stopServer(this.#options.platform, this.#child, "TERM");
    if (await this.#exitsWithin(KILL_AFTER_MS - TERM_AFTER_MS)) return;
    await stopServer(this.#options.platform, this.#child, "KILL");
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    return await withTimeout(this.#exited.promise, ms);
  }

  /**
   * Waits until what the server wrote before it ended has been read. A process that left the group may hold the pipe
   * open for ever: then reading ends when nothing moves any more.
   */
  async #drain(pumps: Promise<unknown>): Promise<void> {
    let isDone = false;
    void pumps.then(() => isDone = true);
    let seen = -1;
    const startedMs = performance.now();
    while (!isDone && !this.#isLate(startedMs)) {
      const moved = this.#queues.client.written + this.#state.messages;
      if (moved === seen && this.#queues.client.size === 0) break;
      seen = moved;
      await withTimeout(pumps, IDLE_MS);
    }
  }

  /** Once we are stopping, the client counts the seconds. */
  #isLate(startedMs: number): boolean {
    return this.#isStopping && performance.now() - startedMs > EXIT_AFTER_MS - KILL_AFTER_MS;
  }

  /** Waits for the last answers to be read, as long as some are. */
  async #settle(done: Promise<void>): Promise<void> {
    const queue = this.#queues.client;
    let written = -1;
    while (!(await withTimeout(done, this.#isStopping ? EXIT_AFTER_MS - KILL_AFTER_MS : FLUSH_IDLE_MS))) {
      if (queue.written === written) return;
      written = queue.written;
    }
  }

  /** Always reads the server's stderr; passes lines on as far as the rate allows. */
  async #pumpStderr(): Promise<void> {
    const splitter = new FrameSplitter(MAX_STDERR_LINE);
    const decoder = new TextDecoder();
    const format = newServerLines(this.#options.firewall.server, newScanner());
    let second = 0;
    let count = 0;
    const pass = (frames: ReturnType<FrameSplitter["push"]>) => {
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) {
        if (count > MAX_STDERR_LINES_PER_SECOND) {
          this.#tell(`${count - MAX_STDERR_LINES_PER_SECOND} lines of the server's stderr were not shown`);
        }
        second = now;
        count = 0;
      }
      let text = "";
      for (const frame of frames) {
        if (++count > MAX_STDERR_LINES_PER_SECOND) continue;
        const line = frame.kind === "line" ? decoder.decode(frame.bytes) : "(a line too long to show)";
        text += `${format(line)}\n`;
      }
      if (text !== "") this.#show(text);
    };
    try {
      for await (const chunk of this.#child.stderr) pass(splitter.push(chunk));
    } catch {
      // It has ended.
    }
    pass(splitter.end());
  }

  #tell(text: string): void {
    this.#show(`sallyport: ${text}\n`);
  }

  /** A stderr that nobody reads must not stop the session: what it cannot take is dropped. */
  #show(text: string): void {
    if (this.#stderr.size < MAX_STDERR_WAITING) this.#stderr.push(this.#encoder.encode(text));
  }
}

const READ_BYTES = 64 * 1024;
/** So many frames of one read share a write to the log; more would keep what they are made of alive for long. */
const FRAMES_A_TURN = 16;

/** What comes on stdin. A small read is copied out, so that a short message does not keep a whole buffer. */
async function* stdinChunks(): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(READ_BYTES);
  while (true) {
    const length = await Deno.stdin.read(buffer);
    if (length === null) return;
    yield buffer.slice(0, length);
  }
}

/** Names come from messages: quoted, cut, and nothing in them can drive a terminal. */
function shownName(name: string): string {
  const clean = name.replace(/[\p{C}\p{Z}]/gu, "?");
  return clean.length > 80 ? `${clean.slice(0, 80).toWellFormed()}…` : clean;
}

const IDLE_MS = 250;
const NEWLINE = 0x0a;

/** The frame with its newline: in place where the chunk it was cut from has the newline right behind. */
function withNewline(frame: Uint8Array): Uint8Array {
  const end = frame.byteOffset + frame.length;
  if (end < frame.buffer.byteLength) {
    const longer = new Uint8Array(frame.buffer, frame.byteOffset, frame.length + 1);
    if (longer[frame.length] === NEWLINE) return longer;
  }
  const copy = new Uint8Array(frame.length + 1);
  copy.set(frame);
  copy[frame.length] = NEWLINE;
  return copy;
}

/** Waits for a promise at most so long; says whether it was done. */
async function withTimeout(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(false), ms));
  const done = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
