/**
 * What docs/guards.md says of Node: from the source files, with types stripped, the guards but for SQL judge as they do
 * here. Skipped, with a word, where there is no Node that strips types.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { ROOT } from "./support/source_tree.ts";

/** Loads packages out of Deno's cache, where Node would not look. */
const HOOKS = (places: Readonly<Record<string, string>>) =>
  `const places = ${JSON.stringify(places)};
export const resolve = (name, context, next) => next(places[name] ?? name, context);`;

const SCRIPT = `
import { register } from "node:module";
register("./hooks.mjs", import.meta.url);
const guards = await import(${JSON.stringify(`file://${ROOT}/guards.ts`)});
const { BLIND_VIEW } = guards;
const url = await guards.newUrlGuard({ hosts: "public" });
const path = guards.newPathGuard({ under: ["/srv"], view: "lexical" }, BLIND_VIEW);
const command = guards.newCommandGuard({ programs: ["ls"] }, await guards.loadCommandParser());
const fetched = await guards.guardedFetch("http://localhost:9/", { hosts: ["localhost"], ports: [9] });
const sql = await guards.newSqlGuard({ dialect: "sqlite" }).then(() => "made", () => "throws");
console.log(JSON.stringify([
  url("https://example.com/").ok, url("http://127.1/").ok,
  path("/srv/a").ok, path("/srv/../a").ok,
  guards.guardPath("/srv/a", { under: ["/srv"] }, guards.REAL_FILE_VIEW).reason,
  command("ls -l").ok, command("ls; rm x").ok,
  fetched.reason, sql,
]));
`;

/** The machine's own Node, or the one that npm gives. */
const NODES: readonly (readonly [string, ...string[]])[] = [["node"], ["npx", "-y", "node@22.23.3"]];

async function stripsTypes([program, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command(program, {
      args: [...args, "-p", "process.features.typescript"],
      stdin: "null",
    }).output();
    return new TextDecoder().decode(stdout).trim() === "strip";
  } catch {
    return false;
  }
}

async function nodeThatStrips(): Promise<readonly [string, ...string[]] | undefined> {
  for (const node of NODES) if (await stripsTypes(node)) return node;
  return undefined;
}

const node = await nodeThatStrips();
const ignore = node === undefined;
if (ignore) Deno.stderr.writeSync(new TextEncoder().encode("No Node that strips types: its test is skipped\n"));

Deno.test({
  name: "the guards but for SQL judge under Node as under Deno",
  ignore,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "sallyport-node-" });
    try {
      const names = ["ipaddr.js", "unbash"];
      const places = Object.fromEntries(names.map((name) => [name, import.meta.resolve(name)]));
      await Deno.writeTextFile(join(folder, "hooks.mjs"), HOOKS(places));
      await Deno.writeTextFile(join(folder, "try.mjs"), SCRIPT);
      const [program, ...args] = node ?? ["node"];
      const { stdout, stderr } = await new Deno.Command(program, {
        args: [...args, "--no-warnings", join(folder, "try.mjs")],
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).output();
      const text = new TextDecoder().decode(stdout);
      assertEquals(text === "" ? new TextDecoder().decode(stderr) : JSON.parse(text), [
        ...[true, false, true, false, "blocked: cannot be looked at", true, false],
        ...["blocked: not a public address", "throws"],
      ]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
