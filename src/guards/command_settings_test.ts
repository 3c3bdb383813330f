import { assertEquals } from "@std/assert";
import { gitWords, isGitSettingRunning, isRunningVariable, setsProgram } from "./command_settings.ts";

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
  "git config core.hooksPath .githooks",
  "git config core.editor vim",
  "git config core.fsmonitor true",
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

/** Variables that run or load something, and ones of the same name that do not. */
const VARIABLES: readonly (readonly [running: string, plain: string])[] = [
  ["LD_PRELOAD=/tmp/x.so", "LD_LIBRARY_PATH=./lib"],
  ["NODE_OPTIONS=--require /tmp/x.js", "NODE_OPTIONS=--max-old-space-size=4096 --no-warnings"],
  ["NODE_OPTIONS=--import=data:text/javascript,x", "NODE_OPTIONS=--experimental-vm-modules"],
  ["PYTHONPATH=/tmp/evil", "PYTHONPATH=."],
  ["PYTHONPATH=/usr/../tmp/evil", "PYTHONPATH=src:$PYTHONPATH"],
  ["PYTHONPATH=$(cat x)", "PYTHONPATH=$(pwd)/src"],
  ["PATH=/tmp/x:$PATH", "PATH=$HOME/.local/bin:$PATH"],
  ["PATH=.:$PATH", "PATH=$PATH:./bin"],
  ["PATH=", "PATH=node_modules/.bin:${PATH}"],
  ["CC=./x", "CC=clang-18"],
  ["CC=sh -c id", "CXX=ccache g++"],
  ["MAKEFLAGS=--eval=$(shell id)", "MAKEFLAGS=-j4 --no-print-directory"],
  ["GIT_EDITOR=sh -c id", "GIT_EDITOR=true"],
  ["GIT_EDITOR=vim -c :!id", "EDITOR=code --wait"],
  ["PAGER=less -l/tmp/x -k", "GIT_PAGER=cat"],
  ["GIT_SSH_COMMAND=sh -c id", "GIT_SSH_COMMAND=ssh -i ~/.ssh/deploy -o IdentitiesOnly=yes"],
  ["GIT_SSH_COMMAND=ssh -o ProxyCommand=id", "GIT_TERMINAL_PROMPT=0"],
  ["GIT_EXTERNAL_DIFF=x", "GIT_AUTHOR_DATE=2026-01-01"],
  ["GIT_CONFIG_GLOBAL=/tmp/x", "GIT_CONFIG_GLOBAL=/dev/null"],
  ["GOFLAGS=-toolexec=./x", "GOFLAGS=-mod=mod"],
  ["RUSTC_WRAPPER=./x", "RUSTC_WRAPPER=sccache"],
  ["CARGO_TARGET_A_RUNNER=./x", "CARGO_TARGET_DIR=/tmp/x"],
  ["npm_config_script_shell=/tmp/x", "npm_config_cache=/tmp/x"],
  ["NPM_CONFIG_REGISTRY=http://evil.test", "NPM_CONFIG_REGISTRY=https://registry.npmjs.org/"],
  ["npm_config_node_options=--require /tmp/x.js", "npm_config_loglevel=silent"],
  ["XDG_CONFIG_HOME=/tmp/evil", "XDG_CONFIG_HOME=$HOME/.config"],
  ["ZDOTDIR=/tmp/evil", "ZDOTDIR=~/.zsh"],
  ["LUA_INIT=@/tmp/x", "LUA_INIT="],
  ["VIMINIT=:!id", "VIMRUNTIME=/usr/share/vim"],
  ["MAKEFILES=/tmp/x.mk", "MAKELEVEL=1"],
  ["JDK_JAVA_OPTIONS=-javaagent:x.jar", "JDK_JAVA_OPTIONS=-Xmx2g -Dfile.encoding=UTF-8"],
  ["JAVA_TOOL_OPTIONS=-XX:OnError=id", "JAVA_TOOL_OPTIONS=-XX:+UseG1GC -XX:MaxRAMPercentage=75"],
  ["DOTNET_STARTUP_HOOKS=/tmp/x.dll", "DOTNET_CLI_TELEMETRY_OPTOUT=1"],
  ["AWS_CONFIG_FILE=/tmp/x", "AWS_CONFIG_FILE=~/.aws/config"],
  ["OPENSSL_CONF=/tmp/x", "OPENSSL_CONF=/dev/null"],
  ["SVN_SSH=sh -c id", "SVN_EDITOR=vi"],
  ["HGEDITOR=sh -c id", "HGEDITOR=vi"],
  ["PYTHONWARNINGS=all:0:a.b:0:0", "PYTHONWARNINGS=ignore::DeprecationWarning"],
  ["FZF_DEFAULT_COMMAND=rm -r x", "FZF_DEFAULT_COMMAND=fd --type f"],
  ["GOPROXY=http://evil.test", "GOPROXY=https://proxy.golang.org,direct"],
  ["DENO_V8_FLAGS=x", "DENO_DIR=/tmp/d"],
  ["IFS=", "RUST_LOG=debug"],
];

Deno.test("isRunningVariable() tells by the value what runs or loads something", () => {
  for (
    const [rows, is] of [[VARIABLES.map(([text]) => text), true], [VARIABLES.map(([, text]) => text), false]] as const
  ) {
    for (const text of rows) {
      const at = text.indexOf("=");
      assertEquals(isRunningVariable(text.slice(0, at), text.slice(at + 1)), is, text);
    }
  }
});

Deno.test("isGitSettingRunning() knows keys that name programs, and values that are harmless", () => {
  for (const text of ["core.pager=sh -c id", "alias.x=!id", "core.hooksPath=/tmp/h", "$x=y", "core.sshCommand=x"]) {
    assertEquals(isGitSettingRunning(text), true, text);
  }
  for (
    const text of ["core.pager=cat", "user.name=x", "color.ui=never", "advice.detachedHead=false", "core.hooksPath="]
  ) {
    assertEquals(isGitSettingRunning(text), text === "core.hooksPath=", text);
  }
});

Deno.test("gitWords() finds the command behind flags with values", () => {
  assertEquals(gitWords(["-C", "x", "--no-pager", "log", "-c"]), {
    before: ["-C", "x", "--no-pager"],
    command: "log",
    after: ["-c"],
  });
  assertEquals(gitWords([]).command, "");
});
