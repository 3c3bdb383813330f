/**
 * What one verdict of each guard costs, against the aims of issue 3 at the median: a path on a made-up tree 20 µs, on a
 * real one at most three times the bare look at each component, a URL 10 µs, a command 50 µs, a statement of SQL 500 µs.
 *
 *     deno task bench:guards
 *
 * Prints for a person and asserts nothing, for the machine may be busy. In the list, a group's first line is the base.
 *
 * @module
 */

import { join } from "node:path";
import {
  BLIND_VIEW,
  loadCommandParser,
  newCommandGuard,
  newPathGuard,
  newSqlGuard,
  newUrlGuard,
  REAL_FILE_VIEW,
} from "../guards.ts";
import { treeView } from "../src/guards/path_fixture.ts";
import { GUARD_BENCHES } from "./guard_benches.ts";
import { lookAgain } from "../src/io/real_file_view.ts";

const BATCH = GUARD_BENCHES[0]?.batch ?? 1;

const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-bench-" }));
globalThis.addEventListener("unload", () => Deno.removeSync(root, { recursive: true }));
const folder = join(root, "src", "app", "parts");
await Deno.mkdir(folder, { recursive: true });
const file = join(folder, "a.txt");
await Deno.writeTextFile(file, "a");
const components = file.split("/").slice(1).map((_, index, all) => `/${all.slice(0, index + 1).join("/")}`);

const lexicalPath = newPathGuard({ under: ["/srv/data"], view: "lexical" }, BLIND_VIEW);
const madeUpPath = newPathGuard({ under: ["/srv/data"] }, treeView());
const realPath = newPathGuard({ under: [root] }, REAL_FILE_VIEW);
const url = newUrlGuard({ hosts: ["*.example.com"] });
const publicUrl = newUrlGuard({ hosts: "public" });
const command = newCommandGuard({ programs: ["git status", "ls", "grep"] }, await loadCommandParser());
const postgres = await newSqlGuard({ dialect: "postgresql", tables: ["orders", "customers"] });
const sqlite = await newSqlGuard({ dialect: "sqlite", tables: ["orders", "customers"] });
const SQL = "SELECT c.name, sum(o.total) FROM orders o JOIN customers c ON c.id = o.customer WHERE o.year = 2026 " +
  "GROUP BY c.name HAVING sum(o.total) > 100 ORDER BY 2 DESC LIMIT 10";

function bench(group: string, name: string, run: () => unknown): void {
  Deno.bench(`${name} (x${BATCH})`, { group, baseline: !name.includes(":") }, () => {
    for (let index = 0; index < BATCH; index++) run();
  });
}

/** One of the list of what is measured; the group says what it may cost. */
function aimed(name: string, run: () => unknown): void {
  const one = GUARD_BENCHES.find((each) => each.name === name);
  if (one === undefined) throw new TypeError(`Cannot measure "${name}": it is not in the list`);
  bench(`${name.replace(/:.*/, "")}: ${one.mostMicroseconds} µs a verdict`, name, run);
}

/** A benchmark of what is refused would measure the way out. */
function passing(guard: (value: unknown) => { readonly ok: boolean }, value: string): () => unknown {
  if (!guard(value).ok) throw new Error(`Cannot measure: ${value} is refused`);
  return () => guard(value);
}

aimed("path", passing(lexicalPath, "/srv/data/src/app/parts/a.txt"));
aimed("path: with a view", passing(madeUpPath, "/srv/data/notes/b.txt"));
bench("path, real: at most 3 times lstat", "lstat of each component", () => {
  for (const path of components) Deno.lstatSync(path);
});
bench("path, real: at most 3 times lstat", "path: real", passing(realPath, file));
bench("path, real: at most 3 times lstat", "path: real, each in its own frame", () => {
  lookAgain();
  return realPath(file);
});
aimed("url", passing(url, "https://api.example.com/v1/orders?year=2026"));
aimed("url: public", passing(publicUrl, "https://api.example.com/v1/orders?year=2026"));
aimed("command: one program", passing(command, "git status --short"));
aimed("command", passing(command, "git status --short && ls -la src | grep -v test"));
aimed("sql", passing(postgres, SQL));
aimed("sql: sqlite", passing(sqlite, SQL));
