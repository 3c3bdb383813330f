/**
 * The question that a person is asked, and how an answer is read: whatever is no clear yes is a no.
 *
 * @module
 */

import { formatJson } from "../jsonrpc/format_json.ts";
import type { JsonObject } from "../jsonrpc/json.ts";
import type { Request } from "../jsonrpc/message.ts";

/** How a question ended. */
export type AskAnswer = "allow" | "session" | "deny" | "timeout" | "cancelled" | "unavailable";

/** What a question is about. */
export interface AskSubject {
  readonly incoming: { readonly side: "client" | "server"; readonly message: Request };
  readonly tool: string | undefined;
}

const CHOICES = { allow: "allow once", session: "allow for this session", deny: "deny" } as const;
const MAX_SHOWN = 2_000;

/** The question, in words and with the arguments as they are; nothing in it is hidden or drives a terminal. */
export function askText(server: string, { incoming, tool }: AskSubject): string {
  const { side, message } = incoming;
  const args = message.method === "tools/call" ? message.params?.["arguments"] : message.params;
  const what = tool === undefined ? `the request ${shown(message.method)}` : `the tool ${shown(tool)}`;
  const who = side === "client"
    ? `The model wants to use ${what} of the server ${shown(server)}`
    : `The server ${shown(server)} asks for ${what}`;
  const json = args === undefined ? "nothing" : formatJson(args);
  const cut = json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}... (${json.length} characters)` : json;
  return `${who}, with: ${shown(cut)}`;
}

function shown(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\ufe00-\ufe0f]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** The parameters of `elicitation/create` for a question, as JSON. No choice is the default. */
export function askParams(text: string): string {
  return JSON.stringify({
    mode: "form",
    message: `Sallyport: ${text}`,
    requestedSchema: {
      type: "object",
      properties: {
        decision: {
          type: "string",
          title: "Decision",
          description: "May this be sent on?",
          enum: [CHOICES.deny, CHOICES.allow, CHOICES.session],
        },
      },
      required: ["decision"],
    },
  });
}

/** Reads the result of an elicitation. */
export function readAnswer(result: JsonObject | undefined): AskAnswer {
  if (result?.["action"] !== "accept") return "deny";
  const content = result["content"];
  const decision = typeof content === "object" && content !== null && "decision" in content
    ? (content as JsonObject)["decision"]
    : undefined;
  if (decision === CHOICES.allow) return "allow";
  return decision === CHOICES.session ? "session" : "deny";
}
