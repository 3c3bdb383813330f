import { assertEquals } from "@std/assert";
import { setsProgram } from "./command_settings.ts";

const SETS = [
  "git config core.fsmonitor x",
  "git config --global core.hooksPath /tmp/h",
  "git -C repo config core.hooksPath /tmp/h",
  "git --git-dir x/.git config alias.st !id",
  "git config --local include.path ../x",
  "git config set diff.external x",
  "git config filter.a.clean x",
  "git config merge.a.driver x",
  "git config --add credential.helper !x",
  "git config url.ext::x.insteadOf https://",
  "git config gpg.ssh.program x",
  "git config submodule.a.update !x",
  "npm config set script-shell /tmp/x",
  "npm set script-shell=/tmp/x",
  "npm c set node-options=--require=/x",
  "pnpm config set node-options --require=/x",
  "yarn config set yarnPath ./x.js",
];
const PASS = [
  "git config user.name Ann",
  "git config --get core.editor",
  "git config get core.editor",
  "git config --list",
  "git config pull.rebase true",
  "git config --unset core.hooksPath",
  "git -C config log",
  "git log config alias.x",
  "npm config get script-shell",
  "npm config set fund false",
  "npm install script-shell",
  "npm run set",
  "cargo config set script-shell",
];

Deno.test("setsProgram() finds settings by which a tool starts a program later", () => {
  for (const [texts, is] of [[SETS, true], [PASS, false]] as const) {
    for (const text of texts) {
      const [program = "", ...words] = text.split(" ");
      assertEquals(setsProgram(program, words), is, text);
    }
  }
});
