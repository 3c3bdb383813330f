import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

const ORDERS = { sql: { dialect: "postgresql", tables: ["orders", "public.customers"] } };

testTable([
  [ORDERS, "SELECT * FROM orders", BOTH],
  [ORDERS, "select count(*) from public.customers", BOTH],
  [ORDERS, "SELECT * FROM users", NEITHER],
  [ORDERS, "DROP TABLE orders", REFUSES],
  [ORDERS, "not SQL", REFUSES],
  [ORDERS, 5, REFUSES],
  [{ not: ORDERS }, "SELECT * FROM users", BOTH],
  [{ not: ORDERS }, "DROP TABLE orders", REFUSES],
  [{ not: ORDERS }, "SELECT * FROM orders", NEITHER],
  [{ each: { sql: { dialect: "sqlite" } } }, ["SELECT 1", "SELECT 2"], BOTH],
  [{ sql: { dialect: "sqlite", statements: ["explain"] } }, "SELECT 1", NEITHER],
  [{ sql: { dialect: "mysql", columns: "id", functions: "sum" } }, "SELECT sum(id) FROM t", BOTH],
]);

testFaults([
  [{ sql: {} }, 'missing-field: "dialect" is missing'],
  [{ sql: "sqlite" }, "wrong-type: it is a string, not an object"],
  [{ sql: { dialect: "oracle" } }, 'wrong-value: "oracle" is none of'],
  [{ sql: { dialect: "sqlite", statements: ["drop"] } }, 'wrong-value: "drop" is none of'],
  [{ sql: { dialect: "sqlite", tables: [] } }, "no-effect: the list is empty"],
  [{ sql: { dialect: "sqlite", table: ["t"] } }, 'unknown-field: "table" is not a field'],
]);
