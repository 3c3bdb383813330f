import { completionsBash } from "./completions_bash.ts";
import { assertCompletes } from "./testdata/completion_case.ts";

Deno.test("completionsBash() has each word and flag, and no text that the shell would run", () =>
  assertCompletes(completionsBash));
