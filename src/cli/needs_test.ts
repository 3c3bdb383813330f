import { assertEquals } from "@std/assert";
import type { Need } from "./edge.ts";
import { alwaysRead, missingNeeds, needFlags, needSentence } from "./needs.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const NEEDS: readonly Need[] = [
  { kind: "read", path: "/a b" },
  { kind: "write", path: "/w" },
  { kind: "read", path: "/c" },
  { kind: "env", name: "X" },
  { kind: "run", program: "npx" },
];

Deno.test("missingNeeds() keeps what is not granted, in order", () => {
  const { edge } = fakeEdge({ missing: ["run npx", "read /c"] });
  assertEquals(missingNeeds(edge, NEEDS), [{ kind: "read", path: "/c" }, { kind: "run", program: "npx" }]);
  assertEquals(missingNeeds(fakeEdge().edge, NEEDS), []);
});

Deno.test("needFlags() names each flag once, with all its values", () => {
  assertEquals(needFlags(NEEDS), "--allow-read=/a b,/c --allow-write=/w --allow-env=X --allow-run=npx");
  assertEquals(needFlags([]), "");
});

Deno.test("needSentence() has a sentence for each kind", () => {
  assertEquals(NEEDS.map(needSentence), [
    'Deno may not read "/a b"',
    'Deno may not write "/w"',
    'Deno may not read "/c"',
    'Deno may not read the variable "X"',
    'Deno may not run "npx", or there is no such program',
  ]);
});

Deno.test("alwaysRead() asks for the home of the platform", () => {
  assertEquals(alwaysRead(fakeEdge().edge)[0], "HOME");
  assertEquals(alwaysRead(fakeEdge({ platform: "windows" }).edge)[0], "USERPROFILE");
});
