import { completionsZsh } from "./completions_zsh.ts";
import { assertCompletes } from "./testdata/completion_case.ts";

Deno.test("completionsZsh() has each word and flag, and no text that the shell would run", () =>
  assertCompletes(completionsZsh));
