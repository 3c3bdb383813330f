import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertLinear } from "../guards/scaling_fixture.ts";
import type { JsonObject } from "../jsonrpc/json.ts";
import { callNames, type CallPlace } from "./call_names.ts";

const PLACE: CallPlace = { platform: "posix", home: "/home/a", folders: ["/work", "/data"] };

function paths(args: JsonObject, place = PLACE): readonly string[] {
  return callNames(args, place).paths;
}

/** Arguments that name no file, each beside one that does. */
const SILENT: readonly (readonly [silent: JsonObject, near: JsonObject, found: readonly string[]])[] = [
  [{ content: "/etc/passwd" }, { path: "/etc/passwd" }, ["/etc/passwd"]],
  [{ content: { inner: "/etc/passwd" } }, { content: { path: "/etc/passwd" } }, ["/etc/passwd"]],
  [{ command: "/bin/cat" }, { program: "/bin/cat" }, ["/bin/cat"]],
  [{ shellCommand: ["/bin/cat"] }, { files: ["/bin/cat"] }, ["/bin/cat"]],
  [{ query: "/a/b" }, { anything: "/a/b" }, ["/a/b"]],
  [{ anything: "a/b" }, { path: "a/b" }, ["/work/a/b", "/data/a/b"]],
  [{ anything: "see /a/b" }, { file: "see /a/b" }, ["/work/see /a/b", "/data/see /a/b"]],
  [{ path: "/a\0b" }, { path: "/a b" }, ["/a b"]],
  [{ path: "/a\ufffd" }, { path: "/a\u00fd" }, ["/a\u00fd"]],
  [{ path: "" }, { path: "." }, ["/work", "/data"]],
  [{ uri: "file://evil.test/a" }, { uri: "file:///a%20b" }, ["/a b"]],
  [{ uri: "file:///a%2fb" }, { uri: "FILE:///a/../c" }, ["/c"]],
  [{ uri: "file:///a%ff" }, { uri: "file:/a" }, ["/a"]],
  [{ path: "https://a.test/x" }, { path: "/https/a" }, ["/https/a"]],
  [{ path: "~root/x" }, { path: "~/x" }, ["/home/a/x"]],
  [{ n: 1, b: true, z: null }, { path: ["/a", ["/b"]] }, ["/a", "/b"]],
];

for (const [silent, near, found] of SILENT) {
  Deno.test(`callNames() finds no path in ${JSON.stringify(silent)}, and one in ${JSON.stringify(near)}`, () => {
    const own = paths(silent).filter((path) => !path.startsWith("/work/") && !path.startsWith("/data/"));
    assertEquals(own, []);
    assertEquals(paths(near), found);
  });
}

Deno.test("callNames() takes what is percent-encoded outside a file URI by its letters", () => {
  assertEquals(paths({ path: "/a/%2e%2e/b" }), ["/a/%2e%2e/b"]);
});

Deno.test("callNames() knows paths of Windows, and no home where there is none", () => {
  const windows: CallPlace = { platform: "windows", home: undefined, folders: ["C:\\work"] };
  assertEquals(paths({ path: "c:\\a\\..\\b", other: "\\\\host\\share" }, windows), ["C:\\b"]);
  assertEquals(paths({ path: "~/x" }, windows), []);
  assertEquals(paths({ path: "a/b" }, windows), ["C:\\work\\a\\b"]);
});

const HOSTS: readonly (readonly [args: JsonObject, hosts: readonly (readonly [host: string, ...ports: number[]])[]])[] =
  [
    [{ url: "https://API.example.com/x" }, [["api.example.com", 443]]],
    [{ url: "http://example.com:8080" }, [["example.com", 8080]]],
    [{ url: "https://a@b.example/" }, [["b.example", 443]]],
    [{ url: "http://2130706433/" }, [["127.0.0.1", 80]]],
    [{ url: "http://[0:0::1]:9/" }, [["[::1]", 9]]],
    [{ url: "b\u00fccher.example" }, []],
    [{ url: "wss://b\u00fccher.example" }, [["xn--bcher-kva.example", 443]]],
    [{ url: "example.com/x" }, [["example.com", 80, 443]]],
    [{ other: "https://example.com/" }, [["example.com", 443]]],
    [{ other: "example.com" }, []],
    [{ other: "see https://example.com/" }, []],
    [{ text: "https://example.com/" }, []],
    [{ url: "file:///etc/passwd" }, []],
    [{ url: "unix:/run/x.sock" }, []],
    [{ url: "https://" }, []],
  ];

for (const [args, hosts] of HOSTS) {
  Deno.test(`callNames() finds ${hosts.length} hosts in ${JSON.stringify(args)}`, () => {
    assertEquals(callNames(args, PLACE).hosts, hosts.map(([host, ...ports]) => ({ host, ports })));
  });
}

Deno.test("callNames() finds nothing in prose, whatever it says", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    // Keys of the value itself may name paths: here it is flat.
    const text = JSON.stringify(value);
    assertEquals(callNames({ content: text, text: [text], command: text }, PLACE), { paths: [], hosts: [] });
  }));
});

Deno.test("callNames() gives absolute paths without a step up, for any arguments", () => {
  const path = fc.array(fc.constantFrom("..", ".", "", "a", "/", "~", "\\", "%2e"), { maxLength: 8 })
    .map((steps) => steps.join("/"));
  fc.assert(fc.property(fc.dictionary(fc.constantFrom("path", "x", "uri"), path), (args) => {
    for (const found of paths({ ...args })) {
      assertEquals(found.startsWith("/"), true);
      assertEquals(found.split("/").includes(".."), false);
    }
  }));
});

Deno.test("callNames() stops counting at its limits", () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `/a/${index}`);
  assertEquals(paths({ paths: many }).length, 1024);
  let deep: JsonObject = { path: "/deep" };
  for (let depth = 0; depth < 100; depth++) deep = { inner: deep };
  assertEquals(paths(deep), []);
  assertEquals(callNames(undefined, PLACE), { paths: [], hosts: [] });
});

Deno.test("callNames() costs as much as its arguments are long", () => {
  const args = (length: number): JsonObject => ({
    paths: Array.from({ length }, (_, index) => `/a/../${index}`),
    url: `https://a.test/${"a".repeat(length)}`,
    uri: `file:///${"%20".repeat(length)}`,
    x: `~/${"../".repeat(length)}`,
    content: "a/".repeat(length),
  });
  const made = new Map([2_000, 16_000].map((length) => [length, args(length)]));
  assertLinear("callNames()", 2_000, (length) => callNames(made.get(length), PLACE));
});
