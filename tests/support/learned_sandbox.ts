/**
 * Servers from npm, each with a suite of calls: their permission sets are learned by `sallyport sandbox minimise`, and
 * the same calls are made through the proxy with that set and no other right.
 *
 * @module
 */

import { join } from "node:path";
import { runSallyport, testEnvironment, userHome, withTestFolder } from "./guarded_session.ts";
import { LineProcess, type LooseMessage } from "./run_process.ts";
import { sallyport, type TestFolder } from "./sallyport.ts";

/** A server and its suite. */
export interface SuiteServer {
  readonly name: string;
  /** The package with its exact version. */
  readonly package: string;
  readonly args: (project: string) => readonly string[];
  /** Variables that pass; `${PROJECT_DIR}` stands for the project. */
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly { readonly tool: string; readonly arguments: object }[];
  /** Tools that only read; where absent, the calls go to a copy. */
  readonly reads?: readonly string[];
  /** What one has to know of its row. */
  readonly remark: string;
}

const P = "${PROJECT_DIR}";
const VERSION = "2026.8.31";
const call = (tool: string, args: object = {}) => ({ tool, arguments: args });
const none = () => [];

const FILE_READS = [
  call("read_text_file", { path: `${P}/a.txt` }),
  call("read_text_file", { path: `${P}/sub/b.txt` }),
  call("list_directory", { path: P }),
  call("directory_tree", { path: P }),
  call("search_files", { path: P, pattern: "**/*.txt" }),
  call("read_text_file", { path: "/etc/hostname" }),
];

/** A file server that is only read. */
export const READ_ONLY_FILES: SuiteServer = {
  name: "server-filesystem, reading",
  package: `@modelcontextprotocol/server-filesystem@${VERSION}`,
  args: (project) => [project],
  env: {},
  calls: FILE_READS,
  remark: "",
};

/** The same, writing too. */
export const WRITTEN_FILES: SuiteServer = {
  ...READ_ONLY_FILES,
  name: "server-filesystem, writing",
  calls: [
    ...FILE_READS,
    call("write_file", { path: `${P}/new.txt`, content: "new" }),
    call("edit_file", { path: `${P}/a.txt`, edits: [{ oldText: "one", newText: "two" }] }),
    call("create_directory", { path: `${P}/made` }),
    call("move_file", { source: `${P}/new.txt`, destination: `${P}/made/new.txt` }),
  ],
};

/** The knowledge graph, in a file of the project. */
export const MEMORY: SuiteServer = {
  name: "server-memory",
  package: `@modelcontextprotocol/server-memory@${VERSION}`,
  args: none,
  env: { MEMORY_FILE_PATH: `${P}/memory.json` },
  calls: [
    call("create_entities", { entities: [{ name: "ann", entityType: "person", observations: ["writes"] }] }),
    call("add_observations", { observations: [{ entityName: "ann", contents: ["reads"] }] }),
    call("search_nodes", { query: "ann" }),
    call("read_graph"),
  ],
  remark: "",
};

/** The test server of the protocol. */
export const EVERYTHING: SuiteServer = {
  name: "server-everything",
  package: `@modelcontextprotocol/server-everything@${VERSION}`,
  args: none,
  env: {},
  calls: [call("echo", { message: "hello" }), call("get-sum", { a: 1, b: 2 }), call("get-tiny-image")],
  remark: "its instructions come from a file of its own",
};

/** Thoughts, and nothing else. */
export const THINKING: SuiteServer = {
  name: "server-sequential-thinking",
  package: `@modelcontextprotocol/server-sequential-thinking@${VERSION}`,
  args: none,
  env: {},
  calls: [
    call("sequentialthinking", { thought: "one", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }),
  ],
  remark: "",
};

/** Those that the tests have in their cache. */
export const CACHED: readonly SuiteServer[] = [READ_ONLY_FILES, WRITTEN_FILES, MEMORY, EVERYTHING, THINKING];

/** Packages that the tests do not have: `deno task sandbox:table` fetches them. */
export const FETCHED: readonly SuiteServer[] = [
  {
    name: "server-github",
    package: "@modelcontextprotocol/server-github@2025.4.8",
    args: none,
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: "none" },
    calls: [call("search_repositories", { query: "deno" })],
    reads: ["search_repositories"],
    remark: "without a network here the call fails, with the set as without",
  },
  {
    name: "server-brave-search",
    package: "@modelcontextprotocol/server-brave-search@0.6.2",
    args: none,
    env: { BRAVE_API_KEY: "none" },
    calls: [call("brave_web_search", { query: "deno" })],
    reads: ["brave_web_search"],
    remark: "the same",
  },
  {
    name: "server-slack",
    package: "@modelcontextprotocol/server-slack@2025.4.25",
    args: none,
    env: { SLACK_BOT_TOKEN: "none", SLACK_TEAM_ID: "T1" },
    calls: [call("slack_list_channels", { limit: 1 })],
    reads: ["slack_list_channels"],
    remark: "the same",
  },
  {
    name: "context7-mcp",
    package: "@upstash/context7-mcp@4.1.1",
    args: none,
    env: {},
    calls: [call("resolve-library-id", { query: "deno", libraryName: "deno" })],
    reads: ["resolve-library-id"],
    remark: "the same; it looks up its version in its own folder",
  },
];

/** What `sandbox minimise --json` prints. */
export interface LearnedSet {
  readonly deno: Readonly<Record<string, readonly string[]>> & {
    readonly startup?: Readonly<Record<string, readonly string[]>>;
  };
  readonly dropped: readonly { readonly permission: string; readonly value: string }[];
  readonly ungiven: readonly { readonly permission: string; readonly value: string }[];
  readonly unsteady: readonly number[];
  readonly replays: number;
  readonly failed: number;
}

/** What came of one server. */
export interface Learned {
  readonly server: SuiteServer;
  readonly set: LearnedSet;
  /** Answers without a sandbox and with the set. */
  readonly bare: readonly LooseMessage[];
  readonly sandboxed: readonly LooseMessage[];
  readonly stderr: string;
  /** The texts in the project after the learning. */
  readonly project: Readonly<Record<string, string>>;
}

/** The files of a fresh project. */
export const PROJECT_FILES: Readonly<Record<string, string>> = { "a.txt": "one\n", "sub/b.txt": "beta\n" };

async function fill(folder: TestFolder): Promise<void> {
  await Deno.remove(folder.project, { recursive: true });
  await Deno.mkdir(join(folder.project, "sub"), { recursive: true });
  for (const [name, text] of Object.entries(PROJECT_FILES)) {
    await Deno.writeTextFile(join(folder.project, name), text);
    await Deno.utime(join(folder.project, name), 1e9, 1e9);
  }
}

function serverWords({ package: name, args }: SuiteServer, project: string): string[] {
  return ["npx", "-y", name, ...args(project)];
}

/** Learns a set in a project of its own, and makes the calls through the proxy, bare and with it. */
export async function learnAndRun(server: SuiteServer): Promise<Learned> {
  let learned: Learned | undefined;
  await withTestFolder("minimise", async (folder) => {
    await fill(folder);
    const env = envOf(server, folder);
    const names = Object.keys(server.env);
    const pass = names.length === 0 ? [] : ["--pass-env", names.join(",")];
    const suite = join(userHome(folder), "suite.jsonl");
    await Deno.writeTextFile(suite, server.calls.map((one) => `${JSON.stringify(one)}\n`).join(""));
    const reads = server.reads === undefined ? [] : ["--reads", server.reads.join(",")];
    const words = ["sandbox", "minimise", "--json", "--project", folder.project, "--calls", suite, ...reads, ...pass];
    const made = await runSallyport(folder, [...words, "--", ...serverWords(server, folder.project)], { env });
    if (made.code !== 0) throw new Error(`${server.name}: ${made.stderr}`);
    const set: LearnedSet = JSON.parse(made.stdout);
    const project = await textsIn(folder.project);
    const bare = await callAll(folder, { server, policy: { version: 1, default: "allow" }, pass });
    const policy = { version: 1, default: "allow", sandbox: { deno: set.deno } };
    const sandboxed = await callAll(folder, { server, policy, pass });
    learned = { server, set, bare: bare.answers, sandboxed: sandboxed.answers, stderr: sandboxed.stderr, project };
  });
  if (learned === undefined) throw new Error("nothing was learned");
  return learned;
}

function envOf(server: SuiteServer, folder: TestFolder): Record<string, string> {
  const own = Object.entries(server.env).map(([name, value]) => [name, value.replaceAll(P, folder.project)]);
  return { ...testEnvironment(folder), ...Object.fromEntries(own) };
}

interface Calling {
  readonly server: SuiteServer;
  readonly policy: object;
  readonly pass: readonly string[];
}

/** A session through the proxy in a fresh project. Without a set the same package runs under Deno with every right. */
async function callAll(folder: TestFolder, { server, policy, pass }: Calling) {
  await fill(folder);
  const env = envOf(server, folder);
  await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), JSON.stringify(policy));
  const [module, args] = [`npm:${server.package}`, server.args(folder.project)];
  const flags = ["--quiet", "--no-config", "--no-lock", "--cached-only", "--node-modules-dir=none"];
  const bare = ["env", `DENO_DIR=${env["DENO_DIR"]}`, Deno.execPath(), "run", ...flags, "-A", module, ...args];
  const words = "sandbox" in policy ? serverWords(server, folder.project) : bare;
  const prefix = sallyport(["--name", "learned", "--project", folder.project, ...pass]);
  await using client = new LineProcess([...prefix, ...words], { cwd: folder.project, env });
  await client.initialize();
  const answers: LooseMessage[] = [];
  for (const { tool, arguments: given } of server.calls) {
    const placed = JSON.parse(JSON.stringify(given).replaceAll(P, folder.project));
    const { result, error } = await client.callTool(tool, placed, 20_000);
    answers.push({ result, error });
  }
  await client.close();
  return { answers, stderr: client.stderr };
}

async function textsIn(folder: string, under = ""): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(join(folder, under))) {
    const path = under === "" ? name : `${under}/${name}`;
    if (isDirectory) Object.assign(texts, await textsIn(folder, path));
    else texts[path] = await Deno.readTextFile(join(folder, path));
  }
  return texts;
}

/** A set as the table has it. */
export function setText({ deno: { startup = {}, ...calls } }: LearnedSet): string {
  const texts = (lists: Readonly<Record<string, unknown>>) =>
    Object.entries(lists).map(([kind, values]) =>
      `\`${kind}\` ${(values as string[]).map((value) => `\`${short(value)}\``).join(", ")}`
    );
  const all = [...texts(calls), ...texts(startup).map((text) => `at the start ${text}`)];
  return all.length === 0 ? "nothing" : all.join("; ");
}

/** Deno's cache is long to read. */
export function short(value: string): string {
  return value.replace(/^.*\/npm\/registry\.npmjs\.org\//, "CACHE/");
}
