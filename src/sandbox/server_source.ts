/**
 * What a server's command starts, read out of its words: a package of npm or a file of JavaScript. Everything else cannot
 * run under Deno, and is refused with the reason.
 *
 * Facts from the help of npx (npm 11), bunx (bun 1), node and `deno run` (Deno 2.9.6).
 *
 * @module
 */

/** What a server is made of. */
export type ServerSource =
  | {
    readonly kind: "npm";
    readonly name: string;
    /** The exact version; absent where the command leaves it open. */
    readonly version: string | undefined;
    /** The program of the package, where it is named. */
    readonly bin: string | undefined;
  }
  | {
    readonly kind: "file";
    /** As it was written. */
    readonly path: string;
  };

/** A server that Deno can run, with the arguments that are its own; or one sentence that says why it cannot. */
export type ServerReading =
  | { readonly ok: true; readonly source: ServerSource; readonly args: readonly string[] }
  | { readonly ok: false; readonly why: string };

const NAME_REGEXP = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const EXACT_VERSION_REGEXP = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const BIN_REGEXP = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const FILE_REGEXP = /\.[cm]?[jt]s$/i;
const URL_REGEXP = /^[A-Za-z][A-Za-z0-9+.-]+:/;
const BROWSER_REGEXP = /(?:^|[@/-])(?:playwright|puppeteer)(?:$|[/-])/;

const POSSIBLE =
  "possible are npx, npm exec and bunx with a package, node and deno run with a file, deno run npm:PACKAGE";
const PYTHON = "a Python program cannot run under Deno";
const CONTAINER = "a container cannot run under Deno; it has walls of its own";
const SHELL = "a shell starts what it likes; name the server's own program";

/** Programs whose reason is better than that they are unknown. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ...["uvx", "uv", "pipx", "python", "python3"].map((name) => [name, PYTHON] as const),
  ...["docker", "podman", "nerdctl"].map((name) => [name, CONTAINER] as const),
  ...["sh", "bash", "dash", "zsh", "fish", "ksh", "cmd", "powershell", "pwsh"].map((name) => [name, SHELL] as const),
  ["env", "env stands in front of the program; name the program itself, and its variables in the client's own file"],
]);

const NPX_FLAGS: ReadonlySet<string> = new Set([
  ...["-y", "--yes", "-q", "--quiet", "--no-install", "--offline", "--prefer-offline"],
]);
const BUNX_FLAGS: ReadonlySet<string> = new Set(["-y", "--bun", "--silent"]);
/** Flags of `deno run` that say nothing, or less, than what takes their place. */
const DENO_FLAGS: ReadonlySet<string> = new Set([
  ...["-q", "--quiet", "-A", "--allow-all", "--no-prompt", "--no-check", "--no-config", "--no-lock", "--no-remote"],
  ...["--cached-only", "--frozen", "--node-modules-dir=none"],
]);
const DENO_PERMISSION_REGEXP = /^(?:--allow-(?:read|write|net|env|run|sys|ffi|import)|-[RWNESI])(?:=|$)/;

/** Reads the words of a server's command: the program first. Never throws. */
export function serverSource(words: readonly string[]): ServerReading {
  const [program = "", ...rest] = words;
  switch (programName(program)) {
    case "npx":
      return readRunner(rest, { program: "npx", flags: NPX_FLAGS });
    case "bunx":
      return readRunner(rest, { program: "bunx", flags: BUNX_FLAGS });
    case "bun":
      if (rest[0] === "x") return readRunner(rest.slice(1), { program: "bun x", flags: BUNX_FLAGS });
      return refuse(`of bun only "bun x PACKAGE" can run under Deno`);
    case "npm":
      return readNpm(rest);
    case "node":
      return readFile(rest, "node");
    case "deno":
      return readDeno(rest);
  }
  if (program.startsWith("npm:")) return readPackage(program.slice("npm:".length), rest, "npm:");
  const why = REASONS.get(programName(program));
  return refuse(why ?? `${shown(program)} is no program that Deno can take the place of; ${POSSIBLE}`);
}

/** Whether a version is one version and no range. */
export function isExactVersion(version: string): boolean {
  return EXACT_VERSION_REGEXP.test(version);
}

function programName(program: string): string {
  return (program.split(/[\\/]/).at(-1) ?? "").replace(/\.(?:exe|cmd|ps1)$/i, "").toLowerCase();
}

function readNpm(words: readonly string[]): ServerReading {
  const [first, ...rest] = words;
  if (first !== "exec" && first !== "x") return refuse(`of npm only "npm exec PACKAGE" can run under Deno`);
  const reading = readRunner(rest, { program: "npm exec", flags: NPX_FLAGS });
  // Without `--`, npm takes flags behind the package for its own.
  const isOpen = !rest.includes("--") && reading.ok && reading.args.some((arg) => arg.startsWith("-"));
  return isOpen ? refuse(`put -- behind "npm exec", or npm takes the server's flags for its own`) : reading;
}

/** A program that starts a package, and which of its flags change nothing here. */
interface Runner {
  readonly program: string;
  readonly flags: ReadonlySet<string>;
}

function readRunner(words: readonly string[], { program, flags }: Runner): ServerReading {
  let at = 0;
  while (flags.has(words[at] ?? "")) at++;
  if (words[at] === "--") at++;
  const spec = words[at];
  if (spec === undefined || spec === "") return refuse(`${program} names no package`);
  if (spec.startsWith("-")) return refuse(`the flag ${shown(spec)} of ${program} has no counterpart under Deno`);
  return readPackage(spec, words.slice(at + 1), program);
}

/** Reads `NAME`, `NAME@VERSION` and, as Deno writes it, `NAME@VERSION/PROGRAM`. */
function readPackage(spec: string, args: readonly string[], program: string): ServerReading {
  const [, name = "", version, bin] = /^((?:@[^/@]+\/)?[^/@]+)(?:@([^/]*))?(?:\/(.*))?$/s.exec(spec) ?? [];
  const takesBin = program === "npm:";
  if (!NAME_REGEXP.test(name) || (bin !== undefined && (!takesBin || !BIN_REGEXP.test(bin)))) {
    return refuse(`${shown(spec)} is no package of the registry by its name`);
  }
  if (BROWSER_REGEXP.test(name)) return refuse(`${shown(name)} starts a browser, which Deno's permissions do not bind`);
  if (version === undefined || version === "latest") {
    return { ok: true, source: { kind: "npm", name, version: undefined, bin }, args };
  }
  if (isExactVersion(version)) return { ok: true, source: { kind: "npm", name, version, bin }, args };
  return refuse(`${shown(version)} is no exact version; write it as ${name}@1.2.3`);
}

function readFile(words: readonly string[], program: string): ServerReading {
  const [path = "", ...args] = words;
  if (path.startsWith("-")) return refuse(`the flag ${shown(path)} of ${program} has no counterpart under Deno`);
  if (path.includes("\0") || !FILE_REGEXP.test(path)) {
    return refuse(`${program} must be given the server's file with its ending, such as server.js`);
  }
  return { ok: true, source: { kind: "file", path }, args };
}

function readDeno(words: readonly string[]): ServerReading {
  const [first, ...rest] = words;
  if (first !== "run") return refuse(`of deno only "deno run" can be sandboxed`);
  let at = 0;
  while (DENO_FLAGS.has(rest[at] ?? "") || DENO_PERMISSION_REGEXP.test(rest[at] ?? "")) at++;
  const target = rest[at] ?? "";
  const args = rest.slice(at + 1);
  if (target.startsWith("npm:")) return readPackage(target.slice("npm:".length).replace(/^\//, ""), args, "npm:");
  if (URL_REGEXP.test(target) && !/^[A-Za-z]:[\\/]/.test(target)) {
    return refuse("remote modules are not run; name a package as npm:PACKAGE, or a file");
  }
  return readFile(rest.slice(at), "deno run");
}

function refuse(why: string): ServerReading {
  return { ok: false, why };
}

/** Words of a command are shown quoted and cut. */
function shown(word: string): string {
  const text = JSON.stringify(word.replace(/[\p{C}]/gu, "?"));
  return text.length > 80 ? `${text.slice(0, 80)}…"` : text;
}
