import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ReplayAnswer } from "../../learn/minimise.ts";
import type { ReplayOrder, ReplayResult } from "./edge.ts";
import { withCached } from "./testdata/cached_package.ts";
import { type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const PROJECT = "/home/ann/project";
const COPY = "/tmp/copy/project";
const SUITE = '{"tool":"read","arguments":{"path":"${PROJECT_DIR}/a"}}\n{"tool":"write","arguments":{}}\n';
const SERVER = ["--", "npx", "-y", "@acme/files@1.2.3", PROJECT];

function flagOf({ args }: ReplayOrder, kind: string): string {
  return args.find((arg) => arg.startsWith(`--allow-${kind}`)) ?? "";
}

const line = (permission: string, value: string) => `${JSON.stringify({ permission, value })}\n`;
const HELLO: ReplayAnswer = { outcome: "result", text: "hello" };

/** A server that reads one file of the project it is given, and tries to write beside it and to call home. */
function readerOf(base: string) {
  return (order: ReplayOrder): ReplayResult => {
    const isGiven = ["/", base, `${base}/a`].some((path) => flagOf(order, "read").split("=")[1] === path);
    const answer: ReplayAnswer = isGiven ? { outcome: "result", text: "a" } : { outcome: "tool error", text: "no" };
    const start = line("env", "HOME");
    const uses = line("read", `${base}/a`) + line("write", "/home/ann/x") + line("net", "https://a.example/k");
    const answers = [HELLO, HELLO, ...order.calls.map(() => answer)];
    return { answers, audit: start + uses, startupChars: start.length, lines: [] };
  };
}

function world(more: FakeWorld = {}): FakeWorld {
  const files = { "/suite": SUITE, [`${PROJECT}/a`]: "a", ...more.files };
  return withCached("@acme/files", "1.2.3", { replay: readerOf(COPY), ...more, files });
}

function minimise(flags: readonly string[], more: FakeWorld = {}) {
  return runIn(["sandbox", "minimise", ...flags, ...SERVER], world(more));
}

Deno.test("minimise wants a suite that can be read, and calls that are left", async () => {
  assertEquals((await minimise([])).exit, 2);
  assertEquals((await minimise(["--calls", "/none"])).exit, 2);
  const broken = await minimise(["--calls", "/suite"], { files: { "/suite": "{}\n" } });
  assertEquals([broken.exit, broken.replays.length], [2, 0]);
  assertStringIncludes(broken.err(), "/suite:1:");
  assertEquals((await minimise(["--calls", "/suite", "--reads", "other"])).exit, 2);
});

Deno.test("no replay in a copy may write elsewhere or reach a host, whatever the server asks for", async () => {
  const ran = await minimise(["--calls", "/suite", "--json"]);
  assertEquals(ran.exit, 0, ran.err());
  assert(ran.replays.length > 4);
  for (const order of ran.replays) {
    assert(["", `--allow-write=${COPY}`].includes(flagOf(order, "write")), flagOf(order, "write"));
    assertEquals([flagOf(order, "net"), flagOf(order, "run"), flagOf(order, "ffi")], ["", "", ""]);
    assertEquals([order.args.at(-1), order.folder], [COPY, COPY]);
    assertEquals(order.calls[0]?.args["path"], `${COPY}/a`);
  }
  const renewed = ran.copies.filter((each) => each === "new").length;
  assertEquals([renewed, ran.copies.at(0), ran.copies.at(-1)], [ran.replays.length, PROJECT, "removed"]);
  const out = JSON.parse(ran.out());
  assertEquals(out.deno, { read: ["${PROJECT_DIR}/a"] });
  assertEquals(out.ungiven.map((one: { permission: string }) => one.permission), ["write", "net"]);
  assertEquals(out.dropped, [{ permission: "env", value: "HOME" }]);
});

Deno.test("tools that only read are called in the project, with nothing that may be written", async () => {
  const ran = await minimise(["--calls", "/suite", "--reads", "read"], { replay: readerOf(PROJECT) });
  assertEquals(ran.exit, 0, ran.err());
  for (const order of ran.replays) {
    assertEquals([flagOf(order, "write"), order.folder, order.calls.length], ["", PROJECT, 1]);
  }
  assertEquals(flagOf(ran.replays[0] as ReplayOrder, "net"), "--allow-net");
  assertEquals(ran.copies, []);
  assertStringIncludes(ran.err(), "1 calls of other tools are left out");
  assertStringIncludes(ran.err(), 'not needed: net "a.example:443"');
  assertStringIncludes(ran.out(), '"read": [\n');
});

Deno.test("a home for a project, or a folder that cannot be copied, is refused before anything is started", async () => {
  const home = await minimise(["--calls", "/suite", "--project", "/home/ann"]);
  assertEquals([home.exit, home.replays.length], [2, 0]);
  const large = await minimise(["--calls", "/suite"], { copyProblem: "it has more than 20000 files" });
  assertEquals([large.exit, large.replays.length], [3, 0]);
  assertStringIncludes(large.err(), "more than 20000 files");
  const windows = await minimise(["--calls", "/suite"], { platform: "windows" });
  assertEquals([windows.exit === 0, windows.replays.length], [false, 0]);
});

Deno.test("a server that does not start, or answers otherwise with the set, ends with 1 and says why", async () => {
  const silent = () => ({ answers: [], audit: "", startupChars: 0, lines: ["[files] boom"] });
  const ended = await minimise(["--calls", "/suite"], { replay: silent });
  assertEquals(ended.exit, 1);
  assertStringIncludes(ended.err(), "[files] boom");
  assertEquals(ended.copies.at(-1), "removed");
  const secret = (order: ReplayOrder): ReplayResult => ({
    answers: [HELLO, HELLO, { outcome: "result", text: flagOf(order, "read") === "--allow-read=/" ? "key" : "none" }],
    audit: line("read", "/home/ann/.ssh/id_rsa"),
    startupChars: 0,
    lines: [],
  });
  const changed = await minimise(["--calls", "/suite"], { replay: secret });
  assertEquals([changed.exit, changed.out()], [1, ""]);
  assertStringIncludes(changed.err(), "it keeps secrets");
  assertStringIncludes(changed.err(), 'Cannot minimise: call 1 ("read"): ');
});

Deno.test("where calls fail whatever is permitted no variable is taken away", async () => {
  const failing = (order: ReplayOrder): ReplayResult => ({
    answers: [HELLO, HELLO, ...order.calls.map((): ReplayAnswer => ({ outcome: "tool error", text: "no network" }))],
    audit: line("env", "HOME"),
    startupChars: 0,
    lines: [],
  });
  const ran = await minimise(["--calls", "/suite", "--json"], { replay: failing });
  assertEquals([ran.exit, JSON.parse(ran.out()).deno, JSON.parse(ran.out()).failed], [0, { env: ["HOME"] }, 2]);
});
