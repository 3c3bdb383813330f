/**
 * A permission broker with a peer that is no Deno: says what the peer was answered, as one line of JSON. A program of its
 * own, since listening on a socket wants its exact path among the permissions.
 *
 * Arguments: a folder for the socket, and which peer.
 *
 * @module
 */

import { PermissionBroker } from "../../src/io/permission_broker.ts";
import { NO_PERMISSIONS } from "../../src/sandbox/permission_set.ts";

const PID = 4711;
const [folder = "", peer = ""] = Deno.args;
const set = { ...NO_PERMISSIONS, read: [folder] };
const records: unknown[] = [];
let isLost = false;

const broker = new PermissionBroker({
  home: folder,
  sockets: [`${folder}/run/s`],
  rights: { platform: "posix", set, startup: set, closed: { unread: [], unwritten: [] }, variables: [] },
  place: { platform: "posix", home: undefined, folders: [] },
});
const over = broker.serve({
  pid: PID,
  pending: () => new Map(),
  isRecorded: () => true,
  record: (bodies) => records.push(...bodies),
  tell: () => {},
  lost: () => isLost = true,
});

function request(id: unknown, value: unknown = `${folder}/a`, more: object = {}): string {
  return `${JSON.stringify({ v: 1, pid: PID, id, datetime: "", permission: "read", value, ...more })}\n`;
}

/** What each peer sends first; all but `honest` and `refused` are lies. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  honest: [request(1), request(2), request(3)],
  refused: [request(1, "/etc/passwd"), request(2, null), request(3)],
  "wrong-id": [request(1), request(3)],
  "same-id": [request(1), request(1)],
  "text-id": [request("1")],
  "other-process": [request(1, `${folder}/a`, { pid: PID + 1 })],
  "no-json": ["hello\n"],
  "no-utf8": ["\xff\n"],
  "no-newline": ["x".repeat(10_000_000)],
  "long-line": [request(1, "x".repeat(10_000_000))],
  "much-at-once": [Array.from({ length: 20_000 }, (_, index) => request(index + 1, null)).join("")],
};

const connection = await Deno.connect({ transport: "unix", path: broker.path });
const second = await Deno.connect({ transport: "unix", path: broker.path }).then(
  async (other) => await other.read(new Uint8Array(1)).catch(() => null) === null ? "closed" : "answered",
  () => "no way in",
);
const answers: string[] = [];
const reading = (async () => {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (let length = await read(); length !== null; length = await read()) {
    text += decoder.decode(buffer.subarray(0, length), { stream: true });
  }
  answers.push(...text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line).result));
  function read() {
    return connection.read(buffer).catch(() => null);
  }
})();
/** One that reads nothing until it has sent everything fills the socket. */
for (const line of LINES[peer] ?? []) await send(line);
connection.closeWrite().catch(() => {});
await reading;
await over;
broker.finish();
const count = (result: string) => answers.filter((each) => each === result).length;
console.log(JSON.stringify({ allow: count("allow"), deny: count("deny"), isLost, second, records: records.length }));

async function send(text: string): Promise<void> {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  try {
    for (let offset = 0; offset < bytes.length;) offset += await connection.write(bytes.subarray(offset));
  } catch {
    // The broker hung up.
  }
}
