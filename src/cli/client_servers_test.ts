import { assertEquals } from "@std/assert";
import { findClientServers, systemFolders } from "./client_servers.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

Deno.test("findClientServers() looks through every client's files, and tells those it cannot read", async () => {
  const { edge } = fakeEdge({
    files: {
      "/home/ann/.cursor/mcp.json": '{"mcpServers":{"a":{"command":"x"}}}',
      "/home/ann/.claude.json":
        '{"mcpServers":{"b":{"command":"x"}},"projects":{"/p":{"mcpServers":{"c":{"command":"x"}}}}}',
      "/home/ann/.codex/config.toml": "a = [",
      "/home/ann/project/.vscode/mcp.json": '{"servers":{"d":{"command":"x"}}}',
    },
  });
  const folders = systemFolders(edge, "/home/ann", "/home/ann/project");
  const { servers, faults } = await findClientServers(edge, folders);
  assertEquals(servers.map(({ client, entry }) => `${client.id} ${entry.place}`), [
    "claude-code mcpServers/b",
    "claude-code projects//p/mcpServers/c",
    "cursor mcpServers/a",
    "vscode servers/d",
  ]);
  assertEquals(faults, [{ path: "/home/ann/.codex/config.toml", why: "it is not TOML" }]);
  assertEquals((await findClientServers(edge, folders, ["cursor"])).servers.length, 1);
});
