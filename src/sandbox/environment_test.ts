import { assert, assertEquals } from "@std/assert";
import { isVariableName, passedNames, serverEnvironment } from "./environment.ts";

Deno.test("passedNames() is the default set, the policy's in its place, and flags on top", () => {
  assert(passedNames("posix", undefined, []).includes("PATH"));
  assert(!passedNames("posix", undefined, []).includes("LD_PRELOAD"));
  assertEquals(passedNames("posix", ["PATH", "A"], ["B", "A"]), ["A", "B", "PATH"]);
  assert(passedNames("posix", undefined, ["LD_PRELOAD"]).includes("LD_PRELOAD"), "named is passed");
  assert(passedNames("windows", undefined, []).includes("SYSTEMROOT"));
});

Deno.test("serverEnvironment() reads the named ones alone, and no shell function", () => {
  const all: Record<string, string> = { A: "1", B: "() { :; }", C: "3" };
  assertEquals(serverEnvironment(["A", "B", "D"], (name) => all[name]), { A: "1" });
});

Deno.test("isVariableName() takes names, not patterns", () => {
  for (const name of ["PATH", "_x", "ProgramFiles(x86)"]) assert(isVariableName(name));
  for (const name of ["A*", "", "1A", "A=B", "A B"]) assert(!isVariableName(name));
});
