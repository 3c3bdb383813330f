/**
 * The command that a client starts once a server is wrapped, and how it is recognised again. The marker is in the
 * arguments, since some clients refuse members they do not know.
 *
 * @module
 */

/** How Sallyport is started on this machine. */
export type Installation =
  | { readonly kind: "compiled"; readonly program: string }
  | { readonly kind: "deno"; readonly deno: string; readonly main: string; readonly config: string }
  /** The npm package: the Deno beside it, and one bundle. */
  | { readonly kind: "packed"; readonly deno: string; readonly main: string }
  /** By its name alone, for files that many people share: whoever has it on the PATH gets it. */
  | { readonly kind: "path" };

/** What is wrapped. */
export interface WrapRequest {
  /** The server's name for the person, its policy and its pins. */
  readonly name: string;
  readonly client: string;
  readonly words: readonly string[];
  /** Variables that the client sets or passes for the server. */
  readonly variables: readonly string[];
  /** The project the server works for; absent where there is none to name. */
  readonly project?: string | undefined;
  /** Flags of a person's own. */
  readonly added?: readonly string[] | undefined;
  /** What Deno must permit; only for a start with Deno. */
  readonly permissions: WrapPermissions;
}

/** Deno's permissions for a wrapped server. */
export interface WrapPermissions {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly env: readonly string[];
  readonly run: readonly string[];
  /** Sockets of a permission broker; mostly none. */
  readonly net: readonly string[];
}

const CLOSED: readonly string[] = ["--node-modules-dir=none", "--cached-only", "--frozen"];

/**
 * A proxy lives as long as its client, and each server has one: V8 is to collect early rather than grow. With it a proxy
 * has 100 MB after 100,000 messages and not 160, at the same speed (`deno task bench`).
 */
const SMALL_HEAP = "--v8-flags=--max-semi-space-size=2,--heap-growing-percent=20";

/** The same of any version. */
const HEAP_REGEXP = /^--v8-flags=--max-semi-space-size=\d{1,3},--heap-growing-percent=\d{1,3}$/;

/**
 * What a session does not use is not even read. Deno then asks for what it loads later as for any file, so the program's
 * own folder is among those that may be read.
 */
const LAZY = "--unstable-lazy-dynamic-imports";

/** The YAML package asks for two variables that nobody needs: asked for without this, they end the start. */
const IGNORED_VARIABLES = "--ignore-env=LOG_TOKENS,LOG_STREAM";

/** What leaves everything out that is not in the bundle: `CLOSED_FLAGS` of npm/start.js, behind `run`. */
const PACKED_FLAGS: readonly string[] = [
  "--no-prompt",
  "--no-config",
  "--no-lock",
  "--no-npm",
  "--no-remote",
  "--node-modules-dir=none",
  "--cached-only",
];

/** The flag that marks a wrapped command; its value is the client's id. */
const MARKER = "--wrapped";

/**
 * Stands behind the client's id: whose Sallyport was moved or removed has a server that does not start, and reads this in
 * the very file that is to be mended.
 */
export const UNDO_BY_HAND = ": to undo this by hand, delete every word up to and with --";

/** The words to start in place of the server's own. */
export function wrapWords(
  { name, client, words, variables, project, added = [], permissions }: WrapRequest,
  installation: Installation,
): readonly string[] {
  const own = [
    "--name",
    name,
    ...variables.length === 0 ? [] : ["--pass-env", variables.join(",")],
    ...installation.kind === "path" ? [] : project === undefined ? ["--no-project"] : ["--project", project],
    ...added,
    MARKER,
    `${client}${UNDO_BY_HAND}`,
    "--",
    ...words,
  ];
  const allowed = [
    `--allow-read=${[...permissions.read, ...programFolder(installation)].join(",")}`,
    `--allow-write=${permissions.write.join(",")}`,
    `--allow-env=${permissions.env.join(",")}`,
    `--allow-run=${permissions.run.join(",")}`,
    ...permissions.net.length === 0 ? [] : [`--allow-net=${permissions.net.join(",")}`],
  ];
  switch (installation.kind) {
    case "path":
      return ["sallyport", ...own];
    case "compiled":
      return [installation.program, ...own];
    case "packed":
      return [
        installation.deno,
        "run",
        ...PACKED_FLAGS,
        SMALL_HEAP,
        LAZY,
        IGNORED_VARIABLES,
        ...allowed,
        installation.main,
        ...own,
      ];
    case "deno": {
      const closed = ["--no-prompt", `--config=${installation.config}`, ...CLOSED, SMALL_HEAP, LAZY, IGNORED_VARIABLES];
      return [installation.deno, "run", ...closed, ...allowed, installation.main, ...own];
    }
  }
}

/** Where the program lies that Deno loads piece by piece. */
export function programFolder(installation: Installation): readonly string[] {
  return installation.kind === "deno" || installation.kind === "packed" ? [folderOf(installation.main)] : [];
}

/** The folder of a file. */
function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "") || "/";
}

/** A wrapped command, taken apart. */
export interface Wrapped {
  readonly name: string | undefined;
  readonly client: string;
  /** The server's own words. */
  readonly words: readonly string[];
  /** The policy that `-c` names. */
  readonly config: string | undefined;
  /** The project that `--project` names. */
  readonly project: string | undefined;
  /** Whether it is asked to be sandboxed. */
  readonly isSandboxed: boolean;
  /** The flags that a person added and that stay when the rest is written anew: policy, sandbox, log level. */
  readonly added: readonly string[];
}

/** Takes a wrapped command apart; nothing where it is none. */
export function readWrapped(words: readonly string[]): Wrapped | undefined {
  const end = words.indexOf("--");
  const marker = words.indexOf(MARKER);
  const client = words[marker + 1]?.replace(/:.*$/s, "");
  if (marker < 0 || client === undefined || end < marker + 2) return undefined;
  const own = words.slice(0, end);
  const config = valueOf(own, "--config") ?? valueOf(own, "-c");
  const isSandboxed = own.includes("--sandbox");
  const logLevel = valueOf(own, "--log-level");
  return {
    name: valueOf(own, "--name"),
    client,
    words: words.slice(end + 1),
    config,
    project: valueOf(own, "--project"),
    isSandboxed,
    added: [
      ...config === undefined ? [] : ["--config", config],
      ...isSandboxed ? ["--sandbox"] : [],
      ...logLevel === undefined ? [] : ["--log-level", logLevel],
    ],
  };
}

/** The value of a flag, as the next word or behind `=`. `--config=` in front of the module is Deno's. */
function valueOf(words: readonly string[], flag: string): string | undefined {
  const at = words.indexOf(flag);
  if (at >= 0) return words[at + 1];
  const module = words.findIndex((word) => /[\\/]main\.ts$/.test(word));
  return words.slice(module + 1).find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
}

/**
 * Whether a command starts this very installation. The mark alone says nothing: whoever writes a client's file can write
 * it, too.
 */
export function startsInstallation(words: readonly string[], installation: Installation): boolean {
  const [program, verb, ...rest] = words;
  switch (installation.kind) {
    case "path":
      return program === "sallyport";
    case "compiled":
      return program === installation.program;
    case "packed":
    case "deno": {
      // Another config, import map or preload in front of the module would be another program.
      const closed = installation.kind === "packed"
        ? PACKED_FLAGS
        : ["--no-prompt", `--config=${installation.config}`, ...CLOSED];
      const own = [...closed, LAZY, IGNORED_VARIABLES];
      const isOwn = (word: string) => own.includes(word) || word.startsWith("--allow-") || HEAP_REGEXP.test(word);
      const main = rest.findIndex((word) => !isOwn(word));
      if (program !== installation.deno || verb !== "run" || rest[main] !== installation.main) return false;
      // Without it Deno looks for a config in the folder that the client starts it in.
      return installation.kind === "deno" || rest.slice(0, main).includes("--no-config");
    }
  }
}
