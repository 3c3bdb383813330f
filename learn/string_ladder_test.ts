import { assertEquals } from "@std/assert";
import { loadCommandParser } from "../src/guards/shell.ts";
import { stringProfile } from "./profile_fixture.ts";
import { kindOf, stringLadder } from "./string_ladder.ts";

Deno.test("kindOf() goes by what all values look like; where some are not known it is a text", () => {
  const kind = (name: string, ...values: readonly string[]) =>
    kindOf(stringProfile(Object.fromEntries(values.map((value) => [value, ["a"]]))), name);
  assertEquals(kind("x", "https://a.example/", "just words"), "text");
  assertEquals(kind("x", "https://a.example/"), "url");
  assertEquals(kind("x", "demo://a"), "uri");
  assertEquals(kind("x", "file:///a"), "path");
  assertEquals(kind("path", "a.txt"), "path");
  assertEquals(kind("x", "/srv/a", "/srv/b"), "path");
  assertEquals(kind("x", "/srv/a", "b c"), "text");
  assertEquals(kind("command", "/bin/ls"), "command");
  assertEquals(kind("sql", "select a from b"), "sql");
  const hidden = stringProfile({ "/srv/a": ["a"] });
  hidden.hidden.set("h", { count: 1, sessions: new Set(["a"]), isClean: true });
  assertEquals(kindOf(hidden, "path"), "text");
});

Deno.test("stringLadder() puts each kind on its ladder", async () => {
  const readers = { shell: await loadCommandParser(), sql: undefined };
  const kinds = {
    command: "ls",
    url: "https://a.example/",
    path: "/a",
    note: "b",
    item: "demo://a",
    sql: "select a from b",
  };
  const found = Object.entries(kinds).map(([name, value]) =>
    stringLadder(stringProfile({ [value]: ["a"] }), name, readers).kind
  );
  assertEquals(found, ["command", "url", "path", "text", "uri", "sql"]);
});
