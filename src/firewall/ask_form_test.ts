import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { JsonObject } from "../jsonrpc/json.ts";
import { toMessage } from "../jsonrpc/message.ts";
import { askParams, askText, readAnswer } from "./ask_form.ts";

Deno.test("readAnswer() takes only a clear yes for one", () => {
  const rows: readonly (readonly [JsonObject | undefined, string])[] = [
    [{ action: "accept", content: { decision: "allow once" } }, "allow"],
    [{ action: "accept", content: { decision: "allow for this session" } }, "session"],
    [{ action: "accept", content: { decision: "deny" } }, "deny"],
    [{ action: "accept", content: { decision: "Allow once" } }, "deny"],
    [{ action: "accept", content: { decision: ["allow once"] } }, "deny"],
    [{ action: "accept", content: {} }, "deny"],
    [{ action: "accept" }, "deny"],
    [{ action: "decline", content: { decision: "allow once" } }, "deny"],
    [{ action: "cancel" }, "deny"],
    [{}, "deny"],
    [undefined, "deny"],
  ];
  for (const [result, answer] of rows) assertEquals(readAnswer(result), answer, JSON.stringify(result));
});

Deno.test("askText() shows what is asked for, with nothing hidden in it", () => {
  const params = { name: "t", arguments: { path: "/a\u202e\u001b[2J", n: 1 } };
  const message = toMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params } as never);
  assert(typeof message === "object" && message.kind === "request");
  const text = askText("files", { incoming: { side: "client", message }, tool: "t\u0007" });
  assertStringIncludes(text, 'the tool t\\u{7} of the server files, with: {"path":"/a\\u{202e}');
  assert(!/[\p{Cc}\p{Cf}]/u.test(text));
});

Deno.test("askParams() is a form without a default", () => {
  const { mode, message, requestedSchema } = JSON.parse(askParams("x"));
  assertEquals([mode, message, requestedSchema.required], ["form", "Sallyport: x", ["decision"]]);
  assertEquals(requestedSchema.properties.decision.default, undefined);
});
