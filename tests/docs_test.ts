/**
 * Runs the commands that the documents show: each line of a `sh` block must end as the document says (`# exit N`, else
 * 0). A `text` block behind a block of one line is what that line prints. What a `console` block shows is run elsewhere.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { CommandEntry } from "../src/cli/command.ts";
import { COMMANDS } from "../src/cli/commands.ts";
import { readUsage } from "../src/cli/usage_shape.ts";
import { sallyportCommand } from "./support/sallyport.ts";
import { listFiles, readSource } from "./support/source_tree.ts";

/** Prints the name of the last record of a call that was denied. */
const LAST_DENIAL = String.raw`sallyport audit show --json --verdict deny --last 1 ` +
  String.raw`| sed -E 's/.*"seq":([0-9]+),"session":"([0-9a-f]+)".*/\2:\1/'`;

/** Lines that cannot be run as they stand: what is run in their place, if anything, and why. */
const REWRITTEN: readonly { readonly line: RegExp; readonly why: string; readonly instead?: string }[] = [
  {
    line: /^(?:npx -y )?deno(?:@\S+)? (?:task|install|test|bench|coverage)\b/,
    why: "CI runs the tasks; here they would run this test",
  },
  { line: /^npm install --global deno@\S+$/, why: "sets this very Deno up; tests/first_hour_test.ts runs it" },
  {
    line: /^npm install --global @sallyport\/sallyport$/,
    why: "wants the registry; tests/npm_package_test.ts installs the same package from its file",
  },
  {
    line: /^(?:npx -y )?deno(?:@\S+)? run .*(?:\/opt\/|\/path\/|~\/|\$)/,
    why: "names a copy that is installed at a place of the reader's",
  },
  {
    line: /^sallyport .*(?:npx|\/path\/|~\/|@modelcontextprotocol)/,
    why: "starts a server from npm; tests/clients_test.ts does",
  },
  { line: /^sallyport --allow-/, why: "the npm package's; tests/npm_start_test.ts has these flags" },
  {
    line: /^sallyport audit explain /,
    why: "names a record of the reader's",
    instead: `sallyport audit explain "$(${LAST_DENIAL})"`,
  },
  {
    line: /^sallyport audit prove /,
    why: "names a record of the reader's",
    instead: `sallyport audit prove wrong "$(${LAST_DENIAL})"`,
  },
];

interface Shown {
  readonly where: string;
  readonly line: string;
  readonly exit: number;
  readonly output: string | undefined;
}

/** The lines of a document's `sh` blocks. */
function shownLines(path: string, text: string): Shown[] {
  const found: Shown[] = [];
  for (const block of text.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm)) {
    const lines = (block[1] ?? "").replaceAll("\\\n", "").split("\n").filter((line) => line.trim() !== "");
    for (const line of lines) {
      if (line.startsWith("#")) continue;
      const exit = Number(/# exit (\d+)\s*$/.exec(line)?.[1] ?? 0);
      const before = text.slice(0, block.index).split("\n").length;
      found.push({ where: `${path}:${before}`, line, exit, output: lines.length === 1 ? block[2] : undefined });
    }
  }
  return found;
}

/** The policy that docs/commands/check.md gives for its examples. */
async function examplePolicy(): Promise<string> {
  const [, policy] = /```jsonc\n([\s\S]*?)```/.exec(await readSource("docs/commands/check.md")) ?? [];
  assert(policy !== undefined, "docs/commands/check.md shows its policy");
  return policy;
}

async function makeWorld(): Promise<string> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-docs-" }));
  for (const folder of ["home", "project", "bin"]) await Deno.mkdir(join(root, folder));
  await Deno.writeTextFile(join(root, "home", "sallyport.jsonc"), await examplePolicy());
  await Deno.writeTextFile(join(root, "project", "project.jsonc"), '{ "version": 1, "tools": { "erase": "deny" } }\n');
  const words = sallyportCommand([]).map((word) => `'${word}'`).join(" ");
  await Deno.writeTextFile(join(root, "bin", "sallyport"), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  return root;
}

/** What documents about the log look at: a session with a call that is denied. */
async function recordSession(root: string): Promise<void> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "erase", arguments: { path: "/a" } } };
  await run(root, `echo '${JSON.stringify(call)}' | sallyport --name demo -- cat`);
}

async function run(root: string, line: string): Promise<{ readonly code: number; readonly output: string }> {
  const { code, stdout } = await new Deno.Command("sh", {
    args: ["-c", line],
    cwd: join(root, "project"),
    env: {
      SALLYPORT_HOME: join(root, "home"),
      PATH: `${join(root, "bin")}:${Deno.env.get("PATH") ?? ""}`,
      NO_COLOR: "1",
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).output();
  const output = new TextDecoder().decode(stdout)
    .replaceAll(join(root, "home"), "/home/ann/.sallyport").replaceAll(join(root, "project"), "/home/ann/project");
  return { code, output };
}

const documents = (await listFiles(".md")).filter((path) => path === "README.md" || path.startsWith("docs/"));

for (const path of documents) {
  const lines = shownLines(path, await readSource(path));
  if (lines.length === 0) continue;
  Deno.test({
    name: `the commands that ${path} shows do what it says`,
    ignore: Deno.build.os === "windows",
    async fn() {
      const root = await makeWorld();
      try {
        if (path === "docs/commands/audit.md") await recordSession(root);
        for (const { where, line, exit, output } of lines) {
          const rewritten = REWRITTEN.find((entry) => entry.line.test(line));
          if (rewritten !== undefined && rewritten.instead === undefined) continue;
          const ran = await run(root, rewritten?.instead ?? line);
          assertEquals(ran.code, exit, `${where}: ${line}`);
          if (output !== undefined) assertEquals(ran.output, output, `${where}: ${line}`);
        }
      } finally {
        await Deno.remove(root, { recursive: true });
      }
    },
  });
}

/** The help texts of a command and of its verbs. */
async function helpTexts({ name, load }: CommandEntry): Promise<string[]> {
  const command = await load();
  const { verbs } = readUsage(command.usage, name);
  const own = await Promise.all(verbs.map((verb) => command.usageOf?.([verb])));
  return [command.usage, ...own.flatMap((text) => text ?? [])];
}

/** The numbers in what the paragraphs of a text that speak of exit codes say. */
function exitCodes(text: string): string[] {
  const said = text.split(/\n{2,}|^\|/m).flatMap((paragraph) => {
    const start = paragraph.search(/exit code/i);
    return start < 0 ? [] : [paragraph.slice(start)];
  });
  return said.flatMap((part) => [...part.matchAll(/(?<![-\w.])[0-3](?=[\s,;:.]|$)/g)].map(([code]) => code));
}

/** The lines of `console` blocks, and the test that runs each, or says why none can. */
const CONSOLE: readonly { readonly line: RegExp; readonly test: string }[] = [
  { line: /^npx -y deno@\S+ task demo$/, test: "tests/demo_test.ts" },
  { line: /^sallyport audit show --last 4$/, test: "tests/audit_test.ts" },
  { line: /^(?:curl|less|sh) .*install\.sh$/, test: "tests/install_script_test.ts" },
  { line: /^sallyport uninstall$/, test: "tests/adoption_test.ts" },
  // npm's own; there is nothing of ours in it.
  { line: /^npm uninstall --global @sallyport\/sallyport$/, test: "tests/npm_package_test.ts" },
];

Deno.test("every command of a console block is run by a test", async () => {
  const tests = new Set(await listFiles("_test.ts"));
  const used = new Set<string>();
  for (const path of documents) {
    if (path === "docs/first-hour.md") continue;
    for (const [, body = ""] of (await readSource(path)).matchAll(/^```console\n([\s\S]*?)^```/gm)) {
      for (const [, line = ""] of body.matchAll(/^\$ (.*)$/gm)) {
        const entry = CONSOLE.find((each) => each.line.test(line));
        assert(entry !== undefined, `${path} shows "${line}", which no test runs`);
        assert(tests.has(entry.test), entry.test);
        used.add(String(entry.line));
      }
    }
  }
  assertEquals(used.size, CONSOLE.length);
});

Deno.test("every command has its page, and every page its command", () => {
  const pages = documents.filter((path) => path.startsWith("docs/commands/"));
  assertEquals(pages, COMMANDS.map(({ name }) => `docs/commands/${name}.md`).toSorted());
});

Deno.test("every flag of a help stands on the command's page, and every flag of a page's tables in the help", async () => {
  for (const entry of COMMANDS) {
    const page = await readSource(`docs/commands/${entry.name}.md`);
    const shapes = (await helpTexts(entry)).map((usage) => readUsage(usage, entry.name));
    const helped = new Set(shapes.flatMap(({ flags }) => flags.map(({ name }) => name)));
    for (const name of helped) {
      assert(new RegExp(`${name}(?![a-z-])`).test(page), `${entry.name}: no ${name} on its page`);
    }
    const rows = page.split("\n").filter((line) => /^\| `-/.test(line)).map((line) => line.split(" | ")[0] ?? "");
    for (const [, flag = ""] of rows.join("\n").matchAll(/[`\s](--[a-z-]+)/g)) {
      assert(helped.has(flag), `docs/commands/${entry.name}.md has ${flag}, its help has not`);
    }
  }
});

Deno.test("a help and its page give the same exit codes", async () => {
  for (const entry of COMMANDS) {
    const page = await readSource(`docs/commands/${entry.name}.md`);
    const [help = "", ...verbs] = await helpTexts(entry);
    const [own, said] = [new Set(exitCodes(help)), new Set(exitCodes(page))];
    assert(own.size > 0, `the help of ${entry.name} says its exit codes`);
    for (const code of verbs.flatMap(exitCodes)) own.add(code);
    assertEquals([...said].toSorted(), [...own].toSorted(), entry.name);
  }
});

Deno.test("every flag that a command reads stands in its help", async () => {
  for (const entry of COMMANDS) {
    const helped = new Set(
      (await helpTexts(entry)).flatMap((usage) => readUsage(usage, entry.name).flags).map((flag) => flag.name),
    );
    const files = (await listFiles(".ts", "src/cli")).filter((path) =>
      new RegExp(`/${entry.name === "unwrap" ? "wrap" : entry.name}(?:_[a-z]+)?\\.ts$`).test(path) &&
      !path.endsWith("_test.ts")
    );
    const all = await Promise.all(files.map(readSource));
    const tables = all.flatMap((text) => [...text.matchAll(/parseFlags\([^;]*?\);/g)].map(([call]) => call))
      .flatMap((call) => [...call.matchAll(/(?:values|lists|switches): \[([^\]]*)\]/g)]);
    for (const [name] of tables.flatMap(([, names = ""]) => [...names.matchAll(/(?<=")[a-z-]+(?=")/g)])) {
      const isOfOther = (entry.name === "wrap" && name === "all") ||
        (entry.name === "unwrap" && !helped.has(`--${name}`));
      assert(helped.has(`--${name}`) || isOfOther, `${entry.name} reads --${name}, and its help has it not`);
    }
  }
});

Deno.test("docs/commands/audit.md has every verb and every flag of its help", async () => {
  const page = await readSource("docs/commands/audit.md");
  const { AUDIT } = await import("../src/cli/audit.ts");
  const verbs = [...AUDIT.usage.matchAll(/^ {2}([a-z]+) {2,}/gm)].map((found) => found[1] ?? "");
  assert(verbs.length >= 10);
  for (const verb of verbs) {
    assert(page.includes(`\`${verb}\``), verb);
    const usage = await AUDIT.usageOf?.([verb]) ?? "";
    for (const [, flag = ""] of usage.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)) {
      assert(page.includes(flag), `${verb} ${flag}`);
    }
  }
});

Deno.test("every link between documents leads somewhere", async () => {
  const all = new Set(await listFiles(".md"));
  for (const path of documents) {
    for (const [, target] of (await readSource(path)).matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g)) {
      const resolved = new URL(target ?? "", `file:///${path}`).pathname.slice(1);
      assert(all.has(resolved), `${path} links to ${target}`);
    }
  }
});

Deno.test("every policy that docs/policy.md shows loads, and its tests pass", async () => {
  const text = await readSource("docs/policy.md");
  const policies = [...text.matchAll(/```jsonc\n([\s\S]*?)```/g)].map((block) => block[1] ?? "");
  assert(policies.length > 0);
  const root = await makeWorld();
  try {
    for (const policy of policies) {
      await Deno.writeTextFile(join(root, "home", "sallyport.jsonc"), policy);
      assertEquals((await run(root, "sallyport check --tests")).code, 0, policy);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("docs/policy.md names every key and condition of the format's schema", async () => {
  const page = await readSource("docs/policy.md");
  const { CONDITION_KINDS } = await import("../src/policy/condition/kinds.ts");
  const schema = JSON.parse(await readSource("src/policy/file/policy.schema.json"));
  const names = [...Object.keys(schema.properties), ...CONDITION_KINDS.keys()];
  const missing = names.filter((name) => name !== "$schema" && !page.includes(`\`${name}\``));
  assertEquals(missing, []);
});

Deno.test("docs/audit.md names every field and note of a record, and its way to verify finds a change", async () => {
  const page = await readSource("docs/audit.md");
  const fields = [...(await readSource("audit/record.ts")).matchAll(/^ {2}readonly ([a-z]+)\??:/gm)];
  const keys = ["v", "session", "seq", "time", "prev", "hash", ...fields.map((found) => found[1] ?? "")];
  const notes = [...(await readSource("audit/record.ts")).matchAll(/\| "([a-z]+-?[a-z]+)"/g)].map((found) =>
    found[1] ?? ""
  );
  assert(keys.length > 20 && notes.length > 5);
  assertEquals([...keys, ...notes].filter((name) => !page.includes(`\`${name}\``)), []);
  const [, script] = /```bash\n([\s\S]*?)```/.exec(page) ?? [];
  const root = await makeWorld();
  try {
    await run(root, `echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | sallyport --name demo -- cat`);
    const { output: file } = await run(root, "find ../home/audit -name '*-*.jsonl'");
    assert(file.trim().startsWith("../home/audit/2"), file);
    const verify = `FILE=${file.trim()}; ${script}`;
    assertEquals((await run(root, verify)).output.startsWith("intact, ends in "), true);
    await run(root, `sed -i 's/"side":"client"/"side":"server"/' ${file.trim()}`);
    assertEquals((await run(root, verify)).code, 1);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("docs/clients.md names every file that is guarded", async () => {
  const page = (await readSource("docs/clients.md")).toLowerCase();
  const { CLIENT_CONFIG_PLACES } = await import("../src/clients/config_places.ts");
  const missing = CLIENT_CONFIG_PLACES.map((place) => place.at(-1) ?? "")
    .filter((name) => !page.includes(name.replace(/\.jsonc$/, ".json(c)")));
  assertEquals(missing, []);
});
