/**
 * The code of the SQL parsers as modules, so that no permission is needed to read it. Apart from the rest because only
 * Deno reads this syntax without a flag: elsewhere the import of this file fails, and the SQL guard with it, not the others.
 *
 * @module
 */

/** The code of `libpg-query`. */
export async function postgresCode(): Promise<WebAssembly.Module> {
  // @ts-expect-error: TypeScript does not know source phase imports yet
  return await import.source("libpg-query/wasm/libpg-query.wasm");
}

/** The code of `@guanmingchiu/sqlparser-ts`, whose entry lies at this URL. */
export async function sqlparserCode(entry: string): Promise<WebAssembly.Module> {
  // @ts-expect-error: TypeScript does not know source phase imports yet
  // deno-lint-ignore house/no-ambient-effects -- a file of our own package, read as a module
  return await import.source(new URL("../wasm/sqlparser_rs_wasm_bg.wasm", entry).href);
}
