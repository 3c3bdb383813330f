import { assert, assertEquals } from "@std/assert";
import { pinOf } from "../detect/definition/pins.ts";
import { formatPins, parsePins, pinsOf, savePins, type ServerPins, toolsElsewhere } from "./pin_store.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const OWNER = { name: "files", command: "c1" };
const TOOL = { name: "read", description: "Reads." };

Deno.test("savePins() records once what is accepted, and anew what waits", async () => {
  const { edge, files } = fakeEdge();
  const update = { accepted: [["tool read", TOOL]], waiting: [["tool write", { name: "write" }]] } as const;
  assertEquals(await savePins(edge, HOME, { owner: OWNER, update }), undefined);
  const changed = { accepted: [["tool read", { ...TOOL, description: "Sends." }]], waiting: [] } as const;
  assertEquals(await savePins(edge, HOME, { owner: OWNER, update: changed }), undefined);
  const reading = parsePins(files.get(`${HOME}/pins.jsonc`) ?? "");
  assert(reading.ok);
  assertEquals(pinsOf(reading.servers, OWNER).get("tool read")?.hash, pinOf(TOOL).hash, "the first one stays");
  assertEquals([...reading.servers[0]?.waiting.keys() ?? []], ["tool write"]);
  assertEquals(pinsOf(reading.servers, { ...OWNER, command: "c2" }).size, 0, "another command has no pins");
});

Deno.test("savePins() does not touch a store it cannot read", async () => {
  const { edge, files } = fakeEdge({ files: { [`${HOME}/pins.jsonc`]: "{}" } });
  const update = { accepted: [["tool read", TOOL]], waiting: [] } as const;
  assertEquals(await savePins(edge, HOME, { owner: OWNER, update }), "it is of another version");
  assertEquals(files.get(`${HOME}/pins.jsonc`), "{}");
});

Deno.test("parsePins() reads what formatPins() writes, and nothing else", () => {
  const pin = { ...pinOf({ name: "a\n// b", n: 1 }), since: "2026-11-30" };
  const servers: ServerPins[] = [
    { name: 'x"\n', command: "c", accepted: new Map([["tool a", pin]]), waiting: new Map() },
    { name: "y", command: "c", accepted: new Map(), waiting: new Map([["tool a", pin]]) },
  ];
  assertEquals(parsePins(formatPins(servers)), { ok: true, servers });
  for (const text of ["", "[]", '{"version":2,"servers":[]}', '{"version":1,"servers":[{}]}', '{"version":1}']) {
    assertEquals(parsePins(text).ok, false, text);
  }
  const broken = formatPins(servers).replace('"hash"', '"hush"');
  assertEquals(parsePins(broken).ok, false);
});

Deno.test("toolsElsewhere() knows the tools of other servers by how their names look", () => {
  const pin = { ...pinOf(TOOL), since: "2026-11-30" };
  const servers = ["files", "mail"].map((name) => ({
    name,
    command: "c",
    accepted: new Map([["tool send_mail", pin], ["prompt x", pin]]),
    waiting: new Map(),
  }));
  assertEquals(toolsElsewhere(servers, OWNER), new Map([["sendmall", { name: "send_mail", server: "mail" }]]));
});
