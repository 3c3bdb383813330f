/**
 * Tables of conditions for tests: what each makes of a value, and how a faulty one does not load.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Json } from "../../jsonrpc/json.ts";
import { judge } from "../evaluate.ts";
import { loadFixture, policyFixture } from "../policy_fixture.ts";
import { toSubject } from "../subject_fixture.ts";

/** Admitted by an entry, and refused by a deny rule: the condition holds. */
export const BOTH = "admits refuses";
/** The condition does not hold. */
export const NEITHER = "- -";
/** What does not apply: neither good enough to admit nor good enough not to refuse. */
export const REFUSES = "- refuses";

/** A condition, a value, and what comes of it. */
export type Row = readonly [condition: object, value: Json, expected: string];

/** What a condition makes of a value: admitted by an entry, and refused by a deny rule. */
export async function outcome(condition: object, value: Json): Promise<string> {
  const entry = await policyFixture({ tools: { t: { args: { x: condition } } } });
  const rules = [{ name: "r", when: { args: { x: condition } }, then: "deny" }];
  const rule = await policyFixture({ default: "allow", rules });
  const subject = toSubject({ call: { tool: "t", args: { x: value } } }, "files");
  const [byEntry, byRule] = [judge(entry, subject), judge(rule, subject)];
  assert.notEqual(byEntry.rule, "error/internal");
  assert.notEqual(byRule.rule, "error/internal");
  return `${byEntry.action === "allow" ? "admits" : "-"} ${byRule.action === "deny" ? "refuses" : "-"}`;
}

/** A test of each row. */
export function testTable(rows: readonly Row[]): void {
  for (const [condition, value, expected] of rows) {
    Deno.test(`${JSON.stringify(condition)} of ${JSON.stringify(value).slice(0, 60)}: ${expected}`, async () => {
      assert.equal(await outcome(condition, value), expected);
    });
  }
}

/** The problems of a policy with this condition, each as its code and what is wrong. */
export async function problemsOf(condition: unknown): Promise<readonly string[]> {
  const policy = { version: 1, tools: { t: { args: { x: condition } } } };
  const { problems } = await loadFixture(JSON.stringify(policy));
  return problems.map(({ code, message }) => `${code}: ${message.slice(message.indexOf(": ") + 2)}`);
}

/** A test of each condition that must not load: what the one problem begins with. */
export function testFaults(rows: readonly (readonly [condition: unknown, problem: string])[]): void {
  for (const [condition, expected] of rows) {
    Deno.test(`${JSON.stringify(condition).slice(0, 80)} does not load: ${expected}`, async () => {
      const problems = await problemsOf(condition);
      assert.equal(problems.length, 1, problems.join());
      assert.ok(problems[0]?.startsWith(expected), problems[0]);
    });
  }
}
