import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pinOf } from "../detect/definition/pins.ts";
import { formatPins, parsePins, type ServerPins } from "./pin_store.ts";
import { type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const PATH = "/home/ann/.sallyport/pins.jsonc";

function store(changed = { description: "Sends \u001b[2J.", annotations: { readOnlyHint: true } } as object): string {
  const since = "2026-11-01";
  const tool = { name: "read", description: "Reads." };
  const servers: ServerPins[] = [{
    name: "files",
    command: "c".repeat(64),
    accepted: new Map([["tool read", { ...pinOf(tool), since }]]),
    waiting: new Map([
      ["tool read", { ...pinOf({ ...tool, ...changed }), since }],
      ["tool new", { ...pinOf({ name: "new" }), since }],
    ]),
  }];
  return formatPins(servers);
}

function world(more: Partial<FakeWorld> = {}): FakeWorld {
  return { files: { [PATH]: store() }, terminal: true, ...more };
}

Deno.test("pins list shows what is recorded and what waits", async () => {
  const ran = await runIn(["pins", "list"], world());
  assertEquals(ran.exit, 1);
  assertStringIncludes(ran.out(), "since 2026-11-01  tool read");
  assertStringIncludes(ran.out(), "WAITS since 2026-11-01  tool read (changed)");
  assertStringIncludes(ran.out(), "tool new (not accepted)");
  const asJson = await runIn(["pins", "list", "files", "--json"], world());
  assertEquals(JSON.parse(asJson.out())[0].waiting.length, 2);
  const none = await runIn(["pins", "list"], {});
  assertEquals([none.exit, none.out()], [0, "No definition is recorded yet.\n"]);
});

Deno.test("pins accept shows old and new, harmless to look at, and wants the very word", async () => {
  const ran = await runIn(["pins", "accept", "files", "read"], world({ answer: "accept" }));
  assertEquals(ran.exit, 0);
  assertStringIncludes(ran.err(), "at worst dangerous");
  assertStringIncludes(ran.err(), '- "Reads."');
  assertStringIncludes(ran.err(), '+ "Sends \\u001b[2J."');
  assert(!ran.err().includes("\u001b"));
  const reading = parsePins(ran.files.get(PATH) ?? "");
  assert(reading.ok);
  const [server] = reading.servers;
  assertEquals([...server?.waiting.keys() ?? []], ["tool new"]);
  assertEquals(server?.accepted.get("tool read")?.since, "2026-11-30");
  for (const answer of ["y", "yes", "", undefined]) {
    const refused = await runIn(["pins", "accept", "files"], world(answer === undefined ? {} : { answer }));
    assertEquals([refused.exit, refused.files.get(PATH)], [1, store()], answer);
  }
});

Deno.test("pins accept wants a terminal, a server and a store that can be read", async () => {
  const piped = await runIn(
    ["pins", "accept", "files"],
    world({ terminal: false, answer: "accept" }),
  );
  assertEquals([piped.exit, piped.files.get(PATH)], [3, store()]);
  assertEquals((await runIn(["pins", "accept"], world())).exit, 2);
  assertEquals((await runIn(["pins", "accept", "nobody"], world())).exit, 2);
  assertEquals((await runIn(["pins", "list"], { files: { [PATH]: "{" } })).exit, 2);
  assertEquals((await runIn(["pins"], world())).exit, 2);
});
