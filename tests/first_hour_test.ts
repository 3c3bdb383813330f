/**
 * docs/first-hour.md, lived: each command of the page is run as it stands there, each file written, each call made by an
 * SDK client through the entry of the client's file; what comes is compared with what the page shows.
 *
 * What is prepared, and no more: a home, npm's and Deno's caches, and an `npx` that takes the real server from Deno's
 * cache, since the network may be cut.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { dirname, join } from "node:path";
import { runCommand, testEnvironment, textOf, withTestFolder } from "./support/guarded_session.ts";
import { readSource, ROOT } from "./support/source_tree.ts";

/** Something that the page does. */
type Act =
  | { readonly kind: "in"; readonly folder: string }
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "run"; readonly line: string; readonly shows: readonly string[] }
  | { readonly kind: "session"; readonly calls: readonly Call[] };

interface Call {
  readonly tool: string;
  readonly args: string;
  readonly shows: readonly string[];
}

/** Reads the page from top to bottom. */
function readActs(page: string): Act[] {
  const acts: Act[] = [];
  const parts = page.matchAll(/^<!-- (in|file): (\S+) -->$|^```(\w+)\n([\s\S]*?)^```$/gm);
  let path: string | undefined;
  for (const [, word, value = "", language, body = ""] of parts) {
    if (word === "in") acts.push({ kind: "in", folder: value });
    else if (word === "file") path = value;
    else if (path !== undefined) {
      acts.push({ kind: "file", path, text: body });
      path = undefined;
    } else if (language === "console") {
      acts.push(...split(body, "$ ").map(([line, shows]) => ({ kind: "run", line, shows } as const)));
    } else {
      assertEquals(language, "session", "a block is a file, commands or a session");
      const calls = split(body, "> ").map(([call, shows]) => {
        const [, tool = "", args = ""] = /^(\w+) (.*)$/.exec(call) ?? [];
        return { tool, args, shows };
      });
      acts.push({ kind: "session", calls });
    }
  }
  return acts;
}

/** The lines that begin so, each with the lines behind it. */
function split(body: string, sign: string): [line: string, behind: string[]][] {
  const found: [string, string[]][] = [];
  for (const line of body.split("\n").slice(0, -1)) {
    if (line.startsWith(sign)) found.push([line.slice(sign.length), []]);
    else found.at(-1)?.[1].push(line);
  }
  return found;
}

/** What is another on every machine: ids with their numbers, hashes, dates, times, how many records a session has. */
const TOKEN_REGEXP =
  /\b[0-9a-f]{12}(?::\d+)?\b|\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\.\d{3}\b|\b\d+(?= (?:B|ms|records|lines|signatures)\b)/g;

/** Whether a line is as the page shows it: `...` stands for anything, a token for another of its kind. */
function fits(shown: string, line: string): boolean {
  const [like, found] = [shown, line].map((text) =>
    text.replace(TOKEN_REGEXP, (token) => token.replace(/[0-9a-f]+/g, "#"))
  );
  const parts = (like ?? "").split("...").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(found ?? "");
}

/** One machine, on which the page is lived. */
class Stay {
  /** What the page calls a thing, and what it is here. */
  readonly #names = new Map<string, string>();
  #folder = "";
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(home: string, env: Readonly<Record<string, string>>) {
    this.home = home;
    this.env = env;
  }

  /** A text of the page as it is to be here. */
  here(text: string): string {
    const known = text.replace(TOKEN_REGEXP, (token) => this.#names.get(token) ?? token);
    return known.replaceAll("/home/ann", this.home);
  }

  async live(act: Act): Promise<void> {
    switch (act.kind) {
      case "in":
        this.#folder = act.folder === "clone" ? ROOT : this.here(act.folder);
        return;
      case "file": {
        const path = this.here(act.path);
        await Deno.mkdir(dirname(path), { recursive: true });
        await Deno.writeTextFile(path, this.here(act.text));
        return;
      }
      case "run": {
        const exit = Number(/ # exit (\d)$/.exec(act.line)?.[1] ?? 0);
        const ran = await runCommand(["sh", "-c", `${this.here(act.line)} 2>&1`], {
          cwd: this.#folder,
          env: this.env,
          unset: ["SALLYPORT_HOME", "FORCE_COLOR"],
        });
        assertEquals(ran.code, exit, `${act.line}\n${ran.stdout}`);
        this.#compare(act.line, act.shows, ran.stdout);
        return;
      }
      case "session":
        return await this.#call(act.calls);
    }
  }

  async #call(calls: readonly Call[]): Promise<void> {
    const file = JSON.parse(await Deno.readTextFile(join(this.home, ".cursor", "mcp.json")));
    const { command, args } = file.mcpServers.files;
    const transport = new StdioClientTransport({ command, args, env: { ...this.env }, cwd: this.home, stderr: "pipe" });
    const client = new Client({ name: "cursor", version: "1.0.0" });
    try {
      await client.connect(transport);
      for (const { tool, args, shows } of calls) {
        const result = await client.callTool({ name: tool, arguments: JSON.parse(this.here(args)) });
        this.#compare(`${tool} ${args}`, shows, `${textOf({ result })}\n`);
      }
    } finally {
      await client.close();
    }
  }

  /** Holds what came against what the page shows, and learns what the page's ids are called here. */
  #compare(what: string, shows: readonly string[], came: string): void {
    const lines = came.replaceAll(this.home, "/home/ann").replace(/\n+$/, "").split("\n");
    if (came.trim() === "") lines.length = 0;
    let at = 0;
    for (const [index, shown] of shows.entries()) {
      if (shown === "...") {
        const next = shows[index + 1];
        if (next === undefined) return;
        while (at < lines.length && !fits(next, lines[at] ?? "")) at++;
        continue;
      }
      const line = lines[at++];
      assert(line !== undefined && fits(shown, line), `${what}\nthe page: ${shown}\ncame: ${line}\nin:\n${came}`);
      const [old, fresh] = [shown, line].map((text) => text.match(TOKEN_REGEXP) ?? []);
      if (!shown.includes("...")) (old ?? []).forEach((token, each) => this.#names.set(token, fresh?.[each] ?? token));
    }
    assertEquals(lines.slice(at), [], `${what}: more came than the page shows`);
  }
}

/** An `npx` that takes packages from Deno's cache. */
async function placeNpx(folder: string, cache: string): Promise<void> {
  const flags = "run --quiet --no-prompt --no-config --no-lock --cached-only --node-modules-dir=none -A";
  const text =
    `#!/bin/sh\n[ "$1" = -y ] && shift\nname=$1\nshift\nDENO_DIR='${cache}' exec '${Deno.execPath()}' ${flags} "npm:$name" "$@"\n`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(join(folder, "npx"), text, { mode: 0o755 });
}

/** npm's cache, when Deno can be installed from it; else npm may use the network. */
async function npmSettings(root: string): Promise<Record<string, string> | undefined> {
  const cache = await runCommand(["npm", "config", "get", "cache"]).catch(() => undefined);
  if (cache?.code !== 0) return undefined;
  const settings = { npm_config_cache: cache.stdout.trim(), npm_config_prefix: join(root, "npm") };
  // It lists the tarballs that it has.
  const target = `linux-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}-glibc`;
  const has = async (name: string) =>
    (await runCommand(["npm", "cache", "ls", `${name}@2.9.6`])).stdout.includes(".tgz");
  const isFilled = await has("deno") && await has(`@deno/${target}`);
  return { ...settings, ...isFilled ? { npm_config_offline: "true" } : {} };
}

Deno.test({
  name: "the first hour goes as docs/first-hour.md says",
  ignore: Deno.build.os === "windows",
  async fn() {
    const acts = readActs(await readSource("docs/first-hour.md"));
    assert(acts.filter(({ kind }) => kind === "run").length > 20);
    await withTestFolder("first-hour", async (folder) => {
      const root = join(folder.project, "..");
      const settings = await npmSettings(root);
      if (settings === undefined) return console.warn("there is no npm here: the first hour is not tested");
      const cache = testEnvironment(folder)["DENO_DIR"] ?? "";
      const home = join(root, "ann");
      await Deno.mkdir(home);
      await placeNpx(join(root, "bin"), cache);
      const path = [join(root, "npm", "bin"), join(root, "bin"), Deno.env.get("PATH") ?? ""].join(":");
      const stay = new Stay(home, { ...settings, HOME: home, PATH: path, DENO_DIR: cache, NO_COLOR: "1" });
      const entry = acts.find((act) => act.kind === "file" && act.path.endsWith("mcp.json"));
      for (const act of acts) await stay.live(act);
      assert(entry?.kind === "file");
      assertEquals(await Deno.readTextFile(join(home, ".cursor", "mcp.json")), stay.here(entry.text));
      assert((await Deno.readTextFile(join(home, "report.html"))).startsWith("<!"));
    });
  },
});
