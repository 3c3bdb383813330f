/**
 * Tables of the servers themselves that hold passwords or what one logs in elsewhere with.
 * Source: PostgreSQL 17 (pg_authid, pg_user_mapping, pg_subscription), MySQL 8.4 and MariaDB 11 (mysql.user,
 * mysql.global_priv), SQL Server 2022 (sys.sql_logins, sys.syslogins).
 *
 * @module
 */

import type { SqlDialect } from "./sql_functions.ts";

const NAMES: Readonly<Record<SqlDialect, ReadonlySet<string>>> = {
  postgresql: new Set([
    ...["pg_authid", "pg_shadow", "pg_user_mapping", "pg_user_mappings", "pg_subscription", "pg_hba_file_rules"],
    ...["pg_largeobject", "user_mapping_options"],
  ]),
  mysql: new Set([
    ...["user", "global_priv", "password_history", "slave_master_info", "servers", "proxies_priv", "user_attributes"],
    ...["replication_connection_configuration"],
  ]),
  mssql: new Set([
    ...["sql_logins", "syslogins", "sysxlogins", "sysusers", "asymmetric_keys", "symmetric_keys", "certificates"],
    ...["credentials", "linked_logins", "remote_logins", "key_encryptions"],
  ]),
  sqlite: new Set(),
};

/** The schemas in which they lie; a table of a person's own may have the same name. */
const SCHEMAS: Readonly<Record<SqlDialect, ReadonlySet<string>>> = {
  postgresql: new Set(["", "pg_catalog", "information_schema"]),
  mysql: new Set(["mysql", "information_schema", "performance_schema"]),
  mssql: new Set(["sys", "dbo"]),
  sqlite: new Set(),
};

/** `dbo` is a person's schema as well: there only the old names count. */
const OLD_MSSQL_NAMES = /^sys(?:x?logins|users)$/;

/** Says whether a table, as the parts of its name, holds passwords. */
export function holdsPasswords(path: readonly string[], dialect: SqlDialect): boolean {
  const [schema = "", name = ""] = path.length > 1 ? path.slice(-2).map(fold) : ["", fold(path[0] ?? "")];
  if (!NAMES[dialect].has(name)) return false;
  if (dialect === "mssql" && (schema === "dbo" || schema === "")) return OLD_MSSQL_NAMES.test(name);
  return SCHEMAS[dialect].has(schema);
}

/** The servers compare such names without case, or fold what is not quoted. */
function fold(name: string): string {
  return name.toLowerCase();
}
