/**
 * Makes the npm package in `dist/npm` and packs it: `deno bundle` puts the program and what it imports into `lib/`, the
 * code of the SQL parsers lies beside it, `npm/` gives the bin. Prints the tarball's path on stdout, all else on stderr.
 * `--out=DIR` is another folder; `--no-pack` stops before npm and prints the program's entry.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { commitOf } from "./commit.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What the bundle must leave to {@linkcode placeParsers}. */
const PARSER_CODE = "./parser_code.ts";
/** Where `src/cli/built_from.ts` has its commit. */
const COMMIT_MARK = '"@built-from@"';
/** Bundled CommonJS asks for its folder, which a module has under another name. */
const FOLDER_REGEXP = /\b__dirname\b/;
/** What a bundle may import, beside its own files. */
const BUILT_IN_REGEXP = /^node:(?:module|buffer|crypto|fs|process)$/;

/** Files of packages that the program reads as texts, and what is made of them. */
const PARSER_FILES = [
  { package: "libpg-query", file: "wasm/libpg-query.wasm", name: "libpg-query.wasm.gz.txt", form: "packed" },
  {
    package: "@guanmingchiu/sqlparser-ts",
    file: "wasm/sqlparser_rs_wasm_bg.wasm",
    name: "sqlparser_rs_wasm_bg.wasm.gz.txt",
    form: "packed",
  },
  {
    package: "@guanmingchiu/sqlparser-ts",
    file: "wasm/sqlparser_rs_wasm.js",
    name: "sqlparser_rs_wasm.js",
    form: "as it is",
  },
] as const;

function say(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function run(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, stdin: "null" }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`Cannot run ${program} ${args[0]}: ${decode(stderr).trim()}`);
  return decode(stdout);
}

/** What Deno knows of a module graph, as far as it is used here. */
interface Graph {
  readonly npmPackages: Readonly<Record<string, { readonly name: string; readonly version: string }>>;
}

/** The folders of the packages that the program imports, by their names. */
async function packageFolders(): Promise<ReadonlyMap<string, string>> {
  const { denoDir } = JSON.parse(await run(Deno.execPath(), ["info", "--json"])) as { denoDir: string };
  const graph = JSON.parse(await run(Deno.execPath(), ["info", "--json", "--frozen", "main.ts"])) as Graph;
  return new Map(
    Object.values(graph.npmPackages).map(({ name, version }) => [
      name,
      join(denoDir, "npm", "registry.npmjs.org", name, version),
    ]),
  );
}

async function bundle(lib: string): Promise<void> {
  const flags = ["--frozen", "--platform=deno", "--code-splitting", `--external=${PARSER_CODE}`];
  await run(Deno.execPath(), ["bundle", ...flags, `--outdir=${lib}`, "main.ts"]);
  const commit = await commitOf(ROOT) ?? "";
  let [named, marked] = [0, 0];
  for (const name of await namesIn(lib)) {
    const file = join(lib, name);
    const text = await Deno.readTextFile(file);
    named += text.split(PARSER_CODE).length - 1;
    marked += text.split(COMMIT_MARK).length - 1;
    const imported = text.replaceAll(`import("${PARSER_CODE}")`, 'import("./parser_code.js")')
      .replace(COMMIT_MARK, `"${commit}"`);
    const whole = FOLDER_REGEXP.test(imported) ? `const __dirname = import.meta.dirname;\n${imported}` : imported;
    if (whole !== text) await Deno.writeTextFile(file, whole);
    refuseStrangers(name, whole);
  }
  for (const name of await namesIn(lib)) await nameExports(join(lib, name));
  if (marked !== 1) throw new Error(`Cannot write the commit: the bundle has its mark ${marked} times`);
  if (named === 0) throw new Error(`Cannot find ${PARSER_CODE} in the bundle: its name has changed`);
}

/** Deno gives the members of a CommonJS package by their names, its bundles only the whole: they get the names here. */
async function nameExports(file: string): Promise<void> {
  const text = await Deno.readTextFile(file);
  const [line, whole] = /^export default (require_\w+\(\));$/m.exec(text) ?? [];
  if (line === undefined || whole === undefined) return;
  const { default: module } = await import(pathToFileURL(file).href) as { default: object };
  const names = Object.keys(module).filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== "default");
  const parts = names.length === 0 ? "" : `export const { ${names.join(", ")} } = whole;\n`;
  await Deno.writeTextFile(file, text.replace(line, `const whole = ${whole};\nexport default whole;\n${parts}`));
}

/** The package has no dependency but Deno: whatever a bundle imports is beside it or built in. */
function refuseStrangers(name: string, text: string): void {
  const imports = text.matchAll(
    /^(?:import|export)\b[^"'\n]*?from "([^"]+)"|\bimport\("([^"]+)"\)|__require\("([^"]+)"\)/gm,
  );
  for (const [, ...found] of imports) {
    const specifier = found.find((each) => each !== undefined) ?? "";
    if (specifier.startsWith("./") || BUILT_IN_REGEXP.test(specifier)) continue;
    throw new Error(`Cannot ship ${name}: it imports ${specifier}`);
  }
}

/** Deno reads every text that a program names at each start, used or not: the less, the better. */
async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).bytes()).toBase64();
}

async function placeParsers(lib: string, folders: ReadonlyMap<string, string>): Promise<void> {
  for (const { package: owner, file, name, form } of PARSER_FILES) {
    const bytes = await Deno.readFile(join(folders.get(owner) ?? owner, file));
    await Deno.writeTextFile(
      join(lib, name),
      form === "packed" ? await packed(bytes) : new TextDecoder().decode(bytes),
    );
  }
  await Deno.copyFile(join(ROOT, "npm", "parser_code.js"), join(lib, "parser_code.js"));
}

/** The licence of every package whose code is inside. */
async function licences(folders: ReadonlyMap<string, string>): Promise<string> {
  const parts: string[] = [];
  for (const [name, folder] of [...folders].toSorted(([a], [b]) => a.localeCompare(b))) {
    const file = (await namesIn(folder)).find((each) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(each));
    const { license } = JSON.parse(await Deno.readTextFile(join(folder, "package.json"))) as { license?: string };
    const text = file === undefined ? `Licence: ${license ?? "not said"}` : await Deno.readTextFile(join(folder, file));
    parts.push(`${name}\n\n${text.trim()}\n`);
  }
  return parts.join(`\n${"-".repeat(80)}\n\n`);
}

/** Where a hosted CI builds from: npm's provenance wants the package to name it. */
function repositoryOf(): { readonly repository?: { readonly type: string; readonly url: string } } {
  const [server, name] = [Deno.env.get("GITHUB_SERVER_URL"), Deno.env.get("GITHUB_REPOSITORY")];
  return server === undefined || name === undefined
    ? {}
    : { repository: { type: "git", url: `git+${server}/${name}.git` } };
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) names.push(name);
  return names.sort();
}

async function main(args: readonly string[]): Promise<void> {
  const given = args.find((word) => word.startsWith("--out="))?.slice("--out=".length);
  const out = given === undefined ? join(ROOT, "dist", "npm") : resolve(given);
  await Deno.remove(out, { recursive: true }).catch(() => {});
  const root = join(out, "package");
  const [bin, lib] = [join(root, "bin"), join(root, "lib")];
  await Deno.mkdir(bin, { recursive: true });
  await bundle(lib);
  const folders = await packageFolders();
  await placeParsers(lib, folders);
  for (const name of ["sallyport.js", "start.js"]) await Deno.copyFile(join(ROOT, "npm", name), join(bin, name));
  await Deno.chmod(join(bin, "sallyport.js"), 0o755);
  const { version } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json"))) as { version: string };
  const manifest = JSON.parse(await Deno.readTextFile(join(ROOT, "npm", "package.json"))) as Record<string, unknown>;
  await Deno.writeTextFile(
    join(root, "package.json"),
    `${JSON.stringify({ ...manifest, version, ...repositoryOf() }, undefined, 2)}\n`,
  );
  await Deno.copyFile(join(ROOT, "LICENSE"), join(root, "LICENSE"));
  await Deno.copyFile(join(ROOT, "npm", "README.md"), join(root, "README.md"));
  await Deno.writeTextFile(join(root, "THIRD_PARTY_LICENSES"), await licences(folders));
  if (args.includes("--no-pack")) return print(join(lib, "main.js"));
  const packed = await run("npm", ["pack", "--json", "--ignore-scripts", root], out);
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(packed) as [
    { filename: string; size: number; unpackedSize: number; entryCount: number },
  ];
  say(`${filename}: ${size} bytes, ${unpackedSize} unpacked, ${entryCount} files`);
  print(join(out, filename));
}

await main(Deno.args);
