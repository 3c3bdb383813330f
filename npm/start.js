// @ts-check
/**
 * How the npm package starts Deno: which binary, which environment, which permissions. Pure but for the look at the disk
 * that is handed in; `npm/sallyport.js` does what is said here.
 *
 * @module
 */

/**
 * What is around us.
 *
 * @typedef {object} World
 * @property {NodeJS_Platform} platform `process.platform`.
 * @property {string} arch `process.arch`.
 * @property {string} cwd The working folder.
 * @property {Readonly<Record<string, string | undefined>>} env The environment.
 * @property {(path: string) => string | undefined} realPath Where a path really leads; nothing where there is nothing.
 * @property {(path: string) => "file" | "folder" | undefined} kindOf What is at a path, links followed.
 * @property {(path: string) => string | undefined} readText The text of a file.
 * @property {import("node:path").PlatformPath} path How paths are read here.
 *
 * @typedef {"win32" | "darwin" | "linux" | string} NodeJS_Platform
 *
 * @typedef {object} Permissions
 * @property {readonly string[] | "all"} read Paths.
 * @property {readonly string[]} write Paths.
 * @property {readonly string[]} env Names of variables.
 * @property {readonly string[]} run Programs.
 */

/** The one version of Deno that this package is made for and tested with. */
export const DENO_VERSION = "2.9.6";

/** Flags that leave out everything that is not this package: no config, no lock, no package, nothing from elsewhere. */
export const CLOSED_FLAGS = Object.freeze([
  "run",
  "--no-prompt",
  "--no-config",
  "--no-lock",
  "--no-npm",
  "--no-remote",
  "--node-modules-dir=none",
  "--cached-only",
]);

/** V8 is to collect early rather than grow: `SMALL_HEAP` of src/clients/wrapping.ts. */
export const SMALL_HEAP = "--v8-flags=--max-semi-space-size=2,--heap-growing-percent=20";

/** What a session does not use is not even read: `LAZY` of src/clients/wrapping.ts. */
export const LAZY = "--unstable-lazy-dynamic-imports";

/** The YAML package asks for two variables that nobody needs. */
const IGNORED_VARIABLES = "--ignore-env=LOG_TOKENS,LOG_STREAM";

/** What Deno may be told by a person for this start, in front of all else; always with values. */
const EXTRA_REGEXP = /^--allow-(read|write|env|run|net)=(.+)$/s;

/**
 * Variables that change what Deno itself does, code that is run in front of ours included. `DENO_DIR` stays: servers and
 * sandboxes want it.
 *
 * @param {string} name The variable's name.
 * @returns {boolean} Whether Deno is started without it.
 */
export function isDropped(name) {
  const upper = name.toUpperCase();
  if (upper === "DENO_DIR") return false;
  return upper.startsWith("DENO_") || upper.startsWith("OTEL_") || upper === "NODE_OPTIONS" || upper === "NODE_PATH";
}

/**
 * The environment of Deno.
 *
 * @param {World["env"]} env Ours.
 * @returns {Record<string, string>} Its.
 */
export function denoEnvironment(env) {
  /** @type {Record<string, string>} */
  const kept = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !isDropped(name)) kept[name] = value;
  }
  // Nothing that Deno fetches or prints on its own.
  return { ...kept, DENO_NO_PROMPT: "1", DENO_NO_UPDATE_CHECK: "1" };
}

/**
 * Finds the Deno that was installed with this package: in the `node_modules` folders from the package's real place up,
 * never by `PATH`, `NODE_PATH` or the working folder, and only in the exact version.
 *
 * @param {World} world What is around us.
 * @param {string} root The real folder of this package.
 * @returns {{ ok: true, path: string } | { ok: false, why: string }} The binary's absolute path, or why there is none.
 */
export function findDeno(world, root) {
  const { join, dirname, basename } = world.path;
  for (let folder = root;; folder = dirname(folder)) {
    if (basename(folder) !== "node_modules") {
      const place = join(folder, "node_modules", "deno");
      if (world.kindOf(place) === "folder") return binaryOf(world, place);
    }
    if (dirname(folder) === folder) break;
  }
  return { ok: false, why: "the package deno, which this one depends on, is not installed beside it" };
}

/**
 * @param {World} world What is around us.
 * @param {string} place The folder of the package `deno`.
 * @returns {{ ok: true, path: string } | { ok: false, why: string }} Its binary.
 */
function binaryOf(world, place) {
  const { join, dirname } = world.path;
  const version = versionOf(world, place);
  if (version !== DENO_VERSION) {
    return { ok: false, why: `the package deno in ${place} has version ${version}, not ${DENO_VERSION}` };
  }
  const real = world.realPath(place) ?? place;
  const name = world.platform === "win32" ? "deno.exe" : "deno";
  const target = `${world.platform}-${world.arch}${world.platform === "linux" ? "-glibc" : ""}`;
  const siblings = dirname(real);
  // Its install script puts the binary in front; where scripts are not run, it is in the package for this machine.
  const own = join(real, name);
  const apart = [join(real, "node_modules", "@deno", target), join(siblings, "@deno", target)]
    .find((folder) => world.kindOf(folder) === "folder" && versionOf(world, folder) === DENO_VERSION);
  const path = world.kindOf(own) === "file" ? own : apart === undefined ? own : join(apart, name);
  return world.kindOf(path) === "file"
    ? { ok: true, path }
    : { ok: false, why: `there is no Deno for ${target} in ${real}; was it installed without optional dependencies?` };
}

/**
 * @param {World} world What is around us.
 * @param {string} folder A package's folder.
 * @returns {string} Its version, as its own file says.
 */
function versionOf(world, folder) {
  try {
    const { version } = JSON.parse(world.readText(world.path.join(folder, "package.json")) ?? "");
    return typeof version === "string" ? version : "unknown";
  } catch {
    return "unknown";
  }
}

/**
 * The whole command line of Deno for these words.
 *
 * @param {World} world What is around us.
 * @param {{ main: string, deno: string, words: readonly string[] }} start The program's entry, Deno, the words behind the
 * name of the program.
 * @returns {{ ok: true, args: readonly string[] } | { ok: false, why: string }} The arguments, or why there are none.
 */
export function denoArguments(world, { main, deno, words }) {
  const extra = leadingFlags(words);
  const own = words.slice(extra.length);
  const needed = permissionsFor(world, own, deno);
  // What is loaded later is asked for as any file.
  const read = needed.read === "all" ? needed.read : [...new Set([...needed.read, world.path.dirname(main)])];
  const permissions = { ...needed, read };
  const paths = [...permissions.read === "all" ? [] : permissions.read, ...permissions.write, ...permissions.run];
  const comma = paths.find((path) => path.includes(","));
  if (comma !== undefined) {
    return { ok: false, why: `Deno cannot be given a permission with a comma in it: ${JSON.stringify(comma)}` };
  }
  const flags = ["read", "write", "env", "run", "net"].flatMap((kind) => flagOf(kind, permissions, extra));
  return { ok: true, args: [...CLOSED_FLAGS, SMALL_HEAP, LAZY, IGNORED_VARIABLES, ...flags, main, ...own] };
}

/**
 * @param {readonly string[]} words All words.
 * @returns {readonly string[]} Those at the head that give permissions.
 */
function leadingFlags(words) {
  const end = words.findIndex((word) => !EXTRA_REGEXP.test(word));
  return words.slice(0, end < 0 ? words.length : end);
}

/**
 * @param {string} kind The kind of permission.
 * @param {Permissions} permissions What the command needs.
 * @param {readonly string[]} extra What the person gave.
 * @returns {string[]} The flag, or none.
 */
function flagOf(kind, permissions, extra) {
  const given = extra.flatMap((word) => {
    const [, of, value = ""] = EXTRA_REGEXP.exec(word) ?? [];
    return of === kind ? [value] : [];
  });
  const own = kind === "net" ? [] : permissions[/** @type {keyof Permissions} */ (kind)];
  if (own === "all") return [`--allow-${kind}`];
  const all = [...new Set([...own, ...given])];
  return all.length === 0 ? [] : [`--allow-${kind}=${all.join(",")}`];
}

/** Commands that change clients' files. */
const EDITORS = new Set(["init", "wrap", "unwrap", "uninstall"]);
/** Every other command that is no proxy. */
const OTHERS = new Set(
  ("status check explain guard scan audit allow lint import trust approve pins learn sandbox schema doctor completions " +
    "man help").split(" "),
);

/**
 * Which permissions a command has. None has the network, the system or native code. What is no proxy may read
 * everything, since files are named to it and nothing leaves; it starts no program.
 *
 * @param {World} world What is around us.
 * @param {readonly string[]} words The words behind the name of the program.
 * @param {string} deno Where Deno is.
 * @returns {Permissions} The permissions.
 */
export function permissionsFor(world, words, deno) {
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  const server = end < 0 ? [] : words.slice(end + 1);
  const [command = ""] = own;
  const places = placesOf(world, own);
  const env = [...VARIABLES, ...passedVariables(own)];
  const isStarting = server.length > 0 && command !== "doctor";
  if (EDITORS.has(command)) {
    const write = [places.home, ...places.userHome === undefined ? [] : [places.userHome], ...places.project];
    return { read: "all", write, env, run: [] };
  }
  const write = [places.home, ...outputFolders(world, own)];
  const run = isStarting ? [server[0] ?? "", world.platform === "win32" ? "taskkill" : "kill", deno] : [];
  if (OTHERS.has(command) && !(command === "learn" && isStarting)) return { read: "all", write, env, run };
  const { resolve, isAbsolute } = world.path;
  const folders = server.slice(1).filter((word) => isAbsolute(word) && world.kindOf(word) === "folder");
  const configs = valuesOf(own, ["-c", "--config"]).map((file) => resolve(world.cwd, file));
  const machine = world.platform === "win32" ? "C:/ProgramData/sallyport" : "/etc/sallyport";
  const read = [places.home, machine, ...places.project, ...places.marks, ...places.cache, ...configs, ...folders];
  return { read: [...new Set(read)], write: [places.home], env, run };
}

/** What is always read: where things are, whether there are colours, and what servers get by default. */
const VARIABLES = Object.freeze(
  ("HOME SALLYPORT_HOME DENO_PERMISSION_BROKER_PATH OTEL_DENO NO_COLOR DENO_DIR XDG_CACHE_HOME TMPDIR LOGNAME PATH " +
    "SHELL TERM USER USERPROFILE APPDATA LOCALAPPDATA HOMEDRIVE HOMEPATH PATHEXT PROCESSOR_ARCHITECTURE SYSTEMDRIVE " +
    "SYSTEMROOT TEMP USERNAME PROGRAMFILES").split(" "),
);

/**
 * @param {World} world What is around us.
 * @param {readonly string[]} own Our words.
 * @returns {{ home: string, userHome: string | undefined, project: string[], marks: string[], cache: string[] }} Where
 * things are: the program finds them again by the same rules.
 */
function placesOf(world, own) {
  const { resolve, join, dirname } = world.path;
  const { env, cwd } = world;
  const userHome = env[world.platform === "win32" ? "USERPROFILE" : "HOME"] || undefined;
  const home = env["SALLYPORT_HOME"] ||
    (userHome === undefined ? join(cwd, ".sallyport") : join(userHome, ".sallyport"));
  const marks = [];
  let found;
  for (let folder = cwd;; folder = dirname(folder)) {
    marks.push(join(folder, ".git"));
    if (world.kindOf(join(folder, ".git")) !== undefined && isNarrow(world, folder, userHome)) found = folder;
    if (found !== undefined || dirname(folder) === folder) break;
  }
  const [given] = valuesOf(own, ["--project"]);
  const project = given === undefined ? found ?? cwd : resolve(cwd, given);
  const cache = env["DENO_DIR"] ||
    (userHome === undefined ? undefined : join(env["XDG_CACHE_HOME"] || join(userHome, ".cache"), "deno"));
  return {
    home: resolve(cwd, home),
    userHome,
    project: isNarrow(world, project, userHome) && !own.includes("--no-project") ? [project] : [],
    marks: given === undefined && !own.includes("--no-project") ? marks : [],
    cache: cache === undefined ? [] : [resolve(cwd, cache)],
  };
}

/**
 * @param {World} world What is around us.
 * @param {string} folder A folder.
 * @param {string | undefined} userHome The person's home.
 * @returns {boolean} Whether it can be a project: neither the root nor the home nor what is above it.
 */
function isNarrow(world, folder, userHome) {
  const { relative, dirname, isAbsolute } = world.path;
  const real = world.realPath(folder) ?? folder;
  if (dirname(real) === real) return false;
  if (userHome === undefined) return true;
  const inside = relative(real, world.realPath(userHome) ?? userHome);
  return inside !== "" && (inside.startsWith("..") || isAbsolute(inside));
}

/**
 * @param {readonly string[]} own Our words.
 * @param {readonly string[]} names Spellings of a flag.
 * @returns {string[]} Its values.
 */
function valuesOf(own, names) {
  return own.flatMap((word, index) => {
    const next = own[index + 1];
    if (names.includes(word)) return next === undefined ? [] : [next];
    const name = names.find((each) => each.startsWith("--") && word.startsWith(`${each}=`));
    return name === undefined ? [] : [word.slice(name.length + 1)];
  });
}

/**
 * @param {readonly string[]} own Our words.
 * @returns {string[]} Names that servers get on top; what is no name is left to the program to refuse.
 */
function passedVariables(own) {
  const names = valuesOf(own, ["--pass-env"]).flatMap((list) => list.split(",")).map((name) => name.trim());
  return names.filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
}

/**
 * @param {World} world What is around us.
 * @param {readonly string[]} own Our words.
 * @returns {string[]} The folders of files that are to be written.
 */
function outputFolders(world, own) {
  const isReview = own[0] === "learn" && own[1] === "review";
  const files = valuesOf(own, isReview ? ["-o", "--output", "-c", "--config"] : ["-o", "--output"]);
  return files.filter((file) => file !== "-").map((file) => world.path.dirname(world.path.resolve(world.cwd, file)));
}
