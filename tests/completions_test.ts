/**
 * The completions in the shells they are for, and the man page under the programs that show it. Where a shell or program
 * is missing, its test is left out and says so.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { sallyportCommand } from "./support/sallyport.ts";

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function runProgram(words: readonly string[], options: Deno.CommandOptions = {}): Promise<Ran> {
  const [program = "", ...args] = words;
  const { code, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null", ...options }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

/** Whether a program is on the PATH; where not, says which test is left out. */
function isThere(program: string): boolean {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  const found = Deno.build.os !== "windows" && folders.some((folder) => {
    try {
      return Deno.statSync(join(folder, program)).isFile;
    } catch {
      return false;
    }
  });
  if (!found) console.warn(`there is no ${program} here: what it would show is not tested`);
  return found;
}

/** Prints something with Sallyport into a file of a folder that has two files and a folder, and runs a test there. */
async function withOutput(words: readonly string[], name: string, test: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "sallyport-completions-" });
  try {
    const ran = await runProgram(sallyportCommand(words));
    assertEquals([ran.code, ran.stderr], [0, ""]);
    await Deno.writeTextFile(join(folder, name), ran.stdout);
    await Deno.mkdir(join(folder, "zz folder"));
    await Deno.writeTextFile(join(folder, "zz one.jsonc"), "");
    await Deno.writeTextFile(join(folder, "zz $(touch ran)"), "");
    await test(folder);
    const names: string[] = [];
    for await (const { name: left } of Deno.readDir(folder)) names.push(left);
    assertEquals(names.length, 4, `completing ran something: ${names}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What is typed, and what must be among the choices, or must not. */
const CASES: readonly {
  readonly typed: string;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
}[] = [
  { typed: "sallyport ch", has: ["check"], lacks: ["audit"] },
  { typed: "sallyport ", has: ["check", "audit", "completions", "man"] },
  { typed: "sallyport audit s", has: ["show", "stats", "schema"], lacks: ["scan", "status"] },
  { typed: "sallyport audit show --ver", has: ["--verdict"], lacks: ["--version"] },
  { typed: "sallyport audit show --verdict de", has: ["deny"] },
  { typed: "sallyport audit export --o", has: ["--otlp"] },
  { typed: "sallyport audit show --o", lacks: ["--otlp"] },
  { typed: "sallyport init --profile ", has: ["local-dev", "strict"], lacks: ["init"] },
  { typed: "sallyport wrap --client cur", has: ["cursor"] },
  { typed: "sallyport learn o", has: ["on", "off"] },
  { typed: "sallyport guard ", has: ["path", "url", "sql", "command"], lacks: ["check"] },
  { typed: "sallyport --name audit --proj", has: ["--project"] },
  // The value of a flag is no command.
  { typed: "sallyport --name audit ver", lacks: ["verify"] },
  { typed: "sallyport -- check --js", lacks: ["--json"] },
  { typed: "sallyport completions f", has: ["fish"] },
];

function assertChoices({ typed, has = [], lacks = [] }: typeof CASES[number], choices: readonly string[]): void {
  for (const word of has) assert(choices.includes(word), `${typed}: no ${word} in ${choices}`);
  for (const word of lacks) assert(!choices.includes(word), `${typed}: ${word} in ${choices}`);
}

/** Asks bash as its completion would. */
async function askBash(folder: string, words: readonly string[]): Promise<string[]> {
  const script = `source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sallyport; ` +
    `if ((\${#COMPREPLY[@]})); then printf '%s\\n' "\${COMPREPLY[@]}"; fi`;
  const ran = await runProgram(["bash", "--norc", "-u", "-c", script, "bash", ...words], { cwd: folder });
  assertEquals([ran.code, ran.stderr], [0, ""], words.join(" "));
  return ran.stdout.split("\n").filter((line) => line !== "");
}

Deno.test({
  name: "bash completes commands, verbs, flags, values and files, and runs nothing",
  ignore: !isThere("bash"),
  fn: () =>
    withOutput(["completions", "bash"], "script", async (folder) => {
      for (const each of CASES) assertChoices(each, await askBash(folder, each.typed.split(" ")));
      assertEquals((await askBash(folder, ["sallyport", "-c", "zz"])).sort(), [
        "zz $(touch ran)",
        "zz folder",
        "zz one.jsonc",
      ]);
      assertEquals(await askBash(folder, ["sallyport", "wrap", "--project", "zz"]), ["zz folder"]);
      assertEquals((await askBash(folder, ["sallyport", "import", "zz"])).length, 3);
      // What bash makes of --profile=st.
      assertEquals(await askBash(folder, ["sallyport", "init", "--profile", "=", "st"]), ["strict"]);
      assertEquals((await askBash(folder, ["sallyport", "init", "--profile", "="])).length, 3);
      assert((await askBash(folder, ["sallyport", "--", "bas"])).includes("bash"));
      const lint = await runProgram(["bash", "-n", "script"], { cwd: folder });
      assertEquals([lint.code, lint.stderr], [0, ""]);
    }),
});

Deno.test({
  name: "fish completes commands, verbs, flags, values and files, and runs nothing",
  ignore: !isThere("fish"),
  fn: () =>
    withOutput(["completions", "fish"], "script", async (folder) => {
      const ask = async (typed: string) => {
        const script = "source ./script; complete -C $argv[1]";
        const env = { HOME: folder + "/..", XDG_CONFIG_HOME: folder + "/../config" };
        const ran = await runProgram(["fish", "--no-config", "-c", script, typed], { cwd: folder, env });
        assertEquals([ran.code, ran.stderr], [0, ""], typed);
        return ran.stdout.split("\n").filter((line) => line !== "").map((line) => line.split("\t")[0] ?? "");
      };
      for (const each of CASES) assertChoices(each, await ask(each.typed));
      assertEquals((await ask("sallyport -c zz")).length, 3);
      assertEquals((await ask("sallyport wrap --project zz")).length, 1);
      assertEquals((await ask("sallyport wrap zz")).length, 0);
    }),
});

/** Types a line into a zsh of its own, has it completed, and gives the line back. */
const ZSH_DRIVER = `
zmodload zsh/zpty
zpty -b asked zsh -f -i
zpty -w asked 'PS1=; unsetopt beep; autoload -Uz compinit; compinit -D -u; source ./script
report() { print -r -- "<<\${BUFFER}>>"; BUFFER=; }; zle -N report; bindkey "^X" report; bindkey "^I" complete-word; print rea""dy'
zpty -r asked out '*ready*'
for typed in "$@"; do
  zpty -n -w asked "$typed"$'\\t\\x18'
  zpty -r asked out '*<<*>>*'
  out=\${out##*<<}
  print -r -- "\${out%%>>*}"
done
zpty -d asked
`;

Deno.test({
  name: "zsh completes commands, verbs, flags, values and files, and runs nothing",
  ignore: !isThere("zsh"),
  fn: () =>
    withOutput(["completions", "zsh"], "script", async (folder) => {
      const pairs: readonly (readonly [typed: string, line: string])[] = [
        ["sallyport che", "sallyport check "],
        ["sallyport audit sh", "sallyport audit show "],
        ["sallyport audit show --verd", "sallyport audit show --verdict "],
        ["sallyport audit show --verdict den", "sallyport audit show --verdict deny "],
        ["sallyport audit show --otl", "sallyport audit show --otl"],
        ["sallyport init --profile stri", "sallyport init --profile strict "],
        ["sallyport init --profile=stri", "sallyport init --profile=strict "],
        ["sallyport --name audit veri", "sallyport --name audit veri"],
        ["sallyport -c zz\\ on", "sallyport -c zz\\ one.jsonc "],
        ["sallyport wrap --project zz", "sallyport wrap --project zz\\ folder/"],
        ["sallyport -- chec", "sallyport -- chec"],
        ["sallyport completions fis", "sallyport completions fish "],
      ];
      const env = { HOME: "/nowhere", TERM: "dumb" };
      const words = ["zsh", "-f", "-c", ZSH_DRIVER, "zsh", ...pairs.map(([typed]) => typed)];
      const ran = await runProgram(words, { cwd: folder, env });
      assertEquals(ran.stdout.split("\n").slice(0, -1), pairs.map(([, line]) => line), ran.stderr);
    }),
});

Deno.test({
  name: "the man page has no fault that mandoc finds",
  ignore: !isThere("mandoc"),
  fn: () =>
    withOutput(["man"], "sallyport.1", async (folder) => {
      const ran = await runProgram(["mandoc", "-Tlint", "-Wwarning", "sallyport.1"], { cwd: folder });
      // It has no date on purpose: the same program prints the same page.
      const faults = ran.stdout.split("\n").filter((line) => line !== "" && !line.includes("missing date"));
      assertEquals(faults, []);
    }),
});

Deno.test({
  name: "the man page has no fault that groff finds, and shows what the help says",
  ignore: !isThere("groff"),
  fn: () =>
    withOutput(["man"], "sallyport.1", async (folder) => {
      const ran = await runProgram(["groff", "-man", "-ww", "-Tutf8", "-P-cbou", "sallyport.1"], { cwd: folder });
      assertEquals([ran.code, ran.stderr], [0, ""]);
      const shown = ran.stdout.replace(/\s+/g, " ");
      for (const text of ["sallyport [proxy] [FLAGS] -- CMD [ARG...]", "-c, --config FILE", "`ask`", "~/projects"]) {
        assert(shown.includes(text), text);
      }
    }),
});
