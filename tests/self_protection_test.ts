/**
 * No policy can let a call touch what guards the session: the policy in force, the Sallyport home, the list of trusted
 * policies, a client's config (promise 10). Each spelling is put to the real program, and the server's side is looked at.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { guarded, guardedIn, refusedBy, textOf, userHome, waitFor, withTestFolder } from "./support/guarded_session.ts";
import { npmServer, type TestFolder } from "./support/sallyport.ts";

/** A call: a tool and its arguments. */
interface Call {
  readonly tool?: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const path = (text: string): Call => ({ args: { path: text, content: "x" } });
const shell = (command: string): Call => ({ tool: "run_command", args: { command } });
const escapeAll = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Calls that must be refused; `home` is the Sallyport home, the project has links to it. */
function refusedCalls({ home, project }: TestFolder): Record<string, Call> {
  const policy = join(home, "sallyport.jsonc");
  return {
    "the policy in force": path(policy),
    "the home itself": path(home),
    "the home with a slash": path(`${home}/`),
    "the list of trusted policies": path(join(home, "trust.jsonc")),
    "a new file in the home": path(join(home, "a", "b", "new.txt")),
    "the audit log": path(join(home, "audit")),
    "the install key": path(join(home, "audit.key")),
    "the signing key": path(join(home, "ledger.key")),
    "the ledger": path(join(home, "audit", "ledger.jsonl")),
    "relative": path("../home/sallyport.jsonc"),
    "relative by detours": path("./sub/.././../project/../home/x"),
    "doubled slashes": path(policy.replaceAll("/", "//")),
    "dots": path(policy.replaceAll("/", "/./")),
    "upper case": path(policy.toUpperCase()),
    "~": path("~/.claude.json"),
    "~ and the home's default name": path("~/.sallyport/sallyport.jsonc"),
    "$HOME": path("$HOME/.claude.json"),
    "${HOME}": path("${HOME}/../home/trust.jsonc"),
    "$SALLYPORT_HOME": path("$SALLYPORT_HOME/trust.jsonc"),
    "file:": path(`file://${policy}`),
    "file: with a host": path(`file://localhost${policy}`),
    "file: with escapes": path(`file://${policy.replaceAll("o", "%6f")}`),
    "percent": path(escapeAll(policy)),
    "percent of percent": path(policy.replaceAll("s", "%2573")),
    "percent for slashes": path(policy.replaceAll("/", "%2F")),
    "spaces around": path(`  ${policy} `),
    "quotes around": path(`"${policy}"`),
    "full width letters": path(policy.replaceAll("s", "\uff53")),
    "an invisible character": path(policy.replace("sally", "sal\u200bly")),
    "NUL behind it": path(`${policy}\0.txt`),
    "backslashes": path(`..\\home\\sallyport.jsonc`),
    "a trailing dot": path(`${policy}.`),
    "a stream": path(`${policy}::$DATA`),
    "a link to the home": path("link/trust.jsonc"),
    "a link to the policy": path("linked.jsonc"),
    "a link to a file that is not there yet": path("future"),
    "a link to a folder that is not there yet": path("soon/new.txt"),
    "a link of a link": path("twice/trust.jsonc"),
    "a link by its absolute path": path(join(project, "link", "x")),
    "in an array": { args: { paths: ["/tmp/a", policy] } },
    "in an object": { args: { edits: { deep: { path: policy } } } },
    "as a key": { args: { files: { [policy]: "x" } } },
    "as the content of a one-word argument": { args: { content: policy } },
    "a project's policy": path("sallyport.jsonc"),
    "a project's policy in a folder": path("sub/sallyport.yaml"),
    "a client's config, Claude Code": path("/home/u/.claude.json"),
    "a client's config, project": path(".mcp.json"),
    "a client's config, Cursor": path("~/.cursor/mcp.json"),
    "a client's config, VS Code": path(".vscode/mcp.json"),
    "a client's config, Claude Desktop": path("~/Library/Application Support/Claude/claude_desktop_config.json"),
    "a client's config, Windows": path("C:\\Users\\u\\AppData\\Roaming\\Claude\\claude_desktop_config.json"),
    "a client's config, Windsurf": path("~/.codeium/windsurf/mcp_config.json"),
    "a client's config, Codex": path("~/.codex/config.toml"),
    "the root of a process": path(`/proc/self/root${policy}`),
    "the working folder of a process": path("/proc/self/cwd/../home/trust.jsonc"),
    "a command": shell(`rm -rf ${home}`),
    "a command, quoted": shell(`echo x > "${policy}"`),
    "a command, quotes inside": shell(`cat x > ${policy.replace("sally", "sal''ly")}`),
    "a command, escaped": shell(`cat x > ${policy.replace("sally", "s\\ally")}`),
    "a command, cut by a backslash": shell(`cat x > ${policy.replace("sally", "sal\\\nly")}`),
    "a command, redirect without space": shell(`echo x>${policy}`),
    "a command, assignment": shell(`P=${policy} sh -c 'rm $P'`),
    "a command, relative": shell("cd sub && cp x ../../home/trust.jsonc; cp x ../home/trust.jsonc"),
    "a command, glob": shell("rm ~/.sally*/trust.jsonc"),
    "a command, through a link": shell("cp evil link/sallyport.jsonc"),
    "a command, link by its bare name": shell("cp evil linked.jsonc"),
    "a command in words": { tool: "exec", args: { args: ["rm", "-rf", home] } },
    "a command behind a flag": shell(`tool --out=${policy}`),
    "a command, from another folder": shell("cd .. && rm home/trust.jsonc"),
    "a command, found and deleted": shell("find .. -name 'trust*' -delete"),
    "a command, found by a wildcard and deleted": shell("find . -name '*.json' -delete"),
    "a command, found by a wildcard and run": shell("find . -name '*.json' -exec shred {} +"),
    "a command, found by a wildcard into a file": shell("find . -name '*.json' -fprint x.json"),
    "a command, found by a wildcard and piped": shell("find . -name '*.json' | xargs rm"),
    "a command, the folder above": shell("rm -rf .."),
    "a command, the person's home": shell("rm -rf ~"),
    "a command, moved with the folder above": shell(`mv ${join(home, "..")} /tmp/x`),
    "a command behind a line that is none": { tool: "execute_script", args: { script: "cd ..\nrm -r home\n)" } },
    "a tool that deletes the folder above": { tool: "delete_directory", args: { path: ".." } },
    "prose that a shell reads": { tool: "execute_script", args: { content: `rm -rf ${home}` } },
  };
}

/** Calls that look alike and must pass. */
function passingCalls({ home, project }: TestFolder): Record<string, Call> {
  return {
    "a file of the project": path(join(project, "notes.txt")),
    "a folder of a like name": path(`${home}-old/sallyport.txt`),
    "a folder beside": path("../homes/trust.jsonc"),
    "a like file": path("my-sallyport.jsonc.txt"),
    "a file named trust.jsonc elsewhere": path("sub/trust.jsonc"),
    "a link elsewhere": path("elsewhere/x"),
    "a config of something else": path(".vscode/settings.json"),
    "mcp.json in a plain folder": path("sub/mcp.json"),
    "prose about it": {
      args: { path: "README.md", content: `Sallyport keeps its policy in ${home}/sallyport.jsonc there.` },
    },
    "a command beside it": shell("ls -la .. && cat notes.txt"),
    "a command that names a like folder": shell(`ls ${home}-old`),
    "a command in another folder": shell("cd .. && rm -f homes/trust.jsonc"),
    "a command that looks through the folder above": shell("find .. -name 'trust*'"),
    "a command that looks for files by a wildcard": shell("find . -type f -name '*.json' -mtime -2"),
    "a command that removes a folder beside": shell("rm -rf ../homes"),
    "a tool that deletes a folder beside": { tool: "delete_directory", args: { path: "../homes" } },
    "an address": { args: { url: "https://example.com/docs/claude" } },
  };
}

async function furnish({ project, home }: TestFolder): Promise<void> {
  await Deno.mkdir(join(project, "sub"));
  await Deno.symlink(home, join(project, "link"));
  await Deno.symlink("link", join(project, "twice"));
  await Deno.symlink(join(home, "sallyport.jsonc"), join(project, "linked.jsonc"));
  await Deno.symlink(join(home, "not-there-yet"), join(project, "future"));
  await Deno.symlink("../home/no-folder", join(project, "soon"));
  await Deno.symlink("/tmp", join(project, "elsewhere"));
}

const POLICIES: Readonly<Record<string, unknown>> = {
  '"default": "allow"': {
    version: 1,
    default: "allow",
    rules: [{ name: "all", when: { method: "*" }, then: "allow" }],
  },
  '"mode": "observe"': { version: 1, mode: "observe", default: "deny" },
  "an entry for every tool": { version: 1, tools: { "*": "allow" }, methods: { "*": "allow" } },
};

for (const [name, policy] of Object.entries(POLICIES)) {
  Deno.test(`no spelling of what guards the session reaches a server under ${name}`, async () => {
    await withTestFolder("self", async (folder) => {
      await furnish(folder);
      await guardedIn(folder, { policy }, async ({ client, received, records, arrival }) => {
        await client.request("tools/list");
        // The file is written behind the server's back: it may be a line late.
        await arrival("tools/list");
        const before = (await received()).length;
        const missed: string[] = [];
        for (const [spelling, { tool = "write_file", args }] of Object.entries(refusedCalls(folder))) {
          const rule = refusedBy(await client.callTool(tool, args));
          if (rule !== "self/protected") missed.push(`${spelling}: ${rule}`);
        }
        assertEquals(missed, []);
        const uri = `file://${folder.home}/sallyport.jsonc`;
        for (
          const [method, params] of [["resources/read", { uri }], ["prompts/get", { name: "p", arguments: { uri } }], [
            "x/unknown",
            { a: uri },
          ]] as const
        ) {
          assertEquals(refusedBy(await client.request(method, params)), "self/protected", method);
        }
        await client.send({ jsonrpc: "2.0", method: "notifications/x", params: { uri } });
        await client.callTool("echo", { text: "last" });
        await arrival('"last"');
        assertEquals((await received()).slice(before).length, 1, "the server received more than the last call");
        const denials = (await records()).filter(({ rule }) => rule === "self/protected");
        assertEquals(denials.length, Object.keys(refusedCalls(folder)).length + 4);
        assert(denials.every(({ verdict, observed }) => verdict === "deny" && observed === undefined));
      });
    });
  });
}

Deno.test("what only looks like it passes", async () => {
  await withTestFolder("self", async (folder) => {
    await furnish(folder);
    await guardedIn(folder, { policy: { version: 1, default: "allow" } }, async ({ client, received }) => {
      await client.request("tools/list");
      const stopped: string[] = [];
      for (const [name, { tool = "write_file", args }] of Object.entries(passingCalls(folder))) {
        const rule = refusedBy(await client.callTool(tool, args));
        if (rule !== undefined) stopped.push(`${name}: ${rule}`);
      }
      assertEquals(stopped, []);
      const wanted = Object.keys(passingCalls(folder)).length;
      const calls = async () => (await received()).filter((line) => line.includes("tools/call")).length;
      await waitFor(async () => await calls() >= wanted, "what the server received to be written down");
      assertEquals(await calls(), wanted);
    });
  });
});

Deno.test("a policy given by -c, and a file that it extends, are protected too", async () => {
  await withTestFolder("self", async (folder) => {
    const own = join(userHome(folder), "mine.jsonc");
    const base = join(userHome(folder), "base.jsonc");
    await Deno.writeTextFile(own, JSON.stringify({ version: 1, extends: ["./base.jsonc"], default: "allow" }));
    await Deno.writeTextFile(base, JSON.stringify({ version: 1 }));
    await guardedIn(folder, { args: ["-c", own] }, async ({ client, received }) => {
      assertEquals(refusedBy(await client.callTool("write_file", { path: own })), "self/protected");
      assertEquals(refusedBy(await client.callTool("write_file", { path: "~/base.jsonc" })), "self/protected");
      assertEquals(refusedBy(await client.callTool("write_file", { path: "~/based.jsonc" })), undefined);
      assertEquals((await received()).filter((line) => line.includes("tools/call")).length, 1);
    });
  });
});

Deno.test("a real file server writes beside what is protected, and not into it", async () => {
  await withTestFolder("self", async (folder) => {
    // The server may touch everything below the folder above: only Sallyport stands in its way.
    const root = join(folder.project, "..");
    const policy = { version: 1, default: "allow" };
    await furnish(folder);
    const options = { policy, server: npmServer("server-filesystem", root), args: ["--pass-env", "DENO_DIR"] };
    await guardedIn(folder, options, async ({ client }) => {
      const file = join(folder.home, "sallyport.jsonc");
      const write = (path: string) => client.callTool("write_file", { path, content: "{}" }, 20_000);
      for (const path of [file, join(folder.project, "link", "sallyport.jsonc"), join(folder.project, "future")]) {
        assertEquals(refusedBy(await write(path)), "self/protected", path);
      }
      const moved = { source: join(folder.project, "notes.txt"), destination: file };
      assertEquals(refusedBy(await client.callTool("move_file", moved)), "self/protected");
      assertEquals(await Deno.readTextFile(file), JSON.stringify(policy));
      const notes = join(folder.project, "notes.txt");
      assert(textOf(await write(notes)).startsWith("Successfully"));
      assertEquals(await Deno.readTextFile(notes), "{}");
    });
  });
});

Deno.test("a link that is made while the session runs is followed at the next call", async () => {
  await guarded({ policy: { version: 1, default: "allow" } }, async ({ client, folder }) => {
    const call = () => client.callTool("write_file", { path: "late/trust.jsonc" });
    assertEquals(refusedBy(await call()), undefined);
    await Deno.symlink(folder.home, join(folder.project, "late"));
    assertEquals(refusedBy(await call()), "self/protected");
  });
});
