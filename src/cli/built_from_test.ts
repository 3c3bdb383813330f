import { assertEquals } from "@std/assert";
import { readBuiltFrom } from "./built_from.ts";
import { versionText } from "./version.ts";

const COMMIT = "0123456789ab";

Deno.test("readBuiltFrom() takes the baked word of a compiled program, and only the first", () => {
  const args = [`--built-from=${COMMIT}`, "--built-from=x", "--version"];
  assertEquals(readBuiltFrom(args, { isCompiled: true }), { args: args.slice(1), commit: COMMIT });
  assertEquals(readBuiltFrom(args, { isCompiled: false }), { args, commit: undefined });
  assertEquals(readBuiltFrom(["--version"], { isCompiled: true }), { args: ["--version"], commit: undefined });
  assertEquals(readBuiltFrom(["--built-from=", "a"], { isCompiled: true }), { args: ["a"], commit: undefined });
});

Deno.test("readBuiltFrom() reads the mark of a bundle, and takes nothing else for a commit", () => {
  assertEquals(readBuiltFrom([], { isCompiled: false, mark: `${COMMIT}-changed` }).commit, `${COMMIT}-changed`);
  for (const mark of ["@built-from@", "", "main", `${COMMIT}0`, `${COMMIT}\n`, "\u001b[2J"]) {
    assertEquals(readBuiltFrom([], { isCompiled: false, mark }).commit, undefined, mark);
  }
});

Deno.test("versionText() has the commit where it is known", () => {
  assertEquals(versionText(COMMIT), `${versionText(undefined)} (${COMMIT})`);
});
