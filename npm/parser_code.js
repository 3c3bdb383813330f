// @ts-check
/**
 * In the npm package: the code of the SQL parsers, which lies beside this file, in place of `src/guards/parser_code.ts`.
 * Every file is named by a fixed word, so that it is part of the program and needs no permission to be read. The code is
 * there gzipped, as base64: Deno 2.9.6 imports bytes only behind an unstable flag, and `import.source` of a file outside a package
 * that its cache knows looks for what the code imports.
 *
 * @module
 */

/** How many copies of the module there are. */
let copies = 0;

/**
 * @param {string} text Gzipped bytes, in base64.
 * @returns {Promise<ArrayBuffer>} The bytes.
 */
async function unpacked(text) {
  const stream = new Blob([Uint8Array.fromBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).arrayBuffer();
}

/** @returns {Promise<WebAssembly.Module>} The code of `libpg-query`. */
export async function postgresCode() {
  // @ts-ignore: the file is there in the package alone
  const { default: text } = await import("./libpg-query.wasm.gz.txt", { with: { type: "text" } });
  return await WebAssembly.compile(await unpacked(text));
}

/** @returns {Promise<WebAssembly.Module>} The code of `@guanmingchiu/sqlparser-ts`. */
export async function sqlparserCode() {
  // @ts-ignore: the file is there in the package alone
  const { default: text } = await import("./sqlparser_rs_wasm_bg.wasm.gz.txt", { with: { type: "text" } });
  return await WebAssembly.compile(await unpacked(text));
}

/**
 * A copy of its module that nobody else has: a module in a URL needs no permission, and under another fragment it is
 * another one.
 *
 * @returns {Promise<import("../src/guards/parser_code.ts").SqlparserModule>} The module, without its code.
 */
export async function sqlparserCopy() {
  // @ts-ignore: the file is there in the package alone
  const { default: text } = await import("./sqlparser_rs_wasm.js", { with: { type: "text" } });
  return await import(`data:text/javascript,${encodeURIComponent(text)}#${copies++}`);
}
