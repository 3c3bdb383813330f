/**
 * Plays a session written as a transcript against `step` and compares, line by line, what was sent.
 *
 *     # why
 *     C> {...}      the client sends          >S {...}   we send on to the server; `=` for the same text
 *     S> {...}      the server sends          >C {...}   we send to the client
 *     T> 5000       time passes, in ms        X> client  that side closes     E> 3   the server ends with this code
 *
 * `ID1`, `ID2` ... stand for ids that we made ourselves, `blocked REASON|RULE|SEQ` for the text of a refusal.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { RecordBody } from "../../../audit/record.ts";
import { FrameSplitter } from "../../jsonrpc/frame_splitter.ts";
import type { Side } from "../../jsonrpc/side.ts";
import type { Subject } from "../../policy/subject.ts";
import type { Command } from "../command.ts";
import type { FirewallEvent } from "../event.ts";
import { BLIND_VIEW } from "../../guards/file_view.ts";
import type { Decision, Judge } from "../judge.ts";
import { newProtection } from "../self_protection.ts";
import { type FirewallState, newFirewall } from "../state.ts";
import { step } from "../step.ts";

/** What a play used and recorded. */
export interface Played {
  readonly state: FirewallState;
  readonly records: readonly RecordBody[];
}

export const ALLOW: Decision = { action: "allow", rule: "default/allow", reason: "allowed", logs: [] };
export const DENY: Decision = { action: "deny", rule: "no-such", reason: "not allowed by the policy", logs: [] };

/** The client lists two tools, `echo` and `run`. Records after it: open, verdict, outcome. */
export const LISTED = `
  C> {"jsonrpc":"2.0","id":0,"method":"tools/list"}
  >S =
  S> {"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"echo"},{"name":"run"}]}}
  >C =
`;

/** A judge that allows all but what a test says. */
export function judgeOf(changes: Partial<Judge> = {}): Judge {
  return {
    mode: "enforce",
    limits: { messageBytes: 1000, callsPerMinute: 1000, callSeconds: 30, askSeconds: 20, inFlight: 5 },
    pinMode: "off",
    hash: "h",
    message: () => ALLOW,
    answer: () => ALLOW,
    warmUp: () => {},
    asksTool: () => false,
    hidesTool: () => false,
    ...changes,
  };
}

/** A judgement that denies what a test picks. */
export function denying(picks: (subject: Subject) => boolean): (subject: Subject) => Decision {
  return (subject) => picks(subject) ? DENY : ALLOW;
}

/** A fresh firewall with ids that count up. */
export function firewallOf(judge: Judge): FirewallState {
  let count = 0;
  return newFirewall({
    server: "s",
    sessionId: "sess",
    version: "0",
    command: "c",
    judge,
    newId: () => `ID${++count}`,
    protection: newProtection({
      places: ["/home/u/.sallyport"],
      base: { home: "/home/u", workingFolder: "/work", variables: {} },
      view: BLIND_VIEW,
    }),
  });
}

/** Plays a transcript; fails at the first step that sent something else. */
export function play(transcript: string, judge: Judge = judgeOf(), state: FirewallState = firewallOf(judge)): Played {
  const records: RecordBody[] = [];
  let nowMs = 0;
  let last = "";
  let sent: string[] = [];
  let wanted: string[] = [];
  let where = "";
  const compare = () => assertEquals(sent, wanted, where);
  const feed = (event: FirewallEvent) => {
    for (const command of step(state, event)) {
      if (command.kind === "record") records.push(command.body);
      const line = shown(command);
      if (line !== undefined) sent.push(line);
    }
  };
  for (const raw of transcript.split("\n")) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const mark = line.slice(0, 2);
    const text = line.slice(2).trim();
    if (mark === ">S" || mark === ">C") {
      wanted.push(`${mark} ${text === "=" ? last : expand(text)}`);
      continue;
    }
    compare();
    sent = [];
    wanted = [];
    where = line;
    last = text;
    if (mark === "C>" || mark === "S>") {
      const side: Side = mark === "C>" ? "client" : "server";
      const splitter = new FrameSplitter(state.judge.limits.messageBytes);
      const bytes = new TextEncoder().encode(`${text}\n`);
      for (const frame of splitter.push(bytes)) feed({ kind: "frame", side, frame, nowMs });
    } else if (mark === "T>") {
      nowMs += Number(text);
      feed({ kind: "tick", nowMs });
    } else if (mark === "X>") feed({ kind: "closed", side: text === "client" ? "client" : "server", nowMs });
    else if (mark === "E>") feed({ kind: "ended", exit: Number(text), nowMs });
    else throw new SyntaxError(`Cannot read transcript line ${JSON.stringify(line)}`);
  }
  compare();
  return { state, records };
}

function shown(command: Command): string | undefined {
  if (command.kind !== "send") return undefined;
  const text = typeof command.data === "string" ? command.data : new TextDecoder().decode(command.data);
  return `>${command.to === "client" ? "C" : "S"} ${text}`;
}

/** `tool 7 REASON|RULE|SEQ` is a refused call, `error 7 CODE REASON|RULE|SEQ` a refused request. */
function expand(text: string): string {
  const tool = /^tool (\S+) (.*)\|(.*)\|(.*)$/.exec(text);
  if (tool !== null) {
    const [, id, reason, rule, seq] = tool;
    return `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","isError":true,"content":[{"type":"text",` +
      `"text":"blocked: ${reason} (rule ${rule}, record ${seq === "none" ? seq : `sess:${seq}`})"}]}}`;
  }
  const error = /^error (\S+) (-?\d+) (.*)\|(.*)\|(.*)$/.exec(text);
  if (error === null) return text;
  const [, id, code, reason, rule, seq] = error;
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"blocked: ${reason} (rule ${rule}, record ${
    seq === "none" ? seq : `sess:${seq}`
  })"}}`;
}
