/**
 * The MCP clients whose files we can edit, as data: where each keeps which servers it starts, in which format and shape.
 * Sources are listed in docs/clients.md.
 *
 * @module
 */

/** How a file is written. `json` files may have comments, too: several clients accept them. */
export type ConfigFormat = "json" | "toml" | "yaml";

/** Which members of an entry say how its server is started. */
export interface EntryShape {
  /** The program; with `args` absent, the program and its arguments as one list. */
  readonly command: string;
  readonly args?: string;
  /** The environment that the client sets for the server. */
  readonly env: string;
  /** A list of names of variables that the client passes on. */
  readonly envNames?: string;
  /** The address of a server that is not started but called. */
  readonly url: readonly string[];
}

/** One file of a client. */
export interface ClientFile {
  /** For one person, or for everybody who works on a project. */
  readonly scope: "user" | "project";
  /** Paths by system, the first that is there counts; `~` home, `@config`, `@data` the system's folders, `.` project. */
  readonly paths: Readonly<Record<"linux" | "macos" | "windows", readonly string[]>>;
  readonly format: ConfigFormat;
  /** Members that lead to the servers; `*` is every member. */
  readonly key: readonly string[];
  /** Whether servers are a list whose entries have a `name`. */
  readonly isList?: boolean;
  readonly shape: EntryShape;
}

/** One client. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly files: readonly ClientFile[];
}

const PLAIN: EntryShape = { command: "command", args: "args", env: "env", url: ["url", "serverUrl", "httpUrl"] };
const GOOSE: EntryShape = { command: "cmd", args: "args", env: "envs", envNames: "env_keys", url: ["uri"] };
const CODEX: EntryShape = { ...PLAIN, envNames: "env_vars" };
const OPENCODE: EntryShape = { command: "command", env: "environment", url: ["url"] };

const everywhere = (...paths: readonly string[]) => ({ linux: paths, macos: paths, windows: paths });

function user(paths: ClientFile["paths"], more: Partial<ClientFile> = {}): ClientFile {
  return { scope: "user", paths, format: "json", key: ["mcpServers"], shape: PLAIN, ...more };
}

function project(path: string, more: Partial<ClientFile> = {}): ClientFile {
  return { scope: "project", paths: everywhere(path), format: "json", key: ["mcpServers"], shape: PLAIN, ...more };
}

/** Every client we can edit. */
export const CLIENTS: readonly Client[] = [
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    files: [user(everywhere("@config/Claude/claude_desktop_config.json"))],
  },
  {
    id: "claude-code",
    name: "Claude Code",
    files: [
      user(everywhere("~/.claude.json")),
      user(everywhere("~/.claude.json"), { key: ["projects", "*", "mcpServers"] }),
      project("./.mcp.json"),
    ],
  },
  { id: "cursor", name: "Cursor", files: [user(everywhere("~/.cursor/mcp.json")), project("./.cursor/mcp.json")] },
  {
    id: "vscode",
    name: "VS Code",
    files: [
      user(everywhere("@config/Code/User/mcp.json"), { key: ["servers"] }),
      project("./.vscode/mcp.json", { key: ["servers"] }),
    ],
  },
  {
    id: "copilot-cli",
    name: "GitHub Copilot CLI",
    files: [user(everywhere("~/.copilot/mcp-config.json")), project("./.github/mcp.json")],
  },
  {
    id: "windsurf",
    name: "Windsurf",
    files: [user(everywhere("~/.codeium/windsurf/mcp_config.json", "~/.codeium/mcp_config.json"))],
  },
  {
    id: "zed",
    name: "Zed",
    files: [
      user({
        linux: ["~/.config/zed/settings.json"],
        macos: ["~/.config/zed/settings.json", "@config/Zed/settings.json"],
        windows: ["@config/Zed/settings.json"],
      }, { key: ["context_servers"] }),
      project("./.zed/settings.json", { key: ["context_servers"] }),
    ],
  },
  {
    id: "cline",
    name: "Cline",
    files: [
      user(everywhere(
        "@config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        "~/.cline/data/settings/cline_mcp_settings.json",
      )),
    ],
  },
  {
    id: "codex",
    name: "Codex",
    files: [
      user(everywhere("~/.codex/config.toml"), { format: "toml", key: ["mcp_servers"], shape: CODEX }),
      project("./.codex/config.toml", { format: "toml", key: ["mcp_servers"], shape: CODEX }),
    ],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    files: [user(everywhere("~/.gemini/settings.json")), project("./.gemini/settings.json")],
  },
  {
    id: "goose",
    name: "Goose",
    files: [
      user({
        linux: ["~/.config/goose/config.yaml"],
        macos: ["~/.config/goose/config.yaml"],
        windows: ["@config/Block/goose/config/config.yaml"],
      }, { format: "yaml", key: ["extensions"], shape: GOOSE }),
    ],
  },
  {
    id: "junie",
    name: "JetBrains Junie",
    files: [user(everywhere("~/.junie/mcp/mcp.json")), project("./.junie/mcp/mcp.json")],
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    files: [user(everywhere("~/.lmstudio/mcp.json", "~/.cache/lm-studio/mcp.json"))],
  },
  {
    id: "continue",
    name: "Continue",
    files: [user(everywhere("~/.continue/config.yaml"), { format: "yaml", isList: true })],
  },
  {
    id: "kiro",
    name: "Kiro",
    files: [user(everywhere("~/.kiro/settings/mcp.json")), project("./.kiro/settings/mcp.json")],
  },
  {
    id: "amazon-q",
    name: "Amazon Q",
    files: [
      user(everywhere("~/.aws/amazonq/mcp.json")),
      user(everywhere("~/.aws/amazonq/agents/default.json")),
      project("./.amazonq/mcp.json"),
    ],
  },
  {
    id: "opencode",
    name: "opencode",
    files: [
      user(everywhere("~/.config/opencode/opencode.jsonc", "~/.config/opencode/opencode.json"), {
        key: ["mcp"],
        shape: OPENCODE,
      }),
      project("./opencode.jsonc", { key: ["mcp"], shape: OPENCODE }),
      project("./opencode.json", { key: ["mcp"], shape: OPENCODE }),
    ],
  },
];

/** Where a system keeps things. */
export interface SystemFolders {
  readonly system: "linux" | "macos" | "windows";
  readonly home: string;
  /** `~/.config`, `~/Library/Application Support` or `%APPDATA%`. */
  readonly config: string;
  readonly project: string | undefined;
}

/** The absolute paths of a client's file; none for a project's file where there is no project. */
export function pathsOf(file: ClientFile, { system, home, config, project: folder }: SystemFolders): readonly string[] {
  return file.paths[system].flatMap((path) => {
    if (path.startsWith("~/")) return `${home}${path.slice(1)}`;
    if (path.startsWith("@config/")) return `${config}${path.slice("@config".length)}`;
    return folder === undefined ? [] : `${folder}${path.slice(1)}`;
  });
}
