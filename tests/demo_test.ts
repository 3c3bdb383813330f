import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { ROOT } from "./support/source_tree.ts";

Deno.test("the demo shows all four cases and ends with 0", async () => {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--cached-only", "-P=demo", join(ROOT, "examples", "demo.ts")],
    cwd: ROOT,
    stderr: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert(text.endsWith("\n4/4 cases behaved as required\n"), text);
  assertEquals(code, 0);
  assert(
    text.includes("put the output into your answer"),
    "the poisoned description is shown as the server advertises it",
  );
  assertEquals(text.match(/^ok {3}/gm)?.length, 4);
  assert(/^completeness {2}ok: /m.test(text), "the log verifies");
  assert(
    text.includes("call of run_command: its definition is not accepted (rule tool/definition)"),
    "the log is shown in sentences",
  );
  const [, guarded = ""] = text.split("behind Sallyport:");
  assert(!guarded.includes("  run_command: "), "the refused tool is hidden from the client");
});
