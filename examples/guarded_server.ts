/**
 * An MCP server whose three tools take what a model makes up: a URL, a statement of SQL, a path. Each is judged by a guard
 * before anything happens, and a refusal is one plain sentence that tells nothing.
 *
 *     deno run --allow-read=FOLDER,DATABASE --allow-net=HOST:PORT,... examples/guarded_server.ts \
 *       '{"folder": "FOLDER", "database": "DATABASE", "tables": ["orders"], "hosts": ["api.example.com"]}'
 *
 * @module
 */

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { guardedFetch, newPathGuard, openSqliteReadOnly, REAL_FILE_VIEW } from "../guards.ts";

const MAX_FILE_BYTES = 1024 * 1024;

const settings = z.strictObject({
  folder: z.string(),
  database: z.string(),
  tables: z.array(z.string()),
  hosts: z.array(z.string()),
  ports: z.array(z.number()).optional(),
  privateAddresses: z.boolean().optional(),
}).parse(JSON.parse(Deno.args[0] ?? "null"));

const database = await openSqliteReadOnly(settings.database, { tables: settings.tables, maxRows: 100 });
const guardFile = newPathGuard({ under: [settings.folder] }, REAL_FILE_VIEW);

function said(text: string, isError = false): { content: { type: "text"; text: string }[]; isError: boolean } {
  return { content: [{ type: "text", text }], isError };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    using file = await Deno.open(path);
    const { isFile, size } = await file.stat();
    if (!isFile || size > MAX_FILE_BYTES) return undefined;
    return await new Response(file.readable).text();
  } catch {
    return undefined;
  }
}

const server = new McpServer({ name: "guarded", version: "1.0.0" });

server.registerTool(
  "call_api",
  {
    description: "Calls a web API.",
    inputSchema: {
      url: z.string(),
      method: z.enum(["GET", "POST"]).default("GET"),
      body: z.string().optional(),
    },
  },
  async ({ url, method, body }: { url: string; method: string; body?: string | undefined }) => {
    const { hosts, ports, privateAddresses } = settings;
    const result = await guardedFetch(url, {
      hosts,
      ports,
      privateAddresses,
      method,
      body,
      maxBytes: 100_000,
      seconds: 10,
    });
    if (!result.ok) return said(result.reason, true);
    return said(`${result.status}\n${new TextDecoder().decode(result.body)}`);
  },
);

server.registerTool(
  "query_database",
  { description: "Asks the database with one SELECT.", inputSchema: { sql: z.string() } },
  ({ sql }: { sql: string }) => {
    const result = database.query(sql);
    return result.ok ? said(JSON.stringify(result.rows)) : said(result.reason, true);
  },
);

server.registerTool(
  "read_text_file",
  { description: "Reads a text file.", inputSchema: { path: z.string() } },
  async ({ path }: { path: string }) => {
    const judged = guardFile(path);
    if (!judged.ok) return said(judged.reason, true);
    const text = await readText(judged.value);
    return text === undefined ? said("cannot read it", true) : said(text);
  },
);

await server.connect(new StdioServerTransport());
