/**
 * Where MCP clients keep the files that say which servers to start: what a guarded server must never touch, since one
 * changed line there removes the guard.
 *
 * @module
 */

/**
 * Trailing path components that name a client's config, folded to lower case; any root. One line a client family;
 * sources are listed in docs/clients.md.
 */
export const CLIENT_CONFIG_PLACES: readonly (readonly string[])[] = [
  ["claude_desktop_config.json"],
  [".claude.json"],
  [".claude", "settings.json"],
  [".claude", "settings.local.json"],
  [".mcp.json"],
  [".cursor", "mcp.json"],
  [".vscode", "mcp.json"],
  ["code", "user", "mcp.json"],
  [".copilot", "mcp-config.json"],
  ["mcp-config.json"],
  [".github", "mcp.json"],
  [".codeium", "windsurf", "mcp_config.json"],
  ["mcp_config.json"],
  ["zed", "settings.json"],
  [".zed", "settings.json"],
  ["cline_mcp_settings.json"],
  [".codex", "config.toml"],
  [".gemini", "settings.json"],
  ["gemini-cli", "settings.json"],
  ["geminicli", "settings.json"],
  ["goose", "config.yaml"],
  ["goose", "config", "config.yaml"],
  [".junie", "mcp", "mcp.json"],
  [".lmstudio", "mcp.json"],
  ["lm-studio", "mcp.json"],
  [".continue", "config.yaml"],
  [".continue", "config.json"],
  [".kiro", "settings", "mcp.json"],
  [".aws", "amazonq", "mcp.json"],
  ["amazonq", "agents", "default.json"],
  [".amazonq", "mcp.json"],
  ["opencode.json"],
  ["opencode.jsonc"],
  [".grok", "config.toml"],
  ["kilo.json"],
  ["kilo.jsonc"],
  [".kimi-code", "mcp.json"],
];

/** Folders below which every file counts as a client's config. */
export const CLIENT_CONFIG_FOLDERS: readonly (readonly string[])[] = [
  [".continue", "mcpservers"],
  [".aws", "amazonq", "cli-agents"],
  [".aws", "amazonq", "agents"],
];
