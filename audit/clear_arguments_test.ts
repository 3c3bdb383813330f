import { assertEquals } from "@std/assert";
import { newScanner } from "../src/detect/scan.ts";
import { ExactNumber, type JsonObject } from "../src/jsonrpc/json.ts";
import { clearArguments } from "./clear_arguments.ts";

function kept(entries: readonly string[], tool: string, args: JsonObject): Record<string, string> {
  return Object.fromEntries(clearArguments(entries, newScanner()).of(tool, args));
}

const TOKEN = ["AKIA", "Z7QH2LWX9T3BYNC4"].join("");

Deno.test("clearArguments() keep nothing where the scanner sees a secret; a near miss is kept", () => {
  assertEquals(kept(["t/a"], "t", { a: TOKEN }), {});
  assertEquals(kept(["t/a"], "t", { a: `curl -H 'Authorization: token ${TOKEN}'` }), {});
  assertEquals(kept(["t/a"], "t", { a: "AKIA is how they begin" }), { "/a": '"AKIA is how they begin"' });
});

Deno.test("clearArguments() keep only what is named, of the tool that is named", () => {
  const args = { path: "/x", mode: "r", filter: { name: "n", list: ["a", 1] } };
  assertEquals(kept(["read/path"], "read", args), { "/path": '"/x"' });
  assertEquals(kept(["read/path"], "reads", args), {});
  assertEquals(kept(["read/path"], "write", args), {});
  assertEquals(kept(["*/mode", "read/filter/name", "read/filter/list/1"], "read", args), {
    "/mode": '"r"',
    "/filter/name": '"n"',
    "/filter/list/1": "1",
  });
  assertEquals(kept(["ns/read/path"], "ns/read", args), { "/path": '"/x"' });
});

Deno.test("clearArguments() keep no objects, lists, big numbers, long texts or broken ones", () => {
  const args = {
    object: { a: 1 },
    list: [1],
    big: new ExactNumber("12345678901234567890"),
    long: "a ".repeat(600),
    broken: "\ud800",
  };
  for (const name of [...Object.keys(args), "toString", ""]) assertEquals(kept([`t/${name}`], "t", args), {}, name);
  assertEquals(kept(["t"], "t", { t: "x" }), {});
  assertEquals(kept(["t/a"], "t", { a: "a ".repeat(500) })["/a"]?.length, 1002);
});
