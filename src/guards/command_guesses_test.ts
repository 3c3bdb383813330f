import assert from "node:assert/strict";
import {
  commandPlaces,
  commandsInCode,
  escapesIn,
  hasHostOnly,
  isCompletion,
  isInput,
  onlyLooks,
  programOf,
  readsCode,
  readsCommands,
  recipesIn,
  setupProgram,
} from "./command_guesses.ts";
import { assertLinear } from "./scaling_fixture.ts";

function places(text: string, isFed = false): readonly (number | string)[] {
  const [program = "", ...texts] = text.split("|");
  return commandPlaces(program, texts, isFed).map((place) => place.text ?? place.index);
}

Deno.test("commandPlaces() finds what looks like a command, and leaves names, patterns and messages alone", () => {
  assert.deepEqual(places("poetry|run|rm|-rf|src"), [1]);
  assert.deepEqual(places("kubectl|exec|p|--|cat|a"), [1, 3]);
  assert.deepEqual(places("tmux|send-keys|rm -rf a|Enter"), ["rm -rf a"]);
  assert.deepEqual(places("bazel|run|--run_under=rm -rf a"), ["rm -rf a"]);
  assert.deepEqual(places("docker|exec|-i|c|sh", true), [3]);
  for (
    const text of [
      "git|commit|-m|rm -rf a",
      "grep|-e|sudo a",
      "apt|install|sudo|find",
      "foo|a b",
      "jira|create|-s|sudo rm -rf a",
      "foo|sudo",
    ]
  ) {
    assert.deepEqual(places(text), [], text);
  }
});

Deno.test("commandsInCode() finds commands in quotes where code starts programs", () => {
  assert.deepEqual(commandsInCode("octave", ["--eval", 'system("rm -rf a")']), ["rm -rf a"]);
  assert.deepEqual(commandsInCode("octave", ["--eval", 'disp("rm -rf a")']), []);
  assert.deepEqual(commandsInCode("octave", ["--eval", 'system("ls a")']), []);
});

Deno.test("programs that take what they do from their input are known, and what it starts", () => {
  assert.equal(readsCode("make", ["-f", "-"]), true);
  assert.equal(readsCode("awk", ["{print}", "-"]), false);
  assert.equal(readsCommands("psql"), true);
  assert.equal(readsCommands("cat"), false);
  assert.deepEqual(escapesIn(".shell rm -rf a\nselect 1"), ["rm -rf a"]);
  assert.deepEqual(escapesIn("select system from a"), []);
  assert.deepEqual(recipesIn("x: a\n\t@rm -rf a\ny:; ls"), ["rm -rf a", "ls"]);
  assert.equal(hasHostOnly(["-p", "22", "h"]), true);
  assert.equal(hasHostOnly(["h", "ls"]), false);
  assert.equal(isInput("/dev/stdin"), true);
  assert.equal(isInput("a.txt"), false);
});

Deno.test("programs are known that only set up a shell, and words of another shell that only look", () => {
  assert.equal(setupProgram("$(ssh-agent -s)"), "ssh-agent");
  assert.equal(setupProgram("$(ssh-agent -s; ls)"), undefined);
  assert.equal(isCompletion("<(kubectl completion bash)"), true);
  assert.equal(isCompletion("<(curl completion bash)"), false);
  assert.equal(onlyLooks("/c", "dir src"), true);
  assert.equal(onlyLooks("/c", "dir & del x"), false);
});

Deno.test("programOf() takes away what does not tell one program from another", () => {
  for (
    const [name, program] of [
      ["/bin/RM", "rm"],
      ["C:\\x\\bash.EXE", "bash"],
      ["bash-5.2", "bash"],
      ["ksh93", "ksh"],
      ["gtimeout", "timeout"],
      ["=rm", "rm"],
      ["git", "git"],
      ["gh", "gh"],
      [".", "."],
      [".exe", ".exe"],
      ["python3", "python3"],
    ] as const
  ) assert.equal(programOf(name), program);
});

Deno.test("what is guessed costs no more than a text grows", () => {
  for (const part of ["'a b'", "system", '"', "\n!", "program ", "x:;"]) {
    assertLinear(part, 1000, (length) => {
      const text = part.repeat(Math.floor(length / part.length));
      commandsInCode("octave", ["-e", `system ${text}`]);
      escapesIn(text);
      recipesIn(text);
    });
  }
});
