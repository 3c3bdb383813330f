/**
 * CONTRIBUTING.md says which files a change touches. Where forgetting one would go unseen by the tests beside the code, it
 * is seen here: options of guards, fields of records.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readSource, ROOT } from "./support/source_tree.ts";

const GUARDS = ["path", "url", "sql", "command"] as const;

/** The options that a policy's condition reads. */
async function optionsOf(guard: string): Promise<string[]> {
  const source = await readSource(`src/policy/condition/${guard}.ts`);
  return [...source.matchAll(/^ +([a-zA-Z]+): \(value, valueWhat\)/gm)].map(([, name]) => name ?? "");
}

Deno.test("every option that a guard's condition reads stands in the policy's schema and in docs/policy.md", async () => {
  const schema = JSON.parse(await readSource("src/policy/file/policy.schema.json"));
  const page = await readSource("docs/policy.md");
  for (const guard of GUARDS) {
    const options = await optionsOf(guard);
    assert(options.length >= 3, guard);
    const known = propertiesOf(schema, guard);
    const [, said = ""] = new RegExp(`^- \`${guard}\`: ([\\s\\S]*?)(?=^- |^$)`, "m").exec(page) ?? [];
    for (const option of options) {
      assert(known.has(option), `policy.schema.json lacks ${option} of ${guard}`);
      assertStringIncludes(said, `\`${option}\``, `docs/policy.md lacks ${option} of ${guard}`);
    }
    for (const name of known) {
      assert(options.includes(name), `policy.schema.json has ${name}, which ${guard} does not read`);
    }
  }
});

/** The members that the schema gives a condition of this name, wherever it stands. */
function propertiesOf(schema: { readonly $defs: Record<string, unknown> }, guard: string): Set<string> {
  const found = new Set<string>();
  const addMembers = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref, properties, anyOf, oneOf } = node as Record<string, unknown>;
    if (typeof $ref === "string") addMembers(schema.$defs[$ref.split("/").at(-1) ?? ""]);
    if (typeof properties === "object" && properties !== null) {
      for (const name of Object.keys(properties)) found.add(name);
    }
    for (const part of [anyOf, oneOf].flatMap((list) => Array.isArray(list) ? list : [])) addMembers(part);
  };
  const search = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === guard) addMembers(value);
      search(value);
    }
  };
  search(schema);
  return found;
}

/** The kinds of records, each with its fields and, for those that are one of some words, the words. */
async function recordKinds(): Promise<Map<string, Map<string, string[]>>> {
  const source = (await readSource("audit/record.ts")).replace(/\/\*\*[\s\S]*?\*\//g, "");
  const kinds = new Map<string, Map<string, string[]>>();
  for (const [, body = ""] of source.matchAll(/^export interface \w+Record \{([\s\S]*?)^\}/gm)) {
    const fields = [...body.matchAll(/readonly ([a-z]+)\??:([^;]*);/g)].map(([, name = "", type = ""]) =>
      [name, [...type.matchAll(/"([a-z-]+)"/g)].map(([, word]) => word ?? "")] as const
    );
    const own = new Map(fields);
    const [kind = ""] = own.get("kind") ?? [];
    own.delete("kind");
    kinds.set(kind, own);
  }
  return kinds;
}

Deno.test("every field of a record is written, read, in the schema and in docs/audit.md, with each of its words", async () => {
  const schema = JSON.parse(await readSource("audit/record.schema.json"));
  const [chain, reader, page] = await Promise.all(
    ["audit/chain.ts", "audit/log_record.ts", "docs/audit.md"].map(readSource),
  );
  const kinds = await recordKinds();
  assert(kinds.size >= 8);
  for (const [kind, fields] of kinds) {
    const cases = new RegExp(`case "${kind}":([\\s\\S]*?)(?=^ {4}case |^ {2}\\})`, "gm");
    const written = [...(chain ?? "").matchAll(cases)].map(([, part]) => part).join("");
    assert(written !== "", kind);
    for (const [name, words] of fields) {
      const what = `${name} of ${kind}`;
      assert(new RegExp(`\\b${name}\\b`).test(written), `audit/chain.ts lacks ${what}`);
      assert(
        (reader ?? "").includes(`"${name}"`) || name === "args" || name === "logs",
        `audit/log_record.ts lacks ${what}`,
      );
      assertStringIncludes(page ?? "", `\`${name}\``, `docs/audit.md lacks ${what}`);
      const known = schema.$defs[kind].properties[name];
      assert(known !== undefined, `audit/record.schema.json lacks ${what}`);
      if (Array.isArray(known.enum)) {
        assertEquals(
          words.filter((word) => !known.enum.includes(word)),
          [],
          `audit/record.schema.json lacks words of ${what}`,
        );
      }
    }
  }
});

Deno.test("CONTRIBUTING.md and ARCHITECTURE.md name only files that are there", async () => {
  for (const page of ["CONTRIBUTING.md", "ARCHITECTURE.md"]) {
    const text = await readSource(page);
    const paths = [...text.matchAll(/`((?:src|audit|learn|packs|docs|tests|tools|npm|std)\/[\w./-]+)`/g)].map((
      [, path],
    ) => path ?? "");
    assert(paths.length > 5, page);
    for (const path of paths) {
      if (/[A-Z]{3,}/.test(path)) continue;
      await Deno.stat(`${ROOT}/${path}`).catch(() => assert(false, `${page} names ${path}`));
    }
  }
});
