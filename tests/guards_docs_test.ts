/**
 * docs/guards.md is held to the code: it names every function that the library has, and every option.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import * as library from "../guards.ts";
import { readSource } from "./support/source_tree.ts";

const OPTIONS: Readonly<Record<string, string>> = {
  PathOptions: "src/guards/path.ts",
  UrlOptions: "src/guards/url.ts",
  RequestOptions: "src/guards/outgoing_request.ts",
  FetchOptions: "src/io/guarded_fetch.ts",
  SqlOptions: "src/guards/sql.ts",
  SqliteOptions: "src/io/open_sqlite_read_only.ts",
  CommandOptions: "src/guards/command.ts",
};

/** Said once for paths, and the same everywhere. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(["BLIND_VIEW", "guardCommand"]);

Deno.test("docs/guards.md names everything that guards.ts has", async () => {
  const page = await readSource("docs/guards.md");
  const names = Object.keys(library).filter((name) => !SAID_ELSEWHERE.has(name));
  assert(names.length > 8);
  assertEquals(names.filter((name) => !page.includes(name)), []);
});

Deno.test("docs/guards.md names every option of every guard", async () => {
  const page = await readSource("docs/guards.md");
  for (const [name, path] of Object.entries(OPTIONS)) {
    const [, body] =
      new RegExp(`^export interface ${name}\\b[^{]*\\{([\\s\\S]*?)^\\}`, "m").exec(await readSource(path)) ?? [];
    assert(body !== undefined, `${path} has no ${name}`);
    const options = [...body.matchAll(/^ {2}readonly ([a-zA-Z]+)\??:/gm)].map((found) => found[1] ?? "");
    assert(options.length > 0, name);
    assertEquals(options.filter((option) => !page.includes(`\`${option}\``)), [], name);
  }
});

Deno.test("every reason that docs/guards.md quotes is one of the list", async () => {
  const { REASONS } = await import("../src/guards/guard.ts");
  const quoted = [...(await readSource("docs/guards.md")).matchAll(/`(blocked: [^`]+)`/g)].map((found) =>
    found[1] ?? ""
  );
  assert(quoted.length > 0);
  assertEquals(quoted.filter((reason) => !(REASONS as readonly string[]).includes(reason)), []);
});
