import { assert, assertEquals } from "@std/assert";
import { pinOf, type PinTable } from "../detect/definition/pins.ts";
import type { Json } from "../jsonrpc/json.ts";
import type { Command } from "./command.ts";
import { type Elsewhere, looks } from "./definitions.ts";
import type { PinMode } from "./judge.ts";
import { newFirewall } from "./state.ts";
import { step } from "./step.ts";
import { firewallOf, judgeOf, play } from "./testdata/play.ts";

const READ = { name: "read", description: "Reads a file of the project." };
const SEND = { name: "send", description: "Sends a mail to somebody." };

interface Setting {
  readonly pinMode?: PinMode;
  readonly pins?: PinTable;
  readonly elsewhere?: ReadonlyMap<string, Elsewhere>;
}

function firewall({ pinMode = "first-use", pins, elsewhere }: Setting) {
  const judge = judgeOf({ pinMode });
  return newFirewall({ ...firewallOf(judge).options, judge, pins, elsewhere });
}

function table(...tools: readonly { readonly name: string }[]): PinTable {
  return new Map(tools.map((tool) => [`tool ${tool.name}`, pinOf(tool as unknown as Json)]));
}

function list(...tools: readonly object[]): string {
  return JSON.stringify(tools);
}

function listing(state: ReturnType<typeof firewall>, sent: string, got: string, note = ""): void {
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"tools":${sent}}}
    >C {"jsonrpc":"2.0","id":1,"result":{${note}"tools":${got}}}
  `,
    state.judge,
    state,
  );
}

const LOST = '"_meta":{"dev.sallyport/hiddenTools":1},';

function pinsOf(commands: readonly Command[]): readonly string[] {
  return commands.flatMap((command) =>
    command.kind === "pin"
      ? [
        ...command.update.accepted.map(([key]) => `accepted ${key}`),
        ...command.update.waiting.map(([key]) => `waits ${key}`),
      ]
      : []
  );
}

Deno.test("a changed definition is hidden and not called, an unchanged one is neither", () => {
  const state = firewall({ pins: table(READ, SEND) });
  listing(state, list({ ...READ, description: "Reads and sends." }, SEND), list(SEND), LOST);
  const { records } = play(
    `
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read"}}
    >C tool 2 its definition is not accepted|pin/changed|6
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"send"}}
    >S =
  `,
    state.judge,
    state,
  );
  assertEquals(records.length, 2);
  assertEquals(state.pins.waiting.size, 1);
});

Deno.test("what is seen first is recorded on first use, and waits where that is required", () => {
  const first = firewall({});
  listing(first, list(READ), list(READ));
  assertEquals(first.pins.known.has("tool read"), true);
  listing(first, list({ ...READ, title: "x" }), list(), LOST);
  const strict = firewall({ pinMode: "required" });
  listing(strict, list(READ), list(), LOST);
  assertEquals(strict.tools.withheld.get("read"), "pin/unaccepted");
  const off = firewall({ pinMode: "off", pins: table(READ) });
  listing(off, list({ ...READ, title: "x" }), list({ ...READ, title: "x" }));
});

Deno.test("a known tool under another name is drift, a new one beside it is not", () => {
  const state = firewall({ pins: table(READ) });
  listing(state, list({ ...READ, name: "open" }, SEND), list(SEND), LOST);
  assertEquals(state.tools.withheld.get("open"), "pin/renamed");
});

Deno.test("accepting takes effect while the session runs, for the very definition alone", () => {
  const state = firewall({ pins: table(READ) });
  const changed = { ...READ, description: "Reads and sends." };
  listing(state, list(changed), list(), LOST);
  step(state, { kind: "pins", known: table({ ...changed, title: "other" } as never), nowMs: 1 });
  assertEquals(state.tools.withheld.get("read"), "pin/changed");
  step(state, { kind: "pins", known: table(changed), nowMs: 1 });
  assertEquals(state.tools.withheld.has("read"), false);
  listing(state, list(changed), list(changed));
});

Deno.test("a version probe records no pin; what it showed is recorded with the first list", () => {
  const state = firewall({});
  const frame = (message: object) =>
    ({ kind: "line", bytes: new TextEncoder().encode(JSON.stringify(message)) }) as const;
  const from = (side: "client" | "server", message: object) =>
    pinsOf(step(state, { kind: "frame", side, frame: frame(message), nowMs: 0 }));
  from("client", { jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
  const result = { protocolVersion: "2025-11-25", instructions: "Use read." };
  assertEquals(from("server", { jsonrpc: "2.0", id: 1, result }), []);
  from("client", { jsonrpc: "2.0", id: 2, method: "tools/list" });
  assertEquals(from("server", { jsonrpc: "2.0", id: 2, result: { tools: [READ] } }), [
    "accepted instructions",
    "accepted tool read",
  ]);
});

Deno.test("changed instructions reach no model, changed prompts and templates no client", () => {
  const prompt = { name: "p", description: "A prompt that asks." };
  const template = { uriTemplate: "a:{b}", name: "t" };
  const pins = new Map<string, ReturnType<typeof pinOf>>([
    ["instructions", pinOf("Use read.")],
    ["prompt p", pinOf(prompt)],
    ["template a:{b}", pinOf(template)],
  ]);
  const state = firewall({ pins });
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","instructions":"Use send."}}
    >C {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","instructions":""}}
    C> {"jsonrpc":"2.0","id":2,"method":"prompts/list"}
    >S =
    S> {"jsonrpc":"2.0","id":2,"result":{"prompts":[{"name":"p","description":"Another."}]}}
    >C {"jsonrpc":"2.0","id":2,"result":{${LOST}"prompts":[]}}
    C> {"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"p"}}
    >C error 3 1403 its definition is not accepted|pin/changed|8
    C> {"jsonrpc":"2.0","id":4,"method":"resources/templates/list"}
    >S =
    S> {"jsonrpc":"2.0","id":4,"result":{"resourceTemplates":[{"uriTemplate":"a:{b}","name":"u"}]}}
    >C {"jsonrpc":"2.0","id":4,"result":{${LOST}"resourceTemplates":[]}}
  `,
    state.judge,
    state,
  );
});

Deno.test("a name that only looks like another server's is told, the same name is not", () => {
  const elsewhere = new Map([[looks("send_mail"), { name: "send_mail", server: "mail" }]]);
  for (
    const [name, told] of [["send-mail", true], ["Send_Mail", true], ["sеnd_mail", true], ["send_mail", false], [
      "mail_send",
      false,
    ]] as const
  ) {
    const state = firewall({ elsewhere });
    const tool = { name, description: "Sends a mail to somebody." };
    listing(state, list(tool), list(tool));
    assertEquals([...state.said].some((key) => key.startsWith("imitates")), told, name);
  }
});

Deno.test("a drift record holds hashes and no word of a definition", () => {
  const state = firewall({ pins: table(READ) });
  const changed = { ...READ, description: "Reads, and a secret word." };
  const judge = state.judge;
  const { records } = play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"tools":${list(changed)}}}
    >C {"jsonrpc":"2.0","id":1,"result":{${LOST}"tools":[]}}
  `,
    judge,
    state,
  );
  const drift = records.find((body) => body.kind === "drift");
  assert(drift?.kind === "drift");
  assertEquals([drift.definition, drift.name, drift.rule], ["tool", "read", "pin/changed"]);
  assertEquals(drift.before, pinOf(READ).hash);
  assert(!JSON.stringify(records).includes("secret word"));
});
