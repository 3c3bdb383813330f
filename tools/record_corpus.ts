/**
 * Records the corpus of tests/learn_corpus: each scripted client against its real server, through the real learning
 * proxy, and puts the observations into tests/learn_corpus/observations. Two servers are not in deno.json (one of them
 * builds a native module); a folder with them comes from
 *
 *     npm install --prefix DIR mcp-sqlite@1.0.9 mcp-server-commands@0.5.0
 *     deno run --no-prompt -P=test tools/record_corpus.ts DIR/node_modules [--seed=N] [--out=DIR] [NAME...]
 *
 * @module
 */

import { join } from "node:path";
import { COMMANDS_CORPUS } from "../tests/learn_corpus/commands.ts";
import { type CorpusServer, SEED, SESSIONS } from "../tests/learn_corpus/corpus_server.ts";
import { EVERYTHING_CORPUS } from "../tests/learn_corpus/everything.ts";
import { FILESYSTEM_CORPUS } from "../tests/learn_corpus/filesystem.ts";
import { MEMORY_CORPUS } from "../tests/learn_corpus/memory.ts";
import { newDice } from "../tests/learn_corpus/seeded_random.ts";
import { SQLITE_CORPUS } from "../tests/learn_corpus/sqlite.ts";
import { makeTestFolder, sallyport } from "../tests/support/sallyport.ts";
import { runSession } from "../tests/support/sdk_clients.ts";
import { ROOT } from "../tests/support/source_tree.ts";

const SERVERS: readonly CorpusServer[] = [
  FILESYSTEM_CORPUS,
  MEMORY_CORPUS,
  SQLITE_CORPUS,
  COMMANDS_CORPUS,
  EVERYTHING_CORPUS,
];

interface Plan {
  readonly seed: number;
  readonly out: string;
}

async function record(server: CorpusServer, modules: string, { seed, out }: Plan): Promise<void> {
  const folder = await makeTestFolder(`corpus-${server.name}`);
  const target = join(out, server.name);
  try {
    await server.prepare(folder.project);
    const learn = [...sallyport(["learn", "--name", server.name, "--project", folder.project])];
    for (let index = 0; index < SESSIONS; index++) {
      const steps = server.session(folder.project, newDice(seed + index), index);
      const command = [...learn, ...server.command(folder.project, modules)];
      const { outcomes } = await runSession("sdk1", command, steps, { env: folder.env, cwd: folder.project });
      const failed = outcomes.filter(({ error }) => error !== undefined);
      console.log(
        `${server.name} ${index}: ${outcomes.length} steps, ${failed.length} failed ${failed[0]?.error ?? ""}`,
      );
      await keep(join(folder.home, "observations"), target, index);
    }
  } finally {
    await folder.remove();
  }
}

/** Moves the one file that a session left. */
async function keep(from: string, target: string, index: number): Promise<void> {
  await Deno.mkdir(target, { recursive: true });
  for await (const folder of Deno.readDir(from)) {
    for await (const file of Deno.readDir(join(from, folder.name))) {
      const path = join(from, folder.name, file.name);
      await Deno.writeTextFile(
        join(target, `session-${String(index).padStart(2, "0")}.jsonl`),
        await Deno.readTextFile(path),
      );
      await Deno.remove(path);
    }
  }
}

const [modules, ...words] = Deno.args;
const valueOf = (flag: string) => words.find((word) => word.startsWith(`--${flag}=`))?.slice(flag.length + 3);
const names = words.filter((word) => !word.startsWith("--"));
const plan = {
  seed: Number(valueOf("seed") ?? SEED),
  out: valueOf("out") ?? join(ROOT, "tests", "learn_corpus", "observations"),
};
if (modules === undefined) throw new Error("Name the folder with mcp-sqlite and mcp-server-commands");
for (const server of SERVERS) {
  if (names.length === 0 || names.includes(server.name)) await record(server, modules, plan);
}
