/**
 * Somebody in a shop who asks its database, corrects orders and keeps notes in it.
 *
 * @module
 */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Step } from "../support/sdk_clients.ts";
import type { CorpusServer } from "./corpus_server.ts";
import { type Dice, prose } from "./seeded_random.ts";

const TABLES = ["orders", "customers", "products", "order_items", "notes"];
const STATES = ["open", "paid", "shipped", "returned"];
const CITIES = ["Oslo", "Bergen", "Lyon", "Turin", "Graz"];

/** mcp-sqlite 1.0.9 over a shop's database. */
export const SQLITE_CORPUS: CorpusServer = {
  name: "sqlite",
  prepare(folder) {
    const database = new DatabaseSync(join(folder, "shop.db"));
    database.exec(`
      create table customers (id integer primary key, name text, city text, email text);
      create table products (id integer primary key, title text, price real, stock integer);
      create table orders (id integer primary key, customer_id integer, state text, total real, placed text);
      create table order_items (order_id integer, product_id integer, amount integer);
      create table notes (id integer primary key, subject text, body text);
      create table staff_salaries (id integer primary key, name text, salary real);
    `);
    for (let id = 1; id <= 60; id++) {
      database.exec(`insert into customers values (${id}, 'c${id}', '${CITIES[id % 5]}', 'c${id}@example.org')`);
      database.exec(`insert into products values (${id}, 'p${id}', ${id * 1.5}, ${id})`);
      database.exec(
        `insert into orders values (${id}, ${id % 9 + 1}, '${STATES[id % 4]}', ${id * 3}, '2026-10-${id % 28 + 1}')`,
      );
      database.exec(`insert into order_items values (${id}, ${id % 11 + 1}, ${id % 3 + 1})`);
    }
    database.close();
    return Promise.resolve();
  },
  command: (folder, modules) => ["node", join(modules, "mcp-sqlite", "mcp-sqlite-server.js"), join(folder, "shop.db")],
  session: (_folder, dice) => [
    { list: "tools" },
    { call: dice.even(["db_info", "list_tables"]) },
    ...Array.from({ length: dice.whole(34, 44) }, () => work(dice)).flat(),
  ],
};

function work(dice: Dice): Step[] {
  switch (dice.one(["ask", "ask", "records", "schema", "tables", "update", "note", "info", "remove"])) {
    case "ask":
      return [{ call: "query", args: question(dice) }];
    case "records":
      return [{ call: "read_records", args: records(dice) }];
    case "schema":
      return [{ call: "get_table_schema", args: { tableName: dice.one(TABLES) } }];
    case "update":
      return [
        {
          call: "update_records",
          args: { table: "orders", data: { state: dice.one(STATES) }, conditions: { id: dice.whole(1, 60) } },
        },
      ];
    case "note":
      return [
        {
          call: "create_record",
          args: { table: "notes", data: { subject: prose(dice, 3), body: prose(dice, dice.whole(5, 40)) } },
        },
      ];
    case "remove":
      return [{ call: "delete_records", args: { table: "notes", conditions: { id: dice.whole(1, 40) } } }];
    case "info":
      return [{ call: "db_info" }];
    default:
      return [{ call: "list_tables" }];
  }
}

function records(dice: Dice): Record<string, unknown> {
  const table = dice.one(TABLES);
  const conditions: Record<string, unknown> = {};
  if (table === "orders" && dice.chance(0.6)) conditions["state"] = dice.one(STATES);
  if (table === "customers" && dice.chance(0.5)) conditions["city"] = dice.one(CITIES);
  return {
    table,
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    ...(dice.chance(0.7) ? { limit: dice.one([10, 20, 50, 5, 100]) } : {}),
    ...(dice.chance(0.2) ? { offset: dice.whole(0, 50) } : {}),
  };
}

function question(dice: Dice): Record<string, unknown> {
  const id = dice.whole(1, 60);
  const city = dice.one(CITIES);
  const state = dice.one(STATES);
  const days = dice.whole(1, 28);
  switch (dice.one(["count", "sum", "join", "top", "bound", "late", "stock", "month", "with", "having", "item"])) {
    case "count":
      return { sql: `SELECT count(*) FROM orders WHERE state = '${state}'` };
    case "sum":
      return {
        sql:
          `select city, sum(total) as turnover from orders join customers on customers.id = customer_id group by city`,
      };
    case "join":
      return {
        sql:
          `SELECT o.id, c.name, o.total FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city = '${city}' LIMIT ${
            dice.one([10, 20, 5])
          }`,
      };
    case "top":
      return { sql: `select title, price from products order by price desc limit ${dice.whole(3, 12)}` };
    case "bound":
      return { sql: "SELECT * FROM orders WHERE id = ?", values: [id] };
    case "late":
      return {
        sql: `SELECT id, placed FROM orders WHERE state = 'open' AND date(placed) < date('now', '-${days} days')`,
      };
    case "stock":
      return { sql: `select id, title from products where stock < ${dice.whole(2, 20)}` };
    case "month":
      return { sql: `SELECT strftime('%m', placed) AS month, round(avg(total), 2) FROM orders GROUP BY month` };
    case "with":
      return {
        sql: `WITH big AS (SELECT * FROM orders WHERE total > ${dice.whole(20, 150)}) SELECT count(*) FROM big`,
      };
    case "having":
      return { sql: "select customer_id, count(*) n from orders group by customer_id having n > 3" };
    default:
      return {
        sql:
          `SELECT p.title, i.amount FROM order_items i JOIN products p ON p.id = i.product_id WHERE i.order_id = ${id}`,
      };
  }
}
