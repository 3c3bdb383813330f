import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Html, markup } from "./markup.ts";

Deno.test("markup`` escapes what is put in, and leaves what came out of a template", () => {
  assertEquals(
    markup`<td>${'"><script>alert(1)</script>'}`.text,
    "<td>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
  );
  assertEquals(markup`<i title="${`a" onload='x'`}">`.text, '<i title="a&quot; onload=&#39;x&#39;">');
  assertEquals(markup`${"--> ]]> &lt;"}`.text, "--&gt; ]]&gt; &amp;lt;");
  assertEquals(markup`${"a\u001b[2Jb\u202ec\n"}`.text, "a\\u{1b}[2Jb\\u{202e}c\\u{a}");
  assertEquals(markup`<ul>${[markup`<li>${1}`, markup`<li>${"<"}`]}</ul>`.text, "<ul><li>1<li>&lt;</ul>");
  assertEquals(markup`${markup`<b>`}${new Html("<hr>")}`.text, "<b><hr>");
  assertEquals(markup`${"größe 名前"}`.text, "größe 名前");
});

Deno.test("markup`` makes no markup of any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert(/^[^<>"'\p{Cc}\p{Cf}]*$/u.test(markup`${text}`.text));
  }));
});
