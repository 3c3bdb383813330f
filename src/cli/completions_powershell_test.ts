import { completionsPowershell } from "./completions_powershell.ts";
import { assertCompletes } from "./testdata/completion_case.ts";

Deno.test("completionsPowershell() has each word and flag, and no text that the shell would run", () =>
  assertCompletes(completionsPowershell));
