import { assert, assertEquals } from "@std/assert";
import type { ConfigFormat, EntryShape } from "./client_table.ts";
import { CLIENT_FILES, placesOf } from "./client_files_fixture.ts";
import { editEntry } from "./config_edit.ts";
import { type EntryPlaces, readEntries, type ServerEntry } from "./config_file.ts";

async function entriesOf(text: string, places: EntryPlaces): Promise<readonly ServerEntry[]> {
  const reading = await readEntries(text, places);
  assert(reading.ok, reading.ok ? "" : reading.why);
  return reading.entries;
}

for (const { title, places, text, words, variables = {} } of CLIENT_FILES) {
  Deno.test(`a file of ${title}: servers are found`, async () => {
    const entries = await entriesOf(text, places);
    assertEquals(Object.fromEntries(entries.map((entry) => [entry.name, entry.words])), words);
    for (const [name, names] of Object.entries(variables)) {
      assertEquals(entries.find((entry) => entry.name === name)?.variables, names);
    }
  });

  Deno.test(`a file of ${title}: another command changes nothing else, and goes back byte for byte`, async () => {
    const next = ["/opt/s p/sallyport", "--name", 'a "b"\\', "--", "é", ""];
    const before = await entriesOf(text, places);
    for (const { name, rewrite, span } of before) {
      if (rewrite === undefined) continue;
      const changed = rewrite(next);
      const after = await entriesOf(changed, places);
      for (const entry of after) {
        const old = before.find((each) => each.name === entry.name);
        assertEquals(entry.words, entry.name === name ? next : old?.words, `${title} ${entry.name}`);
        assertEquals([entry.variables, entry.url], [old?.variables, old?.url]);
      }
      // Outside the entry nothing moved, and with the entry's old text in its place all is as it was.
      const now = after.find((entry) => entry.name === name)?.span ?? { start: 0, end: 0 };
      assertEquals(changed.slice(0, now.start), text.slice(0, span.start));
      assertEquals(changed.slice(now.end), text.slice(span.end));
      assertEquals(changed.slice(0, now.start) + text.slice(span.start, span.end) + changed.slice(now.end), text);
    }
  });
}

Deno.test("a file that is broken or of another kind is said to be so", async () => {
  const shape: EntryShape = { command: "command", args: "args", env: "env", url: ["url"] };
  const rows: readonly (readonly [ConfigFormat, string, string])[] = [
    ["json", "{", "it is not JSON"],
    ["json", "[]", "it is no JSON object"],
    ["json", '{"mcpServers":{}} x', "it is not JSON"],
    ["toml", "a = ", "it is not TOML"],
    ["yaml", "a: [", "it is not YAML"],
    ["yaml", "mcpServers:\n  a:\n    command:\r x\n", "YAML readers see its lines differently"],
    ["yaml", "mcpServers:\n  a:\n    command: x # \u2028\n", "YAML readers see its lines differently"],
  ];
  for (const [format, text, why] of rows) {
    assertEquals(await readEntries(text, { format, key: ["mcpServers"], shape }), { ok: false, why }, text);
  }
  for (const format of ["json", "toml", "yaml"] as const) {
    assertEquals(await readEntries("", { format, key: ["mcpServers"], shape }), { ok: true, entries: [] }, format);
  }
});

Deno.test("a server behind a YAML alias is listed and not edited; an alias of nothing is not YAML", async () => {
  const shape: EntryShape = { command: "command", args: "args", env: "env", url: ["url"] };
  const places: EntryPlaces = { format: "yaml", key: ["mcpServers"], shape };
  const shared = "base: &b\n  command: x\nmcpServers:\n  a: *b\n  c:\n    command: y\n";
  const all = "base: &b\n  a:\n    command: x\nmcpServers: *b\n";
  const rows: readonly (readonly [string, readonly (readonly [string, boolean])[]])[] = [
    [shared, [["a", false], ["c", true]]],
    [all, [["a", false]]],
  ];
  for (const [text, wanted] of rows) {
    const entries = await entriesOf(text, places);
    const found = entries.map(({ name, rewrite }) => [name, rewrite !== undefined] as const);
    assertEquals(found, [...wanted], text);
    assertEquals(entries[0]?.words, ["x"]);
  }
  assertEquals(await readEntries("<<: *b\nmcpServers: {}\n", places), { ok: false, why: "it is not YAML" });
});

Deno.test("an edit that another reader would not read back, or that moves more, is none", async () => {
  const shape: EntryShape = { command: "command", args: "args", env: "env", url: ["url"] };
  const places: EntryPlaces = { format: "yaml", key: ["mcpServers"], shape };
  const rows: readonly (readonly [string, boolean])[] = [
    ["mcpServers:\n  a:\n    &k command: x\n", false],
    ["mcpServers:\n  a:\n    command: x\n    args: &l [y]\n    env: {A: 1}\nmore: *l\n", false],
    ["mcpServers:\n  a:\n    command: x\n    args: [y]\nmore: [y]\n", true],
  ];
  for (const [text, isEdited] of rows) {
    const [entry] = await entriesOf(text, places);
    assert(entry !== undefined);
    const edit = await editEntry(text, places, entry, ["/opt/sallyport", "--", "x"]);
    assertEquals(edit !== undefined, isEdited, text);
    if (edit !== undefined) assertEquals(edit.entry.words, ["/opt/sallyport", "--", "x"]);
  }
});

Deno.test("an entry that we do not understand is listed and not touched", async () => {
  const text = '{"mcpServers":{"a":{"command":{"path":"x"}},"b":{"command":"x","args":[1]},"c":{"args":[]},"d":5}}';
  const entries = await entriesOf(text, placesOf("cursor"));
  assertEquals(entries.map(({ name, words, rewrite }) => [name, words, rewrite]), [
    ["a", undefined, undefined],
    ["b", undefined, undefined],
    ["c", undefined, undefined],
  ]);
});
