import assert from "node:assert/strict";
import { loadCommandParser } from "./shell.ts";

Deno.test("loadCommandParser() loads a parser that decodes words and goes through all of a command", async () => {
  const shell = await loadCommandParser();
  const names: string[] = [];
  const visit = (node: Parameters<typeof shell.forEachChild>[0]): void => {
    if (node.type === "Command" && node.name !== undefined) names.push(node.name.value);
    shell.forEachChild(node, visit);
  };
  visit(shell.parse("r''m x; echo $(\\ls)"));
  assert.deepEqual(names, ["rm", "echo", "ls"]);
});
