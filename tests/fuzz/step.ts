/**
 * Whole sessions: any lines of both sides in any order, under the packs that ship. Nothing is thrown, also not inside;
 * each request has one answer, and what is sent on is what was judged.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { PACKS } from "../../packs/packs.ts";
import type { Command } from "../../src/firewall/command.ts";
import type { FirewallEvent } from "../../src/firewall/event.ts";
import type { Judge } from "../../src/firewall/judge.ts";
import { policyJudge } from "../../src/firewall/policy_judge.ts";
import { newProtection } from "../../src/firewall/self_protection.ts";
import { type FirewallState, newFirewall } from "../../src/firewall/state.ts";
import { step } from "../../src/firewall/step.ts";
import { BLIND_VIEW } from "../../src/guards/file_view.ts";
import { FrameSplitter } from "../../src/jsonrpc/frame_splitter.ts";
import { parseFrame } from "../../src/jsonrpc/message.ts";
import type { Side } from "../../src/jsonrpc/side.ts";
import { loadFixture } from "../../src/policy/policy_fixture.ts";
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { CLIENT_LINES, MESSAGE_LINES, MESSAGE_WORDS, SERVER_LINES } from "./message_seeds.ts";
import { mutatedBytes } from "./mutate.ts";

const POLICIES: readonly object[] = [
  { extends: ["baseline"], default: "allow", definitions: { pin: "off" } },
  { extends: ["strict"], tools: { echo: "ask", "read_*": "allow" }, limits: { inFlight: 3, messageBytes: 4096 } },
];
const MAX_DEPTH = 64;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Event = readonly [kind: Side | "tick" | "answer" | "close", bytes: Uint8Array];

async function newJudge(body: object): Promise<Judge> {
  const text = JSON.stringify({ version: 1, ...body });
  const { policy, problems } = await loadFixture(text, { packs: Object.fromEntries(PACKS) });
  assert(policy !== undefined, JSON.stringify(problems));
  return policyJudge({ policies: { global: policy }, server: "files", hash: "h", today: () => "2026-11-30" });
}

function newState(judge: Judge): FirewallState {
  let count = 0;
  return newFirewall({
    server: "files",
    sessionId: "0123456789ab",
    version: "0",
    command: "c",
    judge,
    newId: () => (++count).toString(16).padStart(32, "0"),
    protection: newProtection({
      places: ["/home/ann/.sallyport"],
      base: { home: "/home/ann", workingFolder: "/home/ann/project", variables: {} },
      view: BLIND_VIEW,
    }),
  });
}

/** Counts requests and answers of the client, and looks at each command. */
class Ledger {
  readonly #asked = new Map<string, number>();
  readonly #answered = new Map<string, number>();
  #lastSeq = 0;

  /** A request of the client's, as the strict parser reads it. */
  asks(bytes: Uint8Array): void {
    const parsed = parseFrame(bytes, MAX_DEPTH);
    // What is faulty may be answered too, where one id can be read in it: as often as it is there.
    const texts = parsed.kind === "fault" ? [parsed.top.id ?? ""] : [];
    const messages = parsed.kind === "message" ? [parsed] : parsed.kind === "batch" ? parsed.elements : [];
    for (const each of messages) {
      if ("fault" in each) texts.push(each.top.id ?? "");
      else if (each.message.kind === "request") texts.push(each.message.id.source);
    }
    for (const text of texts) add(this.#asked, keyOf(text));
  }

  takes(command: Command, sentNow: ReadonlySet<string>): void {
    if (command.kind === "record") {
      assertEquals(command.seq, this.#lastSeq + 1, "a record's number is left out");
      this.#lastSeq = command.seq;
      const rule = "rule" in command.body ? command.body.rule : undefined;
      assert(rule !== "error/internal", "step() met a bug and refused");
    }
    if (command.kind !== "send") return;
    const text = typeof command.data === "string" ? command.data : decoder.decode(command.data);
    assert(!text.includes("\n"), "a frame with a newline inside");
    const message = JSON.parse(text);
    if (command.to === "server" && typeof command.data !== "string") {
      // From an answer of the client's, too, what is hidden is taken out: its texts change, and nothing else.
      const isEdited = !("method" in message) && [...sentNow].some((line) => shapeOf(line) === shapeOf(text));
      assert(sentNow.has(text) || isEdited, "bytes went to the server that the client did not send now");
    }
    if (command.to !== "client" || "method" in message) return;
    const key = keyOf(JSON.stringify(message.id));
    add(this.#answered, key);
    assert((this.#answered.get(key) ?? 0) <= (this.#asked.get(key) ?? 0), `answered ${key} more often than asked`);
  }
}

/** A message without what its texts say; nothing for what is no JSON. */
function shapeOf(line: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(line), (_, value) => typeof value === "string" ? "" : value);
  } catch {
    return undefined;
  }
}

/** Clients may take 1 and "1" for one id, and the key of both is one. */
function keyOf(source: string): string {
  return source === "" ? "" : String(Number(JSON.parse(source)) || JSON.parse(source));
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function play(state: FirewallState, events: readonly Event[]): void {
  const ledger = new Ledger();
  let nowMs = 0;
  const feed = (event: FirewallEvent, line?: Uint8Array) => {
    const now = new Set(line === undefined ? waiting : [...waiting, decoder.decode(line)]);
    for (const command of step(state, event)) ledger.takes(command, now);
  };
  // What waits for a list of tools, or for a person, is sent on later.
  const waiting: string[] = [];
  for (const [kind, bytes] of events) {
    nowMs += 7;
    if (kind === "tick") feed({ kind: "tick", nowMs: nowMs += 25_000 });
    else if (kind === "answer") {
      const ids = [...state.asking.pending.keys(), "none"];
      feed({ kind: "answered", id: ids[bytes.length % ids.length] as string, answer: "allow", nowMs });
    } else if (kind === "close") feed({ kind: "closed", side: bytes.length % 2 === 0 ? "client" : "server", nowMs });
    else {
      const splitter = new FrameSplitter(state.judge.limits.messageBytes);
      for (const frame of [...splitter.push(bytes.slice()), ...splitter.end()]) {
        const line = frame.kind === "line" ? frame.bytes.slice() : encoder.encode("");
        if (kind === "client") {
          if (frame.kind === "line") ledger.asks(line);
          else ledger.asks(bytes);
          waiting.push(decoder.decode(line));
        }
        feed({ kind: "frame", side: kind, frame, nowMs }, line);
      }
    }
  }
  feed({ kind: "ended", exit: 0, nowMs });
}

/** The target. */
export const STEP: FuzzTarget = fuzzTarget(
  "step",
  "any lines of both sides in any order: nothing thrown, one answer a request, what is sent on is what came",
  async () => {
    const judges = await Promise.all(POLICIES.map(newJudge));
    const lines = (own: readonly string[]) =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...own).map((line) => encoder.encode(line)) },
        {
          weight: 2,
          arbitrary: mutatedBytes([...own, ...MESSAGE_LINES].map((line) => encoder.encode(line)), {
            words: MESSAGE_WORDS,
            maxEdits: 3,
          }),
        },
      );
    const event: fc.Arbitrary<Event> = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constant("client" as const), lines(CLIENT_LINES)) },
      { weight: 5, arbitrary: fc.tuple(fc.constant("server" as const), lines(SERVER_LINES)) },
      {
        weight: 1,
        arbitrary: fc.tuple(
          fc.constantFrom("tick" as const, "answer" as const, "close" as const),
          fc.uint8Array({ maxLength: 3 }),
        ),
      },
    );
    return {
      inputs: fc.tuple(fc.nat({ max: judges.length - 1 }), fc.array(event, { maxLength: 14 })),
      check: ([which, events]) => play(newState(judges[which] as Judge), events),
    };
  },
);
