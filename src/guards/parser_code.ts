/**
 * The code of the SQL parsers as modules, so that no permission is needed to read it. Apart from the rest because only
 * Deno reads this syntax without a flag: elsewhere the import of this file fails, and the SQL guard with it, not the others.
 * The npm package has `npm/parser_code.js` in its place, which finds the same code beside itself.
 *
 * @module
 */

/** What we use of the module of `@guanmingchiu/sqlparser-ts`. */
export interface SqlparserModule {
  initSync(options: { readonly module: WebAssembly.Module }): unknown;
  parse_sql(dialect: string, text: string): readonly unknown[];
}

/** How many copies of that module there are. */
let copies = 0;

/** The code of `libpg-query`. */
export async function postgresCode(): Promise<WebAssembly.Module> {
  // @ts-expect-error: TypeScript does not know source phase imports yet
  return await import.source("libpg-query/wasm/libpg-query.wasm");
}

/** The code of `@guanmingchiu/sqlparser-ts`. */
export async function sqlparserCode(): Promise<WebAssembly.Module> {
  const entry = await sqlparserEntry();
  // @ts-expect-error: TypeScript does not know source phase imports yet
  // deno-lint-ignore house/no-ambient-effects -- a file of our own package, read as a module
  return await import.source(new URL("../wasm/sqlparser_rs_wasm_bg.wasm", entry).href);
}

/** A copy of its module that nobody else has: it keeps its one instance; under another query it is another module. */
export async function sqlparserCopy(): Promise<SqlparserModule> {
  const entry = await sqlparserEntry();
  // deno-lint-ignore house/no-ambient-effects -- likewise
  return await import(new URL(`../wasm/sqlparser_rs_wasm.js?${copies++}`, entry).href);
}

async function sqlparserEntry(): Promise<string> {
  // Named once as it is, so that `deno compile` takes the package in. It has no entry that takes its code as a module, so
  // the two files behind it are loaded.
  await import("@guanmingchiu/sqlparser-ts");
  return import.meta.resolve("@guanmingchiu/sqlparser-ts");
}
