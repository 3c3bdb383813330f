/**
 * A project's policy counts as a whole only after a person has said so in a terminal, and only until it or a file that it
 * extends changes. Policies come into force while a session runs.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import {
  type CommandResult,
  guardedIn,
  refusedBy,
  runCommand,
  runSallyport,
  testEnvironment,
  textOf,
  waitFor,
  withTestFolder,
  writePolicy,
} from "./support/guarded_session.ts";
import { sallyportCommand, type TestFolder } from "./support/sallyport.ts";

/** Runs a command on a pseudo terminal, types an answer once it is asked, and prints all that the terminal showed. */
const TERMINAL = `
import os, pty, select, sys, time
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown, asked, end = b"", False, time.time() + 15
while time.time() < end:
    if not select.select([fd], [], [], 0.1)[0]:
        continue
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    shown += data
    if not asked and b"to say yes:" in shown:
        asked = True
        os.write(fd, sys.argv[1].encode() + b"\\n")
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** Says whether a terminal can be made here, and how. */
const TERMINALS: Readonly<Record<string, (answer: string, command: readonly string[]) => string[]>> = {
  python3: (answer, command) => ["python3", "-c", TERMINAL, answer, ...command],
  script: (answer, command) => [
    "sh",
    "-c",
    `(sleep 1; printf '%s\\n' "$0"; sleep 1) | script -qefc "$1" /dev/null`,
    answer,
    command.map((word) => `'${word}'`).join(" "),
  ],
};

async function inTerminal(
  folder: TestFolder,
  answer: string,
  words: readonly string[],
  terminal = "python3",
): Promise<CommandResult> {
  const command = TERMINALS[terminal]?.(answer, sallyportCommand(["trust", ...words])) ?? [];
  return await runCommand(command, { cwd: folder.project, env: testEnvironment(folder) });
}

const OWN = { version: 1, default: "ask", tools: { echo: "allow" }, environment: { pass: ["PATH", "HOME"] } };
const EXTENDED = { version: 1, rules: [{ name: "from-below", when: { any: { regex: "below" } }, then: "deny" }] };
/** Denies by default once it counts as a whole: the change that a session can see. */
const PROJECT = {
  version: 1,
  extends: ["./base.jsonc"],
  default: "deny",
  tools: { twice: "allow" },
  rules: [{ name: "no-secret", when: { any: { regex: "secret" } }, then: "deny" }],
};

async function prepare(folder: TestFolder, own: unknown = { version: 1, default: "allow" }): Promise<void> {
  await writePolicy(folder, own);
  await Deno.writeTextFile(join(folder.project, "base.jsonc"), JSON.stringify(EXTENDED));
  await Deno.writeTextFile(join(folder.project, "sallyport.jsonc"), JSON.stringify(PROJECT));
}

/** Which of the project's wishes count: its denials, or all of it. */
async function standing(folder: TestFolder): Promise<"whole" | "denials" | "nothing"> {
  const verdict = async (args: unknown) => {
    const input = JSON.stringify({ call: { tool: "echo", args } });
    const result = await runSallyport(folder, ["check", "--json", "--input", input]);
    return JSON.parse(result.stdout).verdict;
  };
  if (await verdict({ text: "secret" }) !== "deny") return "nothing";
  return await verdict({ text: "plain" }) === "deny" ? "whole" : "denials";
}

Deno.test("trust without a terminal is not possible, whatever is typed into it", async () => {
  await withTestFolder("trust", async (folder) => {
    await prepare(folder);
    for (const words of [["trust"], ["trust", "sallyport.jsonc"]]) {
      const result = await runSallyport(folder, words, { stdin: "trust\ntrust\n" });
      assertEquals([result.code, result.stdout], [3, ""], result.stderr);
      assertStringIncludes(result.stderr, "Trusting a policy needs a terminal");
    }
    for (const flag of ["--yes", "-y", "--force"]) {
      assertEquals((await runSallyport(folder, ["trust", flag], { stdin: "trust\n" })).code, 2, flag);
    }
    assertEquals(await standing(folder), "denials");
  });
});

for (const terminal of Object.keys(TERMINALS)) {
  Deno.test(`trust in a terminal (${terminal}) makes the project's policy count as a whole, --revoke ends it`, async () => {
    await withTestFolder("trust", async (folder) => {
      await prepare(folder);
      assertEquals(await standing(folder), "denials");
      for (const answer of ["no", "yes", "Trust", ""]) {
        if (terminal === "script" && answer !== "no") continue;
        const refused = await inTerminal(folder, answer, [], terminal);
        assertStringIncludes(refused.stdout, "not trusted", refused.stderr);
        assertEquals(await standing(folder), "denials", answer);
      }
      const given = await inTerminal(folder, "trust", [], terminal);
      assertEquals(given.code, 0, given.stdout + given.stderr);
      for (const shown of ["from-below", "no-secret", join(folder.project, "base.jsonc")]) {
        assertStringIncludes(given.stdout, shown, "what is trusted is shown whole");
      }
      assertEquals(await standing(folder), "whole");
      const { mode } = await Deno.stat(join(folder.home, "trust.jsonc"));
      assertEquals((mode ?? 0) & 0o777, 0o600);
      assertEquals((await runSallyport(folder, ["trust", "--revoke"])).code, 3, "taking trust back wants a person too");
      assertEquals((await inTerminal(folder, "", ["--revoke"])).code, 0);
      assertEquals(await standing(folder), "denials");
    });
  });
}

Deno.test("any change of the policy, or of a file that it extends, ends the trust; undoing it does not need a person", async () => {
  await withTestFolder("trust", async (folder) => {
    await prepare(folder);
    assertEquals((await inTerminal(folder, "trust", ["sallyport.jsonc"])).code, 0);
    assertEquals(await standing(folder), "whole");
    for (const name of ["sallyport.jsonc", "base.jsonc"]) {
      const file = join(folder.project, name);
      const text = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, `${text} `);
      assertEquals(await standing(folder), "denials", `one space more in ${name}`);
      await Deno.writeTextFile(file, text);
      assertEquals(await standing(folder), "whole", `${name} as it was`);
    }
  });
});

Deno.test("trust that was given to a project is not that of the same text elsewhere", async () => {
  await withTestFolder("trust", async (folder) => {
    await prepare(folder);
    assertEquals((await inTerminal(folder, "trust", [])).code, 0);
    const other = join(folder.project, "..", "other");
    await Deno.mkdir(other);
    for (const name of ["sallyport.jsonc", "base.jsonc"]) {
      await Deno.copyFile(join(folder.project, name), join(other, name));
    }
    assertEquals(await standing({ ...folder, project: other }), "denials");
  });
});

Deno.test("nothing in a policy drives the terminal that shows it", async () => {
  await withTestFolder("trust", async (folder) => {
    await prepare(folder);
    const evil = `// \x1b[2J\x1b[1;1H\x07\x9b31m\u202e\u200b clean\n${JSON.stringify(PROJECT)}`;
    await Deno.writeTextFile(join(folder.project, "sallyport.jsonc"), evil);
    const { stdout } = await inTerminal(folder, "no", []);
    assertStringIncludes(stdout, "clean");
    for (const bad of ["\x1b[2J", "\x1b[1;1H", "\x07", "\x9b", "\u202e", "\u200b"]) {
      assert(!stdout.includes(bad), `${JSON.stringify(bad)} reached the terminal`);
    }
  });
});

Deno.test("a tool call cannot trust: the list is protected, and what a server starts has no terminal", async () => {
  await withTestFolder("trust", async (folder) => {
    await prepare(folder);
    // The server itself, unsandboxed, tries it the honest way.
    const words = sallyportCommand(["trust"]).map((word) => `'${word}'`).join(" ");
    const cache = `DENO_DIR='${testEnvironment(folder)["DENO_DIR"]}' SALLYPORT_HOME='${folder.home}'`;
    const server = ["sh", "-c", `${cache} ${words} 2>&1 | grep -c 'needs a terminal' >&2; cat`];
    await guardedIn(folder, { server, bare: true, unrecorded: true }, async ({ client }) => {
      await waitFor(() => client.stderr.includes("[scripted] 1"), "the attempt").catch(() => {});
      assert(/scripted.*\b1\b/.test(client.stderr), client.stderr);
    });
    assertEquals(await standing(folder), "denials");
  });
});

Deno.test("a policy that is tightened counts while the session runs; a broken one does not, and is told", async () => {
  await withTestFolder("trust", async (folder) => {
    const open = { version: 1, default: "allow" };
    await guardedIn(folder, { policy: open }, async ({ client, received, records }) => {
      const echo = (text: string) => client.callTool("echo", { text });
      assertEquals(textOf(await echo("one")), "one");
      await writePolicy(folder, { version: 1, default: "deny" });
      await waitFor(async () => refusedBy(await echo("two")) === "default/deny", "the tightened policy");
      await waitFor(() => client.stderr.includes("the changed policy is in force"), "word of it");
      const before = (await received()).length;
      assertEquals(refusedBy(await echo("three")), "default/deny");
      await writePolicy(folder, '{ "version": 1, "default": "allo');
      await waitFor(() => client.stderr.includes("the one before stays in force"), "word of the broken one");
      assertStringIncludes(client.stderr, "sallyport.jsonc:1:");
      assertEquals(refusedBy(await echo("four")), "default/deny");
      assertEquals((await received()).length, before);
      await writePolicy(folder, open);
      await waitFor(async () => textOf(await echo("five")) === "five", "the repaired policy");
      const notes = (await records()).filter(({ kind }) => kind === "note").map(({ note }) => note);
      assertEquals(notes.filter((note) => note.startsWith("policy-")), [
        "policy-changed",
        "policy-broken",
        "policy-changed",
      ]);
    });
  });
});

Deno.test("the own policy, taken away while the session runs, opens nothing", async () => {
  await withTestFolder("trust", async (folder) => {
    await guardedIn(folder, { policy: { version: 1, tools: { echo: "allow" } } }, async ({ client }) => {
      assertEquals(refusedBy(await client.callTool("twice", {})), "default/deny");
      await Deno.remove(join(folder.home, "sallyport.jsonc"));
      await waitFor(() => client.stderr.includes("a policy's file is gone"), "word of it");
      assertEquals(refusedBy(await client.callTool("twice", {})), "default/deny");
      await writePolicy(folder, { version: 1, tools: { twice: "allow" } });
      await waitFor(async () => textOf(await client.callTool("twice", {})) === "first", "the policy that came back");
      assertEquals(refusedBy(await client.callTool("echo", {})), "default/deny");
    });
  });
});

Deno.test("trust that is given while the session runs takes effect, as does its end", async () => {
  await withTestFolder("trust", async (folder) => {
    await prepare(folder, OWN);
    await guardedIn(folder, {}, async ({ client }) => {
      const echo = (text: string) => client.callTool("echo", { text });
      assertEquals(textOf(await echo("one")), "one");
      assertEquals(refusedBy(await echo("secret")), "project/rule");
      assertEquals((await inTerminal(folder, "trust", [])).code, 0);
      await waitFor(async () => refusedBy(await echo("two")) === "default/deny", "the trusted policy");
      assertEquals(refusedBy(await echo("secret")), "no-secret");
      assertEquals((await runSallyport(folder, ["trust", "--revoke"])).code, 3, "taking trust back wants a person too");
      assertEquals((await inTerminal(folder, "", ["--revoke"])).code, 0);
      await waitFor(async () => textOf(await echo("three")) === "three", "the end of trust");
    });
  });
});
