import { assertEquals } from "@std/assert";
import { readTrust, trustPath, writeTrust } from "./trust_store.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const ENTRY = { path: "/p/sallyport.jsonc", hash: "abc", since: "2026-11-30" };

async function read(text: string | undefined) {
  const { edge } = fakeEdge({ files: { [trustPath("/h")]: text } });
  return await readTrust(edge, "/h");
}

Deno.test("readTrust() trusts nothing in a store that is broken, unreadable or of another version", async () => {
  const entries = JSON.stringify([ENTRY]);
  const broken = [undefined, "", "{", "[]", "null", `{"trusted":${entries}}`, `{"version":2,"trusted":${entries}}`];
  for (const text of [...broken, `{"version":1,"trusted":${JSON.stringify(ENTRY)}}`]) {
    assertEquals(await read(text), [], text);
  }
  assertEquals(await readTrust(fakeEdge().edge, "/h"), []);
  assertEquals(await read(`{"version":1,"trusted":${entries}}`), [ENTRY]);
});

Deno.test("readTrust() drops entries that are none and keeps the others", async () => {
  const bad = [null, 5, [], {}, { ...ENTRY, hash: 5 }, { path: "/p", hash: "x" }];
  assertEquals(await read(JSON.stringify({ version: 1, trusted: [...bad, ENTRY] })), [ENTRY]);
});

Deno.test("writeTrust() writes what readTrust() reads, and says why it cannot", async () => {
  const { edge } = fakeEdge();
  assertEquals(await writeTrust(edge, "/h", [ENTRY]), undefined);
  assertEquals(await readTrust(edge, "/h"), [ENTRY]);
  assertEquals(await writeTrust(fakeEdge({ writeProblem: "read-only" }).edge, "/h", []), "read-only");
});
