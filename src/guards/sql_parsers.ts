/**
 * The SQL parsers, each with one function: text in, syntax tree out. They are loaded when a guard of their dialect is
 * made; their code comes in as modules, so that no permission is needed.
 *
 * @module
 */

/** Reads a text to the list of its statements; throws when it is not SQL. */
export type SqlParser = (text: string) => readonly unknown[];

/**
 * Makes a parser that is thrown away when it runs out of stack, for its memory is in no known state then. Until another
 * one is there every text is refused.
 */
async function replaceable(load: () => Promise<SqlParser>): Promise<SqlParser> {
  let parser: SqlParser | undefined = await load();
  return (text) => {
    if (parser === undefined) throw new Error("Cannot parse: the parser is being replaced");
    try {
      return parser(text);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        parser = undefined;
        load().then((fresh) => parser = fresh, () => {});
      }
      throw error;
    }
  };
}

/** What we use of the module that `libpg-query` is built as. */
interface PostgresModule {
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, pointer: number, size: number): void;
  UTF8ToString(pointer: number): string;
  getValue(pointer: number, type: "i32"): number;
  _malloc(size: number): number;
  _free(pointer: number): void;
  _wasm_parse_query_raw(pointer: number): number;
  _wasm_free_parse_result(pointer: number): void;
}

type Ready = (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown;
type PostgresFactory = (options: {
  readonly instantiateWasm: (imports: WebAssembly.Imports, ready: Ready) => unknown;
}) => Promise<PostgresModule>;

/** Loads PostgreSQL's own parser. */
export async function loadPostgresParser(): Promise<SqlParser> {
  const { default: factory }: { default: PostgresFactory } = await import("libpg-query/wasm/libpg-query.js");
  const { postgresCode } = await import("./parser_code.ts");
  const code = await postgresCode();
  return replaceable(async () => {
    const parser = await factory({
      instantiateWasm: (imports, ready) => ready(new WebAssembly.Instance(code, imports), code),
    });
    return (text) => parsePostgres(text, parser);
  });
}

function parsePostgres(text: string, parser: PostgresModule): readonly unknown[] {
  const size = parser.lengthBytesUTF8(text) + 1;
  const pointer = parser._malloc(size);
  parser.stringToUTF8(text, pointer, size);
  const result = parser._wasm_parse_query_raw(pointer);
  try {
    // The result is three pointers: the tree, what was printed, the error.
    if (parser.getValue(result + 8, "i32") !== 0) throw new SyntaxError("Cannot parse: not SQL");
    const tree = JSON.parse(parser.UTF8ToString(parser.getValue(result, "i32")));
    return tree.stmts.map(({ stmt }: { stmt: unknown }) => stmt);
  } finally {
    parser._wasm_free_parse_result(result);
    parser._free(pointer);
  }
}

/** Loads the parser for the other dialects. */
export async function loadSqlparser(dialect: "sqlite" | "mysql" | "mssql"): Promise<SqlParser> {
  const { sqlparserCode, sqlparserCopy } = await import("./parser_code.ts");
  const code = await sqlparserCode();
  return replaceable(async () => {
    const parser = await sqlparserCopy();
    parser.initSync({ module: code });
    return (text) => parser.parse_sql(dialect, text);
  });
}
