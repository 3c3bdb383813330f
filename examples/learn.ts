/**
 * Learning from end to end on two real servers: observe a scripted client at work, propose a policy, say what it breaks
 * and admits, go through it. In a terminal a person reviews; elsewhere everything is accepted. All in a folder of its
 * own, which is left there to be looked at.
 *
 *     deno task learn
 *
 * @module
 */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { DatabaseSync } from "node:sqlite";

const ROOT = decodeURIComponent(new URL("../", import.meta.url).pathname);
const SESSIONS = 4;

/** One call of the scripted client. */
type Call = readonly [tool: string, args: Record<string, unknown>];

/** A server and what is done with it. */
interface Lesson {
  readonly name: string;
  readonly command: readonly string[];
  calls(session: number): readonly Call[];
}

const DENO = ["run", "--quiet", "--no-prompt", `--config=${ROOT}deno.json`, "--node-modules-dir=none", "--cached-only"];

function deno(...args: readonly string[]): string[] {
  return [Deno.execPath(), ...DENO, "--frozen", ...args];
}

function sallyport(args: readonly string[]): string[] {
  return deno("-P=start", `${ROOT}main.ts`, ...args);
}

function lessons(project: string): Lesson[] {
  const settings = { folder: project, database: `${project}/shop.db`, tables: ["orders"], hosts: ["example.com"] };
  return [
    {
      name: "files",
      command: deno("-A", "npm:@modelcontextprotocol/server-filesystem@2026.8.31", project),
      calls: (session) => [
        ["list_directory", { path: `${project}/docs` }],
        ...["a", "b", `day${session}`].map((name): Call => ["read_text_file", { path: `${project}/docs/${name}.md` }]),
        ["read_text_file", { path: `${project}/docs/a.md`, head: 10 }],
        ["write_file", { path: `${project}/docs/day${session + 1}.md`, content: `Notes of day ${session}.\n` }],
      ],
    },
    {
      name: "shop-sqlite",
      command: deno("-A", `${ROOT}examples/guarded_server.ts`, JSON.stringify(settings)),
      calls: (session) => [
        ["query_database", { sql: "select count(*) from orders" }],
        ["query_database", { sql: `select id, total from orders where id = ${session}` }],
        ["query_database", { sql: `select sum(total) from orders where total > ${session * 10}` }],
      ],
    },
  ];
}

async function prepare(project: string): Promise<void> {
  await Deno.mkdir(`${project}/docs`, { recursive: true });
  for (const name of ["a", "b", "day0"]) await Deno.writeTextFile(`${project}/docs/${name}.md`, `# ${name}\n`);
  const database = new DatabaseSync(`${project}/shop.db`);
  database.exec("create table orders (id integer primary key, total real)");
  for (let id = 0; id < 20; id++) database.exec(`insert into orders values (${id}, ${id * 7})`);
  database.close();
}

/** One session of the scripted client behind the learning proxy. */
async function observe({ name, command, calls }: Lesson, session: number, env: Record<string, string>, cwd: string) {
  const words = [...sallyport(["learn", "--name", name, "--project", cwd, "--pass-env", "DENO_DIR"]), "--", ...command];
  const [program = "", ...args] = words;
  const transport = new StdioClientTransport({ command: program, args, env, cwd, stderr: "ignore" });
  const client = new Client({ name: "learner", version: "1.0.0" });
  await client.connect(transport);
  for (const [tool, values] of calls(session)) await client.callTool({ name: tool, arguments: values });
  await client.close();
}

async function run(args: readonly string[], env: Record<string, string>, cwd: string): Promise<number> {
  console.log(`$ sallyport ${args.join(" ")}`);
  const [program = "", ...words] = sallyport(args);
  const child = new Deno.Command(program, {
    args: words,
    env,
    cwd,
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  });
  return (await child.output()).code;
}

const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-learn-" }));
const project = `${root}/project`;
const env: Record<string, string> = { ...Deno.env.toObject(), SALLYPORT_HOME: `${root}/home` };
await prepare(project);
const isWatched = Deno.stdin.isTerminal();
let worst = 0;
for (const lesson of lessons(project)) {
  const { name } = lesson;
  console.log(`\nObserving ${SESSIONS} sessions with ${name} ...`);
  for (let session = 0; session < SESSIONS; session++) await observe(lesson, session, env, project);
  const proposal = `${root}/${name}.proposed.jsonc`;
  const policy = `${root}/${name}.jsonc`;
  for (
    const words of [
      ["learn", "show", "--name", name],
      ["learn", "propose", "--name", name, "-o", proposal],
      ["learn", "review", "--name", name, "-c", policy, ...(isWatched ? [] : ["--yes"])],
      ["check", "-c", proposal, "--tests"],
    ]
  ) worst = Math.max(worst, await run(words, env, project));
}
console.log(`\nEverything is in ${root}`);
Deno.exit(worst);
