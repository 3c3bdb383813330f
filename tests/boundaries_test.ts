/**
 * The rules that need the whole tree: imports make no circle, each source file has its test, the lint plugin is wired
 * in, and each promise of the layout holds in the files as they are.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/jsonc";
import { dirname, join } from "node:path";
import { importProblem, isTestFile, layerOf, LAYERS } from "../tools/layers.ts";
import { listFiles, readSource, ROOT } from "./support/source_tree.ts";

const IMPORT_REGEXP =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?\bfrom\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;
const RUNTIME_EXPORT_REGEXP =
  /^export\s+(?:default\b|(?:abstract\s+)?class\b|(?:async\s+)?function\b|const\b|let\b|\*|\{(?!\s*\}))/m;

/** Files without a test of their own, each with the reason. A line leaves when it is no longer needed. */
const WITHOUT_TEST_BESIDE: Readonly<Record<string, string>> = {
  "src/cli/replaying.ts": "the runs of sandbox minimise; sandbox_minimise_test.ts looks at each",
  "src/cli/wanted_sandbox.ts": "the first step of sandbox_server.ts, whose test goes through it",
  "src/cli/wrap_servers.ts": "what wrap and unwrap do; wrap_test.ts runs them",
  "src/clients/config_edit.ts": "config_file_test.ts edits with it, and tests/fuzz/clients.ts",
  "src/clients/config_json.ts": "one format; config_file_test.ts goes through all of them",
  "src/clients/config_toml.ts": "one format; config_file_test.ts goes through all of them",
  "src/clients/config_yaml.ts": "one format; config_file_test.ts goes through all of them",
  "audit/verify_report.ts": "the words of verify, which every case of verify_test.ts goes through",
  "src/policy/mcpwall/to_policy.ts": "what import and -c do; src/cli/import_test.ts goes through every field",
  "src/cli/lint_sarif.ts": "one form of lint's output, which lint_test.ts reads",
  "src/policy/lint/lint_condition.ts":
    "the half of lint_policy.ts that is about conditions; its test goes through both",
  "src/policy/lint/lint_finding.ts": "a list that lint_policy_test.ts goes through",
  "src/cli/exit_code.ts": "a table of four numbers, which the tests of every command state",
  "src/guards/file_view.ts": "a type, and the view of one who sees nothing",
  "src/guards/command_data.ts": "lists, which the cases of the command guard go through",
  "src/guards/guard.ts": "the reasons, which the table of every guard goes through",
  "src/detect/secrets/cloud.ts": "a table, of which find_secrets_test.ts tries every row",
  "src/detect/secrets/code.ts": "a table, of which find_secrets_test.ts tries every row",
  "src/detect/secrets/service.ts": "a table, of which find_secrets_test.ts tries every row",
  "src/detect/injection/signals.ts": "a table, of which find_injection_test.ts tries every row",
  "src/detect/injection/more_signals.ts": "a table, of which find_injection_test.ts tries every row",
  "src/firewall/state.ts": "types, and the empty state that every transcript begins with",
  "learn/attacks/call_attacks.ts": "a table, of which make_attacks_test.ts counts every row",
  "learn/attacks/command_attacks.ts": "a table, of which make_attacks_test.ts counts every row",
  "learn/attacks/path_attacks.ts": "a table, of which make_attacks_test.ts counts every row",
  "learn/attacks/sql_attacks.ts": "a table, of which make_attacks_test.ts counts every row",
  "learn/attacks/url_attacks.ts": "a table, of which make_attacks_test.ts counts every row",
  "learn/attacks/value_attacks.ts": "tables of values, which evaluate_test.ts and tests/learn_test.ts put in",
  "src/policy/condition/kind.ts": "two makers of plain data, run by the table of every kind of condition",
  "src/policy/condition/schema.ts": "the kind itself; json_schema_test.ts is its table",
  "src/policy/file/schema_text.ts": "one text; read_policy_test.ts holds it against the reader",
};

/** The whole package is tested through its front door. */
const TESTED_BY_FOLDER: ReadonlySet<string> = new Set(["std/assert", "std/jsonc"]);

async function layeredSources(): Promise<string[]> {
  return (await listFiles(".ts")).filter((path) => layerOf(path) !== undefined && !isTestFile(path));
}

/** The files that a file imports; those it takes only types from have no part when it runs. */
async function localImports(path: string, only: "any" | "run-time" = "any"): Promise<string[]> {
  let text = (await readSource(path)).replace(/^\s*\*.*$/gm, "");
  if (only === "run-time") text = text.replace(/^(?:import|export) type\b[^;]*;/gm, "");
  return [...text.matchAll(IMPORT_REGEXP)]
    .map((found) => (found[1] ?? found[2]) as string)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(dirname(path), specifier));
}

Deno.test("every layer imports only what the table allows", async () => {
  const problems: string[] = [];
  for (const path of await layeredSources()) {
    for (const target of await localImports(path)) {
      const problem = importProblem(path, target);
      if (problem !== undefined) problems.push(`${path}: ${problem}`);
    }
  }
  assertEquals(problems, []);
});

Deno.test("no file imports itself by way of others", async () => {
  const edges = new Map<string, string[]>();
  for (const path of await layeredSources()) edges.set(path, await localImports(path, "run-time"));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    assert(!trail.includes(path), `import circle: ${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}`);
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
});

Deno.test("every folder of the program has a layer", async () => {
  const stray = (await listFiles(".ts")).filter((path) => {
    const outside = /^(?:tests|bench|examples|tools|docs|std)\//.test(path) || !path.includes("/");
    return !outside && layerOf(path) === undefined;
  });
  assertEquals(stray, [], "a source file outside the layer table of tools/layers.ts");
});

Deno.test("every source file outside src/io that exports something at run time has its test beside it", async () => {
  const all = new Set(await listFiles(".ts"));
  const missing: string[] = [];
  for (const path of await layeredSources()) {
    if (path.startsWith("src/io/") || !path.includes("/") || TESTED_BY_FOLDER.has(dirname(path))) continue;
    if (!RUNTIME_EXPORT_REGEXP.test(await readSource(path))) continue;
    if (!all.has(path.replace(/\.ts$/, "_test.ts")) && !(path in WITHOUT_TEST_BESIDE)) missing.push(path);
  }
  assertEquals(missing, []);
});

Deno.test("the list of files without a test has no line too many", async () => {
  const all = new Set(await listFiles(".ts"));
  for (const path of Object.keys(WITHOUT_TEST_BESIDE)) {
    assert(all.has(path), `${path} is gone`);
    assert(!all.has(path.replace(/\.ts$/, "_test.ts")), `${path} has a test now`);
  }
});

Deno.test("every source file says in its first lines what it decides", async () => {
  const silent: string[] = [];
  for (const path of await layeredSources()) {
    if (!/^(?:#!.*\n)?\/\*\*[\s\S]*?@module[\s\S]*?\*\//.test(await readSource(path))) silent.push(path);
  }
  assertEquals(silent, []);
});

Deno.test("a file of each layer that breaks the rules is refused by deno lint with this deno.json", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sallyport-lint-" });
  try {
    await Deno.copyFile(join(ROOT, "deno.json"), join(folder, "deno.json"));
    await Deno.mkdir(join(folder, "tools"));
    for (const name of ["layers.ts", "lint_plugin.ts"]) {
      await Deno.copyFile(join(ROOT, "tools", name), join(folder, "tools", name));
    }
    for (const name of ["std", "src"]) await Deno.mkdir(join(folder, name));
    for (const name of ["cli", "jsonc", "assert"]) {
      await Deno.mkdir(join(folder, "std", name));
      await Deno.copyFile(join(ROOT, "std", name, "deno.json"), join(folder, "std", name, "deno.json"));
    }
    const bound = LAYERS.filter((layer) => !layer.path.endsWith(".ts") && layer.path !== "src/io");
    for (const layer of bound) {
      await Deno.mkdir(join(folder, layer.path), { recursive: true });
      await Deno.writeTextFile(
        join(folder, layer.path, "planted.ts"),
        `import { edge } from "${"../".repeat(layer.path.split("/").length)}src/io/edge.ts";\n` +
          `export const planted: unknown = [edge, Deno.args];\n`,
      );
    }
    const output = await new Deno.Command(Deno.execPath(), {
      args: ["lint", "--json"],
      cwd: folder,
      stdout: "piped",
      stderr: "piped",
    }).output();
    const report = parse(new TextDecoder().decode(output.stdout)) as {
      diagnostics: { filename: string; code: string }[];
    };
    const said = report.diagnostics.map((found) => `${found.filename.split(folder).at(-1)} ${found.code}`);
    assertEquals(output.success, false, "deno lint passed the planted files");
    for (const layer of bound) {
      for (const rule of ["house/layering", "house/no-ambient-effects"]) {
        assert(said.some((line) => line === `/${layer.path}/planted.ts ${rule}`), `${rule} let ${layer.path} through`);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("deno.json has every task, each with a description, exact versions and a frozen lock", async () => {
  const config = parse(await readSource("deno.json")) as {
    tasks: Record<string, { description?: string }>;
    imports: Record<string, string>;
    lock: { frozen: boolean };
    exports: Record<string, string>;
  };
  for (
    const name of [
      ...["demo", "start", "test", "test:pure", "test:jsr", "cov", "bench", "lint", "check", "ok"],
      ...["compile", "compile:all"],
    ]
  ) assert(Object.hasOwn(config.tasks, name), `deno.json has no task ${name}`);
  for (const [name, task] of Object.entries(config.tasks)) assert(task.description, `task ${name} has no description`);
  for (const [name, target] of Object.entries(config.imports)) {
    const exact = /^npm:(?:@[^/@]+\/)?[^/@]+@\d+\.\d+\.\d+$/.test(target) || target === `jsr:${name}@^1`;
    assert(exact, `${name} is not exactly pinned: ${target}`);
  }
  assertEquals(config.lock.frozen, true);
  const files = new Set(await listFiles(".ts"));
  assertEquals(config.exports["./guards"] !== undefined, files.has("guards.ts"), 'exports "./guards" and guards.ts');
  assertStringIncludes(config.exports["."] ?? "", "main.ts");
});
