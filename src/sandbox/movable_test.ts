import { assertEquals } from "@std/assert";
import { canDrift, isMovable } from "./movable.ts";

Deno.test("isMovable() holds for what lies deeper in a folder that may be written", () => {
  assertEquals(isMovable("/p/a/link", ["/p"]), true);
  assertEquals(isMovable("/p/a/b/link", ["/p/", "/p/a/b"]), true);
  assertEquals(isMovable("C:\\p\\a\\link", ["C:\\p"]), true);
  assertEquals(isMovable("/a/b", ["/"]), true);
});

Deno.test("isMovable() holds for what lies right in one of two folders that may be written", () => {
  assertEquals(isMovable("/p/link", ["/p", "/q"]), true);
  assertEquals(isMovable("/p/link", ["/p"]), false);
  assertEquals(isMovable("/p/link", ["/p", "/p/inner"]), false, "a folder cannot be moved into itself");
});

Deno.test("isMovable() holds for nothing where nothing around it may be written", () => {
  assertEquals(isMovable("/p/a/link", []), false);
  assertEquals(isMovable("/p/a/link", ["/q", "/p/a/link", "/pa", "/p/a/link/inner"]), false);
});

Deno.test("canDrift() holds for relative links that climb two folders, wherever in the text", () => {
  const drifts = (text: string | undefined) => canDrift({ path: "/p/a/l", target: "/p/x", text });
  for (const text of ["../../x", "./../../x", "a/../../../x", "..\\..\\x", "..//../x", undefined]) {
    assertEquals(drifts(text), true, text);
  }
  for (const text of ["../x", "x", "./x", "a/../../x", "a/b/../../../x", "/p/../../x", "C:\\x\\..\\..", ""]) {
    assertEquals(drifts(text), false, text);
  }
});
