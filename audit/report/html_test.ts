import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Html, html } from "./html.ts";

Deno.test("html`` escapes what is put in, and leaves what came out of a template", () => {
  assertEquals(
    html`<td>${'"><script>alert(1)</script>'}`.markup,
    "<td>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
  );
  assertEquals(html`<i title="${`a" onload='x'`}">`.markup, '<i title="a&quot; onload=&#39;x&#39;">');
  assertEquals(html`${"--> ]]> &lt;"}`.markup, "--&gt; ]]&gt; &amp;lt;");
  assertEquals(html`${"a\u001b[2Jb\u202ec\n"}`.markup, "a\\u{1b}[2Jb\\u{202e}c\\u{a}");
  assertEquals(html`<ul>${[html`<li>${1}`, html`<li>${"<"}`]}</ul>`.markup, "<ul><li>1<li>&lt;</ul>");
  assertEquals(html`${html`<b>`}${new Html("<hr>")}`.markup, "<b><hr>");
  assertEquals(html`${"größe 名前"}`.markup, "größe 名前");
});

Deno.test("html`` makes no markup of any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert(/^[^<>"'\p{Cc}\p{Cf}]*$/u.test(html`${text}`.markup));
  }));
});
