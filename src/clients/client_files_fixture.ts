/**
 * Clients' files as they are, one of each kind, with what they name.
 *
 * @module
 */

import { CLIENTS } from "./client_table.ts";
import type { EntryPlaces } from "./config_file.ts";

/** Where a client keeps its servers, of its file with this number. */
export function placesOf(id: string, index = 0): EntryPlaces {
  const file = CLIENTS.find((client) => client.id === id)?.files[index];
  if (file === undefined) throw new TypeError(`Cannot find client "${id}"`);
  return file;
}

/** A file as a client has it, how to read it, and what it names. */
export interface ClientFileFixture {
  readonly title: string;
  readonly places: EntryPlaces;
  readonly text: string;
  readonly words: Readonly<Record<string, readonly string[] | undefined>>;
  readonly variables?: Readonly<Record<string, readonly string[]>>;
}

/** All of them. */
export const CLIENT_FILES: readonly ClientFileFixture[] = [
  {
    title: "Claude Desktop, four spaces",
    places: placesOf("claude-desktop"),
    text:
      '{\n    "mcpServers": {\n        "files": {\n            "command": "npx",\n            "args": [\n                "-y",\n                "server"\n            ],\n            "env": { "TOKEN": "x" }\n        }\n    },\n    "theme": "dark"\n}\n',
    words: { files: ["npx", "-y", "server"] },
    variables: { files: ["TOKEN"] },
  },
  {
    title: "Claude Code, a local server of a project, tabs, no line at the end",
    places: placesOf("claude-code", 1),
    text:
      '{"numStartups":5,\n\t"projects": {\n\t\t"/p": {"mcpServers": {"a": {"type":"stdio","command":"node","args":["s.js"],"env":{}}},"history":[]}\n\t}}',
    words: { a: ["node", "s.js"] },
  },
  {
    title: "Cursor, CRLF and a byte order mark, no arguments",
    places: placesOf("cursor"),
    text:
      '\ufeff{\r\n  "mcpServers": {\r\n    "a": { "command": "${env:HOME}/bin/server" },\r\n    "web": { "url": "https://mcp.example.com/" }\r\n  }\r\n}\r\n',
    words: { a: ["${env:HOME}/bin/server"], web: undefined },
  },
  {
    title: "VS Code, comments, trailing commas, inputs",
    places: placesOf("vscode", 1),
    text:
      '// servers of the team\n{\n  "inputs": [{ "id": "key", "type": "promptString" }],\n  "servers": {\n    /* reads files */\n    "files": { "type": "stdio", "command": "npx", "args": ["-y", "server", "${workspaceFolder}",], "env": { "KEY": "${input:key}" } }, // here\n  },\n}\n',
    words: { files: ["npx", "-y", "server", "${workspaceFolder}"] },
    variables: { files: ["KEY"] },
  },
  {
    title: "Zed",
    places: placesOf("zed"),
    text:
      '{\n  // my settings\n  "vim_mode": true,\n  "context_servers": {\n    "files": { "source": "custom", "command": "npx", "args": [] }\n  }\n}\n',
    words: { files: ["npx"] },
  },
  {
    title: "opencode, the command is a list",
    places: placesOf("opencode"),
    text:
      '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n    "files": {\n      "type": "local",\n      "command": ["npx", "-y", "server"],\n      "environment": { "A": "1" },\n      "enabled": true\n    }\n  }\n}\n',
    words: { files: ["npx", "-y", "server"] },
    variables: { files: ["A"] },
  },
  {
    title: "Codex, comments, dotted and quoted names, a list over lines",
    places: placesOf("codex"),
    text:
      '# my config\nmodel = "gpt" # fast\n\n[mcp_servers.files] # reads files\ncommand = "npx"\nargs = [\n  "-y", # yes\n  "server",\n]\nenv_vars = ["TOKEN"]\n\n[mcp_servers.files.env]\nKEY = "v # not a comment"\n\n[mcp_servers."my server"]\ncommand = \'C:\\bin\\server.exe\'\nstartup_timeout_sec = 20\n\n[tools]\nweb = true\n',
    words: { files: ["npx", "-y", "server"], "my server": ["C:\\bin\\server.exe"] },
    variables: { files: ["KEY", "TOKEN"] },
  },
  {
    title: "Goose, a block list, comments",
    places: placesOf("goose"),
    text:
      "# goose\nGOOSE_MODEL: big\nextensions:\n  files:\n    type: stdio   # started\n    cmd: npx\n    args:\n      - -y\n      - server\n    envs:\n      KEY: v\n    env_keys: [TOKEN]\n    timeout: 300\n  memory:\n    type: builtin\n    name: memory\n",
    words: { files: ["npx", "-y", "server"], memory: undefined },
    variables: { files: ["KEY", "TOKEN"] },
  },
  {
    title: "Continue, a list of servers",
    places: placesOf("continue"),
    text:
      'name: mine\nmcpServers:\n  - name: files\n    command: npx\n    args: ["-y", server]\n    env:\n      KEY: ${{ secrets.KEY }}\n  - name: bare\n    command: server\nmodels: []\n',
    words: { files: ["npx", "-y", "server"], bare: ["server"] },
    variables: { files: ["KEY"] },
  },
];
