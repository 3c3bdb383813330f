import { assertEquals } from "@std/assert";
import { REPORT_SCRIPT } from "./report_script.ts";

/** Elements as far as the script knows them. */
function pageWith(texts: readonly string[]) {
  const rows = texts.map((textContent) => ({ textContent, hidden: false }));
  const elements: Record<string, { hidden: boolean; value: string; textContent: string }> = {};
  for (const id of ["search", "words", "found"]) elements[id] = { hidden: true, value: "", textContent: "" };
  let onInput = () => {};
  const document = {
    getElementById: (id: string) =>
      elements[id] && Object.assign(elements[id], {
        addEventListener: (_: string, run: () => void) => onInput = run,
      }),
    querySelectorAll: (selector: string) => selector === "#rows tbody tr" ? rows : [],
  };
  new Function("document", REPORT_SCRIPT)(document);
  return {
    elements,
    search(words: string): readonly string[] {
      Object.assign(elements["words"] ?? {}, { value: words });
      onInput();
      return rows.filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
    },
  };
}

Deno.test("REPORT_SCRIPT shows the rows that have all words, in any case", () => {
  const page = pageWith(["Call of erase: DENY", "call of read", "finding .* in read"]);
  assertEquals([page.elements["search"]?.hidden, page.elements["found"]?.textContent], [false, "3 of 3 rows"]);
  assertEquals(page.search("deny  CALL "), ["Call of erase: DENY"]);
  assertEquals(page.elements["found"]?.textContent, "1 of 3 rows");
  assertEquals(page.search("read"), ["call of read", "finding .* in read"]);
  assertEquals(page.search(".*"), ["finding .* in read"], "a word is no pattern");
  assertEquals(page.search("nothing like it"), []);
  assertEquals(page.search("").length, 3);
});

Deno.test("REPORT_SCRIPT makes no markup, loads nothing and cannot end its element", () => {
  assertEquals(REPORT_SCRIPT.match(/<|innerHTML|outerHTML|insertAdjacent|\bwrite\b|fetch|import|eval|location/g), null);
});
