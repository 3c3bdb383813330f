/**
 * Problems of policy texts, short, for tests of the readers.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readPolicy } from "./read_policy.ts";

/** The problems of a policy, each as `line:column code fault`. */
export async function problemsOf(policy: string | object, file = "p.jsonc"): Promise<readonly string[]> {
  const text = typeof policy === "string" ? policy : JSON.stringify({ version: 1, ...policy });
  const { problems } = await readPolicy(file, text);
  return problems.map(({ line, column, code, message }) =>
    `${line}:${column} ${code} ${message.replace(/^Cannot read /, "")}`
  );
}

/** A test of each policy that must not load: what its one problem says behind the place. */
export function testFaults(rows: readonly (readonly [policy: object, problem: string])[]): void {
  for (const [policy, expected] of rows) {
    Deno.test(`${JSON.stringify(policy).slice(0, 100)} does not load: ${expected}`, async () => {
      const problems = await problemsOf(policy);
      assert.equal(problems.length, 1, problems.join("\n"));
      const said = problems[0]?.replace(/^\S+ /, "") ?? "";
      assert.ok(said.startsWith(expected), said);
    });
  }
}

/** A test of each policy that loads, as a near miss of those that do not. */
export function testLoads(policies: readonly object[]): void {
  for (const policy of policies) {
    Deno.test(`${JSON.stringify(policy).slice(0, 100)} loads`, async () => {
      assert.deepEqual(await problemsOf(policy), []);
    });
  }
}
