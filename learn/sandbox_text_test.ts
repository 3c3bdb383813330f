import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/jsonc";
import fc from "fast-check";
import { PERMISSION_KINDS, readPermissionSet } from "../src/sandbox/permission_set.ts";
import { learnPermissions, valuesOf } from "./learned_permissions.ts";
import { MADE_UP } from "./place_names.ts";
import { denoListsOf, sandboxText, shownValue } from "./sandbox_text.ts";

const use = fc.record({
  permission: fc.constantFrom(...PERMISSION_KINDS),
  value: fc.oneof(
    fc.constantFrom("${PROJECT_DIR}/a", "/var/x/y", "A", "a.example:443", "hostname", "/", "*/ \n// \u001b[2J"),
    fc.string(),
  ),
  count: fc.integer({ min: 1, max: 5 }),
  isStartup: fc.boolean(),
});

Deno.test("whatever was used, the text is the set, nothing in it leaves its comment, and a policy takes it", () => {
  fc.assert(fc.property(fc.array(use, { maxLength: 8 }), (uses) => {
    const learned = learnPermissions([{ session: "1", uses }]);
    const text = sandboxText(learned);
    assert(!/\p{Cc}/u.test(text.replaceAll("\n", "")), "no control character");
    const { sandbox } = parse(`{${text}}`) as unknown as { sandbox: { deno: ReturnType<typeof denoListsOf> } };
    assertEquals(sandbox.deno, denoListsOf(learned));
    const reading = readPermissionSet(sandbox.deno, MADE_UP);
    assert(reading.ok, reading.ok ? "" : reading.why);
    for (const kind of PERMISSION_KINDS) assertEquals(reading.set[kind].length, valuesOf(learned)[kind].length);
  }));
});

Deno.test("each value has its evidence, and what is not given is told with its reason", () => {
  const learned = learnPermissions([{
    session: "1",
    uses: [
      { permission: "read", value: "${PROJECT_DIR}/a", count: 2, isStartup: false },
      { permission: "env", value: "LANG", count: 1, isStartup: true },
      { permission: "read", value: "/", count: 1, isStartup: false },
    ],
  }]);
  assertEquals(
    sandboxText(learned),
    `"sandbox": {
  // Not in the set: read "/": it is the root, the home or another wide folder.
  "deno": {
    "read": [
      // 2 uses in 1 session.
      "\${PROJECT_DIR}/a"
    ],
    // Used before the first call. With "perCall": true these hold at any time.
    "startup": {
      "env": [
        // 1 use in 1 session.
        "LANG"
      ]
    }
  }
}`,
  );
});

Deno.test("a set of nothing is written as that, and a long list of what is missing is cut", () => {
  assertEquals(sandboxText(learnPermissions([])), '"sandbox": {\n  "deno": {}\n}');
  const uses = Array.from({ length: 13 }, (_, index) => ({
    permission: "read" as const,
    value: `/${index}`,
    count: 1,
    isStartup: false,
  }));
  assertStringIncludes(sandboxText(learnPermissions([{ session: "1", uses }])), "// Not in the set: 3 more.");
  assert(shownValue("x".repeat(1000)).length < 200);
});
