import assert from "node:assert/strict";
import { formatProblem } from "../problem.ts";
import { readPolicy } from "./read_policy.ts";
import { toJson } from "./tree.ts";
import { readYaml } from "./read_yaml.ts";

// The parser reads two variables of the environment. Run with --ignore-env=LOG_TOKENS,LOG_STREAM; without it the one
// thing to see is that YAML is refused with a hint.
const isReadable = (await readYaml("p.yaml", "a: 1")).tree !== undefined;

async function shown(text: string): Promise<string[]> {
  return (await readPolicy("p.yaml", text)).problems.map(formatProblem);
}

Deno.test("readYaml() says what to do when it may not look at its environment", async () => {
  if (!isReadable) assert.match((await shown("version: 1"))[0] ?? "", /cannot-read\]\n {2}Run Deno with --ignore-env/);
});

Deno.test({
  name: "readPolicy() reads YAML with the same keys, and shows places",
  ignore: !isReadable,
  async fn() {
    assert.deepEqual(await shown("version: 1\ntools:\n  a: allow # yes\n"), []);
    assert.deepEqual(await shown("version: 1\ntools:\n  a: alow\n"), [
      'p.yaml:3:6: Cannot read entry "a" of tools: "alow" is none of "allow", "deny", "ask" [wrong-value]\n' +
      '  Did you mean "allow"?',
    ]);
    assert.match((await shown("version: 1\nversion: 1\n"))[0] ?? "", /p\.yaml:2:1: .*given twice/);
  },
});

Deno.test({
  name: "readYaml() refuses what is not plain",
  ignore: !isReadable,
  async fn() {
    const hostile = [
      "a: &x 1\nb: *x",
      "a: &x [*x]",
      "<<: {a: 1}",
      "a: !!js/function x",
      "a: !custom x",
      "a: 1\n---\nb: 2",
      "? [a]\n: 1",
      "1: a",
      "a: .nan",
      "a: 0x10",
      "a: [",
      "",
      "version: 1\n# a\rdefault: allow\n",
      "version: 1\n# a\u2028default: allow\n",
      "version: 1\n# a\u0085default: allow\n",
      "# nothing",
      "[".repeat(100_000),
      `${"- ".repeat(5_000)}a`,
      Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
    ];
    for (const text of hostile) {
      const { problems } = await readPolicy("p.yaml", text);
      assert.ok(problems.length > 0, text.slice(0, 30));
    }
  },
});

Deno.test({
  name: "readYaml() reads the core schema of YAML 1.2",
  ignore: !isReadable,
  async fn() {
    const { tree } = await readYaml("p.yaml", "a: yes\nb: 'x'\nc: 1.50\nd: ~\ne: [1, true]\nf: 9007199254740993");
    assert.equal(
      JSON.stringify(tree && toJson(tree)),
      '{"a":"yes","b":"x","c":1.5,"d":null,"e":[1,true],"f":{"source":"9007199254740993"}}',
    );
  },
});
