import { assert, assertEquals } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { call, session } from "./profile_fixture.ts";
import { learn } from "./proposal.ts";
import { testsOf } from "./proposal_tests.ts";

Deno.test("tests are calls that were seen, relative to the project, and near misses that are denied", async () => {
  const seen = call("read", { path: "${PROJECT_DIR}/src/a.ts" });
  const others = ["b", "c"].map((name) => call("read", { path: `\${PROJECT_DIR}/src/${name}.ts` }));
  const home = call("home", { path: "${HOME}/x/a.ts" });
  const tests = await testsOf(
    await learn(
      [session("a", [seen, ...others.slice(0, 1), home, home]), session("b", [...others.slice(1), home])],
      PACKS,
    ),
  );
  const [first] = tests;
  assertEquals(JSON.stringify(first), '{"call":{"tool":"read","args":{"path":"src/a.ts"}},"expect":"allow"}');
  assert(tests.filter(({ expect }) => expect === "deny").length >= 3);
  assert(!JSON.stringify(tests).includes("/sallyport/"), "made-up folders are nobody's");
});
