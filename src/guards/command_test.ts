import assert from "node:assert/strict";
import fc from "fast-check";
import { COMMAND_CASES, commandOptionsOf } from "./command_fixture.ts";
import { assertLinear } from "./scaling_fixture.ts";
import { COMMAND_CLASSES } from "./command_classes.ts";
import { commandOptionsFault, guardCommand, newCommandGuard } from "./command.ts";
import { REASONS } from "./guard.ts";
import { treeView } from "./path_fixture.ts";
import { loadCommandParser } from "./shell.ts";

const shell = await loadCommandParser();
const PLACE = { home: "/home/u", workingFolder: "/srv/data" };
/** What the pack refuses in a text that may be something else. */
const REFUSED_CLASSES = COMMAND_CLASSES.filter((each) => each !== "unresolved");

for (const row of COMMAND_CASES) {
  Deno.test(`guardCommand() ${row.verdict === "allow" ? "passes" : "refuses"}: ${row.name}`, () => {
    const result = guardCommand(row.input, commandOptionsOf(row), shell, treeView());
    assert.equal(result.ok ? "allow" : "deny", row.verdict, JSON.stringify(result));
    if (result.ok) assert.equal(result.value, row.input);
    else assert.ok(REASONS.includes(result.reason));
  });
}

Deno.test("guardCommand() refuses what is no string, and everything with faulty options", () => {
  assert.equal(guardCommand(["ls"], { programs: "any" }, shell).ok, false);
  for (const options of [{ programs: [" "] }, { programs: "any" as const, hosts: ["["] }]) {
    assert.equal(typeof commandOptionsFault(options), "string");
    assert.equal(guardCommand("ls", options, shell).ok, false);
  }
});

Deno.test("guardCommand() refuses only the classes that are named", () => {
  assert.equal(guardCommand("rm -rf x", { programs: "any", refuse: ["escalation"] }, shell).ok, true);
  assert.equal(guardCommand("sudo rm x", { programs: "any", refuse: ["escalation"] }, shell).ok, false);
});

/** Texts that are refused, and ones beside them that pass, where what may be something else than a command is judged. */
const REFUSED_SCRIPTS = [
  "rm -rf src\r\nls\r\n",
  "npm ci\r\nrm -rf src\r\n",
  "rm -rf src\r",
  "rm -rf s\u200brc",
  "\u00adrm -rf src",
  "r\u200bm -rf src",
  "ls\0; rm -rf src",
  "ls\u2028rm -rf src",
  "rm \\\n-rf src\n)",
  "rm \\\r\n  -rf src\r\n)",
  "for x in a; do rm \\\n-r $x\n",
  // What is spelled out beside what is not.
  "env -S 'rm -rf src'",
  "env --split-string='rm -rf src'",
  "env -vS 'A=1 rm' -rf src",
  "parallel rm -rf ::: src",
  "x=rm; $x -rf src",
  'sh -c "rm -rf $dir"',
  'ssh h "rm -rf $dir"',
  'eval "rm -rf $dir"',
  "nice --odd rm -rf src",
  "cmd /c rm -rf src",
  "python3 <<E\nimport shutil\nshutil.rmtree('src')\nE",
];
const PASSING_SCRIPTS = [
  "npm ci\r\nnpm test\r\n",
  "npm ci\r",
  "rm a\u200b.txt",
  "rm \\\n-f src\n)",
  "env -S 'ls -l'",
  "parallel gzip ::: a b",
  "x=ls; $x -l src",
  'sh -c "ls $dir"',
  "$UNKNOWN --version",
  "python3 <<E\nprint(1)\nE",
];

Deno.test("guardCommand() judges what can be read of a text that may be something else", () => {
  const guard = newCommandGuard({ programs: "any", refuse: REFUSED_CLASSES, maybe: true, ...PLACE }, shell);
  for (const text of REFUSED_SCRIPTS) assert.equal(guard(text).ok, false, JSON.stringify(text));
  for (const text of PASSING_SCRIPTS) assert.deepEqual(guard(text), { ok: true, value: text });
});

Deno.test("guardCommand() takes usual line ends and joined pictures for what they are, and gives the text back as it was", () => {
  const guard = newCommandGuard({ programs: "any", ...PLACE }, shell);
  for (const text of ["npm ci\r\nnpm test", "git commit -m 'x \u{1f469}\u{1f3fd}\u200d\u{1f4bb}'"]) {
    assert.deepEqual(guard(text), { ok: true, value: text });
  }
  for (const text of ["npm ci\r\nrm -rf src", "npm ci\rnpm test", "git commit -m 'a\u200db'"]) {
    assert.equal(guard(text).ok, false, JSON.stringify(text));
  }
});

const inputs = COMMAND_CASES.map(({ input }) => input);
const piece = fc.oneof(
  fc.constantFrom(...inputs),
  fc.constantFrom(
    "rm -rf x",
    "$(",
    ")",
    "`",
    "'",
    '"',
    "|",
    "&&",
    ";",
    "<<E\n",
    "E\n",
    "sh -c",
    "env",
    "{",
    "}",
    "<(",
    "\\",
  ),
  fc.string({ maxLength: 6 }),
);

Deno.test("guardCommand() takes what would end enforcing for escalation, and not what only looks", () => {
  const options = { programs: "any" } as const;
  for (const text of ["sallyport learn on files", "sallyport learn review --yes", "sallyport trust x"]) {
    assert.deepEqual(guardCommand(text, options, shell), { ok: false, reason: "blocked: escalation" }, text);
  }
  assert.equal(guardCommand("sallyport check --tests", options, shell).ok, true);
});

Deno.test("guardCommand() never throws, and nothing beside a refused command makes it pass", () => {
  const guard = newCommandGuard({ programs: "any" }, shell);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const result = guard(pieces.join(" "));
      if (!result.ok) return REASONS.includes(result.reason);
      return guard(result.value).ok;
    }),
    { numRuns: 500 },
  );
  const allowed = COMMAND_CASES.filter(({ verdict, options }) => verdict === "allow" && options === undefined);
  const denied = COMMAND_CASES.filter(({ verdict, options }) => verdict === "deny" && options === undefined);
  fc.assert(
    fc.property(
      fc.constantFrom(...allowed),
      fc.constantFrom(...denied),
      (good, bad) => bad.input.trim() === "" || bad.input === "# x" || !guard(`${good.input}\n${bad.input}`).ok,
    ),
    { numRuns: 300 },
  );
});

Deno.test("guardCommand() costs no more than its input grows", () => {
  const guard = newCommandGuard({ programs: "any" }, shell);
  for (
    const part of [
      "a ",
      "ls;",
      "'",
      "$(",
      "x|",
      "a=b ",
      "{a,",
      "\\",
      "((",
      "<<a ",
      "x=$x$x;",
      "$x ",
      "foo rm ",
      "foo 'rm a' ",
      "echo a|psql|",
      "xargs cat <<< a;",
      "foo -c \"'a b' ",
      "foo -c 'system(",
      "\\\r\n",
      "cd /a;",
      "=[@",
    ]
  ) {
    assertLinear(part, 1000, (length) => guard(part.repeat(Math.floor(length / part.length))));
  }
});
