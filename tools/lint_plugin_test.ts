import { assertEquals } from "@std/assert";
import plugin from "./lint_plugin.ts";

/** Lints a source as if it stood at the path, and gives what the house rules say. */
function lint(path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, path, source).map((found) =>
    `${found.id.slice("house/".length)}: ${found.message}`
  );
}

function assertClean(path: string, source: string): void {
  assertEquals(lint(path, source), [], `${path}: ${source}`);
}

Deno.test("layering fires on an import of a higher layer and on a package where there may be none", () => {
  const import_ = (specifier: string) => `import { a } from "${specifier}"; export const b = a;`;
  assertEquals(lint("src/policy/a.ts", import_("../firewall/step.ts")), [
    "layering: src/policy may not import src/firewall",
  ]);
  assertEquals(lint("src/cli/a.ts", import_("../io/edge.ts")), ["layering: src/cli may not import src/io"]);
  assertEquals(lint("src/jsonrpc/a.ts", import_("re2js")), ["layering: src/jsonrpc may not import packages"]);
  assertEquals(lint("src/cli/a.ts", import_("@std/assert")), ["layering: Only tests may import @std/assert"]);
  assertEquals(lint("src/mcp/a.ts", 'export * from "../policy/b.ts";'), [
    "layering: src/mcp may not import src/policy",
  ]);
  assertEquals(lint("src/mcp/a.ts", 'const a = await import("../policy/b.ts"); export { a };'), [
    "layering: src/mcp may not import src/policy",
  ]);
});

Deno.test("layering passes what the table allows, and tests", () => {
  assertClean("src/firewall/a.ts", 'import { a } from "../policy/b.ts"; export const b = a;');
  assertClean("src/policy/a.ts", 'import { a } from "re2js"; export const b = a;');
  assertClean("src/policy/a_test.ts", 'import { a } from "../firewall/b.ts"; export const b = a;');
  assertClean("tools/a.ts", 'import { a } from "../src/io/b.ts"; export const b = a;');
});

Deno.test("no-ambient-effects fires on every way to reach outside", () => {
  const cases: [source: string, name: string][] = [
    ["export const a = Deno.args;", "Deno"],
    ["export const a = new Date();", "Date"],
    ["export const a = Date.now();", "Date"],
    ["export const a = Date;", "Date"],
    ["setTimeout(() => {}, 1);", "setTimeout"],
    ["console.error(1);", "console"],
    ["export const a = { console };", "console"],
    ["await fetch(x);", "fetch"],
    ["export const a = globalThis['De' + 'no'];", "globalThis"],
    ["export const { env } = process;", "process"],
    ["export const a = performance.now();", "performance"],
    ["crypto.getRandomValues(b);", "crypto"],
    ["export const a = x ?? fetch;", "fetch"],
    ["export { fetch };", "fetch"],
    ["export const a = eval;", "eval"],
    ["export const a = new Function('x');", "Function"],
    ["export const a = navigator.userAgent;", "navigator"],
    ["export function f(a = Date.now()) { return a; }", "Date"],
    ["export type A = typeof Deno;", "Deno"],
    ["export function f(a: Deno.FsFile) { return a; }", "Deno"],
    ["export const a = (fetch as unknown)!;", "fetch"],
  ];
  for (const [source, name] of cases) {
    assertEquals(lint("src/policy/a.ts", source), [`no-ambient-effects: ${name} is an effect`], source);
  }
  assertEquals(lint("src/policy/a.ts", "export const a = Math.random();"), [
    "no-ambient-effects: Math.random is an effect",
  ]);
  assertEquals(lint("src/policy/a.ts", "export const a = import(x);"), [
    "no-ambient-effects: import() of a computed name is an effect",
  ]);
});

Deno.test("no-ambient-effects fires on Node modules that reach outside", () => {
  for (
    const name of [
      "fs",
      "fs/promises",
      "child_process",
      "net",
      "process",
      "os",
      "http",
      "worker_threads",
      "vm",
      "timers",
    ]
  ) {
    assertEquals(lint("audit/a.ts", `import * as a from "node:${name}"; export const b = a;`), [
      `no-ambient-effects: node:${name} is an effect`,
    ]);
  }
  assertEquals(lint("audit/a.ts", 'import { randomBytes } from "node:crypto"; export const a = randomBytes;'), [
    "no-ambient-effects: randomBytes of node:crypto is an effect",
  ]);
  assertEquals(lint("audit/a.ts", 'import crypto_ from "node:crypto"; export const a = crypto_;'), [
    "no-ambient-effects: * of node:crypto is an effect",
  ]);
});

Deno.test("no-ambient-effects passes near misses", () => {
  for (
    const source of [
      'import { createHash, createHmac } from "node:crypto"; export const a = [createHash, createHmac];',
      'import { posix } from "node:path"; export const a = posix;',
      "export const a = x.fetch(1).Date.process;",
      "export const a = { Date: 1, fetch: 2 }; export const b = a.Date;",
      "export interface A { fetch: string; readonly Date: number; now(console: number): void }",
      "export class A { process = 1; close() { return this.process; } }",
      "export function f(location: string, close: () => void) { close(); return location; }",
      "export const f = ({ self, prompt }) => [self, prompt];",
      "export function f(a: Date): Date { return a; }",
      "export const a = Math.max(1, 2);",
      "// Deno.args, console.log and new Date() in a comment\nexport const a = 'Deno.args';",
    ]
  ) assertClean("src/policy/a.ts", source);
});

Deno.test("no-ambient-effects lets the edge and the tests reach outside, but console stays out of the edge", () => {
  assertClean("src/io/a.ts", 'import { a } from "node:fs"; export const b = [a, Deno.args, Date.now(), fetch];');
  assertClean("src/policy/a_test.ts", "Deno.test('a', () => { console.log(new Date()); });");
  assertClean("tests/a.ts", "console.log(Deno.args);");
  assertEquals(lint("src/io/a.ts", "console.log(1);"), [
    "no-ambient-effects: console writes to stdout, which is the protocol's",
  ]);
  assertEquals(lint("main.ts", "console.log(1);"), [
    "no-ambient-effects: console writes to stdout, which is the protocol's",
  ]);
});

Deno.test("error-message fires on each fault of form", () => {
  const fault = (message: string) => lint("src/mcp/a.ts", `throw new TypeError(${message});`);
  assertEquals(fault('"cannot read it"'), ["error-message: An error message begins with a capital letter"]);
  assertEquals(fault('"Cannot read it."'), ["error-message: An error message ends without a period"]);
  assertEquals(fault('"Can\'t read it"'), ["error-message: An error message has no contractions"]);
  assertEquals(fault("`cannot read ${x}`"), ["error-message: An error message begins with a capital letter"]);
  assertEquals(fault('""'), ["error-message: An error message is empty"]);
});

Deno.test("error-message passes good form, computed text and tests", () => {
  assertClean("src/mcp/a.ts", 'throw new TypeError(`Cannot read "${x}": ${y}`);');
  assertClean("src/mcp/a.ts", "throw new RangeError(message);");
  assertClean("src/mcp/a.ts", "throw new Error(`${name} is not a method`);");
  assertClean("src/mcp/a_test.ts", 'throw new Error("boom.");');
});

Deno.test("file-name fires on a name without an idea and on one that is not snake_case", () => {
  assertEquals(lint("src/mcp/utils.ts", ""), ["file-name: A file named utils has no idea of its own"]);
  assertEquals(lint("tests/support/helpers.ts", ""), ["file-name: A file named helpers has no idea of its own"]);
  assertEquals(lint("src/mcp/myFile.ts", ""), ["file-name: The file name myFile is not snake_case"]);
  assertClean("src/mcp/error_code.ts", "");
  assertClean("src/mcp/error_code_test.ts", "");
});

Deno.test("banned-word fires on a declaration and passes text and properties", () => {
  assertEquals(lint("src/mcp/a.ts", "export const upstreamName = 1;"), [
    'banned-word: "upstream" is not a word of this project',
  ]);
  assertEquals(lint("src/mcp/a.ts", "export interface Packet { a: 1 }"), [
    'banned-word: "packet" is not a word of this project',
  ]);
  assertClean("src/mcp/a.ts", "export const a = { upstream: 'packet' };");
  assertClean("tests/a.ts", "export const upstream = 1;");
});
