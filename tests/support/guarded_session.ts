/**
 * A whole session for tests that attack: a raw client in front of the real program, a server behind it whose every
 * received byte is kept, the audit log to be read and its chain to be verified.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { assertEquals } from "@std/assert";
import { LineProcess, type LooseMessage } from "./run_process.ts";
import { makeTestFolder, sallyport, sallyportCommand, scriptedServer, type TestFolder } from "./sallyport.ts";

/** How a session is set up. */
export interface GuardedOptions {
  /** The person's own policy: an object, or the text of `sallyport.jsonc` in the Sallyport home. */
  readonly policy?: unknown;
  /** Files in the project, by name. */
  readonly project?: Readonly<Record<string, string>>;
  /** The server's command; the scripted one if absent. */
  readonly server?: readonly string[];
  /** More words in front of `--`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Says no `initialize` first. */
  readonly bare?: boolean;
  readonly permissions?: readonly string[];
  /** Leaves out what keeps the server's input: for servers whose end is looked at. */
  readonly unrecorded?: boolean;
}

/** One session. */
export interface Guarded {
  readonly client: LineProcess;
  readonly folder: TestFolder;
  /** Every line the server received so far. */
  received(): Promise<string[]>;
  /** Waits until the server received a line that holds the text. */
  arrival(text: string): Promise<void>;
  /** The records of the session so far. */
  records(): Promise<LooseMessage[]>;
}

/** The person's home: a folder of the test, so that nothing of the person's own is looked at. */
export function userHome(folder: TestFolder): string {
  return join(folder.project, "..", "user");
}

/** The environment of a test's Sallyport. */
export function testEnvironment(folder: TestFolder): Record<string, string> {
  const cache = Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "/root", ".cache", "deno");
  return { ...folder.env, HOME: userHome(folder), DENO_DIR: cache };
}

/** Makes the folders of a test and removes them behind it. */
export async function withTestFolder(name: string, run: (folder: TestFolder) => Promise<void>): Promise<void> {
  const folder = await makeTestFolder(name);
  try {
    await Deno.mkdir(userHome(folder));
    await Deno.mkdir(folder.home);
    await run(folder);
  } finally {
    await folder.remove();
  }
}

/** Keeps what goes to a server in a file: `tee` stands in front of it. */
export function recorded(file: string, server: readonly string[]): string[] {
  return ["sh", "-c", 'file=$0; tee "$file" | "$@"', file, ...server];
}

/** Runs a session in folders of its own, ends it and removes them. */
export async function guarded(options: GuardedOptions, run: (session: Guarded) => Promise<void>): Promise<void> {
  await withTestFolder("guarded", (folder) => guardedIn(folder, options, run));
}

/** Runs a session in folders that are there. */
export async function guardedIn(
  folder: TestFolder,
  options: GuardedOptions,
  run: (session: Guarded) => Promise<void>,
): Promise<void> {
  if (options.policy !== undefined) await writePolicy(folder, options.policy);
  for (const [name, text] of Object.entries(options.project ?? {})) {
    await Deno.writeTextFile(join(folder.project, name), text);
  }
  const file = join(folder.project, "..", `received-${crypto.randomUUID()}`);
  const server = options.server ?? scriptedServer();
  const command = [
    ...sallyport(["--name", "scripted", "--log-level", "info", ...(options.args ?? [])], options.permissions),
    ...(options.unrecorded === true ? server : recorded(file, server)),
  ];
  const env = { ...testEnvironment(folder), ...options.env };
  await using client = new LineProcess(command, { cwd: folder.project, env });
  const received = async () => (await readOr(file)).split("\n").slice(0, -1);
  if (options.bare !== true) {
    await client.initialize();
    if (options.unrecorded !== true) {
      await waitFor(async () => (await received()).length === 2, "the handshake to reach the server");
    }
  }
  await run({
    client,
    folder,
    received,
    arrival: (text) =>
      waitFor(async () => (await received()).some((line) => line.includes(text)), `arrival of ${text}`),
    records: () => readRecords(folder),
  });
}

/** Writes the person's own policy. */
export async function writePolicy(folder: TestFolder, policy: unknown): Promise<void> {
  const text = typeof policy === "string" ? policy : JSON.stringify(policy);
  const path = join(folder.home, "sallyport.jsonc");
  // In one step: a session that looks while half is written would rightly call it broken.
  await Deno.writeTextFile(`${path}.new`, text);
  await Deno.rename(`${path}.new`, path);
}

async function readOr(file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch {
    return "";
  }
}

/** Polls until something holds. */
export async function waitFor(
  holds: () => Promise<boolean> | boolean,
  what: string,
  timeoutMs = 10_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The files of the sessions in the audit log. */
export async function auditFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory) found.push(...await auditFiles(path));
      else if (entry.name.endsWith(".jsonl") && entry.name !== "ledger.jsonl") found.push(path);
    }
  } catch {
    // There is no log yet.
  }
  return found.sort();
}

/** All records of a Sallyport home. */
export async function readRecords(folder: TestFolder): Promise<LooseMessage[]> {
  const records: LooseMessage[] = [];
  for (const file of await auditFiles(join(folder.home, "audit"))) {
    for (const line of (await Deno.readTextFile(file)).split("\n")) if (line !== "") records.push(JSON.parse(line));
  }
  return records;
}

/** Verifies a session's file by the documented format alone: RFC 8785, SHA-256, no code of the program. */
export function assertChained(text: string, hasGaps = false): LooseMessage[] {
  const lines = text.split("\n");
  assertEquals(lines.pop(), "", "the log ends in the middle of a line");
  let prev = "0".repeat(64);
  return lines.map((line, index) => {
    const { hash, ...rest } = JSON.parse(line);
    assertEquals(rest.prev, prev, `line ${index + 1} is not chained to the one before`);
    if (!hasGaps) assertEquals(rest.seq, index + 1);
    assertEquals(
      createHash("sha256").update(canonical(rest)).digest("hex"),
      hash,
      `line ${index + 1} has a wrong hash`,
    );
    assertEquals(line, canonical({ ...rest, hash }), `line ${index + 1} is not canonical`);
    prev = hash;
    return { ...rest, hash };
  });
}

function canonical(value: LooseMessage): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** The text of a tool result or of an error. */
export function textOf(response: LooseMessage): string {
  return response?.result?.content?.[0]?.text ?? response?.error?.message ?? JSON.stringify(response);
}

/** The name of the rule that refused; nothing where it passed. */
export function refusedBy(response: LooseMessage): string | undefined {
  return /^blocked: [a-z -]+ \(rule ([a-z0-9/-]+), record (?:[0-9a-f]+:\d+|none)\)$/.exec(textOf(response))?.[1];
}

/** What a command of Sallyport left behind. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command of Sallyport is run. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that are not set at all. */
  readonly unset?: readonly string[];
  readonly stdin?: string;
  readonly permissions?: readonly string[];
}

/** Runs words of Sallyport to their end. */
export async function runSallyport(
  folder: TestFolder,
  words: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const [program = "", ...args] = sallyportCommand(words, options.permissions);
  return await runCommand([program, ...args], {
    cwd: folder.project,
    ...options,
    env: { ...testEnvironment(folder), ...options.env },
  });
}

/** Runs a command to its end, with stdin given and closed. */
export async function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [program = "", ...args] = command;
  const env = { ...Deno.env.toObject(), ...options.env };
  for (const name of options.unset ?? []) delete env[name];
  const child = new Deno.Command(program, {
    args,
    env,
    clearEnv: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(options.stdin ?? "")).then(() => writer.close()).catch(
    () => {},
  );
  const { code, stdout, stderr } = await child.output();
  await written;
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}
