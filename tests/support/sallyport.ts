/**
 * How tests start Sallyport and servers: command prefixes that go in front of a server's command.
 *
 * @module
 */

import { join } from "node:path";
import { ROOT } from "./source_tree.ts";

/** Words that go in front of a server's command: a proxy with its own arguments, up to and with `--`. */
export type Prefix = readonly string[];

/** No proxy. */
export const BARE: Prefix = [];

/** Whether this repository has its program yet. */
export const HAS_MAIN: boolean = exists(join(ROOT, "main.ts"));

/** The permissions of the program in tests; `SALLYPORT_TEST_PERMISSIONS` (flags with spaces) replaces them. */
const PERMISSIONS: readonly string[] = (Deno.env.get("SALLYPORT_TEST_PERMISSIONS") ?? "-P=start").split(" ");

/** Flags for `deno run` of a file of this repository, in any working folder and without network. */
export const DENO_RUN: readonly string[] = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--no-prompt",
  `--config=${join(ROOT, "deno.json")}`,
  "--node-modules-dir=none",
  "--cached-only",
  "--frozen",
  "--v8-flags=--max-semi-space-size=2,--heap-growing-percent=20",
  "--unstable-lazy-dynamic-imports",
];

/** Sallyport with these arguments in front of a server, such as `["-c", "/tmp/policy.jsonc"]`. */
export function sallyport(args: readonly string[] = [], permissions: readonly string[] = PERMISSIONS): Prefix {
  return [...DENO_RUN, ...permissions, join(ROOT, "main.ts"), ...args, "--"];
}

/** A subcommand of Sallyport, such as `["check", "--input", "{}"]`, as a whole command. */
export function sallyportCommand(args: readonly string[], permissions: readonly string[] = PERMISSIONS): string[] {
  return [...DENO_RUN, ...permissions, join(ROOT, "main.ts"), ...args];
}

/** The proxy that only copies bytes; `--drop=TEXT` makes it drop the lines of the server that contain the text. */
export function copyProxy(...args: string[]): Prefix {
  return [...plainScript("copy_proxy.ts"), ...args, "--"];
}

/** A folder for one test, with what Sallyport needs kept apart as it demands: its home lies outside the project. */
export interface TestFolder {
  /** The project; servers may work here. */
  readonly project: string;
  /** `SALLYPORT_HOME`. */
  readonly home: string;
  /** The environment that goes with it. */
  readonly env: Record<string, string>;
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes a {@linkcode TestFolder}, so that no test sees or touches the person's own files. */
export async function makeTestFolder(name: string): Promise<TestFolder> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: `sallyport-${name}-` }));
  const project = join(root, "project");
  const home = join(root, "home");
  await Deno.mkdir(project);
  const remove = () => Deno.remove(root, { recursive: true }).catch(() => {});
  return { project, home, env: { SALLYPORT_HOME: home, NO_COLOR: "1" }, remove, [Symbol.asyncDispose]: remove };
}

/**
 * The proxy under test: Sallyport with a policy that allows everything, or, until there is a `main.ts`, the copy proxy.
 * `SALLYPORT_PREFIX` (a JSON array of words) puts any other proxy in its place. The policy lies outside the project, or
 * it would count as untrusted.
 */
export function proxyUnderTest(folder: TestFolder): Prefix {
  const given = Deno.env.get("SALLYPORT_PREFIX");
  if (given !== undefined && given !== "") return JSON.parse(given) as string[];
  return HAS_MAIN ? sallyport(["-c", fixture("allow_all.jsonc"), "--project", folder.project]) : copyProxy();
}

/** Whether the proxy under test owes every request an answer; the copy proxy does not. */
export const OWES_ANSWERS: boolean = HAS_MAIN || (Deno.env.get("SALLYPORT_PREFIX") ?? "") !== "";

/** The absolute path of a file in `tests/fixtures`. */
export function fixture(name: string): string {
  return join(ROOT, "tests", "fixtures", name);
}

/** The cache of the running deno, for servers that a proxy starts with a short environment. */
const CACHE: readonly string[] = Deno.env.get("DENO_DIR") === undefined
  ? []
  : ["env", `DENO_DIR=${Deno.env.get("DENO_DIR")}`];

/** A real server from npm, such as `npmServer("server-memory")`, under Deno and from the cache alone. */
export function npmServer(name: string, ...args: string[]): string[] {
  return [...CACHE, ...DENO_RUN, "-A", `npm:@modelcontextprotocol/${name}@2026.8.31`, ...args];
}

/** The server of both eras. */
export function dualEraServer(...args: string[]): string[] {
  return [...CACHE, ...DENO_RUN, "--no-check", "-A", fixture("dual_era_server.ts"), ...args];
}

/** The server that misbehaves on order; see the head of `scripted_server.ts`. */
export function scriptedServer(...args: string[]): string[] {
  return plainScript("scripted_server.ts", ...args);
}

/** The server that the conformance suite looks for. */
export function conformanceServer(): string[] {
  return plainScript("conformance_server.ts");
}

/** A fixture without packages, started as fast as Deno can. */
function plainScript(name: string, ...args: string[]): string[] {
  return [Deno.execPath(), "run", "--quiet", "--no-config", "--no-lock", "--no-check", "-A", fixture(name), ...args];
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
