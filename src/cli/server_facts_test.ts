import { assertEquals } from "@std/assert";
import { findClientServers, systemFolders } from "./client_servers.ts";
import { describeFacts, type ServerFacts, serverFacts } from "./server_facts.ts";
import { fakeEdge, type FakeWorld, policy, runIn } from "./testdata/fake_edge.ts";

const CURSOR = "/home/ann/.cursor/mcp.json";
const PLACE = { home: "/home/ann/.sallyport", userHome: "/home/ann", project: "/home/ann/project" };

/** The facts of a wrapped server, in a world with more files. */
async function factsOf(files: FakeWorld["files"], change: (text: string) => string = (text) => text) {
  const text = '{"mcpServers":{"files":{"command":"npx","args":["-y","server"]}}}';
  const wrapped = (await runIn(["wrap", "files"], { files: { [CURSOR]: text } })).files.get(CURSOR) ?? "";
  const { edge } = fakeEdge({ files: { [CURSOR]: change(wrapped), ...files } });
  const { servers } = await findClientServers(edge, systemFolders(edge, PLACE.userHome, undefined));
  const [server] = servers;
  if (server === undefined) throw new TypeError("Cannot find the server of the fixture");
  return await serverFacts(edge, server, PLACE);
}

Deno.test("serverFacts() has no policy and no sandbox to tell of where nothing would start", async () => {
  const facts = await factsOf({ "/etc/sallyport/policy.jsonc": "{" });
  assertEquals([facts.policies, facts.sandbox], [[], "nothing would start"]);
  assertEquals(facts.problem?.startsWith('"/etc/sallyport/policy.jsonc" line 1: '), true);
});

Deno.test("serverFacts() looks with the flags of the entry, and says what does not bind", async () => {
  const named = await factsOf(
    { "/home/ann/p.jsonc": policy({ default: "allow" }) },
    (text) => text.replace('"--wrapped"', '"-c", "/home/ann/p.jsonc", "--wrapped"'),
  );
  assertEquals(named.policies, ['"/home/ann/p.jsonc"']);
  // The entry is the person's own and names no project: a policy there has no say.
  const facts = await factsOf({ "/home/ann/project/sallyport.jsonc": policy({}) });
  assertEquals([facts.policies, facts.sandbox, facts.pinned], [["pack:baseline"], "off: it runs with your rights", 0]);
});

Deno.test("serverFacts() says whether a server is learned, and whether it is recorded", async () => {
  const list = (body: object) => ({ "/home/ann/.sallyport/learning.jsonc": JSON.stringify({ version: 1, ...body }) });
  const of = async (body: object) => {
    const { learning, recording } = await factsOf(list(body));
    return [learning, recording];
  };
  assertEquals(await of({ servers: ["files"], recorded: ["files"] }), [true, true]);
  assertEquals(await of({ servers: ["files"], recorded: ["other"] }), [true, false]);
  assertEquals(await of({ servers: ["other"], recorded: ["files"] }), [false, false]);
});

Deno.test("describeFacts() is one line a thing, and nothing in it drives a terminal", () => {
  const facts: ServerFacts = {
    policies: ["pack:baseline"],
    sandbox: "on: no read",
    learning: true,
    recording: true,
    pinned: 3,
    lastSeen: "2026-11-30",
    failure: { day: "2026-11-29", program: "n\u001bpx", why: "it is gone", path: "/bin:\n/x" },
  };
  assertEquals(describeFacts(facts), [
    "policy: pack:baseline",
    "sandbox: on: no read",
    "LEARNING: only the pack baseline is enforced (sallyport learn off)",
    "RECORDING: it runs under Deno with your rights, and what it uses is listed",
    "definitions accepted: 3; last session: 2026-11-30",
    'did not start on 2026-11-29: "n\\u001bpx": it is gone (PATH: "/bin:\\n/x")',
  ]);
});
