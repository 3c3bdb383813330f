import { completionsFish } from "./completions_fish.ts";
import { assertCompletes } from "./testdata/completion_case.ts";

Deno.test("completionsFish() has each word and flag, and no text that the shell would run", () =>
  assertCompletes(completionsFish));
