import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { newScanner } from "../src/detect/scan.ts";
import { newPlaceNamer } from "./place_names.ts";
import { hostOf, MAX_USES, readPermissionUses, type UseReading } from "./permission_use.ts";

const READING: UseReading = {
  startupChars: 0,
  absolute: (path) => path.startsWith("/") ? path : `/home/ann/project/${path}`,
  nameplaces: newPlaceNamer({ project: "/home/ann/project", home: "/home/ann", tmpdir: "/tmp" }),
  scanner: newScanner(),
  variables: new Set(["A", "B", "LANG"]),
};

type Line = readonly [permission: string, value: string | null];

function text(...lines: readonly Line[]): string {
  return lines.map(([permission, value]) => `${JSON.stringify({ v: 1, datetime: "d", permission, value })}\n`).join("");
}

function read(lines: readonly Line[], more: Partial<UseReading> = {}) {
  const { uses, ...rest } = readPermissionUses(text(...lines), { ...READING, ...more });
  return { ...rest, uses: uses.map(({ permission, value, count }) => `${count} ${permission} ${value}`) };
}

Deno.test("a secret in an address, a path or a query is not kept, and the host beside it is", () => {
  const token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  const { uses, lost } = read([
    ["net", `https://api.example.com/v1?token=${token}`],
    ["net", `https://ann:${token}@files.example.com:8443/x`],
    ["read", `/data/${token}`],
    ["read", "/data/plain"],
  ]);
  assertEquals(uses, ["1 net api.example.com:443", "1 net files.example.com:8443", "1 read /data/plain"]);
  assertEquals(lost, 1);
});

Deno.test("what cannot be read is counted and gives nothing", () => {
  const broken = `{"permission":"read"\n[]\n"x"\n{"permission":"fly","value":"a"}\n{"permission":"read","value":1}\n`;
  const { uses, lost } = readPermissionUses(broken + text(["read", "/a/b"]), READING);
  assertEquals([uses.length, lost], [1, 5]);
  assertEquals(read([["read", ""], ["read", "/a/${HOME}/b"], ["net", "https:///"], ["net", "a b"]]).lost, 4);
});

Deno.test("all of a kind is no value, and is told", () => {
  assertEquals(read([["env", null], ["env", "LANG"], ["sys", null]]), {
    uses: ["1 env LANG"],
    lost: 0,
    wholesale: ["env", "sys"],
  });
});

Deno.test("a variable that the server does not have is no use of one", () => {
  assertEquals(read([["env", "AWS_KEY"], ["env", "LANG"]]), { uses: ["1 env LANG"], lost: 0, wholesale: [] });
});

Deno.test("equal values are one, with the person's folders as variables", () => {
  const { uses } = read([
    ["read", "/home/ann/project/a"],
    ["read", "a"],
    ["read", "./x/../a"],
    ["write", "/home/ann/project/a"],
    ["read", "/tmp/x/"],
    ["read", "/home/ann/.config/y"],
    ["read", "/home/anna"],
  ]);
  assertEquals(uses, [
    "3 read ${PROJECT_DIR}/a",
    "1 write ${PROJECT_DIR}/a",
    "1 read ${TMPDIR}/x",
    "1 read ${HOME}/.config/y",
    "1 read /home/anna",
  ]);
});

Deno.test("what was there before the first call is of the start; what came with it is not", () => {
  const before = text(["env", "A"]);
  const { uses } = readPermissionUses(before + text(["env", "B"], ["env", "A"]), {
    ...READING,
    startupChars: before.length,
  });
  assertEquals(uses.map(({ value, isStartup, count }) => [value, isStartup, count]), [["A", true, 2], ["B", false, 1]]);
});

Deno.test("hostOf() keeps a host and its port", () => {
  assertEquals(hostOf("http://[::1]:80/x"), "[::1]:80");
  assertEquals(hostOf("wss://a.example/"), "a.example:443");
  assertEquals(hostOf("localhost"), "localhost");
  assertEquals(hostOf("ftp://a.example/"), undefined);
});

Deno.test("whatever stands in the file, nothing throws, and the list has its limit", () => {
  const line = fc.oneof(fc.string(), fc.json(), fc.record({ permission: fc.string(), value: fc.string() }));
  fc.assert(fc.property(fc.array(line), (lines) => {
    const whole = lines.map((one) => typeof one === "string" ? one : JSON.stringify(one)).join("\n");
    return readPermissionUses(whole, READING).uses.length <= lines.length;
  }));
  const many = Array.from({ length: MAX_USES + 3 }, (_, index) => ["read", `/a/${index}`] as const);
  const { uses, lost } = readPermissionUses(text(...many), { ...READING, scanner: { scan: () => [] } });
  assertEquals([uses.length, lost], [MAX_USES, 3]);
});
