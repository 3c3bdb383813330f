import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { pinOf, type PinTable } from "../../detect/definition/pins.ts";
import { newScanner } from "../../detect/scan.ts";
import { readJsonc } from "../file/read_jsonc.ts";
import { LINT_CODES, type LintCode } from "./lint_finding.ts";
import { lintPolicy } from "./lint_policy.ts";

const SECRET = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
const PINS: PinTable = new Map([
  ["tool read_file", pinOf({ name: "read_file", inputSchema: { properties: { path: {}, limit: {} } } })],
  ["tool run", pinOf({ name: "run", inputSchema: { properties: { command: {} } } })],
]);

async function lint(body: object, pins?: PinTable): Promise<readonly LintCode[]> {
  const { tree } = await readJsonc("p.jsonc", JSON.stringify({ version: 1, ...body }));
  assert(tree !== undefined);
  const context = { today: "2026-11-30", ruleNames: new Set(["known"]), pins, scanner: newScanner() };
  return lintPolicy(tree, context).map(({ code }) => code);
}

const DENY = { then: "deny" };
const rule = (when: object, then = "deny", name = "r") => ({ name, when, then });

/** What is found, each with a near miss in which it is not. */
const CASES: readonly (readonly [LintCode, object, object, PinTable?])[] = [
  ["observes-only", { mode: "observe", extends: ["core"] }, { mode: "enforce", extends: ["core"] }],
  ["allows-unknown", { default: "allow" }, { default: "deny", extends: ["core"] }],
  ["nothing-allowed", { rules: [rule({ method: "a" })] }, { rules: [rule({ method: "a" }, "allow")] }],
  ["shadowed-entry", { tools: { "read_*": "allow", "read_x*": "deny" } }, {
    tools: { "read_x*": "deny", "read_*": "allow" },
  }],
  ["shadowed-entry", { tools: { "*": "allow", "[ab]*": "deny" } }, { tools: { "*": "allow", a: "deny" } }],
  [
    "shadowed-rule",
    { rules: [rule({ tool: "*" }), rule({ tool: "a" }, "allow")], tools: {} },
    { rules: [rule({ tool: "b" }), rule({ tool: "a" }, "allow")] },
  ],
  [
    "shadowed-rule",
    { rules: [rule({ tool: "a" }), rule({ tool: "a", args: { p: { equals: 1 } } })], tools: {} },
    { rules: [rule({ tool: "a", args: { p: { equals: 1 } } }), rule({ tool: "a" })], tools: {} },
  ],
  ["shadowed-rule", { rules: [rule({ method: "*" }), rule({ secrets: true })], tools: {} }, {
    rules: [rule({ method: "*" }, "log"), rule({ secrets: true })],
    tools: {},
  }],
  ["unknown-tool", { tools: { read_fil: "allow" } }, {
    tools: { "Read_File": { args: { path: { path: {} } }, required: [] } },
  }, PINS],
  ["unknown-tool", { tools: {}, rules: [rule({ tool: ["x", "y*"] })] }, {
    tools: {},
    rules: [rule({ tool: ["x", "ru*"] })],
  }, PINS],
  ["unknown-rule", { suppress: [{ rule: "knwon" }], tools: {} }, { suppress: [{ rule: "known" }], tools: {} }],
  [
    "expired-suppress",
    { suppress: [{ rule: "known", until: "2026-11-29" }], tools: {} },
    { suppress: [{ rule: "known", until: "2026-11-30" }], tools: {} },
  ],
  ["could-be-guard", { tools: { a: { args: { path: { regex: "^/x" } } } } }, {
    tools: { a: { args: { id: { regex: "^/x" } } } },
  }],
  ["could-be-guard", { tools: { a: { args: { url: { glob: "https://x/*" } } } } }, {
    tools: { a: { args: { url: { url: { hosts: ["x.example"] }, regex: "^https:" } } } },
  }],
  ["broad-path", { tools: { a: { args: { p: { path: { under: ["${HOME}"] } } } } } }, {
    tools: { a: { args: { p: { path: { under: ["${HOME}/work"] } } } } },
  }],
  ["broad-path", { tools: { a: { args: { p: { not: { not: { path: { under: ["/"] } } } } } } } }, {
    tools: {},
    rules: [rule({ args: { p: { path: { under: ["/"] } } } })],
  }],
  ["broad-host", { tools: { a: { args: { u: { url: { hosts: ["*.com"] } } } } } }, {
    tools: { a: { args: { u: { url: { hosts: ["*.example.com"] } } } } },
  }],
  ["broad-host", { tools: { a: { args: { u: { url: { hosts: ["*.github.io"] } } } } } }, {
    tools: { a: { args: { u: { url: { hosts: ["me.github.io"] } } } } },
  }],
  ["empty-list", { tools: { a: { args: { u: { url: { hosts: [] } } } } } }, {
    tools: { a: { args: { u: { url: { hosts: ["a.example"] } } } } },
  }],
  ["empty-list", { tools: { a: { args: { u: { command: { programs: [] } } } } } }, {
    tools: { a: { args: { u: { command: { programs: ["ls"] } } } } },
  }],
  ["odd-name", { tools: { " a": "allow" } }, { tools: { a: "allow" } }],
  ["odd-name", { tools: { Aa: "allow", aa: "allow" } }, { tools: { Aa: "allow", ab: "allow" } }],
  ["odd-name", { tools: {}, rules: [rule({ tool: "a\u200bb" })] }, { tools: {}, rules: [rule({ tool: "a b" })] }],
  ["secret-in-policy", { tools: { a: { args: { x: { equals: SECRET } } } } }, {
    tools: { a: { args: { x: { equals: "ghp" } } } },
  }],
  ["open-argument", { tools: { run: "allow" } }, {
    tools: { run: { args: { command: { command: { programs: ["ls"] } } } } },
  }, PINS],
  [
    "open-argument",
    { tools: { read_file: { args: { limit: {} }, others: true } } },
    { tools: { read_file: { args: { limit: {} } } } },
    PINS,
  ],
  ["open-argument", { tools: { run: { args: { command: {} } } } }, {
    tools: { run: { args: { command: {} }, ...DENY } },
  }, PINS],
];

Deno.test("lintPolicy() finds each kind, and not in its near miss", async () => {
  for (const [code, bad, good, pins] of CASES) {
    assert((await lint(bad, pins)).includes(code), `${code}: ${JSON.stringify(bad)}`);
    assert(!(await lint(good, pins)).includes(code), `near miss of ${code}: ${JSON.stringify(good)}`);
  }
  const tried = new Set(CASES.map(([code]) => code));
  // Tests are run by the command itself.
  assertEquals(LINT_CODES.filter((code) => !tried.has(code)), ["failing-test"]);
});

Deno.test("lintPolicy() looks into the parts for one server, and finds nothing in an ordinary policy", async () => {
  assertEquals(await lint({ tools: {}, servers: { a: { tools: { " x": "allow" } } } }), ["odd-name"]);
  const ordinary = {
    extends: ["baseline"],
    tools: { read_file: { args: { path: { path: { under: ["${PROJECT_DIR}"] } } } }, "run_*": "deny" },
    rules: [rule({ tool: "mail", args: { to: { regex: "@example\\.com$" } } }, "ask")],
    suppress: [{ rule: "known", until: "2027-01-01" }],
  };
  assertEquals(await lint(ordinary), []);
});

Deno.test("lintPolicy() never throws, whatever the tree", async () => {
  await fc.assert(fc.asyncProperty(fc.json(), async (text) => {
    const { tree } = await readJsonc("p", text);
    if (tree !== undefined) lintPolicy(tree, { today: "2026-11-30", ruleNames: new Set(), scanner: newScanner() });
  }));
});
