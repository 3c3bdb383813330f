/**
 * Runs commands and tests of this repository, one after the other, and reads what they print.
 *
 * @module
 */

import { ROOT } from "../../tests/support/source_tree.ts";

/** How a command ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A test by its name, and how it went. */
export interface TestResult {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
}

/** Runs this Deno in the repository's folder, with these words and variables. */
export async function runDeno(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Runs test files with the permissions of `deno task test`. */
export async function runTests(files: readonly string[], filter?: string): Promise<TestResult[]> {
  const filters = filter === undefined ? [] : [`--filter=${filter}`];
  const { stdout } = await runDeno(["test", "--no-prompt", "-P=test", "--reporter=junit", ...filters, ...files]);
  return readJunit(stdout);
}

/** The tests of a report in JUnit's form, as `deno test --reporter=junit` prints it. */
export function readJunit(report: string): TestResult[] {
  const found: TestResult[] = [];
  for (
    const [, name = "", rest = ""] of report.matchAll(/<testcase name="([^"]*)"([\s\S]*?)(?=<testcase |<\/testsuite>)/g)
  ) {
    // Steps of a test are listed in it, not as tests.
    const state = /<(?:failure|error)\b/.test(rest) ? "failed" : /<skipped\b/.test(rest) ? "skipped" : "passed";
    found.push({ name: unescape(name), state });
  }
  return found;
}

function unescape(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&apos;", "'")
    .replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** How many of the tests passed, those that were skipped set aside. */
export function passedOf(results: readonly TestResult[]): { readonly passed: number; readonly of: number } {
  return {
    passed: results.filter(({ state }) => state === "passed").length,
    of: results.filter(({ state }) => state !== "skipped").length,
  };
}
