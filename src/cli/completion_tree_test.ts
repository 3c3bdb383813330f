import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "./commands.ts";
import { type Completion, completionTree } from "./completion_tree.ts";

const TREE = await completionTree(COMMANDS);

function valueOf(path: string, flag: string): Completion | undefined {
  return TREE.find((place) => place.path === path)?.flags.find(({ names }) => names.includes(flag))?.value;
}

Deno.test("completionTree() has every command, and the proxy's flags at the beginning", () => {
  const [root] = TREE;
  assertEquals(root?.path, "");
  assertEquals(root?.next.map(({ name }) => name), COMMANDS.map(({ name }) => name));
  for (const { name } of COMMANDS) assert(TREE.some(({ path }) => path === name), name);
  assertEquals(valueOf("", "-c"), { kind: "files" });
  assert(root?.flags.some(({ names }) => names[0] === "--version"));
});

Deno.test("completionTree() knows what a value can be, and what takes none", () => {
  assertEquals(valueOf("wrap", "--project"), { kind: "folders" });
  assertEquals(valueOf("audit report", "-o"), { kind: "files" });
  assertEquals(valueOf("proxy", "--name"), { kind: "nothing" });
  assertEquals(valueOf("wrap", "--check"), undefined);
  assertEquals(valueOf("audit show", "--json"), undefined);
});

Deno.test("completionTree() has a verb's own flags, not those of its siblings", () => {
  assert(valueOf("audit export", "--otlp") !== undefined);
  assertEquals(valueOf("audit show", "--otlp"), undefined);
  assertEquals(TREE.find(({ path }) => path === "learn on")?.next, []);
  assertEquals(TREE.find(({ path }) => path === "import")?.word, { kind: "files" });
  assertEquals(TREE.find(({ path }) => path === "wrap")?.word, { kind: "nothing" });
});

Deno.test("every fixed word of a value stands in the help of each command that takes it", async () => {
  for (const { name, load } of COMMANDS) {
    const command = await load();
    for (const place of TREE.filter(({ path }) => path === name || path.startsWith(`${name} `))) {
      const verb = place.path.slice(name.length + 1);
      const usage = await command.usageOf?.([verb]) ?? command.usage;
      for (const { names, value } of place.flags) {
        if (value?.kind !== "words" || names[0] === "--client" || names[0] === "--wrapped") continue;
        if (names[0] === "--log-level" && name === "learn") continue;
        for (const word of value.words) assert(usage.includes(word), `${place.path} ${names[0]} ${word}`);
      }
      if (place.word.kind !== "words") continue;
      for (const word of place.word.words) assert(usage.includes(word), `${place.path} ${word}`);
    }
  }
});

Deno.test("no word of a completion has a character that a shell gives a meaning", () => {
  for (const { path, next, flags, word } of TREE) {
    const values = flags.flatMap(({ value }) => value?.kind === "words" ? value.words : []);
    const own = word.kind === "words" ? word.words : [];
    for (const each of [...next.map(({ name }) => name), ...flags.flatMap(({ names }) => names), ...values, ...own]) {
      assert(/^[a-z-][a-z0-9-]*$/.test(each), `${path}: ${each}`);
    }
  }
});
