/**
 * What MCP adds to the strictness of JSON-RPC: names that a loose reader would take for known ones, and arguments that
 * are no object or hold two names in one. Pure shape; no policy.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";
import { isJsonObject, type JsonObject } from "../jsonrpc/json.ts";
import type { Message } from "../jsonrpc/message.ts";
import { isDisguisedMethod } from "./method.ts";

/** What is wrong with a message beyond its envelope; the rule is `frame/` and this. */
export type MessageFault = "method" | "folded-key" | "arguments" | "folded-argument" | "name";

/** Keys of `params` and `result` that some part of the protocol or of this program gives a meaning. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(
  (
    "_meta action argument arguments cacheScope capabilities clientInfo completion content contents context cursor " +
    "data elicitationId includeContext inputRequests inputResponses instructions isError level logger maxTokens " +
    "message messages metadata method mode model modelPreferences name nextCursor notifications params progress " +
    "progressToken prompts protocolVersion reason ref requestId requestState requestedSchema resourceTemplates " +
    "resources resultType role roots serverInfo status statusMessage stopReason stopSequences structuredContent " +
    "supportedVersions systemPrompt task taskId tasks temperature toolChoice tools total ttlMs uri url values"
  ).split(" "),
);
const FOLDED_KEYS: ReadonlySet<string> = new Set([...KNOWN_KEYS].map(foldName));

/** Returns what is wrong with a message, or nothing. */
export function checkMessage(message: Message): MessageFault | undefined {
  if (message.kind === "response") return checkKeys(message.result ?? {});
  if (isDisguisedMethod(message.method)) return "method";
  const params = message.params;
  if (params === undefined) return message.method === "tools/call" ? "name" : undefined;
  const fault = checkKeys(params);
  if (fault !== undefined) return fault;
  if (message.method === "tools/call" && typeof params["name"] !== "string") return "name";
  if (message.method !== "tools/call" && message.method !== "prompts/get") return undefined;
  return checkArguments(params);
}

function checkKeys(object: JsonObject): MessageFault | undefined {
  for (const key in object) if (!KNOWN_KEYS.has(key) && FOLDED_KEYS.has(foldName(key))) return "folded-key";
  return undefined;
}

function checkArguments(params: JsonObject): MessageFault | undefined {
  if (!("arguments" in params)) return undefined;
  const args = params["arguments"];
  if (!isJsonObject(args)) return "arguments";
  const folded = new Set<string>();
  for (const name in args) {
    const plain = foldName(name);
    if (folded.has(plain)) return "folded-argument";
    folded.add(plain);
  }
  return undefined;
}
