/**
 * A programmer whose assistant runs commands in a repository.
 *
 * @module
 */

import { join } from "node:path";
import type { Step } from "../support/sdk_clients.ts";
import type { CorpusServer } from "./corpus_server.ts";
import type { Dice } from "./seeded_random.ts";

const FILES = ["src/main.js", "src/store.js", "README.md", "src/mail.js", "test/store.test.js", "package.json"];
const WORDS = ["export", "TODO", "function", "store", "import"];

/** mcp-server-commands 0.5.0 in a git repository. */
export const COMMANDS_CORPUS: CorpusServer = {
  name: "commands",
  async prepare(folder) {
    for (const name of ["src", "test", "docs"]) await Deno.mkdir(join(folder, name), { recursive: true });
    for (const name of FILES) await Deno.writeTextFile(join(folder, name), "// TODO\nexport function store() {}\n");
    await Deno.writeTextFile(join(folder, "package.json"), '{"name":"x","scripts":{"test":"true","build":"true"}}\n');
    const git = async (...args: readonly string[]) => {
      const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
      await new Deno.Command("git", { args: [...identity, ...args], cwd: folder, stdout: "null", stderr: "null" })
        .output();
    };
    await git("init", "-q");
    await git("add", ".");
    await git("commit", "-qm", "first");
  },
  command: (_folder, modules) => ["node", join(modules, "mcp-server-commands", "build", "index.js")],
  session: (folder, dice) => [
    { list: "tools" },
    ...Array.from({ length: dice.whole(34, 44) }, (): Step => ({
      call: "run_command",
      args: {
        command: command(dice),
        ...(dice.chance(0.8) ? { workdir: dice.chance(0.9) ? folder : join(folder, "src") } : {}),
      },
    })),
  ],
};

function command(dice: Dice): string {
  const file = dice.one(FILES);
  const lines = dice.one([20, 10, 50, 5, 100]);
  switch (
    dice.one([
      ...["status", "cat", "ls", "grep", "diff", "log", "test", "head", "wc", "show", "find", "build", "pipe"],
      ...["branch", "sed", "sort", "add"],
    ])
  ) {
    case "status":
      return dice.one(["git status", "git status --short", "git status -sb"]);
    case "cat":
      return `cat ${file}`;
    case "ls":
      return dice.one(["ls -la", "ls src", "ls", "ls -la src test"]);
    case "grep":
      return `grep -rn "${dice.one(WORDS)}" ${dice.one(["src", ".", "test"])}`;
    case "diff":
      return dice.one(["git diff", `git diff ${file}`, "git diff --stat", "git diff HEAD"]);
    case "log":
      return dice.one(["git log --oneline -n 10", "git log -n 3", `git log --oneline -- ${file}`]);
    case "test":
      return dice.one(["npm test", "npm test --silent", "npm run test"]);
    case "head":
      return `head -n ${lines} ${file}`;
    case "wc":
      return `wc -l ${file}`;
    case "show":
      return "git show --stat HEAD";
    case "find":
      return `find . -name "${dice.one(["*.js", "*.md", "*.json"])}" -not -path "./node_modules/*"`;
    case "build":
      return "npm run build";
    case "pipe":
      return dice.one([
        `git log --oneline | head -n ${lines}`,
        `cat ${file} | wc -l`,
        `grep -c "" ${file} && git status`,
      ]);
    case "branch":
      return dice.one(["git branch", "git branch --show-current"]);
    case "sed":
      return `sed -n '1,${lines}p' ${file}`;
    case "sort":
      return `sort ${file} | uniq -c`;
    default:
      return `git add ${file}`;
  }
}
