import { assertEquals } from "@std/assert";
import { dataOf, pageOf } from "./report_fixture.ts";
import { REPORT_STYLE } from "./report_style.ts";

Deno.test("REPORT_STYLE loads nothing and cannot end its element", () => {
  assertEquals(REPORT_STYLE.match(/url\(|@import|image-set|<|\\/g), null);
});

Deno.test("REPORT_STYLE speaks of every class of the page, and of none that is not there", () => {
  const deny = { verdict: "deny", tool: "t" };
  const page = pageOf(dataOf([deny, { ...deny, verdict: "ask" }, { ...deny, verdict: "allow" }]));
  const used = [...page.matchAll(/ class="([^"]*)"/g)].flatMap((found) => (found[1] ?? "").split(" "));
  const styled = [...REPORT_STYLE.matchAll(/\.([a-z][\w-]*)(?=[\s,:{>])/g)].map((found) => found[1] ?? "");
  assertEquals(new Set(used).difference(new Set(styled)), new Set());
  assertEquals(new Set(styled).difference(new Set(used)), new Set());
});
