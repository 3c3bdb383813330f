import { assertEquals } from "@std/assert";
import { holdsPasswords } from "./sql_catalogs.ts";
import type { SqlDialect } from "./sql_functions.ts";

Deno.test("holdsPasswords() knows the servers' own tables from a person's of the same name", () => {
  const rows: readonly (readonly [SqlDialect, string, boolean])[] = [
    ["postgresql", "pg_shadow", true],
    ["postgresql", "pg_catalog.pg_authid", true],
    ["postgresql", "db.pg_catalog.pg_user_mapping", true],
    ["postgresql", "pg_tables", false],
    ["postgresql", "public.pg_shadow", false],
    ["postgresql", "users", false],
    ["mysql", "mysql.user", true],
    ["mysql", "MySQL.User", true],
    ["mysql", "user", false],
    ["mysql", "shop.user", false],
    ["mssql", "sys.sql_logins", true],
    ["mssql", "master.sys.syslogins", true],
    ["mssql", "master.dbo.syslogins", true],
    ["mssql", "syslogins", true],
    ["mssql", "dbo.credentials", false],
    ["mssql", "credentials", false],
    ["mssql", "sys.tables", false],
    ["sqlite", "sqlite_master", false],
  ];
  for (const [dialect, name, is] of rows) {
    assertEquals(holdsPasswords(name.split("."), dialect), is, `${dialect} ${name}`);
  }
});
