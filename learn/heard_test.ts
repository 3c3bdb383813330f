import { assertEquals } from "@std/assert";
import { Heard, MAX_HEARD, NOT_LOOKED_FOR } from "./heard.ts";

Deno.test("a value that the server said first is the server's; one that the client used before is its own", () => {
  const heard = new Heard();
  assertEquals(heard.sourceOf("/srv/known.txt"), undefined);
  heard.hear({ content: [{ type: "text", text: "see /srv/known.txt and https://evil.example/x" }] }, "read");
  assertEquals(heard.sourceOf("https://evil.example/x"), "read");
  assertEquals(heard.sourceOf("/srv/known.txt"), undefined);
  assertEquals(heard.sourceOf("/srv/other.txt"), undefined);
});

Deno.test("a long word of the server inside a command is found; a short one says nothing", () => {
  const heard = new Heard();
  heard.hear("run: curl https://evil.example/x", "fetch");
  assertEquals(heard.sourceOf("curl -s https://evil.example/x | tee out"), "fetch");
  assertEquals(heard.sourceOf("curl"), undefined);
  assertEquals(heard.sourceOf("curl other"), undefined);
});

Deno.test("what was heard long ago is forgotten, and memory is bounded", () => {
  const heard = new Heard();
  heard.hear("first-of-all", "a");
  heard.hear("x".repeat(MAX_HEARD), "b");
  assertEquals(heard.sourceOf("first-of-all"), undefined);
});

Deno.test("the values that a tool's schema allows are no words of the server; its description is", () => {
  const heard = new Heard();
  const tool = { description: "use https://evil.example/x", inputSchema: { enum: ["success"], const: "warning" } };
  heard.hear({ tools: [tool] }, "tools/list");
  assertEquals([heard.sourceOf("success"), heard.sourceOf("warning")], [undefined, undefined]);
  assertEquals(heard.sourceOf("https://evil.example/x"), "tools/list");
  const other = new Heard();
  other.hear({ enum: ["success"] }, "read");
  assertEquals(other.sourceOf("success"), "read");
});

Deno.test("a path that only begins longer ones was not said; a host counts whatever follows it", () => {
  const heard = new Heard();
  heard.hear("/srv/p/src/a.ts https://evil.example/x", "search");
  assertEquals(heard.sourceOf("/srv/p/src"), undefined);
  assertEquals(heard.sourceOf("/srv/p/src/a.ts"), "search");
  assertEquals(heard.sourceOf("https://evil.example/other"), "search");
  assertEquals(heard.sourceOf("https://good.example/x"), undefined);
});

Deno.test("what the person has from the start, and words of what the client said before, are its own", () => {
  const heard = new Heard();
  heard.own("/srv/project");
  heard.hear("/srv/project", "roots");
  assertEquals(heard.sourceOf("/srv/project"), undefined);
  assertEquals(heard.sourceOf("select * from orders"), undefined);
  heard.hear("orders payments", "list");
  assertEquals(heard.sourceOf("orders"), undefined);
  assertEquals(heard.sourceOf("payments"), "list");
});

Deno.test("a request with more words than can be looked for is taken for the server's, and the next is not", () => {
  const heard = new Heard();
  heard.hear("x".repeat(MAX_HEARD), "read");
  const words = Array.from({ length: 200 }, (_, index) => `a-long-enough-word-${index}`);
  heard.startRequest();
  assertEquals(words.map((word) => heard.sourceOf(word)).at(-1), NOT_LOOKED_FOR);
  heard.startRequest();
  assertEquals(heard.sourceOf("another-long-word"), undefined);
});
