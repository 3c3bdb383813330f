import { assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("completions refuses what is no shell of its list", async () => {
  for (const words of [[], ["tcsh"], ["constructor"], ["bash", "zsh"], ["--bash"]]) {
    const ran = await runIn(["completions", ...words]);
    assertEquals([ran.exit, ran.out()], [2, ""], words.join(" "));
  }
});

Deno.test("completions prints a script for each shell", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const ran = await runIn(["completions", shell]);
    assertEquals([ran.exit, ran.err()], [0, ""]);
    assertStringIncludes(ran.out(), "audit");
  }
});
