/**
 * The `deno run` that takes the place of a server's own command: an exact version out of Deno's cache, nothing from the
 * working folder, nothing from the network, and exactly one set of permissions. Pure: says what to run, runs nothing.
 *
 * Facts, seen under Deno 2.9.6: `--no-config` leaves out `deno.json`, `package.json`, import maps and `.npmrc` of the
 * working folder; `--no-remote` and `--cached-only` refuse a computed `import()` of a URL, of `jsr:` and of a package
 * that is not cached, before anything is sent; install scripts run only into a `node_modules` folder, which there is
 * none of. What stands behind the module is the program's, flags too.
 *
 * @module
 */

import { isExactVersion, type ServerSource, serverSource } from "./server_source.ts";

/** What a command is made with. */
export interface DenoCommandOptions {
  /** Flags of one permission set, from `permissionFlags`. */
  readonly permissions: readonly string[];
  /** Makes a path absolute. */
  absolute(path: string): string;
  /** The names right in the cache's folder of a package; nothing where it cannot be told. */
  cached(name: string): readonly string[] | undefined;
}

/** The arguments of `deno`, or why there is no such command and what to do. */
export type DenoCommand =
  | {
    readonly ok: true;
    readonly args: readonly string[];
    /** The module: `npm:NAME@VERSION`, or an absolute path. */
    readonly module: string;
  }
  | { readonly ok: false; readonly why: string; readonly hint: string };

/** Flags that leave everything out that is neither in the cache nor in the command. */
export const CLOSED_FLAGS: readonly string[] = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-config",
  "--no-lock",
  "--cached-only",
  "--no-remote",
  "--node-modules-dir=none",
];

const ABSOLUTE_REGEXP = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

/**
 * Makes the command. The words are a server's own, the program first; its arguments come last, unchanged.
 *
 * @example A package of npm
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const made = denoCommand(["npx", "-y", "@acme/files@1.2.3", "-A"], {
 *   permissions: ["--allow-read=/data"],
 *   absolute: (path) => path,
 *   cached: () => ["1.2.3"],
 * });
 * assert(made.ok);
 * assert.deepEqual(made.args.slice(-3), ["--allow-read=/data", "npm:@acme/files@1.2.3", "-A"]);
 * ```
 */
export function denoCommand(words: readonly string[], options: DenoCommandOptions): DenoCommand {
  const reading = serverSource(words);
  if (!reading.ok) {
    return { ok: false, why: reading.why, hint: "See docs/sandbox.md for what can run under Deno" };
  }
  const found = moduleOf(reading.source, options);
  if (!found.ok) return found;
  const { module } = found;
  return { ok: true, module, args: [...CLOSED_FLAGS, ...options.permissions, module, ...reading.args] };
}

type Module =
  | { readonly ok: true; readonly module: string }
  | { readonly ok: false; readonly why: string; readonly hint: string };

function moduleOf(source: ServerSource, options: DenoCommandOptions): Module {
  if (source.kind === "file") {
    const module = options.absolute(source.path);
    if (ABSOLUTE_REGEXP.test(module)) return { ok: true, module };
    return { ok: false, why: "the server's file has no absolute path", hint: "Name it by its absolute path" };
  }
  const { name, bin } = source;
  const version = versionOf(source, options.cached(name)?.filter(isExactVersion));
  if (!version.ok) return version;
  return { ok: true, module: `npm:${name}@${version.version}${bin === undefined ? "" : `/${bin}`}` };
}

type Version =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly why: string; readonly hint: string };

/** The version that is named and cached, or the only one that is cached. A start never goes to the network for one. */
function versionOf(
  { name, version }: Extract<ServerSource, { readonly kind: "npm" }>,
  cached: readonly string[] | undefined,
): Version {
  const spec = version === undefined ? name : `${name}@${version}`;
  const hint = "Fetch it once: sallyport sandbox fetch -- with this command behind it";
  if (version !== undefined) {
    if (cached === undefined || cached.includes(version)) return { ok: true, version };
    return { ok: false, why: `${spec} is not in Deno's cache`, hint };
  }
  const [only, ...others] = cached ?? [];
  if (cached !== undefined && only === undefined) {
    return { ok: false, why: `${spec} is not in Deno's cache`, hint };
  }
  if (only !== undefined && others.length === 0) return { ok: true, version: only };
  const why = cached === undefined
    ? `the command names no exact version of ${name}`
    : `the command names no exact version of ${name}, and Deno's cache has ${cached.length} of them`;
  return { ok: false, why, hint: `Write it with its version, as in ${name}@${only ?? "1.2.3"}` };
}
