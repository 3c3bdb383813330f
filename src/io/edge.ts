/**
 * The real edge: what commands may do to the world, done with Deno.
 *
 * @module
 */

import type { Edge, KeptByLog, Need, PolicyChange, ProgramKind, ProxyEnd, ProxyPlan } from "../cli/edge.ts";
import { type ClearArguments, clearArguments } from "../../audit/clear_arguments.ts";
import { absolutePath } from "../cli/absolute_path.ts";
import type { FoundLink } from "../sandbox/stray_links.ts";
import { VERSION } from "../cli/version.ts";
import { ServerStartError } from "./child_process.ts";
import { describeFileError } from "./describe_file_error.ts";
import { EarlyServer } from "./early_server.ts";
import { installKey } from "./install_key.ts";
import { verifySignature } from "./ledger_key.ts";
import type { ObservationFile } from "./observation_file.ts";
import type { PermissionBroker } from "./permission_broker.ts";
import { REAL_FILE_VIEW } from "./real_file_view.ts";
import { tryAuditFolder } from "./try_audit_folder.ts";

/** Builds the edge. `main` is the URL of the entry module. */
export function realEdge(main: string): Edge {
  return {
    platform: Deno.build.os === "windows" ? "windows" : "posix",
    isMac: Deno.build.os === "darwin",
    view: REAL_FILE_VIEW,
    isColourful: Deno.stdout.isTerminal() && readVariable("NO_COLOR") === undefined,
    program: programKind(main),
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => void writeAll(Deno.stderr, text),
    terminals: () => ({
      stdin: Deno.stdin.isTerminal(),
      stdout: Deno.stdout.isTerminal(),
      stderr: Deno.stderr.isTerminal(),
    }),
    env: readVariable,
    workingFolder: () => Deno.cwd(),
    absolute: (path) => absolutePath(path, Deno.cwd()),
    readText,
    kindOf,
    list,
    remove,
    namesIn,
    linksUnder,
    stamp,
    readStdin,
    stdinLines,
    ask: (question) => prompt(question) ?? undefined,
    readLine: () =>
      (terminalLines ??= readLines()).next().then(({ value }) => value === undefined ? undefined : { text: value }),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    approvals: async (home) => new (await import("./approval_queue.ts")).ApprovalDesk(home, installKey(home)),
    writePrivate,
    updatePrivate,
    denoPath: () => Deno.execPath(),
    replaceText,
    tryAudit: tryAuditFolder,
    isGranted: (need) => Deno.permissions.querySync(toDescriptor(need)).state === "granted",
    isUnlimited: (kind) => Deno.permissions.querySync({ name: kind }).state === "granted",
    giveUp: (kinds) => kinds.forEach((name) => Deno.permissions.revokeSync({ name })),
    verifySignature,
    today,
    nowMs: () => performance.now(),
    newId: randomId,
    runProxy: startProxy,
    audit: async (home) => (await import("./audit_edge.ts")).realAuditEdge(home),
    tryServer: async (trial) => {
      const { tryServer } = await import("./try_server.ts");
      return await tryServer(Deno.build.os === "windows" ? "windows" : "posix", trial);
    },
    importedFiles: async (question) => await (await import("./imported_files.ts")).importedFiles(question),
    replayCalls: async (order) => {
      const { replayCalls } = await import("./replay_server.ts");
      return await replayCalls(Deno.build.os === "windows" ? "windows" : "posix", order);
    },
    throwAway: async (folder) => await (await import("./throw_away.ts")).throwAway(folder),
    fetchPackage: async (order) => await (await import("./try_server.ts")).fetchPackage(order),
  };
}

function programKind(main: string): ProgramKind {
  if (Deno.build.standalone) return { kind: "compiled", path: Deno.execPath() };
  const path = decodeURIComponent(new URL(main).pathname);
  // A bundle is JavaScript, in the folder lib of the npm package.
  if (path.endsWith(".js")) return { kind: "packed", main: path, root: path.replace(/\/[^/]*\/[^/]*$/, "") };
  return { kind: "deno", main: path, config: path.replace(/[^/]*$/, "deno.json") };
}

function writeAll(to: { writeSync(bytes: Uint8Array): number }, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let offset = 0; offset < bytes.length;) offset += to.writeSync(bytes.subarray(offset));
    return true;
  } catch {
    // A closed pipe: who does not read is not told.
    return false;
  }
}

function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
}

const MAX_TEXT_BYTES = 16 * 1024 * 1024;

async function readText(path: string, { isExact = false } = {}) {
  try {
    // Opening a pipe would wait for who writes into it.
    if (!(await Deno.stat(path)).isFile) return { ok: false, why: "it is no file" } as const;
    const file = await Deno.open(path);
    try {
      const { size, isFile } = await file.stat();
      if (!isFile) return { ok: false, why: "it is no file" } as const;
      if (size > MAX_TEXT_BYTES) return { ok: false, why: "it is too large" } as const;
      const bytes = new Uint8Array(await new Response(file.readable).arrayBuffer());
      return { ok: true, text: decodeText(bytes, isExact) } as const;
    } finally {
      closeQuietly(file);
    }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, why: "it is not UTF-8" } as const;
    return { ok: false, why: describeFileError(error) } as const;
  }
}

/** A byte order mark stays where the text is to be written back. */
function decodeText(bytes: Uint8Array, isExact: boolean): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: isExact }).decode(bytes);
}

function closeQuietly(file: Deno.FsFile): void {
  try {
    file.close();
  } catch {
    // Reading to the end closed it.
  }
}

function kindOf(path: string): "file" | "folder" | "nothing" | "hidden" {
  try {
    return Deno.statSync(path).isDirectory ? "folder" : "file";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return isLink(path) ? "file" : "nothing";
    }
    return "hidden";
  }
}

function namesIn(path: string): readonly string[] | undefined {
  try {
    return Array.from(Deno.readDirSync(path), ({ name }) => name);
  } catch (error) {
    const isNothing = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    return isNothing ? [] : undefined;
  }
}

/** A folder with more than this is not searched to its end. */
const MAX_SEARCHED = 300_000;

function linkAt(path: string): FoundLink {
  return { path, target: REAL_FILE_VIEW.realPath(path), text: REAL_FILE_VIEW.linkTarget(path) };
}

function linksUnder(path: string): readonly FoundLink[] | undefined {
  const found: FoundLink[] = [];
  const folders = [path];
  let seen = 0;
  try {
    if (kindOf(path) !== "folder") return kindOf(path) === "hidden" ? undefined : [];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of Deno.readDirSync(folder)) {
        if (++seen > MAX_SEARCHED) return undefined;
        const inner = `${folder.replace(/\/+$/, "")}/${entry.name}`;
        if (entry.isSymlink) found.push(linkAt(inner));
        else if (entry.isDirectory) folders.push(inner);
      }
    }
    return found;
  } catch {
    return undefined;
  }
}

/** A link to nothing is there, and what it stands for is missed. */
function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

function list(folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  } catch {
    return [];
  }
}

async function remove(path: string): Promise<string | undefined> {
  try {
    await Deno.remove(path);
    return undefined;
  } catch (error) {
    return describeFileError(error);
  }
}

async function stamp(path: string): Promise<string> {
  try {
    const { size, mtime, ino } = await Deno.stat(path);
    return `${size} ${mtime?.getTime()} ${ino}`;
  } catch {
    return "";
  }
}

async function readStdin(maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of Deno.stdin.readable) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function* stdinLines(maxChars: number): AsyncIterable<string | undefined> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > maxChars ? undefined : parts.join("");
    [parts, length] = [[], 0];
    return line;
  };
  const add = (part: string) => {
    length += part.length;
    // What is too long anyway is not kept.
    if (length <= maxChars) parts.push(part);
    else parts = [];
  };
  for await (const chunk of Deno.stdin.readable) {
    const [first = "", ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
    add(first);
    for (const part of rest) {
      yield take();
      add(part);
    }
  }
  add(decoder.decode());
  if (length > 0) yield take();
}

async function writePrivate(
  path: string,
  text: string,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<string | undefined> {
  if (isNew) return await writeNew(path, text);
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.mkdir(path.replace(/[\\/][^\\/]*$/, ""), { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(draft, text, { createNew: true, mode: 0o600 });
    await Deno.rename(draft, path);
    return undefined;
  } catch (error) {
    return describeFileError(error);
  }
}

/** By `createNew`: looking first and writing then would leave time for a link to come in between. */
async function writeNew(path: string, text: string): Promise<string | undefined> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    return describeFileError(error);
  }
  try {
    const writer = file.writable.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
    return undefined;
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    return describeFileError(error);
  }
}

async function replaceText(path: string, before: string, after: string, backups: string): Promise<string | undefined> {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    const { isSymlink, isFile, mode } = await Deno.lstat(path);
    if (isSymlink) return "it is a link: edit the file it leads to by hand";
    if (!isFile) return "it is no file";
    await Deno.mkdir(backups, { recursive: true, mode: 0o700 });
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
    await Deno.writeTextFile(`${backups}/${stamp}-${path.replaceAll(/[\\/:]+/g, "_")}`, before, { mode: 0o600 });
    await Deno.writeTextFile(draft, after, { createNew: true, mode: mode === null ? 0o600 : mode & 0o777 });
    // Clients write their own files: what came in between is not lost.
    if (decodeText(await Deno.readFile(path), true) !== before) {
      await Deno.remove(draft);
      return "it changed in the meantime";
    }
    await Deno.rename(draft, path);
    return undefined;
  } catch (error) {
    await Deno.remove(draft).catch(() => {});
    return describeFileError(error);
  }
}

let terminalLines: AsyncGenerator<string, undefined> | undefined;

async function* readLines(): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of Deno.stdin.readable) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  return undefined;
}

const LOCK_WAIT_MS = 2_000;
const LOCK_STEP_MS = 20;

async function updatePrivate(
  path: string,
  change: (text: string | undefined) => string | undefined,
): Promise<string | undefined> {
  let lock: Deno.FsFile | undefined;
  try {
    await Deno.mkdir(path.replace(/[\\/][^\\/]*$/, ""), { recursive: true, mode: 0o700 });
    // The lock is of a file that stays: the one that is written is replaced.
    lock = await Deno.open(`${path}.lock`, { create: true, write: true, mode: 0o600 });
    if (!(await lockWithin(lock, LOCK_WAIT_MS))) return "another process is writing it";
    const reading = kindOf(path) === "nothing" ? undefined : await readText(path);
    if (reading?.ok === false) return reading.why;
    const text = change(reading?.text);
    return text === undefined ? undefined : await writePrivate(path, text);
  } catch (error) {
    return describeFileError(error);
  } finally {
    // Closing gives the lock back.
    lock?.close();
  }
}

async function lockWithin(file: Deno.FsFile, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += LOCK_STEP_MS) {
    if (await file.tryLock(true)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOCK_STEP_MS));
  }
  return false;
}

function toDescriptor(need: Need): Deno.PermissionDescriptor {
  switch (need.kind) {
    case "read":
    case "write":
      return { name: need.kind, path: need.path };
    case "env":
      return { name: "env", variable: need.name };
    case "net":
      return { name: "net", host: need.host };
    case "run":
      return { name: "run", command: need.program };
  }
}

const DAY_MS = 86_400_000;
let lastDay = 0;
let lastDate = "";

/** Today's date. Asked for with every message, so it is written anew only when the day changes. */
function today(): string {
  const day = Math.floor(Date.now() / DAY_MS);
  if (day !== lastDay) {
    lastDay = day;
    lastDate = new Date().toISOString().slice(0, 10);
  }
  return lastDate;
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const SESSION_ID_LENGTH = 12;

/** Loaded only in a session that learns. */
async function observationsOf(plan: ProxyPlan, session: string): Promise<ObservationFile | undefined> {
  const { home, server, commandHash: command, learns: folders } = plan;
  if (folders === undefined) return undefined;
  const { ObservationFile } = await import("./observation_file.ts");
  const { records } = plan;
  const file = recordFile(plan, session);
  const recording = records === undefined || file === undefined
    ? undefined
    : { file, variables: new Set(records.variables), folder: records.folder };
  return new ObservationFile({ home, server, session, command, folders, key: installKey(home), recording });
}

/** Where Deno writes what the server uses: a file of its owner alone, for the length of the session. */
function recordFile({ home, records }: ProxyPlan, session: string): string | undefined {
  return records === undefined ? undefined : `${home}/sandbox-record-${session}.jsonl`;
}

/** The server's variables; those of its Deno too, where what it uses is recorded. */
function environmentOf(plan: ProxyPlan, session: string): Readonly<Record<string, string>> {
  const file = recordFile(plan, session);
  if (file === undefined) return plan.environment;
  // Deno would make it readable for all: it is there before.
  Deno.mkdirSync(plan.home, { recursive: true, mode: 0o700 });
  Deno.writeTextFileSync(file, "", { createNew: true, mode: 0o600 });
  return { ...plan.environment, DENO_AUDIT_PERMISSIONS: file };
}

/** Loaded only for a server that has rights per call. */
async function brokerOf({ broker }: ProxyPlan): Promise<PermissionBroker | undefined> {
  if (broker === undefined) return undefined;
  const { PermissionBroker } = await import("./permission_broker.ts");
  return new PermissionBroker(broker);
}

async function startProxy(plan: ProxyPlan): Promise<ProxyEnd> {
  const session = randomId().slice(0, SESSION_ID_LENGTH);
  const { server, program, args, environment } = plan;
  const folder = `${plan.home}/audit`;
  const platform = Deno.build.os === "windows" ? "windows" : "posix";
  const key = installKey(plan.home);
  const [clear, observations] = [await clearOf(plan.kept), await observationsOf(plan, session)];
  let early: EarlyServer;
  try {
    const command = { program, args, environment: environmentOf(plan, session) };
    early = new EarlyServer(platform, command, await brokerOf(plan));
  } catch (error) {
    if (!(error instanceof ServerStartError)) throw error;
    const recorded = recordFile(plan, session);
    if (recorded !== undefined) await remove(recorded);
    const path = environment["PATH"];
    const hint = path === undefined
      ? "PATH is not passed to the server; name the program by its absolute path"
      : `Looked in PATH ${JSON.stringify(path)}; name the program by its absolute path if it is elsewhere`;
    return { kind: "not-started", why: error.why, hint: error.hint ?? hint };
  }
  try {
    const [{ runProxy }, { ApprovalQueue }] = await Promise.all([
      import("./run_proxy.ts"),
      import("./approval_queue.ts"),
    ]);
    const exit = await runProxy({
      platform,
      early,
      firewall: {
        server,
        sessionId: session,
        version: VERSION,
        command: plan.commandHash,
        protection: plan.protection,
        judge: plan.judge,
        pins: plan.pins,
        elsewhere: plan.elsewhere,
        learns: plan.learns !== undefined,
        notes: plan.notes,
        newId: randomId,
      },
      audit: {
        folder,
        home: plan.home,
        server,
        session,
        key,
        flush: plan.flush,
        clear,
      },
      observations,
      logLevel: plan.logLevel,
      approvals: new ApprovalQueue(plan.home, key),
      savePins: (update) => plan.savePins(update),
      keep: (kept) => keepPolicy(folder, kept),
      clearOf,
      afterOpening: async () => {
        await keepPolicy(folder, plan.kept);
        if (plan.keepDays === undefined) return;
        const { removeOldSessions } = await import("./remove_old_sessions.ts");
        await removeOldSessions(plan.home, plan.keepDays);
      },
      reload: (): Promise<PolicyChange | undefined> => plan.reload(),
    });
    return { kind: "ended", exit };
  } catch (error) {
    // A server that nobody watches is none.
    await early.abandon();
    throw error;
  }
}

/** The scanner is loaded for those who keep something in clear. */
async function clearOf({ clear }: KeptByLog): Promise<ClearArguments | undefined> {
  if (clear.length === 0) return undefined;
  const { newScanner } = await import("../detect/scan.ts");
  return clearArguments(clear, newScanner());
}

/** Keeps the texts of policies, once for each hash; a policy may hold secrets, so its owner alone can read them. */
async function keepPolicy(folder: string, { hash, text }: KeptByLog): Promise<void> {
  const path = `${folder}/policies/${hash}.jsonc`;
  if (kindOf(path) === "nothing") await writePrivate(path, text);
}
