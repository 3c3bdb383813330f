/**
 * A made-up world for commands: files in memory, variables, terminals, permissions. Keeps what was written and started.
 *
 * @module
 */

import { posix } from "node:path";
import type { FileView } from "../../guards/file_view.ts";
import type {
  Edge,
  FetchOrder,
  Need,
  ProgramKind,
  ProxyEnd,
  ProxyPlan,
  ReplayOrder,
  ReplayResult,
  ServerTrial,
  Terminals,
  TrialResult,
} from "../edge.ts";
import { memoryAuditEdge, type MemoryAuditOptions } from "./memory_audit_edge.ts";
import { run } from "../run.ts";

/** A world to begin with. */
export interface FakeWorld {
  /** Texts by absolute path; `undefined` is a file that is there and cannot be read. Folders come by themselves. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  /** Empty folders. */
  readonly folders?: readonly string[];
  /** Links by path, and where they lead. */
  readonly links?: Readonly<Record<string, string>>;
  /** Paths of which it cannot be told what they are. */
  readonly hidden?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly workingFolder?: string;
  readonly terminal?: boolean;
  readonly stdin?: string;
  /** What the person types when asked. */
  readonly answer?: string;
  /** Questions of proxies that wait. */
  readonly asks?: readonly { readonly id: string; readonly text: string }[];
  /** Needs that are not granted, as `kind value`. */
  readonly missing?: readonly string[];
  /** Kinds of which everything is permitted. */
  readonly unlimited?: readonly string[];
  readonly platform?: Edge["platform"];
  readonly program?: ProgramKind;
  readonly auditProblem?: string;
  readonly writeProblem?: string;
  /** How a proxy ends. */
  readonly end?: ProxyEnd;
  /** The signer of the ledger in the home, and what came of what was sent. */
  readonly audit?: MemoryAuditOptions;
  /** What comes of trying a server; one that works when absent. */
  readonly trial?: TrialResult;
  /** The files that a module is made of; the module alone where there is no such field. */
  readonly imports?: readonly string[] | undefined;
  /** What comes of a replay. */
  readonly replay?: (order: ReplayOrder) => ReplayResult;
  /** Why there is no copy of a folder. */
  readonly copyProblem?: string;
  /** Why a package cannot be fetched. */
  readonly fetchProblem?: string;
  /** What happens while a proxy runs. */
  readonly during?: (plan: ProxyPlan, fake: FakeEdge) => Promise<void>;
}

/** An edge and what came of it. */
export interface FakeEdge {
  readonly edge: Edge;
  readonly files: Map<string, string | undefined>;
  readonly plans: ProxyPlan[];
  readonly trials: ServerTrial[];
  readonly fetches: FetchOrder[];
  readonly replays: ReplayOrder[];
  /** What became of copies: the folder, then `new` for each, `removed` at the end. */
  readonly copies: string[];
  readonly questions: string[];
  /** What was answered to questions of proxies. */
  readonly answers: [id: string, answer: string][];
  /** Names of variables that were asked for. */
  readonly asked: Set<string>;
  readonly givenUp: string[];
  out(): string;
  err(): string;
}

/** What a person has: a home and nothing else that matters here. */
export const ENV = { HOME: "/home/ann", PATH: "/usr/bin", SECRET_TOKEN: "not for servers" } as const;

/** Builds a made-up world: a person with a project, whose policy is not there yet. */
export function fakeEdge(world: FakeWorld = {}): FakeEdge {
  const files = new Map(Object.entries(world.files ?? {}));
  const folders = new Set(["/", "/home/ann", "/home/ann/project", "/home/ann/project/.git", ...world.folders ?? []]);
  const links = new Map(Object.entries(world.links ?? {}));
  const out: string[] = [];
  const err: string[] = [];
  const lines = world.stdin?.split("\n").slice(0, -1) ?? [];
  const fake: FakeEdge = {
    files,
    plans: [],
    trials: [],
    fetches: [],
    replays: [],
    copies: [],
    questions: [],
    answers: [],
    asked: new Set(),
    givenUp: [],
    out: () => out.join(""),
    err: () => err.join(""),
    edge: {
      platform: world.platform ?? "posix",
      isMac: false,
      view: viewOf(files, folders, links),
      isColourful: false,
      program: world.program ?? { kind: "deno", main: "/opt/sallyport/main.ts", config: "/opt/sallyport/deno.json" },
      out: (text) => out.push(text) > 0,
      err: (text) => void err.push(text),
      terminals: (): Terminals => ({
        stdin: world.terminal === true,
        stdout: world.terminal === true,
        stderr: world.terminal === true,
      }),
      env(name) {
        fake.asked.add(name);
        return { ...ENV, ...world.env }[name];
      },
      workingFolder: () => world.workingFolder ?? "/home/ann/project",
      absolute: (path) => posix.resolve(world.workingFolder ?? "/home/ann/project", path),
      readText(path, { isExact = false } = {}) {
        const real = follow(links, path);
        const text = files.get(real);
        if (text !== undefined) {
          return Promise.resolve({ ok: true, text: isExact ? text : text.replace(/^\ufeff/, "") });
        }
        return Promise.resolve({ ok: false, why: files.has(real) ? "permission denied" : "the file does not exist" });
      },
      kindOf(path) {
        if (world.hidden?.includes(path)) return "hidden";
        return kindIn(files, folders, follow(links, path));
      },
      list: (folder) => {
        const names = [...files.keys()].filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split("/")[0] ?? "");
        return [...new Set(names)].sort();
      },
      remove(path) {
        // An emptied folder is nowhere in this world; a file of an ending is missed.
        const isGone = files.delete(path) || !/\.[a-z]+$/.test(path) || path.endsWith("/.sallyport");
        return Promise.resolve(isGone ? undefined : "it does not exist");
      },
      namesIn: (path) => world.hidden?.includes(path) ? undefined : namesIn([...files.keys(), ...folders], path),
      linksUnder: (path) =>
        world.hidden?.includes(path)
          ? undefined
          : [...links.keys()].filter((link) => link.startsWith(`${path}/`)).map((link) => {
            const real = follow(links, link);
            return {
              path: link,
              target: kindIn(files, folders, real) === "nothing" ? undefined : real,
              text: links.get(link),
            };
          }),
      stamp: (path) => Promise.resolve(files.get(follow(links, path)) ?? ""),
      readStdin(maxBytes) {
        const text = world.stdin ?? "";
        return Promise.resolve(text.length > maxBytes ? undefined : text);
      },
      async *stdinLines(maxChars) {
        for (const line of (world.stdin ?? "").split("\n")) yield await Promise.resolve(tooLong(line, maxChars));
      },
      ask(question) {
        fake.questions.push(question);
        return world.answer;
      },
      writePrivate(path, text, { isNew = false } = {}) {
        if (world.writeProblem !== undefined) return Promise.resolve(world.writeProblem);
        if (isNew && files.has(path)) return Promise.resolve("the file is there already");
        files.set(path, text);
        return Promise.resolve(undefined);
      },
      readLine() {
        const text = lines.shift();
        return Promise.resolve(text === undefined ? undefined : { text });
      },
      // A line that is there comes before time passes.
      sleep: () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve)))),
      approvals: () =>
        Promise.resolve({
          beat: () => world.writeProblem,
          waiting: () => (world.asks ?? []).filter(({ id }) => !fake.answers.some(([answered]) => answered === id)),
          answer: (id, answer) => void fake.answers.push([id, answer]),
          leave: () => {},
        }),
      updatePrivate(path, change) {
        if (world.writeProblem !== undefined) return Promise.resolve(world.writeProblem);
        const text = change(files.get(path));
        if (text !== undefined) files.set(path, text);
        return Promise.resolve(undefined);
      },
      denoPath: () => "/usr/bin/deno",
      replaceText(path, before, after) {
        if (world.writeProblem !== undefined) return Promise.resolve(world.writeProblem);
        if (files.get(path) !== before) return Promise.resolve("it changed in the meantime");
        files.set(path, after);
        return Promise.resolve(undefined);
      },
      tryAudit: () => world.auditProblem,
      isGranted: (need) => !(world.missing ?? []).includes(wordsOf(need)),
      isUnlimited: (kind) => (world.unlimited ?? []).includes(kind),
      giveUp: (kinds) => void fake.givenUp.push(...kinds),
      // In this world a signature is the key and the text, one behind the other.
      verifySignature: (key, signature, text) => Promise.resolve(signature === fakeSignature(key, text)),
      today: () => "2026-11-30",
      nowMs: () => 0,
      newId: () => "0123456789abcdef0123456789abcdef",
      async runProxy(plan) {
        fake.plans.push(plan);
        await world.during?.(plan, fake);
        return world.end ?? { kind: "ended", exit: 0 };
      },
      audit: (home) => Promise.resolve(memoryAuditEdge(home, files, world.audit)),
      tryServer(trial) {
        fake.trials.push(trial);
        return Promise.resolve(world.trial ?? { works: true, why: "", tools: 2, audit: "", lines: [] });
      },
      importedFiles: ({ module }) => Promise.resolve("imports" in world ? world.imports : [module]),
      replayCalls(order) {
        fake.replays.push(order);
        return Promise.resolve(world.replay?.(order) ?? { answers: [], audit: "", startupChars: 0, lines: [] });
      },
      throwAway(folder) {
        if (world.copyProblem !== undefined) return Promise.resolve(world.copyProblem);
        fake.copies.push(folder);
        return Promise.resolve({
          path: "/tmp/copy/project",
          renew: () => Promise.resolve(void fake.copies.push("new")),
          remove: () => Promise.resolve(void fake.copies.push("removed")),
        });
      },
      fetchPackage(order) {
        fake.fetches.push(order);
        return Promise.resolve(world.fetchProblem);
      },
    },
  };
  return fake;
}

function tooLong(line: string, maxChars: number): string | undefined {
  return line.length > maxChars ? undefined : line;
}

/** What a command line came to. */
export interface Ran extends FakeEdge {
  readonly exit: number;
}

/** Runs a command line in a made-up world. */
export async function runIn(args: readonly string[], world: FakeWorld = {}): Promise<Ran> {
  const fake = fakeEdge(world);
  const exit = await run(args, fake.edge);
  return { ...fake, exit };
}

/** What {@linkcode Edge.verifySignature} of this world takes for the signature of a text. */
export function fakeSignature(key: string, text: string): string {
  const bytes = new TextEncoder().encode(`${key} ${text}`.slice(-64).padStart(64));
  return btoa(String.fromCharCode(...bytes.slice(-64))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** A policy's text. */
export function policy(body: object): string {
  return JSON.stringify({ version: 1, ...body });
}

function wordsOf(need: Need): string {
  switch (need.kind) {
    case "read":
    case "write":
      return `${need.kind} ${need.path}`;
    case "env":
      return `env ${need.name}`;
    case "net":
      return `net ${need.host}`;
    case "run":
      return `run ${need.program}`;
  }
}

/** Follows links anywhere in a path, as a kernel does. */
function follow(links: ReadonlyMap<string, string>, path: string): string {
  let done = "";
  for (const part of path.split("/").filter((each) => each !== "")) {
    const target = links.get(`${done}/${part}`);
    done = target === undefined ? `${done}/${part}` : follow(links, posix.resolve(done === "" ? "/" : done, target));
  }
  return done === "" ? "/" : done;
}

function namesIn(paths: readonly string[], folder: string): string[] {
  const below = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
  return [...new Set(below.map((path) => path.split("/")[0] ?? ""))];
}

function kindIn(files: ReadonlyMap<string, unknown>, folders: ReadonlySet<string>, path: string) {
  if (files.has(path)) return "file";
  const isFolder = folders.has(path) || [...files.keys(), ...folders].some((each) => each.startsWith(`${path}/`));
  return isFolder ? "folder" : "nothing";
}

function viewOf(
  files: ReadonlyMap<string, unknown>,
  folders: ReadonlySet<string>,
  links: ReadonlyMap<string, string>,
): FileView {
  return {
    look(path) {
      const target = links.get(path);
      return target === undefined ? { kind: kindIn(files, folders, path) } : { kind: "link", target };
    },
    realPath(path) {
      const real = follow(links, path);
      return kindIn(files, folders, real) === "nothing" ? undefined : real;
    },
    linkTarget: (path) => links.get(path),
    linksIn: (folder) =>
      new Set([...links.keys()].filter((link) => posix.dirname(link) === folder).map((link) => posix.basename(link))),
  };
}
