/**
 * examples/guarded_server.ts as a process with narrow permissions, asked by the official client: each tool does what it
 * is for, and refuses what a model could be talked into.
 *
 * @module
 */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type RawServer, startRawServer } from "./support/raw_server.ts";
import { ROOT } from "./support/source_tree.ts";

interface World {
  readonly folder: string;
  readonly api: RawServer;
  /** What nobody may reach. */
  readonly inner: RawServer;
  call(name: string, args: Record<string, unknown>): Promise<string>;
}

function answer(text: string, more = "", status = "200 OK"): string {
  return `HTTP/1.1 ${status}\r\n${more}Content-Length: ${text.length}\r\n\r\n${text}`;
}

async function withServer(
  settings: Record<string, unknown>,
  use: (world: World) => Promise<void>,
): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-guarded-" }));
  const folder = join(root, "files");
  const database = join(root, "shop.db");
  await using inner = startRawServer(() => answer("inner secret"));
  await using api = startRawServer((request) => {
    const [, path = ""] = /^\S+ (\S+)/.exec(request) ?? [];
    if (path === "/to-inner") return answer("", `Location: http://127.0.0.1:${inner.port}/\r\n`, "302 Found");
    if (path === "/to-metadata") return answer("", "Location: http://169.254.169.254/latest/\r\n", "302 Found");
    if (path === "/moved") return answer("", "Location: /hello\r\n", "302 Found");
    return answer(`${request.slice(0, 4).trim()} ${path} ${request.split("\r\n\r\n")[1]}`);
  });
  const client = new Client({ name: "test", version: "1" });
  try {
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, "a.txt"), "hello");
    await Deno.writeTextFile(join(root, "outside.txt"), "outside secret");
    await Deno.symlink(join(root, "outside.txt"), join(folder, "link.txt"));
    const writer = new DatabaseSync(database);
    writer.exec("CREATE TABLE orders(id, total); CREATE TABLE users(id, pw)");
    writer.exec("INSERT INTO orders VALUES (1, 10), (2, 20); INSERT INTO users VALUES (1, 'database secret')");
    writer.close();
    const more = { folder, database, tables: ["orders"], ports: [api.port], ...settings };
    const transport = new StdioClientTransport({
      command: Deno.execPath(),
      args: [
        ...["run", "--no-prompt", "--cached-only", `--config=${join(ROOT, "deno.json")}`],
        ...[
          `--allow-read=${folder},${database}`,
          `--allow-net=localhost,127.0.0.1:${api.port},127.0.0.1:${inner.port}`,
        ],
        join(ROOT, "examples", "guarded_server.ts"),
        JSON.stringify(more),
      ],
      stderr: "inherit",
    });
    await client.connect(transport);
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      return isError === true ? `refused: ${text}` : text;
    };
    await use({ folder, api, inner, call });
  } finally {
    await client.close();
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("call_api reaches the host of its list and nothing behind it", async () => {
  await withServer({ hosts: ["localhost"], privateAddresses: true }, async ({ api, inner, call }) => {
    const base = `http://localhost:${api.port}`;
    assertEquals(await call("call_api", { url: `${base}/hello` }), "200\nGET /hello ");
    assertEquals(await call("call_api", { url: `${base}/x`, method: "POST", body: "a=1" }), "200\nPOST /x a=1");
    assertEquals(await call("call_api", { url: `${base}/moved` }), "200\nGET /hello ");
    const sent = api.requests.length;
    for (
      const [url, reason] of [
        [`http://127.0.0.1:${api.port}/hello`, "blocked: host not in the list"],
        [`http://localhost:${inner.port}/`, "blocked: port not in the list"],
        [`http://localhost.example.com:${api.port}/`, "blocked: host not in the list"],
        [`http://localhost@127.0.0.1:${api.port}/`, "blocked: credentials in a URL"],
        ["http://169.254.169.254/", "blocked: host not in the list"],
        ["file:///etc/passwd", "blocked: not a URL"],
      ] as const
    ) assertEquals(await call("call_api", { url }), `refused: ${reason}`, url);
    assertEquals(api.requests.length, sent);
    assertEquals(await call("call_api", { url: `${base}/to-inner` }), "refused: blocked: host not in the list");
    assertEquals(await call("call_api", { url: `${base}/to-metadata` }), "refused: blocked: host not in the list");
    assertEquals(inner.requests, []);
  });
});

Deno.test("call_api refuses a name that resolves to a private address", async () => {
  await withServer({ hosts: ["localhost"] }, async ({ api, call }) => {
    const url = `http://localhost:${api.port}/hello`;
    assertEquals(await call("call_api", { url }), "refused: blocked: not a public address");
    assertEquals(api.requests, []);
  });
});

Deno.test("query_database reads its tables and changes nothing", async () => {
  await withServer({ hosts: ["localhost"] }, async ({ call }) => {
    const total = () => call("query_database", { sql: "SELECT sum(total) AS total FROM orders" });
    assertEquals(await total(), '[{"total":30}]');
    for (
      const sql of [
        "DELETE FROM orders",
        "SELECT 1; DELETE FROM orders",
        "WITH c AS (SELECT 1) DELETE FROM orders",
        "PRAGMA user_version(7)",
        "ATTACH '/tmp/x.db' AS x",
        "SELECT pw FROM users",
        "SELECT sql FROM sqlite_master",
      ]
    ) {
      const text = await call("query_database", { sql });
      assert(text.startsWith("refused: blocked: "), `${sql}: ${text}`);
    }
    assertEquals(await total(), '[{"total":30}]');
    assertEquals(
      await call("query_database", { sql: "SELECT 'DELETE FROM orders' AS a" }),
      '[{"a":"DELETE FROM orders"}]',
    );
  });
});

Deno.test("read_text_file reads within its folder alone", async () => {
  await withServer({ hosts: ["localhost"] }, async ({ folder, call }) => {
    assertEquals(await call("read_text_file", { path: join(folder, "a.txt") }), "hello");
    assertEquals(await call("read_text_file", { path: `${folder}/./a.txt` }), "hello");
    for (
      const path of [
        `${folder}/../outside.txt`,
        `${folder}/link.txt`,
        `${folder}2/a.txt`,
        "/etc/passwd",
        "~/.ssh/id_rsa",
        `file://${folder}/a.txt`,
        `${folder}/%2e%2e/outside.txt`,
      ]
    ) {
      const text = await call("read_text_file", { path });
      assert(text.startsWith("refused: "), `${path}: ${text}`);
    }
  });
});
