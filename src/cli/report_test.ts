import { assertEquals } from "@std/assert";
import { reportError, reportNote, reportProblems } from "./report.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

Deno.test("report writes to stderr alone, each thing on a line with the program's name", () => {
  const fake = fakeEdge();
  reportError(fake.edge, "Cannot x", "Do y");
  reportError(fake.edge, "Cannot z");
  reportNote(fake.edge, "all is well");
  assertEquals(
    fake.err(),
    "sallyport: error: Cannot x\nsallyport: hint: Do y\nsallyport: error: Cannot z\nsallyport: all is well\n",
  );
  assertEquals(fake.out(), "");
});

Deno.test("reportProblems() writes every problem with place and hint, and nothing for none", () => {
  const fake = fakeEdge();
  reportProblems(fake.edge, []);
  assertEquals(fake.err(), "");
  const problem = { code: "syntax", message: "Cannot read", file: "p\u001b", line: 2, column: 3 } as const;
  reportProblems(fake.edge, [{ ...problem, hint: "Mend it" }, problem]);
  assertEquals(fake.err(), "p\\u001b:2:3: Cannot read [syntax]\n  Mend it\np\\u001b:2:3: Cannot read [syntax]\n");
});
