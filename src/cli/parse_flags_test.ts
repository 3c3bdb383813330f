import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "./command.ts";
import { parseFlags } from "./parse_flags.ts";

const TABLE = {
  values: ["config", "name"],
  lists: ["pass-env"],
  switches: ["json"],
  short: { c: "config" },
  words: 1,
} as const;

function refusal(...args: readonly string[]): string {
  const error = assertThrows(() => parseFlags(args, TABLE), UsageError);
  assert(error.hint !== "", "a usage error says what to do");
  return error.message;
}

Deno.test("parseFlags() refuses what is not in the table", () => {
  assertEquals(refusal("--nope"), 'Unknown flag "--nope"');
  assertEquals(refusal("-x"), 'Unknown flag "-x"');
  assertEquals(refusal("--configs=1"), 'Unknown flag "--configs=1"');
  assertEquals(refusal("--__proto__=1"), 'Unknown flag "--__proto__=1"');
  assertEquals(refusal("--no-json"), 'Unknown flag "--no-json"');
});

Deno.test("parseFlags() refuses a word too many, a flag given twice, a flag without its value", () => {
  assertEquals(refusal("a", "b"), 'Unexpected word "b"');
  assertEquals(refusal("--name", "a", "--name", "b"), 'Flag "--name" is given twice');
  assertEquals(refusal("-c", "a", "--config", "b"), 'Flag "--config" is given twice');
  assertEquals(refusal("--name", ""), 'Flag "--name" has no value');
  assertEquals(refusal("--name"), 'Flag "--name" has no value');
  assertEquals(refusal("--name="), 'Flag "--name" has no value');
});

Deno.test("parseFlags() reads each kind of flag, in both spellings, in any order", () => {
  const flags = parseFlags(["word", "--name=n=1", "-c", "f", "--json", "--pass-env", "A,B", "--pass-env=C"], TABLE);
  assertEquals(flags.values, { name: "n=1", config: "f" });
  assertEquals(flags.lists, { "pass-env": ["A,B", "C"] });
  assertEquals([...flags.switches], ["json"]);
  assertEquals(flags.words, ["word"]);
});

Deno.test("parseFlags() takes a value that begins with a dash, as keys may, and no flag for one", () => {
  assertEquals(parseFlags(["--name", "-abc", "--json"], TABLE).values["name"], "-abc");
  assertEquals(parseFlags(["-c", "-abc"], TABLE).values["config"], "-abc");
  assertEquals(parseFlags(["--pass-env", "-a_b", "--pass-env", "C"], TABLE).lists["pass-env"], ["-a_b", "C"]);
  assertEquals(refusal("--name", "-c", "x"), 'Flag "--name" has no value');
  assertEquals(refusal("--name", "--json"), 'Flag "--name" has no value');
  assertEquals(refusal("--name", "--nope"), 'Unknown flag "--nope"');
  assertEquals(refusal("--json", "-abc"), 'Unknown flag "-abc"');
});

Deno.test("parseFlags() leaves numbers as they were written", () => {
  const flags = parseFlags(["--name", "0x10", "007"], TABLE);
  assertEquals([flags.values["name"], flags.words], ["0x10", ["007"]]);
});

Deno.test("parseFlags() gives nothing for what was not given", () => {
  const flags = parseFlags([], TABLE);
  assertEquals([flags.values, flags.lists, flags.switches.size, flags.words], [{}, { "pass-env": [] }, 0, []]);
});
