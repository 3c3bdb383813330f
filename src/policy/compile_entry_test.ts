import assert from "node:assert/strict";
import { ExactNumber, type Json } from "../jsonrpc/json.ts";
import { findEntry } from "./compile_entry.ts";
import { scanMessage } from "./message_scan.ts";
import { policyFixture } from "./policy_fixture.ts";
import { toSubject } from "./subject_fixture.ts";

/** What an entry does not allow, as `kind pointer`; "" when all is as it must be. */
async function objection(entry: object, args: Readonly<Record<string, Json>>): Promise<string> {
  const policy = await policyFixture({ tools: { t: entry } });
  const scan = scanMessage(policy.gates, toSubject({ call: { tool: "t", args } }, "files"));
  const found = findEntry(policy.tools, "t")?.objection(args, scan);
  return found === undefined ? "" : [found.kind, found.pointer, found.condition].filter(Boolean).join(" ");
}

const ROWS: readonly (readonly [object, Readonly<Record<string, Json>>, string])[] = [
  // What is not named.
  [{ args: {} }, { x: 1 }, "not named /x"],
  [{ args: {} }, {}, ""],
  [{ args: { x: {} } }, { x: 1, y: 2 }, "not named /y"],
  [{ args: { x: {} }, others: true }, { x: 1, y: 2 }, ""],
  [{ args: { x: { equals: 1 } }, others: true }, { X: 2 }, "not named /X"],
  [{ args: { x: { equals: 1 } }, others: true }, { y: 2 }, ""],
  [{ args: { "a/b": {} } }, { "a/b": 1 }, ""],
  [{ args: { "/a~1b": {} } }, { "a/b": 1 }, ""],
  // What must be there.
  [{ args: { x: {} }, required: ["x"] }, {}, "missing /x"],
  [{ args: { x: {} }, required: ["/x/y"] }, { x: {} }, "missing /x/y"],
  [{ args: { x: {} }, required: ["/x/y"] }, { x: { y: null } }, ""],
  // Conditions, also inside.
  [{ args: { x: { equals: 1 } } }, { x: 2 }, "condition /x equals"],
  [{ args: { x: { equals: 1 } } }, { x: new ExactNumber("1.0") }, ""],
  [{ args: { "/x/y": { equals: 1 } } }, { x: { y: 2 } }, "condition /x/y equals"],
  [{ args: { "/x/y": { equals: 1 } } }, { x: { y: 1, z: 1 } }, "not named /x/z"],
  [{ args: { "/x/y": { equals: 1 } } }, { x: "text" }, "not named /x"],
  [{ args: { "/x/y": { equals: 1 } } }, { x: { y: 1 } }, ""],
  [{ args: { "/x/0": { equals: 1 } } }, { x: [1, 2] }, "not named /x/1"],
  [{ args: { "/x/0": { equals: 1 } } }, { x: [1] }, ""],
  [{ args: { x: { type: ["string", "object"] }, "/x/y": { equals: 1 } } }, { x: "text" }, ""],
  [{ args: { x: { type: ["string", "object"] }, "/x/y": { equals: 1 } } }, { x: { y: 2 } }, "condition /x/y equals"],
  // Each argument.
  [{ args: { "*": { type: "integer" } } }, { x: 1, y: "2" }, "condition /y type"],
  [{ args: { "*": { type: "integer" } } }, { x: 1, y: 2 }, ""],
  [{ args: { "*": { type: "integer" }, x: { range: [1, 5] } } }, { x: 6 }, "condition /x range"],
];

for (const [entry, args, expected] of ROWS) {
  Deno.test(`${JSON.stringify(entry)} of ${JSON.stringify(args)}: ${expected || "no objection"}`, async () => {
    assert.equal(await objection(entry, args), expected);
  });
}

Deno.test("findEntry() takes the exact name, else the first glob in file order, and folds nothing", async () => {
  const { tools } = await policyFixture({ tools: { "read_*": "ask", "*": "deny", read_it: "allow" } });
  assert.equal(findEntry(tools, "read_it")?.action, "allow");
  assert.equal(findEntry(tools, "read_other")?.action, "ask");
  assert.equal(findEntry(tools, "READ_it")?.action, "deny");
  assert.equal(findEntry(tools, "")?.action, "deny");
  const { tools: few } = await policyFixture({ tools: { "read_*": "ask" } });
  assert.equal(findEntry(few, "write"), undefined);
});

Deno.test("findEntry() denies a name that is a refusing entry's but for case, and passes the near miss", async () => {
  const { tools } = await policyFixture({
    default: "allow",
    tools: { delete_file: "deny", "drop_*": "ask", query: { args: { sql: { length: [1, 9] } } }, Echo: "allow" },
  });
  for (const name of ["Delete_File", " delete_file", "delete_fi\uff4ce", "DROP_table", "Query"]) {
    assert.equal(findEntry(tools, name)?.action, "deny", name);
  }
  for (const name of ["delete_files", "drop", "queries", "echo"]) assert.equal(findEntry(tools, name), undefined, name);
  assert.equal(findEntry(tools, "drop_table")?.action, "ask");
  assert.equal(findEntry(tools, "query")?.action, "allow");
});

Deno.test("findEntry() lets no later glob open a lookalike of an earlier entry", async () => {
  const { tools } = await policyFixture({ tools: { "run_*": "deny", "*": "allow" } });
  assert.equal(findEntry(tools, "RUN_it")?.action, "deny");
  assert.equal(findEntry(tools, "rune")?.action, "allow");
  const { tools: turned } = await policyFixture({ tools: { "*": "allow", "run_*": "deny" } });
  assert.equal(findEntry(turned, "RUN_it")?.action, "allow", "the first glob decides, as for the name itself");
});
