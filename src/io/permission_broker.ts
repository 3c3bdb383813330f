/**
 * The permission broker of one server: a socket that its Deno, and nobody else, connects to once; a question a line, an
 * answer a line. What is decided is decided in `call_rights.ts`; here lines move. Whatever goes wrong is a refusal, and
 * behind it the end of the connection, at which Deno ends the server (code 87, seen under Deno 2.9.6).
 *
 * @module
 */

import type { SandboxRecord } from "../../audit/record.ts";
import type { BrokerPlan } from "../cli/edge.ts";
import {
  type AccessLog,
  type LoggedCall,
  logRefusal,
  logUse,
  newAccessLog,
  takeRecords,
} from "../firewall/access_log.ts";
import type { Send } from "../firewall/command.ts";
import { FrameSplitter } from "../jsonrpc/frame_splitter.ts";
import { isJsonObject, type JsonObject } from "../jsonrpc/json.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { brokerAnswer, MAX_REQUEST_BYTES, readBrokerRequest } from "../sandbox/broker_protocol.ts";
import { callNames } from "../sandbox/call_names.ts";
import { type CallRights, judgeAccess, newCallRights, newRights, type Rights } from "../sandbox/call_rights.ts";
import { PATH_VIEW } from "./path_view.ts";
import { takeBrokerSocket } from "./take_broker_socket.ts";

/** A request of the client that is in flight. */
interface Pending {
  readonly recordSeq: number;
  readonly tool: string | undefined;
}

/** The session that a broker is of. */
export interface BrokerHooks {
  /** The server's process: nobody else may ask. */
  readonly pid: number;
  /** The client's requests in flight, by the key of their id. */
  pending(): ReadonlyMap<string, Pending>;
  /** Whether the log can be written: without it no call gives a right. */
  isRecorded(): boolean;
  record(bodies: readonly SandboxRecord[]): void;
  tell(text: string): void;
  /** The connection is gone, or was never made: the server must end. */
  lost(): void;
}

/** How long a server's Deno may take from its start until it connects. */
const CONNECT_MS = 30_000;
/** What took longer to judge was judged by a file system that is gone, or not by one at all. */
const MAX_JUDGING_MS = 1_000;
const READ_BYTES = 16 * 1024;
const NEWLINE = 0x0a;
const TOO_LONG = { ok: false, fault: "too long" } as const;
const MAX_DEPTH = 128;
/** What is told of refusals on stderr, in one session. */
const MAX_TOLD = 50;

/** What the server's error says of a refusal. It may reach the client: no word of what was asked for is in it. */
const REASONS: Readonly<Record<string, string>> = {
  "no-call": "no call in flight names this",
  "not-in-set": "this is not in the permission set",
  "leads-out": "this leads out of what is permitted",
  closed: "this stays closed",
  "all-at-once": "all of a kind is never given",
  never: "this is never given",
  unclear: "only an absolute path or a plain host can be judged",
  slow: "this took too long to judge",
};

/** The broker of one server. */
export class PermissionBroker {
  /** The socket, for `DENO_PERMISSION_BROKER_PATH`. */
  readonly path: string;
  readonly #plan: BrokerPlan;
  readonly #listener: Deno.UnixListener;
  readonly #rights: Rights;
  readonly #log: AccessLog = newAccessLog();
  readonly #calls = new Map<string, CallRights & LoggedCall>();
  readonly #encoder = new TextEncoder();
  #hooks: BrokerHooks | undefined;
  #connection: Deno.Conn | undefined;
  #hasCalled = false;
  #isClosed = false;
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes a free socket. Throws `ServerStartError` where there is none. */
  constructor(plan: BrokerPlan) {
    this.#plan = plan;
    const { listener, path } = takeBrokerSocket(plan);
    this.#listener = listener;
    this.path = path;
    this.#rights = newRights(plan.rights, PATH_VIEW);
  }

  /** Waits for the server's Deno and answers it until it is gone. To be called once, right behind its start. */
  async serve(hooks: BrokerHooks): Promise<void> {
    this.#hooks = hooks;
    this.#timer = setTimeout(() => this.#end("the server did not connect to its permission broker"), CONNECT_MS);
    try {
      this.#connection = await this.#listener.accept();
      // Nobody else connects, nor listens: the socket's file is gone with the listener.
      this.#listener.close();
      Deno.permissions.revokeSync({ name: "net" });
      clearTimeout(this.#timer);
      await this.#answerAll(this.#connection, hooks);
      this.#end(undefined);
    } catch {
      this.#end(undefined);
    }
  }

  /** A message went to the server. A request of the client gives its rights from now on. */
  sent({ about, data }: Send): void {
    if (about.kind !== "request" || about.asker !== "client" || about.id === undefined) return;
    const { key: id } = about.id;
    const pending = this.#hooks?.pending().get(id);
    // Sallyport's own questions are not in flight for the client, and justify nothing.
    if (pending === undefined) return;
    if (about.method === "tools/call") this.#hasCalled = true;
    const { place, rights } = this.#plan;
    const names = callNames(argumentsOf(about.method, data), place);
    const { recordSeq, tool } = pending;
    this.#calls.set(id, { ...newCallRights(id, names, rights, PATH_VIEW), recordSeq, tool });
  }

  /** Forgets calls that are over and writes what they came to; to be called a few times a second. */
  tick(nowMs: number): void {
    for (const [id, call] of this.#calls) if (!this.#isInFlight(call)) this.#calls.delete(id);
    this.#record(takeRecords(this.#log, { inFlight: (call) => this.#isInFlight(call), nowMs }));
  }

  /** Ends all, and writes what is not written yet. */
  finish(): void {
    this.close();
    this.#record(takeRecords(this.#log, { inFlight: () => false, nowMs: Infinity }));
  }

  #record(records: readonly SandboxRecord[]): void {
    if (records.length > 0) this.#hooks?.record(records);
  }

  /** From here on the server's Deno gets no answer but the end of the connection. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    closeQuietly(this.#connection);
    closeQuietly(this.#listener);
  }

  #end(told: string | undefined): void {
    if (this.#isClosed) return;
    this.close();
    if (told !== undefined) this.#hooks?.tell(`error: ${told}; it is ended`);
    this.#hooks?.lost();
  }

  async #answerAll(connection: Deno.Conn, hooks: BrokerHooks): Promise<void> {
    const splitter = new FrameSplitter(MAX_REQUEST_BYTES);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const buffer = new Uint8Array(READ_BYTES);
    let id = 0;
    /** Bytes behind the last newline. */
    let open = 0;
    while (true) {
      const length = await connection.read(buffer);
      if (length === null) return;
      const chunk = buffer.slice(0, length);
      const end = chunk.lastIndexOf(NEWLINE);
      open = end < 0 ? open + length : length - end - 1;
      for (const frame of splitter.push(chunk)) {
        const reading = frame.kind === "line"
          ? readBrokerRequest(decoder.decode(frame.bytes), { id: ++id, pid: hooks.pid })
          : TOO_LONG;
        if (!reading.ok) return this.#endUnread(reading.fault);
        await this.#send(connection, this.#answer(reading.request, hooks));
      }
      // A line that never ends is not waited for.
      if (open > MAX_REQUEST_BYTES) return this.#endUnread(TOO_LONG.fault);
    }
  }

  #endUnread(fault: string): void {
    this.#end(`the server's Deno asked its permission broker in a way that cannot be read (${fault})`);
  }

  #answer(
    { id, permission, value }: { id: number; permission: string; value: string | null },
    hooks: BrokerHooks,
  ): string {
    const startedMs = performance.now();
    const calls = [...this.#calls.values()].filter((call) => this.#isInFlight(call));
    const moment = { calls: hooks.isRecorded() ? calls : [], hasCalled: this.#hasCalled };
    const verdict = judgeAccess({ permission, value }, { rights: this.#rights, moment, view: PATH_VIEW });
    const nowMs = performance.now();
    if (verdict.isAllowed && nowMs - startedMs <= MAX_JUDGING_MS) {
      if (verdict.by === "call") {
        const used = calls.filter((call) => verdict.calls.includes(call.id));
        logUse(this.#log, { permission, calls: used });
      }
      return brokerAnswer(id, "allow");
    }
    const why = verdict.isAllowed ? "slow" : verdict.why;
    const record = logRefusal(this.#log, { permission, value: value ?? undefined, why, calls }, nowMs);
    if (record !== undefined) {
      hooks.record([record]);
      this.#tellRefusal(permission, value, why);
    }
    return brokerAnswer(id, "deny", `Sallyport refused ${permission} access: ${REASONS[why] ?? "refused"}`);
  }

  #tellRefusal(permission: string, value: string | null, why: string): void {
    if (++this.#told > MAX_TOLD) return;
    const what = value === null ? "(all)" : JSON.stringify(value.replace(/[\p{C}\p{Z}]/gu, "?").slice(0, 200));
    const more = this.#told === MAX_TOLD ? "; more of these are in the log alone" : "";
    this.#hooks?.tell(
      `sandbox: refused ${permission.replace(/[^a-z]/g, "?").slice(0, 20)} ${what}: ${REASONS[why] ?? why}${more}`,
    );
  }

  #isInFlight({ id, recordSeq }: LoggedCall): boolean {
    return this.#hooks?.pending().get(id)?.recordSeq === recordSeq;
  }

  async #send(connection: Deno.Conn, line: string): Promise<void> {
    const bytes = this.#encoder.encode(`${line}\n`);
    for (let offset = 0; offset < bytes.length;) offset += await connection.write(bytes.subarray(offset));
  }
}

/** The arguments of a call, the parameters of any other request. What cannot be read names nothing. */
function argumentsOf(method: string, data: Uint8Array | string): JsonObject | undefined {
  const parsed = parseJson(typeof data === "string" ? data : new TextDecoder().decode(data), { maxDepth: MAX_DEPTH });
  const message = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  const params = message?.["params"];
  if (!isJsonObject(params)) return undefined;
  if (method !== "tools/call") return params;
  const args = params["arguments"];
  return isJsonObject(args) ? args : undefined;
}

function closeQuietly(what: { close(): void } | undefined): void {
  try {
    what?.close();
  } catch {
    // It was closed already.
  }
}
