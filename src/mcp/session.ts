/**
 * What one session remembers between messages: requests in flight on both sides, tasks, progress tokens, the
 * negotiated version. Both id spaces are kept apart; ids match as the loosest client matches them. It decides nothing.
 *
 * The records here are changed in place; one session has one owner.
 *
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { idKey, MAX_ID_LENGTH, type Request, type RequestId, toRequestId } from "../jsonrpc/message.ts";
import type { Side } from "../jsonrpc/side.ts";
import { type Era, eraOf } from "./era.ts";

/** A request that was sent on and has no answer yet. */
export interface PendingRequest {
  readonly id: RequestId;
  readonly method: string;
  /** The tool of a `tools/call`, also of the tasks that stem from one. */
  readonly tool: string | undefined;
  readonly era: Era;
  /** The key of its progress token. */
  readonly progressKey: string | undefined;
  /** Whether it asks for a task in its place. */
  readonly wantsTask: boolean;
  /** The id of the task that it asks after. */
  readonly taskId: string | undefined;
  /** The cursor of a list request. */
  readonly cursor: string | undefined;
  /** The sequence number of the record of its verdict. */
  readonly recordSeq: number;
  readonly sentAtMs: number;
}

/** A task, bound once to the call that made it. */
export interface Task {
  readonly method: string;
  readonly tool: string | undefined;
}

/** The memory of one session. */
export interface Session {
  /** Requests in flight, by the side that asked, then by id key. */
  readonly pending: Readonly<Record<Side, Map<string, PendingRequest>>>;
  /** Requests that were cancelled or given up and may still be answered late. */
  readonly abandoned: Readonly<Record<Side, Set<string>>>;
  /** Progress tokens that are live, by the side that asked, with the id key of their request. */
  readonly progress: Readonly<Record<Side, Map<string, string>>>;
  /** Tasks by id, by the side that asked for them. */
  readonly tasks: Readonly<Record<Side, Map<string, Task>>>;
  /** The request that was taken out of flight last: whoever fails behind that still knows whose answer it was. */
  taken: PendingRequest | undefined;
  /** The version that `initialize` settled on; absent before it and in the modern era. */
  negotiated: string | undefined;
  /** Whether the legacy handshake is complete. */
  initialized: boolean;
}

const MAX_ABANDONED = 1024;
const MAX_TASKS = 10_000;
const MAX_KEPT_LENGTH = 4096;

/** Starts a session. */
export function newSession(): Session {
  return {
    pending: { client: new Map(), server: new Map() },
    abandoned: { client: new Set(), server: new Set() },
    progress: { client: new Map(), server: new Map() },
    tasks: { client: new Map(), server: new Map() },
    taken: undefined,
    negotiated: undefined,
    initialized: false,
  };
}

/** Whether an id of a side is in flight, or was given up and may still be answered. */
export function isIdInUse(session: Session, side: Side, id: RequestId): "pending" | "abandoned" | undefined {
  if (session.pending[side].has(id.key)) return "pending";
  return session.abandoned[side].has(id.key) ? "abandoned" : undefined;
}

/** Enters a request that is about to be sent on. */
export function openRequest(
  session: Session,
  side: Side,
  request: Request,
  at: { readonly recordSeq: number; readonly nowMs: number },
): PendingRequest {
  const pending: PendingRequest = {
    id: request.id,
    method: request.method,
    tool: toolOf(session, side, request),
    era: eraOf(request.method, request.params),
    progressKey: progressTokenOf(request.params),
    wantsTask: isTaskRequest(request.params),
    taskId: shortString(request.params?.["taskId"]),
    cursor: shortString(request.params?.["cursor"]),
    recordSeq: at.recordSeq,
    sentAtMs: at.nowMs,
  };
  session.pending[side].set(request.id.key, pending);
  if (pending.progressKey !== undefined) session.progress[side].set(pending.progressKey, request.id.key);
  return pending;
}

/** What is remembered of a request is small, however long the request: one that is in flight costs no message. */
function shortString(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.length <= MAX_KEPT_LENGTH ? value : undefined;
}

/** Takes the request that a response of the other side answers out of flight; the first response wins. */
export function takePending(session: Session, asker: Side, id: RequestId): PendingRequest | undefined {
  const pending = session.pending[asker].get(id.key);
  if (pending === undefined) return undefined;
  session.pending[asker].delete(id.key);
  session.taken = pending;
  // A task keeps its token until it ends (2025-11-25, basic/utilities/tasks): it is released with the session.
  if (pending.progressKey !== undefined && !pending.wantsTask) session.progress[asker].delete(pending.progressKey);
  return pending;
}

/** Gives a request up: cancelled by its asker, or past its limit. A late answer finds nothing. */
export function abandonRequest(session: Session, asker: Side, id: RequestId): PendingRequest | undefined {
  const pending = takePending(session, asker, id);
  if (pending === undefined) return undefined;
  const abandoned = session.abandoned[asker];
  abandoned.add(id.key);
  for (const oldest of abandoned) {
    if (abandoned.size <= MAX_ABANDONED) break;
    abandoned.delete(oldest);
  }
  return pending;
}

/** The request a `notifications/cancelled` of its asker names. */
export function cancelledId(params: JsonObject | undefined): RequestId | undefined {
  return toRequestId(params?.["requestId"]);
}

/** The key of the progress token that a request carries. */
export function progressTokenOf(params: JsonObject | undefined): string | undefined {
  const meta = params?.["_meta"];
  return isJsonObject(meta) ? tokenKey(meta["progressToken"]) : undefined;
}

/** The key under which a progress token is matched: as loosely as ids. */
export function tokenKey(token: Json | undefined): string | undefined {
  if (typeof token === "string") return token.length <= MAX_ID_LENGTH ? idKey(token) : undefined;
  return typeof token === "number" ? idKey(token) : undefined;
}

/** Whether a request asks for a task in its place (`params.task`, 2025-11-25). */
export function isTaskRequest(params: JsonObject | undefined): boolean {
  return isJsonObject(params?.["task"]);
}

/** The tool that a request is about: of the call itself, or of the task that it asks after. */
export function toolOf(session: Session, side: Side, request: Request): string | undefined {
  const { method, params } = request;
  if (method === "tools/call") return typeof params?.["name"] === "string" ? params["name"] : undefined;
  return isTaskMethod(method) ? taskOf(session, side, params)?.tool : undefined;
}

/** Whether a method asks after one task by its id. */
export function isTaskMethod(method: string): boolean {
  return method === "tasks/get" || method === "tasks/result" || method === "tasks/cancel" || method === "tasks/update";
}

/** The task whose id `params` name, among those that a side asked for. */
export function taskOf(session: Session, side: Side, params: JsonObject | undefined): Task | undefined {
  const id = params?.["taskId"];
  return typeof id === "string" ? session.tasks[side].get(id) : undefined;
}

/**
 * Binds the task that a result announces to its call. Says `again` where the id is already bound, since a second binding
 * would let one call's result pass as another's; and where it cannot be remembered.
 */
export function bindTask(session: Session, asker: Side, pending: PendingRequest, result: JsonObject): "ok" | "again" {
  const id = announcedTask(pending, result);
  if (id === undefined) return "ok";
  const tasks = session.tasks[asker];
  if (tasks.has(id) || tasks.size >= MAX_TASKS || id.length > MAX_ID_LENGTH) return "again";
  tasks.set(id, { method: pending.method, tool: pending.tool });
  return "ok";
}

/** 2025-11-25 answers a task request with `{task:{taskId}}`, the extension any request with `resultType: "task"`. */
function announcedTask(pending: PendingRequest, result: JsonObject): string | undefined {
  if (pending.method.startsWith("tasks/")) return undefined;
  const task = result["task"];
  if (isJsonObject(task) && typeof task["taskId"] === "string") return task["taskId"];
  return result["resultType"] === "task" && typeof result["taskId"] === "string" ? result["taskId"] : undefined;
}
