import { assertEquals } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";

/** Compares without the types, which the original infers more closely than a test needs. */
function check(actual: unknown, expected: unknown): void {
  assertEquals(actual, expected);
}

Deno.test("parseArgs() reads flags and positional words", () => {
  check(parseArgs(["--foo", "--bar=baz", "./quux.txt"]), { foo: true, bar: "baz", _: ["./quux.txt"] });
  check(parseArgs([]), { _: [] });
  check(parseArgs(["--foo", "bar"]), { foo: "bar", _: [] });
  check(parseArgs(["-"]), { _: ["-"] });
});

Deno.test("parseArgs() turns numbers into numbers unless the flag is a string", () => {
  check(parseArgs(["--n=5", "-x", "0.5", "7"]), { n: 5, x: 0.5, _: [7] });
  check(parseArgs(["--n=5", "7"], { string: ["n", "_"] }), { n: "5", _: ["7"] });
  check(parseArgs(["-n5"]), { n: 5, _: [] });
});

Deno.test("parseArgs() gives a string flag without a value the empty text", () => {
  check(parseArgs(["--s"], { string: "s" }), { s: "", _: [] });
  check(parseArgs(["--s="], { string: "s" }), { s: "", _: [] });
});

Deno.test("parseArgs() keeps every = after the first", () => {
  check(parseArgs(["--a=b=c", "--url=http://h/?x=1"]), { a: "b=c", url: "http://h/?x=1", _: [] });
});

Deno.test("parseArgs() never lets a boolean take the next word", () => {
  check(parseArgs(["--help", "x"], { boolean: ["help"] }), { help: true, _: ["x"] });
  check(parseArgs(["x"], { boolean: ["help"] }), { help: false, _: ["x"] });
  check(parseArgs(["--help=false"], { boolean: ["help"] }), { help: false, _: [] });
  check(parseArgs(["--a", "x", "--b=1"], { boolean: true }), { a: true, b: 1, _: ["x"] });
});

Deno.test("parseArgs() reads letters together", () => {
  check(parseArgs(["-abc"]), { a: true, b: true, c: true, _: [] });
  check(parseArgs(["-abc", "x"]), { a: true, b: true, c: "x", _: [] });
  check(parseArgs(["-abc", "x"], { boolean: ["c"] }), { a: true, b: true, c: true, _: ["x"] });
  check(parseArgs(["-c", "file"], { string: ["c"] }), { c: "file", _: [] });
});

Deno.test("parseArgs() sets every alias", () => {
  const options = { alias: { config: "c", verbose: ["v", "V"] }, string: ["config"], boolean: ["verbose"] };
  check(parseArgs(["-c", "a", "-v"], options), { config: "a", c: "a", verbose: true, v: true, V: true, _: [] });
});

Deno.test("parseArgs() uses defaults for what is not given", () => {
  check(parseArgs([], { default: { a: 1, b: true }, boolean: ["b"] }), { a: 1, b: true, _: [] });
  check(parseArgs(["--a=2"], { default: { a: 1 } }), { a: 2, _: [] });
});

Deno.test("parseArgs() negates only what is negatable", () => {
  check(parseArgs(["--no-color"], { boolean: ["color"], negatable: ["color"], default: { color: true } }), {
    color: false,
    _: [],
  });
  check(parseArgs(["--no-color"]), { "no-color": true, _: [] });
});

Deno.test("parseArgs() collects only what is to be collected", () => {
  check(parseArgs(["--a=x", "--a=y", "--b=x", "--b=y"], { collect: ["a"], string: ["a", "b"] }), {
    a: ["x", "y"],
    b: "y",
    _: [],
  });
  check(parseArgs([], { collect: ["a"], string: ["a"] }), { a: [], _: [] });
});

Deno.test("parseArgs() keeps what stands behind -- apart when asked to", () => {
  check(parseArgs(["a", "--", "--b", "c"]), { _: ["a", "--b", "c"] });
  check(parseArgs(["a", "--", "--b", "5", "--", "c"], { "--": true }), {
    _: ["a"],
    "--": ["--b", "5", "--", "c"],
  });
  check(parseArgs(["--name", "--", "c"], { "--": true, string: ["name"] }), { name: "", _: [], "--": ["c"] });
  check(parseArgs(["a"], { "--": true }), { _: ["a"], "--": [] });
});

Deno.test("parseArgs() stops at the first positional word when asked to", () => {
  check(parseArgs(["--a", "--b=1", "cmd", "--c"], { stopEarly: true, boolean: ["a"] }), {
    a: true,
    b: 1,
    _: ["cmd", "--c"],
  });
});

Deno.test("parseArgs() asks about what it does not know", () => {
  const asked: unknown[] = [];
  const options = {
    boolean: ["known"] as string[],
    unknown: (arg: string, key?: string, value?: unknown) => {
      asked.push([arg, key, value]);
      return false;
    },
  };
  check(parseArgs(["--known", "--other=1", "word"], options), { known: true, _: [] });
  assertEquals(asked, [["--other=1", "other", "1"], ["word", undefined, undefined]]);
});

Deno.test("parseArgs() nests dotted names", () => {
  check(parseArgs(["--a.b=1", "--a.c=x"]), { a: { b: 1, c: "x" }, _: [] });
});

Deno.test("parseArgs() leaves every prototype alone", () => {
  parseArgs(["--__proto__.polluted=1", "--constructor.prototype.polluted=1"]);
  assertEquals(({} as Record<string, unknown>)["polluted"], undefined);
});

Deno.test("parseArgs() has types for the flags that the options name", () => {
  const args = parseArgs(["--config=a", "-q"], { string: ["config"], boolean: ["q"], collect: ["x"] });
  const config: string | undefined = args.config;
  const quiet: boolean = args.q;
  assertEquals([config, quiet], ["a", true]);
});
