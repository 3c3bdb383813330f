import { assertEquals } from "@std/assert";
import { findInvocations } from "../../src/guards/invocation.ts";
import { loadCommandParser } from "../../src/guards/shell.ts";
import { commandLadder, flagPattern, programEntry } from "./command_ladder.ts";
import { stringProfile } from "../profile_fixture.ts";

const shell = await loadCommandParser();

Deno.test("flagPattern() lets no word in that is, or could become, a flag it does not know", () => {
  const pattern = new RegExp(flagPattern(["--oneline", "-n", "-la"]));
  const refused = [
    ...["git log --output=x", 'git log "--output=x"', "git log '--output=x'", 'git log -"-output"=x', "ls -l"],
    ...[
      "git log \\--output",
      'git log ""--output',
      "git log {--output=x,a}",
      "git log $X",
      "git log ''--output",
      "ls -n-x",
    ],
    ...['git log " --output"', "git log --oneline-x", 'git log --oneline="a b"'],
  ];
  for (const text of refused) assertEquals(pattern.test(text), false, text);
  const passed = [
    "git log --oneline -n 10",
    "git log -n10",
    "ls -la src | head -20",
    'grep "a b" x',
    "grep 'a' x",
    "git x -- y",
  ];
  for (const text of passed) assertEquals(pattern.test(text), true, text);
});

Deno.test("programEntry() names no interpreter that is given code, no shell and nothing that raises rights", () => {
  const entryOf = (text: string) => {
    const [invocation] = findInvocations(text, shell).invocations;
    return invocation && programEntry(invocation);
  };
  for (const text of ["python3 -c 'x'", "node -e 'x'", "sudo ls", "ssh host ls", "git --git-dir=x log", "$X"]) {
    assertEquals(entryOf(text), undefined, text);
  }
  const cases = {
    "git log -n 3": "git log",
    "npm run build": "npm run build",
    "python3 tools/x.py": "python3 tools/x.py",
  };
  for (const [text, entry] of Object.entries(cases)) assertEquals(entryOf(text), entry);
  assertEquals([entryOf("/usr/bin/ls -la"), entryOf("A=1")], ["ls", ""]);
});

Deno.test("commandLadder() begins with programs and flags, and asks for all where nothing can be listed", () => {
  const seen = { "git status": ["a", "b"], "git log --oneline": ["a", "b"] };
  const { rungs, chosen } = commandLadder(stringProfile(seen), shell);
  assertEquals(chosen, 0);
  assertEquals(
    JSON.stringify(rungs[1]?.condition),
    '{"command":{"programs":["git log","git status"],' +
      '"paths":{"under":["${PROJECT_DIR}"],"sensitive":false}}}',
  );
  assertEquals(rungs.map(({ isAutomatic }) => isAutomatic), [true, true, true, false]);
  assertEquals(commandLadder(stringProfile({ "node -e x": ["a", "b"] }), shell).asksAlways, true);
});
