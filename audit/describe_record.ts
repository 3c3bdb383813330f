/**
 * Says a record in a sentence, for somebody who did not write it.
 *
 * @module
 */

import type { LogRecord } from "./log_record.ts";
import { shownText } from "./shown_text.ts";

/** A record for people. Everything that comes from messages is escaped. */
export interface Description {
  /** One word: what was decided, how it ended, or the kind of the record. */
  readonly label: string;
  /** How it weighs, for colours. */
  readonly weight: "good" | "bad" | "warning" | "plain";
  readonly text: string;
}

/** Describes a record of any kind, also of those that are not known here. */
export function describeRecord(record: LogRecord): Description {
  switch (record.kind) {
    case "open":
      return openText(record);
    case "close":
      return {
        label: "close",
        weight: "plain",
        text: `session over after ${record.messages ?? 0} messages, ${record.refused ?? 0} refused; ` +
          `the server's exit code was ${record.exit ?? "unknown"}`,
      };
    case "verdict":
      return verdictText(record);
    case "outcome":
      return outcomeText(record);
    case "finding":
      return findingText(record);
    case "ask":
      return askText(record);
    case "drift":
      return driftText(record);
    case "sandbox":
      return sandboxText(record);
    case "note":
      return { label: "note", weight: NOTED_WEIGHT[record.note ?? ""] ?? "plain", text: noteText(record) };
  }
  return { label: shownText(record.kind), weight: "warning", text: otherText(record) };
}

/** What a message is about: `call of read_text_file`, `tools/list`. */
export function subjectOf({ method, tool, message }: LogRecord): string {
  if (message === "frame") return "a line that is no message";
  if (tool !== undefined && (method === undefined || method === "tools/call")) return `call of ${shownText(tool)}`;
  const name = method === undefined ? "a message" : shownText(method);
  return tool === undefined ? name : `${name} for ${shownText(tool)}`;
}

/** A number of bytes in a unit that reads well. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function openText({ server, version, mode, policy }: LogRecord): Description {
  const observing = mode === "observe" ? "; it only observes: nothing is refused" : "";
  return {
    label: "open",
    weight: mode === "observe" ? "warning" : "plain",
    text: `session with server ${shownText(server ?? "?")} begins, Sallyport ${shownText(version ?? "?")}, policy ${
      shownText(policy ?? "?").slice(0, 12)
    }${observing}`,
  };
}

function verdictText(record: LogRecord): Description {
  const { verdict = "?", rule, reason, side, message, observed, logs } = record;
  const from = side === "server" ? " from the server" : "";
  const isNamedSo = record.method?.startsWith("notifications/") === true;
  const what = message === "notification" && !isNamedSo ? " (notification)" : "";
  const subject = `${subjectOf(record)}${what}${from}`;
  const logged = logs === undefined ? "" : `, logged by ${logs.map(shownText).join(", ")}`;
  const by = rule === undefined ? "" : ` (rule ${shownText(rule)})`;
  if (verdict === "allow" || verdict === "log") {
    return { label: shownText(verdict), weight: "good", text: `${subject}${by}${logged}` };
  }
  const passed = observed === true ? "; it passed, since the policy only observes" : "";
  return {
    label: shownText(verdict),
    weight: observed === true || verdict === "ask" || verdict === "redact" ? "warning" : "bad",
    text: `${subject}: ${shownText(reason ?? "no reason given")}${by}${placeText(record)}${logged}${passed}`,
  };
}

/** Where in the arguments it was. */
function placeText({ pointer, condition }: LogRecord): string {
  if (pointer === undefined) return condition === undefined ? "" : `, condition ${shownText(condition)}`;
  const of = condition === undefined ? "" : `, condition ${shownText(condition)}`;
  return `, at ${pointer === "" ? "the whole of it" : shownText(pointer)}${of}`;
}

const OUTCOMES: Readonly<Record<string, { readonly text: string; readonly weight: Description["weight"] }>> = {
  result: { text: "answered", weight: "good" },
  "tool-error": { text: "answered with an error of the tool", weight: "warning" },
  error: { text: "answered with an error", weight: "warning" },
  refused: { text: "answered, and the answer was refused", weight: "bad" },
  cancelled: { text: "cancelled", weight: "plain" },
  unanswered: { text: "never answered", weight: "warning" },
};

function outcomeText(record: LogRecord): Description {
  const { outcome = "?", ms, bytes, rule, reason, redacted, observed, of } = record;
  const known = OUTCOMES[outcome];
  const size = bytes === undefined || bytes === 0 ? "" : `, ${bytesText(bytes)}`;
  const time = ms === undefined ? "" : ` after ${ms} ms`;
  const why = reason === undefined ? "" : `: ${shownText(reason)}`;
  const by = rule === undefined ? "" : ` (rule ${shownText(rule)})`;
  const cut = redacted === true ? "; something was taken out of the answer" : "";
  const passed = observed === true ? "; it passed, since the policy only observes" : "";
  const asked = of === undefined ? "" : `, asked in record ${of}`;
  return {
    label: redacted === true ? "redacted" : shownText(outcome),
    weight: redacted === true ? "warning" : known?.weight ?? "plain",
    text: `${subjectOf(record)} ${known?.text ?? shownText(outcome)}${time}${size}${why}${by}${cut}${passed}${asked}`,
  };
}

const DETECTED: Readonly<Record<string, string>> = {
  secrets: "a secret",
  hidden: "hidden text",
  injection: "an order to the model",
};

function findingText(record: LogRecord): Description {
  const { detector = "", rule, confidence, count = 1, pointer, side } = record;
  const what = DETECTED[detector] ?? shownText(detector);
  const times = count === 1 ? "" : ` ${count} times`;
  const where = pointer === undefined ? "" : ` at ${pointer === "" ? "the top" : shownText(pointer)}`;
  return {
    label: "finding",
    weight: "warning",
    text: `${shownText(confidence ?? "possible")}: ${what}${times} (${shownText(rule ?? "?")}) in what the ${
      side === "client" ? "client" : "server"
    } sent for ${subjectOf(record)}${where}`,
  };
}

const ANSWERS: Readonly<Record<string, { readonly text: string; readonly weight: Description["weight"] }>> = {
  allow: { text: "a person approved it", weight: "good" },
  session: { text: "a person approved it for the whole session", weight: "good" },
  deny: { text: "a person refused it", weight: "bad" },
  timeout: { text: "nobody answered in time", weight: "bad" },
  cancelled: { text: "it was cancelled before anybody answered", weight: "plain" },
  unavailable: { text: "nobody could be asked", weight: "bad" },
};
const ASKED: Readonly<Record<string, string>> = {
  elicitation: " in the client's form",
  terminal: " in a terminal",
};

function askText(record: LogRecord): Description {
  const { answer = "?", via = "", ms, of, rule } = record;
  const known = ANSWERS[answer];
  const time = ms === undefined ? "" : ` after ${ms} ms`;
  const by = rule === undefined ? "" : ` (rule ${shownText(rule)})`;
  const asked = of === undefined ? "" : `, asked by record ${of}`;
  return {
    label: "ask",
    weight: known?.weight ?? "warning",
    text: `${subjectOf(record)}: ${known?.text ?? shownText(answer)}${ASKED[via] ?? ""}${time}${by}${asked}`,
  };
}

const DRIFTS: Readonly<Record<string, string>> = {
  "pin/changed": "is not what was recorded",
  "pin/renamed": "came back under another name",
  "pin/unaccepted": "is new, and new ones are not accepted unseen",
};

function driftText({ definition = "definition", name, rule = "", before, after }: LogRecord): Description {
  const which = name === undefined ? shownText(definition) : `${shownText(definition)} ${shownText(name)}`;
  const hashes = [before, after].filter((hash) => hash !== undefined).map((hash) => shownText(hash).slice(0, 12));
  const what = DRIFTS[rule] ?? "is not accepted";
  return {
    label: "drift",
    weight: "bad",
    text: `${which} ${what} and waits: sallyport pins accept (rule ${shownText(rule)}, ${hashes.join(" -> ")})`,
  };
}

const REFUSED_ACCESS: Readonly<Record<string, string>> = {
  "sandbox/no-call": "no call in flight names it",
  "sandbox/not-in-set": "it is not in the permission set",
  "sandbox/leads-out": "a link leads out of what is permitted, or where nobody may look",
  "sandbox/closed": "it stays closed whatever is permitted",
  "sandbox/all-at-once": "all of a kind is never given",
  "sandbox/never": "it is never given with rights per call",
  "sandbox/unclear": "it is no path or host that can be judged",
  "sandbox/slow": "judging it took too long",
  "sandbox/many": "too many were refused to tell each by itself",
};

function sandboxText(record: LogRecord): Description {
  const { verdict, permission = "?", rule = "", count = 1, calls = 0, shared = 0, tool, of } = record;
  const what = shownText(permission);
  if (verdict === "allow") {
    const times = count === 1 ? "once" : `${count} times`;
    const union = shared === 0 ? "" : `, ${shared} of them for another call at the same time as well`;
    const asked = of === undefined ? "" : `, asked in record ${of}`;
    const subject = tool === undefined ? "a request that is no call" : subjectOf(record);
    const text = `the server used ${what} ${times} for ${subject}${union}${asked}`;
    return { label: "sandbox", weight: "good", text };
  }
  const during = calls === 0
    ? "with no call in flight"
    : calls === 1 && tool !== undefined
    ? `during the ${subjectOf(record)}`
    : `during ${calls} calls at once`;
  const times = count === 1 ? "" : ` ${count} times`;
  const why = REFUSED_ACCESS[rule] ?? "it was refused";
  return {
    label: "sandbox",
    weight: "bad",
    text: `refused the server ${what}${times} ${during}: ${why} (rule ${shownText(rule)})`,
  };
}

const NOTED_WEIGHT: Readonly<Record<string, Description["weight"]>> = {
  "policy-broken": "warning",
  "records-lost": "warning",
  "name-imitates": "warning",
  "sandbox-fallback": "warning",
  "many-approvals": "warning",
  "clock-back": "warning",
};

function noteText({ note = "", count, policy }: LogRecord): string {
  const hash = policy === undefined ? "" : ` ${shownText(policy).slice(0, 12)}`;
  switch (note) {
    case "policy-changed":
      return `the changed policy${hash} is in force`;
    case "policy-broken":
      return `the changed policy could not be read; policy${hash} stays in force`;
    case "tools-hidden":
      return `${count ?? 0} tools that no call can reach were taken out of a list`;
    case "tools-listed":
      return `Sallyport asked the server for its tools: ${count ?? 0}`;
    case "entries-refused":
      return `${count ?? 0} entries of a list were refused`;
    case "sandboxed":
      return "the server runs under Deno's permissions";
    case "sandboxed-per-call":
      return "the server runs under Deno's permissions, each given to a call that justifies it and to nothing else";
    case "walled":
      return "the server runs behind a wall of the system, in which it sees only what the policy names";
    case "limited":
      return "the kernel holds the server to the limits of the policy";
    case "sandbox-fallback":
      return "the server should run under Deno's permissions and runs with the person's rights, as the policy says";
    case "name-imitates":
      return "a tool's name looks like that of another server's tool";
    case "hints-overridden":
      return `${count ?? 0} hints of a list that made an asked tool look harmless were changed`;
    case "many-approvals":
      return "more than 20 approvals in an hour: somebody may be clicking them away";
    case "records-lost":
      return count === undefined
        ? "the file of this session was gone and was begun anew"
        : `${count} records could not be written before this one; their messages were refused`;
    case "clock-back":
      return `the clock was set back by ${count ?? 0} s; times stay where they were until it has caught up`;
  }
  return `${shownText(note)}${count === undefined ? "" : `: ${count}`}${hash}`;
}

/** What every record has. */
const COMMON: ReadonlySet<string> = new Set(["v", "kind", "session", "seq", "time", "prev", "hash", "args"]);

/** A kind that is not known here: its fields by their names. */
function otherText(record: LogRecord): string {
  const fields = Object.entries(record).filter(([key]) => !COMMON.has(key));
  return fields.map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
    return `${shownText(key)} ${shownText(text)}`;
  }).join(", ");
}
