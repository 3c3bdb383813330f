import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readPermissionAudit } from "./permission_audit.ts";
import { NO_PERMISSIONS } from "./permission_set.ts";

const SET = { ...NO_PERMISSIONS, read: ["/data/", "C:\\srv"], env: ["TOKEN"] };

function line(permission: unknown, value: unknown): string {
  return `${JSON.stringify({ v: 1, datetime: "2026-11-30T12:00:00Z", permission, value })}\n`;
}

Deno.test("readPermissionAudit() tells what the set holds from what it does not", () => {
  const asked = [
    ["read", "/etc/passwd", false],
    ["read", "/database/x", false],
    ["read", "/data", true],
    ["read", "/data/x", true],
    ["read", "C:\\srv\\a", true],
    ["write", "/data/x", false],
    ["env", "HOME", false],
    ["env", "TOKEN", true],
    ["net", "a.com:443", false],
    ["import", "deno.land", false],
  ] as const;
  assertEquals(
    readPermissionAudit(asked.map(([kind, value]) => line(kind, value)).join(""), SET),
    asked.map(([kind, value, isInSet]) => ({ kind, value, isInSet })),
  );
  assertEquals(readPermissionAudit(line("env", null), SET), [{ kind: "env", isInSet: false }]);
});

Deno.test("readPermissionAudit() says each thing once and leaves out what is no record", () => {
  const twice = line("env", "TOKEN");
  assertEquals(readPermissionAudit(`${twice}${twice}nonsense\n5\nnull\n[]\n${line(5, "x")}{"permis`, SET).length, 1);
  assertEquals(readPermissionAudit("", SET), []);
});

Deno.test("readPermissionAudit() takes any text", () => {
  fc.assert(fc.property(fc.string(), fc.jsonValue(), (text, value) => {
    readPermissionAudit(`${text}\n${JSON.stringify(value)}\n${line(value, text)}`, SET);
  }));
});
