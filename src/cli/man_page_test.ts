import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { manPage } from "./man_page.ts";

const HEAD = { version: "1.2.3", commands: [{ name: "pair", summary: "makes pairs" }] };

Deno.test("manPage() lets no text be a request or an escape of roff", () => {
  const page = manPage(HEAD, [{
    title: "pair",
    blocks: [
      { kind: "text", text: ".so /etc/passwd" },
      { kind: "text", text: "'nx" },
      { kind: "list", items: [{ label: "--all", text: 'a \\fBb "c"' }] },
      { kind: "example", lines: [".sy x", "  y \\"] },
    ],
  }]);
  for (const line of page.split("\n")) {
    assert(!line.startsWith(".so") && !line.startsWith(".sy") && !line.startsWith("'"), line);
  }
  assertStringIncludes(page, "\\&.so /etc/passwd");
  assertStringIncludes(page, "\\(aqnx");
  assertStringIncludes(page, ".TP\n.B \\-\\-all\na \\efBb \\(dqc\\(dq");
  assertStringIncludes(page, "\\&.sy x\n  y \\e\n");
});

Deno.test("manPage() ends every line list as it began", () => {
  const page = manPage(HEAD, [{ title: "x", blocks: [{ kind: "synopsis", lines: ["sallyport x"] }] }]);
  assertEquals(page.match(/^\.nf$/gm)?.length, page.match(/^\.fi$/gm)?.length);
  assert(page.endsWith("\n"));
});
