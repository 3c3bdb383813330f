import assert from "node:assert/strict";
import { PURE_FUNCTIONS, SQL_DIALECTS } from "./sql_functions.ts";

Deno.test("no function that reads files, waits, changes or runs a text is taken for pure", () => {
  const impure =
    "pg_read_file pg_sleep set_config nextval lo_import dblink query_to_xml current_setting load_extension " +
    "readfile writefile edit randomblob zeroblob load_file sleep benchmark get_lock xp_cmdshell openrowset repeat";
  for (const dialect of SQL_DIALECTS) {
    const pure = PURE_FUNCTIONS[dialect];
    for (const name of impure.split(" ")) assert.equal(pure.has(name), false, name);
    for (const name of pure) assert.match(name, /^[a-z][a-z0-9_]*$/);
    assert.ok(pure.has("count"));
  }
});
