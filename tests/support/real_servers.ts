/**
 * The real servers that a proxy must be transparent for, each with a session that uses most of what it has.
 *
 * @module
 */

import { join } from "node:path";
import type { ClientOptions, Step } from "./sdk_clients.ts";
import { dualEraServer, npmServer } from "./sallyport.ts";

/** A server and what a client does with it. */
export interface RealServer {
  readonly name: string;
  /** Fills a fresh folder, the same way each time. */
  prepare(folder: string): Promise<void>;
  command(folder: string): string[];
  steps(folder: string): Step[];
  options?(folder: string): ClientOptions;
}

const LISTS: readonly Step[] = [{ list: "tools" }, { list: "prompts" }, { list: "resources" }, { list: "templates" }];

async function nothing(): Promise<void> {}

/** A file server over one folder, with a roots answer that is the same folder. */
export const FILESYSTEM: RealServer = {
  name: "server-filesystem",
  async prepare(folder) {
    await Deno.writeTextFile(join(folder, "a.txt"), "one\ntwo\nthree 😀\n");
    await Deno.mkdir(join(folder, "sub"));
    await Deno.writeTextFile(join(folder, "sub", "b.txt"), "beta\n");
    await Deno.writeFile(join(folder, "p.png"), Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10));
    for (const name of ["a.txt", "sub/b.txt", "p.png"]) await Deno.utime(join(folder, name), 1e9, 1e9);
  },
  command: (folder) => npmServer("server-filesystem", folder),
  options: (folder) => ({ roots: [{ uri: `file://${folder}`, name: "work" }] }),
  steps: (folder) => [
    { list: "tools" },
    { pauseMs: 150 },
    { call: "list_allowed_directories" },
    { call: "read_text_file", args: { path: join(folder, "a.txt") } },
    { call: "read_text_file", args: { path: join(folder, "a.txt"), head: 1 } },
    { call: "read_media_file", args: { path: join(folder, "p.png") } },
    { call: "read_multiple_files", args: { paths: [join(folder, "a.txt"), join(folder, "missing")] } },
    { call: "list_directory", args: { path: folder } },
    { call: "directory_tree", args: { path: folder } },
    { call: "write_file", args: { path: join(folder, "new.txt"), content: "neu ü\n" } },
    {
      call: "edit_file",
      args: { path: join(folder, "new.txt"), edits: [{ oldText: "neu", newText: "old" }], dryRun: false },
    },
    { call: "search_files", args: { path: folder, pattern: "**/*.txt" } },
    { call: "move_file", args: { source: join(folder, "new.txt"), destination: join(folder, "moved.txt") } },
    { call: "get_file_info", args: { path: join(folder, "a.txt") } },
    { call: "read_text_file", args: { path: "/etc/hostname" } },
    { call: "no_such_tool", args: {} },
    { call: "read_text_file", args: {} },
  ],
};

/** The server that has one of everything. `get-env` is left out: a firewall must change what it shows. */
export const EVERYTHING: RealServer = {
  name: "server-everything",
  prepare: nothing,
  command: () => npmServer("server-everything"),
  options: (folder) => ({ roots: [{ uri: `file://${folder}`, name: "work" }] }),
  steps: () => [
    { pauseMs: 400 },
    ...LISTS,
    { call: "echo", args: { message: "hi 😀\u2028" } },
    { call: "get-sum", args: { a: 2, b: 40 } },
    { call: "get-annotated-message", args: { messageType: "success", includeImage: true } },
    { call: "get-resource-links", args: { count: 3 } },
    { call: "get-resource-reference", args: { resourceType: "Text", resourceId: 1 } },
    { call: "get-structured-content", args: { location: "New York" } },
    { call: "get-tiny-image" },
    { call: "trigger-long-running-operation", args: { duration: 0.2, steps: 2 }, progress: true },
    { call: "get-roots-list" },
    { call: "trigger-sampling-request", args: { prompt: "hello", maxTokens: 5 } },
    { call: "trigger-elicitation-request" },
    { call: "echo", args: { wrong: 1 } },
    { call: "no-such-tool" },
    { prompt: "simple-prompt" },
    { prompt: "args-prompt", args: { city: "Paris" } },
    { read: "demo://resource/dynamic/text/1" },
    { read: "demo://resource/none" },
    {
      complete: {
        ref: { type: "ref/prompt", name: "completable-prompt" },
        argument: { name: "department", value: "E" },
      },
    },
    { logLevel: "error" },
    { pauseMs: 100 },
  ],
};

/** A knowledge graph in one file. */
export const MEMORY: RealServer = {
  name: "server-memory",
  prepare: nothing,
  command: (folder) => ["env", `MEMORY_FILE_PATH=${join(folder, "memory.jsonl")}`, ...npmServer("server-memory")],
  steps: () => [
    { list: "tools" },
    { list: "resources" },
    {
      call: "create_entities",
      args: { entities: [{ name: "Ada", entityType: "person", observations: ["wrote notes", "ü"] }] },
    },
    { call: "create_entities", args: { entities: [{ name: "Bab", entityType: "machine", observations: [] }] } },
    { call: "create_relations", args: { relations: [{ from: "Ada", to: "Bab", relationType: "programs" }] } },
    { call: "add_observations", args: { observations: [{ entityName: "Ada", contents: ["was first"] }] } },
    { call: "read_graph" },
    { call: "search_nodes", args: { query: "first" } },
    { call: "open_nodes", args: { names: ["Ada"] } },
    { call: "add_observations", args: { observations: [{ entityName: "Nobody", contents: ["x"] }] } },
    { call: "delete_entities", args: { entityNames: ["Bab"] } },
    { call: "read_graph" },
  ],
};

/** One tool with a large schema and art on stderr. */
export const SEQUENTIAL_THINKING: RealServer = {
  name: "server-sequential-thinking",
  prepare: nothing,
  command: () => npmServer("server-sequential-thinking"),
  steps: () => [
    { list: "tools" },
    {
      call: "sequentialthinking",
      args: { thought: "first", nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 },
    },
    {
      call: "sequentialthinking",
      args: { thought: "second", nextThoughtNeeded: false, thoughtNumber: 2, totalThoughts: 2 },
    },
    { call: "sequentialthinking", args: { thought: 1 } },
  ],
};

/** Both eras on one process. */
export const DUAL_ERA: RealServer = {
  name: "dual-era",
  prepare: nothing,
  command: () => dualEraServer(),
  options: (folder) => ({ roots: [{ uri: `file://${folder}`, name: "work" }] }),
  steps: () => [
    ...LISTS,
    { call: "add", args: { a: 1, b: 2 } },
    { call: "add", args: { a: "x" } },
    { call: "echo", args: { text: "😀é\u2028" } },
    { call: "fail" },
    { call: "media" },
    { call: "big", args: { size: 200_000 } },
    { call: "progress", args: { steps: 3 }, progress: true },
    { call: "log" },
    { call: "confirm" },
    { call: "sample" },
    { call: "roots" },
    { call: "grow" },
    { list: "tools" },
    { call: "grown" },
    { call: "none" },
    { prompt: "greet", args: { name: "Ada" } },
    { read: "memo://first" },
    { read: "memo://blob" },
    { read: "note://7" },
    { read: "memo://none" },
    { complete: { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "name", value: "A" } } },
  ],
};

/** All of them. */
export const REAL_SERVERS: readonly RealServer[] = [FILESYSTEM, EVERYTHING, MEMORY, SEQUENTIAL_THINKING, DUAL_ERA];
