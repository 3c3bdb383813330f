import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readWrapped, UNDO_BY_HAND } from "../clients/wrapping.ts";
import { type FakeWorld, policy, type Ran, runIn } from "./testdata/fake_edge.ts";

const CURSOR = "/home/ann/.cursor/mcp.json";
const TEAM = "/home/ann/project/.mcp.json";
const TEXT =
  '{\n  // mine\n  "mcpServers": {\n    "files": { "command": "npx", "args": ["-y", "server", "/home/ann/project"], "env": {"TOKEN": "x"} },\n    "web": { "url": "https://mcp.example.com/" }\n  }\n}\n';

function world(more: Partial<FakeWorld> = {}): FakeWorld {
  return { files: { [CURSOR]: TEXT }, workingFolder: "/home/ann/project", ...more };
}

function wordsIn(ran: Ran, path: string, server: string): readonly string[] {
  const value = JSON.parse((ran.files.get(path) ?? "").replace("  // mine\n", ""));
  const { command, args } = value.mcpServers[server];
  return [command, ...args];
}

Deno.test("wrap puts Sallyport in front, with exactly what the server needs, and unwrap takes it out byte for byte", async () => {
  const ran = await runIn(["wrap", "files"], world());
  assertEquals(ran.exit, 0, ran.err());
  const words = wordsIn(ran, CURSOR, "files");
  assertEquals(readWrapped(words), {
    name: "files",
    client: "cursor",
    words: ["npx", "-y", "server", "/home/ann/project"],
    config: undefined,
    project: "/home/ann/project",
    isSandboxed: false,
    added: [],
  });
  assertEquals(words[0], "/usr/bin/deno");
  assert(
    words.includes("--allow-read=/home/ann/.sallyport,/etc/sallyport,/home/ann/project,/opt/sallyport"),
    words.join(" "),
  );
  assert(words.includes("--allow-run=npx,kill"));
  assert(words.some((word) => word.startsWith("--allow-env=") && word.includes("TOKEN")));
  assertEquals(words.slice(words.indexOf("--pass-env"), words.indexOf("--pass-env") + 2), ["--pass-env", "TOKEN"]);
  assertStringIncludes(ran.files.get(CURSOR) ?? "", "// mine");
  const files = Object.fromEntries(ran.files);
  const again = await runIn(["wrap", "files"], world({ files }));
  assertEquals([again.exit, again.files.get(CURSOR)], [0, files[CURSOR]], "wrapped a second time");
  const back = await runIn(["unwrap", "--all"], world({ files }));
  assertEquals([back.exit, back.files.get(CURSOR)], [0, TEXT]);
});

Deno.test("wrap writes the sockets of a server with rights per call, and status and --refresh know them", async () => {
  const sandboxed = policy({ servers: { files: { sandbox: { deno: { perCall: true } } } } });
  const own = { "/home/ann/.sallyport/sallyport.jsonc": sandboxed };
  const before = await runIn(["wrap", "files"], world());
  const stale = world({ files: { ...Object.fromEntries(before.files), ...own } });
  assertStringIncludes((await runIn(["status"], stale)).out(), "with other flags than now");
  const ran = await runIn(["wrap", "--refresh"], stale);
  const words = wordsIn(ran, CURSOR, "files");
  const net = words.find((word) => word.startsWith("--allow-net=")) ?? "";
  const hosts = net.slice("--allow-net=".length).split(",");
  assertEquals([hosts.length, new Set(hosts).size], [16, 16], net);
  for (const host of hosts) assert(host.startsWith("unix:/home/ann/.sallyport/run/"), host);
  assert(words.includes("--allow-run=/usr/bin/deno,kill"), words.join(" "));
  assertEquals(readWrapped(words)?.words, ["npx", "-y", "server", "/home/ann/project"]);
  const fresh = await runIn(["status"], world({ files: Object.fromEntries(ran.files) }));
  assert(!fresh.out().includes("with other flags"), fresh.out());
});

Deno.test("wrap --refresh keeps the flags that a person added, and gives what they need", async () => {
  const first = await runIn(["wrap", "files"], world());
  const added = '"--log-level=info", "-c", "/srv/p.jsonc", "--wrapped"';
  const text = (first.files.get(CURSOR) ?? "").replace('"--wrapped"', added);
  assertEquals(text.includes("--log-level"), true);
  const files = { [CURSOR]: text, "/srv/p.jsonc": policy({ environment: { pass: ["GITHUB_TOKEN"] } }) };
  const ran = await runIn(["wrap", "--refresh"], world({ files }));
  const words = wordsIn(ran, CURSOR, "files");
  assertEquals(words.slice(words.indexOf("--config"), words.indexOf("--wrapped")), [
    ...["--config", "/srv/p.jsonc", "--log-level", "info"],
  ]);
  const read = words.find((word) => word.startsWith("--allow-read=")) ?? "";
  assertStringIncludes(read, "/srv/p.jsonc");
  const env = words.find((word) => word.startsWith("--allow-env=")) ?? "";
  assertStringIncludes(env, "GITHUB_TOKEN");
  assertEquals(env.includes("SHELL"), false, "the policy's list is in place of the default set");
  assertEquals((await runIn(["status", "--json"], world({ files: Object.fromEntries(ran.files) }))).exit, 0);
});

Deno.test("wrap refuses what Deno would take for two paths", async () => {
  const text = TEXT.replaceAll("/home/ann/project", "/home/ann/a,etc");
  const ran = await runIn(["wrap", "files"], world({ files: { [CURSOR]: text }, folders: ["/home/ann/a,etc"] }));
  assertEquals([ran.exit, ran.files.get(CURSOR)], [2, text]);
  assertStringIncludes(ran.err(), "at its comma");
  // The program's own folder is among what may be read.
  const main = "/opt/sally,etc/main.ts";
  const program = { kind: "deno", main, config: "/opt/sally,etc/deno.json" } as const;
  const elsewhere = await runIn(["wrap", "files"], world({ files: { [CURSOR]: TEXT }, program }));
  assertEquals([elsewhere.exit, elsewhere.files.get(CURSOR)], [2, TEXT]);
  assertStringIncludes(elsewhere.err(), "at its comma");
});

Deno.test("unwrap puts the command back also where the entry was changed since", async () => {
  const ran = await runIn(["wrap", "files"], world());
  const changed = (ran.files.get(CURSOR) ?? "").replace('{"TOKEN": "x"}', '{"TOKEN": "y"}');
  const back = await runIn(
    ["unwrap", "files"],
    world({ files: { ...Object.fromEntries(ran.files), [CURSOR]: changed } }),
  );
  assertEquals(back.exit, 0);
  assertEquals(wordsIn(back, CURSOR, "files"), ["npx", "-y", "server", "/home/ann/project"]);
  assertStringIncludes(back.files.get(CURSOR) ?? "", '{"TOKEN": "y"}');
});

Deno.test("a file that a team shares gets no person's paths", async () => {
  const team = '{"mcpServers":{"t":{"command":"node","args":["s.js"]}}}';
  const ran = await runIn(["wrap", "t"], world({ files: { [TEAM]: team } }));
  assertEquals(wordsIn(ran, TEAM, "t"), [
    "sallyport",
    "--name",
    "t",
    "--wrapped",
    `claude-code${UNDO_BY_HAND}`,
    "--",
    "node",
    "s.js",
  ]);
});

Deno.test("wrap --check says what is open, and changes nothing", async () => {
  const open = await runIn(["wrap", "--check"], world());
  assertEquals([open.exit, open.files.get(CURSOR)], [1, TEXT]);
  assertStringIncludes(open.out(), "not wrapped: Cursor: files");
  const wrapped = await runIn(["wrap", "files"], world());
  assertEquals((await runIn(["wrap", "--check"], world({ files: Object.fromEntries(wrapped.files) }))).exit, 0);
});

Deno.test("wrap --dry-run shows the whole commands and changes nothing", async () => {
  const ran = await runIn(["wrap", "files", "--dry-run"], world());
  assertEquals([ran.exit, ran.files.get(CURSOR)], [0, TEXT]);
  assertStringIncludes(ran.out(), "- npx -y server /home/ann/project\n+ /usr/bin/deno run");
});

Deno.test("a file that is broken, cannot be written or changes meanwhile stays as it is, with one sentence", async () => {
  const broken = await runIn(["wrap", "files"], world({ files: { [CURSOR]: "{" } }));
  assertEquals([broken.exit, broken.files.get(CURSOR)], [2, "{"]);
  assertStringIncludes(broken.err(), "it is not JSON");
  const readOnly = await runIn(["wrap", "files"], world({ writeProblem: "permission denied" }));
  assertEquals([readOnly.exit, readOnly.files.get(CURSOR)], [2, TEXT]);
  assertStringIncludes(readOnly.err(), "permission denied");
  assertEquals((await runIn(["wrap", "nobody"], world())).exit, 2);
  assertEquals((await runIn(["wrap"], world())).exit, 2);
  assertEquals((await runIn(["wrap", "files", "--check"], world())).exit, 2);
  assertEquals((await runIn(["wrap", "files", "--client", "emacs"], world())).exit, 2);
  assertEquals((await runIn(["unwrap"], world())).exit, 2);
});

Deno.test("a server that is called by its address is said not to be covered", async () => {
  const ran = await runIn(["wrap", "web"], world());
  assertEquals([ran.exit, ran.files.get(CURSOR)], [0, TEXT]);
  assertStringIncludes(ran.err(), "not covered yet");
});
