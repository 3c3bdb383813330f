/**
 * Sallyport's own run through `tools/list`: a call of a tool that the client has not listed waits for it, so that no
 * tool is called unseen.
 *
 * @module
 */

import { formatJson } from "../jsonrpc/format_json.ts";
import { isJsonArray, isJsonObject, type JsonObject } from "../jsonrpc/json.ts";
import { idKey, type Request, type Response } from "../jsonrpc/message.ts";
import { CAPABILITIES_META_KEY, eraOf, VERSION_META_KEY } from "../mcp/era.ts";
import { readListPage } from "../mcp/tool_list.ts";
import { releasePins, reviewDefinitions } from "./definitions.ts";
import { record, send, type Turn } from "./turn.ts";

const MAX_PAGES = 100;
const MAX_WAIT_MS = 5000;

/** Whether a request is a call of a tool that this session has not listed and could still list. */
export function mustListFirst(turn: Turn, request: Request): boolean {
  const { state } = turn;
  if (request.method !== "tools/call" || state.unrecorded) return false;
  const name = request.params?.["name"];
  if (typeof name !== "string" || state.tools.known.has(name) || state.tools.complete) return false;
  if (state.lister.awaited !== undefined) return true;
  if (state.lister.tried) return false;
  return state.session.initialized || eraOf(request.method, request.params) === "modern";
}

/** Asks for the first page, unless one is asked for already. */
export function beginListing(turn: Turn, call: Request): void {
  const { lister } = turn.state;
  if (lister.awaited !== undefined) return;
  lister.tried = true;
  lister.pages = 0;
  lister.cursor = undefined;
  lister.meta = modernMeta(call);
  askForPage(turn);
}

/** Takes our own page; says whether the run is over. Anything but a list ends it: calls are judged as unlisted then. */
export function takeOwnPage(turn: Turn, response: Response): boolean {
  const { lister, tools } = turn.state;
  lister.awaited = undefined;
  if (response.result === undefined) return true;
  const page = readListPage(tools, lister.cursor, response.result);
  pinTools(turn, response.result, page.names);
  lister.cursor = page.nextCursor;
  lister.pages++;
  if (page.nextCursor !== undefined && lister.pages < MAX_PAGES) {
    askForPage(turn);
    return false;
  }
  record(turn, { kind: "note", note: "tools-listed", count: tools.known.size });
  return true;
}

/** Holds the tools of a page against their pins; those that are not the recorded ones are kept back. */
export function pinTools(turn: Turn, result: JsonObject, names: readonly (string | undefined)[]): void {
  const { tools } = turn.state;
  const entries = result["tools"];
  releasePins(turn);
  if (!isJsonArray(entries)) return;
  // Of a name that is there twice neither is a tool.
  const listed = entries.flatMap((entry, index) => {
    const name = names[index];
    return name === undefined ? [] : [{ entry, name }];
  });
  const rules = reviewDefinitions(turn, "tool", listed.map(({ entry }) => entry));
  for (const [index, { name }] of listed.entries()) {
    const rule = rules[index];
    const before = tools.withheld.get(name);
    if (rule !== undefined) tools.withheld.set(name, rule);
    else if (before?.startsWith("pin/")) tools.withheld.delete(name);
  }
}

/** Whether the wait for a page is over. */
export function listingIsLate(turn: Turn): boolean {
  const { lister } = turn.state;
  return lister.awaited !== undefined && turn.nowMs >= lister.deadlineMs;
}

function askForPage(turn: Turn): void {
  const { lister, options } = turn.state;
  const id = `sallyport-${options.newId()}`;
  lister.awaited = idKey(id);
  lister.deadlineMs = turn.nowMs + MAX_WAIT_MS;
  const members = [
    ...(lister.meta === undefined ? [] : [`"_meta":${lister.meta}`]),
    ...(lister.cursor === undefined ? [] : [`"cursor":${JSON.stringify(lister.cursor)}`]),
  ];
  const frame = `{"jsonrpc":"2.0","id":"${id}","method":"tools/list","params":{${members.join(",")}}}`;
  send(turn, "server", frame, {
    kind: "request",
    asker: "client",
    id: { source: JSON.stringify(id), key: lister.awaited },
    method: "tools/list",
    era: lister.meta === undefined ? "legacy" : "modern",
    wantsTask: false,
    taskId: undefined,
  });
}

/** What a modern request must carry, taken from the call that waits. */
function modernMeta(call: Request): string | undefined {
  if (eraOf(call.method, call.params) === "legacy") return undefined;
  const meta = call.params?.["_meta"];
  if (!isJsonObject(meta)) return undefined;
  const kept: Record<string, JsonObject[string]> = Object.create(null);
  for (const key of [VERSION_META_KEY, CAPABILITIES_META_KEY, "io.modelcontextprotocol/clientInfo"]) {
    const value = meta[key];
    if (value !== undefined) kept[key] = value;
  }
  return formatJson(kept);
}
