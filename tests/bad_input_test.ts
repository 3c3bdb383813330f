/**
 * Bad input gets one sentence and a hint on stderr, exit 2, and nothing on stdout: no server is started, nothing hangs.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import {
  assertChained,
  auditFiles,
  type CommandOptions,
  type CommandResult,
  guarded,
  guardedIn,
  readRecords,
  refusedBy,
  runCommand,
  runSallyport,
  testEnvironment,
  textOf,
  waitFor,
  withTestFolder,
  writePolicy,
} from "./support/guarded_session.ts";
import { sallyport, scriptedServer, type TestFolder } from "./support/sallyport.ts";
import { fill, mounted } from "./support/small_disk.ts";

/** A server that says that it was started. */
function markingServer(folder: TestFolder): string[] {
  return ["sh", "-c", 'touch "$0"; cat', join(folder.project, "..", "started")];
}

/** Starts a proxy that must not start its server. */
async function assertNotStarted(
  folder: TestFolder,
  words: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const result = await runSallyport(folder, [...words, "--", ...markingServer(folder)], options);
  assertEquals([result.code, result.stdout], [2, ""], result.stderr);
  assertEquals(await exists(join(folder.project, "..", "started")), false, "the server was started");
  assert(!/\bat .*:\d+:\d+|Sallyport failed/.test(result.stderr), result.stderr);
  return result;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

/** One `error:` line that matches, one `hint:` line, and nothing else. */
function assertErrorAndHint({ stderr }: CommandResult, error: RegExp, hint: RegExp): void {
  const lines = stderr.trimEnd().split("\n");
  assertEquals(lines.length, 2, stderr);
  assertMatch(lines[0] ?? "", new RegExp(`^sallyport: error: .*${error.source}`), stderr);
  assertMatch(lines[1] ?? "", new RegExp(`^sallyport: hint: .*${hint.source}`), stderr);
}

const THREE_MISTAKES = `{
  "version": 1,
  "defualt": "deny",
  "tools": { "echo": "alow" },
  "rules": [
    { "name": "x", "when": { "any": { "regex": "(" } }, "then": "deny" }
  ]
}
`;

Deno.test("three mistakes in a policy are three lines with a place and a hint, and no server is started", async () => {
  await withTestFolder("bad", async (folder) => {
    await writePolicy(folder, THREE_MISTAKES);
    const file = join(folder.home, "sallyport.jsonc");
    const { stderr } = await assertNotStarted(folder, []);
    const places = stderr.split("\n").filter((line) => line.startsWith(file)).map((line) => line.slice(file.length));
    assertEquals(places.map((line) => /^:(\d+:\d+): /.exec(line)?.[1]), ["3:3", "4:22", "6:48"]);
    assertEquals(places.map((line) => /\[([a-z-]+)\]$/.exec(line)?.[1]), [
      "unknown-field",
      "wrong-value",
      "bad-pattern",
    ]);
    assertStringIncludes(stderr, 'Did you mean "default"?');
    assertStringIncludes(stderr, 'Did you mean "allow"?');
    for (const command of ["check", "explain"]) {
      const result = await runSallyport(folder, [command], { stdin: '{"call":{"tool":"echo"}}' });
      assertEquals([result.code, result.stdout, result.stderr], [2, "", stderr], command);
    }
  });
});

/** Policies that cannot be read, and what is said about each. */
const UNREADABLE: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  "a folder": (file) => Deno.mkdir(file),
  "an empty file": (file) => Deno.writeTextFile(file, ""),
  "a comment alone": (file) => Deno.writeTextFile(file, "// nothing"),
  "bytes that are not UTF-8": (file) => Deno.writeFile(file, Uint8Array.of(0x7b, 0xff, 0x7d)),
  "a link to nothing": (file) => Deno.symlink("/nonexistent/x", file),
  "a text that is no JSON": (file) => Deno.writeTextFile(file, '{"version": 1'),
  "a key that comes twice": (file) => Deno.writeTextFile(file, '{"version": 1, "default": "deny", "default": "allow"}'),
  "a version of the future": (file) => Deno.writeTextFile(file, '{"version": 2}'),
  "a pipe": async (file) => await runCommand(["mkfifo", file]),
};

for (const [name, make] of Object.entries(UNREADABLE)) {
  Deno.test(`a policy that is ${name} stops the start, in the home, by -c and in the project`, async () => {
    await withTestFolder("bad", async (folder) => {
      const places: readonly (readonly [string, readonly string[]])[] = [
        [join(folder.home, "sallyport.jsonc"), []],
        [join(folder.project, "..", "mine.jsonc"), ["-c", "../mine.jsonc"]],
        [join(folder.project, "sallyport.jsonc"), []],
      ];
      for (const [file, words] of places) {
        await make(file);
        const { stderr } = await assertNotStarted(folder, words);
        assertMatch(stderr, /^\S+sallyport\.jsonc:\d+:\d+: |^\S+mine\.jsonc:\d+:\d+: /, stderr);
        await Deno.remove(file);
      }
    });
  });
}

Deno.test("a policy that is not there, named by -c, stops the start", async () => {
  await withTestFolder("bad", async (folder) => {
    await Deno.writeTextFile(join(folder.project, "file"), "");
    for (const [path, why] of [["../none.jsonc", "does not exist"], ["file/x.jsonc", "file is in the way"]] as const) {
      const { stderr } = await assertNotStarted(folder, ["-c", path]);
      assertMatch(stderr, new RegExp(`:1:1: Cannot read policy: .*${why}.*\\[cannot-read\\]`));
    }
  });
});

Deno.test("two policies in one folder are a problem", async () => {
  for (const place of ["home", "project"] as const) {
    await withTestFolder("bad", async (folder) => {
      await Deno.writeTextFile(join(folder[place], "sallyport.jsonc"), '{"version":1}');
      await Deno.writeTextFile(join(folder[place], "sallyport.yaml"), "version: 1\n");
      const { stderr } = await assertNotStarted(folder, []);
      assertStringIncludes(stderr, "Keep one of the two files");
    });
  }
});

/** Command lines that are no start, and what is said. */
const USAGE: Readonly<Record<string, { words: readonly string[]; error: RegExp; hint: RegExp }>> = {
  "no words": { words: [], error: /No server command/, hint: /--/ },
  "nothing behind --": { words: ["--"], error: /No server command behind --/, hint: /program/ },
  "an empty program": { words: ["--", ""], error: /No server command behind --/, hint: /program/ },
  "an unknown command": { words: ["chekc"], error: /Unknown command "chekc"/, hint: /Did you mean "check"/ },
  "a program without --": { words: ["node", "x.js"], error: /Unknown command "node"/, hint: /--/ },
  "an unknown flag": { words: ["--polcy", "x", "--", "cat"], error: /Unknown flag "--polcy"/, hint: /--help/ },
  "a flag without its value": { words: ["-c", "--", "cat"], error: /"--config" has no value/, hint: /--help/ },
  "a flag given twice": { words: ["-c", "a", "-c", "b", "--", "cat"], error: /given twice/, hint: /once/ },
  "a word in front of --": { words: ["proxy", "x", "--", "cat"], error: /Unexpected word "x"/, hint: /--help/ },
  "no such project": { words: ["--project", "/nonexistent", "--", "cat"], error: /is no folder/, hint: /--project/ },
  "a bad name of a variable": {
    words: ["--pass-env", "A B", "--", "cat"],
    error: /no name of a variable/,
    hint: /--pass-env/,
  },
  "an unknown log level": { words: ["--log-level", "loud", "--", "cat"], error: /Unknown log level/, hint: /warn/ },
  "a missing program": {
    words: ["--log-level", "error", "--", "no-such-program"],
    error: /Cannot start server "no-such-program": no such program/,
    hint: /PATH/,
  },
  "a program by a wrong path": { words: ["--", "/nonexistent/x"], error: /Cannot start server/, hint: /PATH/ },
  "a program that is a folder": { words: ["--", "/tmp"], error: /Cannot start server/, hint: /PATH/ },
};

for (const [name, { words, error, hint }] of Object.entries(USAGE)) {
  Deno.test(`a command line with ${name} is told in a sentence and a hint, exit 2`, async () => {
    await withTestFolder("bad", async (folder) => {
      const result = await runSallyport(folder, words);
      assertEquals([result.code, result.stdout], [2, ""], result.stderr);
      const notes = /^sallyport: (?:policy|passes|not sandboxed)/;
      const told = result.stderr.split("\n").filter((line) => !notes.test(line)).join("\n");
      assertErrorAndHint({ ...result, stderr: told }, error, hint);
    });
  });
}

Deno.test("an environment that would turn Deno against the program is refused", async () => {
  for (const name of ["DENO_PERMISSION_BROKER_PATH", "OTEL_DENO"]) {
    await withTestFolder("bad", async (folder) => {
      if (name === "OTEL_DENO") {
        const env = { OTEL_DENO: "true", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
        assertErrorAndHint(await assertNotStarted(folder, [], { env }), /OTEL_DENO is set/, /Unset OTEL_DENO/);
        return;
      }
      // A broker that is not there lets Deno itself not start; whatever starts must refuse.
      const env = { [name]: join(folder.project, "broker.sock") };
      const result = await runSallyport(folder, ["--", ...markingServer(folder)], { env });
      assert(result.code !== 0 && result.stdout === "", result.stderr);
      assertEquals(await exists(join(folder.project, "..", "started")), false);
    });
  }
});

Deno.test("a home that is missing, relative or inside the project is refused", async () => {
  await withTestFolder("bad", async (folder) => {
    const no = await assertNotStarted(folder, [], {
      env: { DENO_DIR: testEnvironment(folder)["DENO_DIR"] ?? "", SALLYPORT_HOME: "", HOME: "" },
    });
    assertErrorAndHint(no, /neither SALLYPORT_HOME nor HOME/, /Set SALLYPORT_HOME/);
    const relative = await assertNotStarted(folder, [], { env: { SALLYPORT_HOME: "home" } });
    assertErrorAndHint(relative, /SALLYPORT_HOME is not an absolute path/, /absolute/);
    const inside = await assertNotStarted(folder, [], { env: { SALLYPORT_HOME: join(folder.project, "h") } });
    assertErrorAndHint(inside, /is inside the project/, /outside every project/);
    await Deno.symlink(folder.project, join(folder.project, "..", "link"));
    const linked = await assertNotStarted(folder, [], { env: { SALLYPORT_HOME: join(folder.project, "..", "link") } });
    assertErrorAndHint(linked, /is inside the project/, /outside every project/);
    const fresh = await assertNotStarted(folder, [], {
      env: { SALLYPORT_HOME: join(folder.project, "..", "link", "new") },
    });
    assertErrorAndHint(fresh, /is inside the project/, /outside every project/);
    await Deno.writeTextFile(join(folder.project, "..", "file"), "");
    const under = await assertNotStarted(folder, [], { env: { SALLYPORT_HOME: join(folder.project, "..", "file") } });
    assertErrorAndHint(under, /Cannot write the audit log/, /writable/);
  });
});

Deno.test("a read-only and a full disk under the audit log stop the start", async () => {
  await withTestFolder("bad", async (folder) => {
    await mounted(folder.home, "size=64k,ro", async () => {
      assertErrorAndHint(await assertNotStarted(folder, []), /Cannot write the audit log.*read-only/, /writable/);
    });
    await mounted(folder.home, "size=64k", async () => {
      await fill(join(folder.home, "filler"));
      assertErrorAndHint(await assertNotStarted(folder, []), /Cannot write the audit log.*full/, /writable/);
    });
  });
});

Deno.test("a disk that becomes full refuses everything with one line, and goes on when there is room again", async () => {
  await withTestFolder("bad", async (folder) => {
    await mounted(folder.home, "size=64k", async () => {
      const policy = { version: 1, default: "allow" };
      await guardedIn(folder, { policy }, async ({ client, received }) => {
        assertEquals(textOf(await client.callTool("echo", { text: "before" })), "before");
        await fill(join(folder.home, "filler"));
        let refused = "";
        // The last page of the log may have room left.
        for (let tries = 0; tries < 40 && refused === ""; tries++) {
          refused = refusedBy(await client.callTool("echo", { text: `full-${tries}` })) ?? "";
        }
        assertEquals(refused, "audit/unrecorded");
        const before = (await received()).length;
        assertEquals(refusedBy(await client.callTool("echo", { text: "secretly" })), "audit/unrecorded");
        assertEquals(refusedBy(await client.request("resources/list")), "audit/unrecorded");
        await new Promise((resolve) => setTimeout(resolve, 100));
        assertEquals((await received()).slice(before), [], "something moved without a record" + client.stderr);
        const told = client.stderr.split("\n").filter((line) => line.includes("Cannot write the audit log"));
        assertEquals(told.length, 1, client.stderr);
        assertStringIncludes(client.stderr, "hint: Make room");
        await Deno.remove(join(folder.home, "filler"));
        await waitFor(async () => textOf(await client.callTool("echo", { text: "after" })) === "after", "room");
        assertEquals(textOf(await client.callTool("echo", { text: "again" })), "again");
      });
      const [file = ""] = await auditFiles(join(folder.home, "audit"));
      const records = assertChained(await Deno.readTextFile(file), true);
      const lost = records.filter((record) => record.note === "records-lost").map(({ count }) => count);
      const missing = records.at(-1).seq - records.length;
      assertGreater(missing, 0);
      assertEquals(lost.reduce((sum, count) => sum + count, 0), missing, "the gap is not told in the log");
    });
  });
});

Deno.test("an audit folder that is removed while running is noticed, and nothing passes unrecorded", async () => {
  await withTestFolder("bad", async (folder) => {
    await guardedIn(folder, { policy: { version: 1, default: "allow" } }, async ({ client, received, arrival }) => {
      assertEquals(textOf(await client.callTool("echo", { text: "before" })), "before");
      await Deno.remove(join(folder.home, "audit"), { recursive: true });
      await waitFor(() => client.stderr.includes("Cannot write the audit log"), "the loss to be noticed");
      await waitFor(async () => textOf(await client.callTool("echo", { text: "after" })) === "after", "a new file");
      await arrival('"after"');
      const records = await readRecords(folder);
      const passed = (await received()).filter((line) => line.includes('"after"')).length;
      const verdicts = records.filter(({ kind, tool, verdict }) =>
        kind === "verdict" && tool === "echo" && verdict === "allow"
      );
      assert(verdicts.length >= passed, `${passed} calls passed, ${verdicts.length} are recorded`);
    });
  });
});

Deno.test("a policy in YAML works, and a mistake in it has its place", async () => {
  await withTestFolder("bad", async (folder) => {
    const file = join(folder.home, "sallyport.yaml");
    await Deno.writeTextFile(file, "# mine\nversion: 1\ntools:\n  echo:\n    args: { text: { regex: '^a' } }\n");
    await guardedIn(folder, {}, async ({ client }) => {
      assertEquals(textOf(await client.callTool("echo", { text: "abc" })), "abc");
      assertEquals(refusedBy(await client.callTool("echo", { text: "bc" })), "tool/condition");
      assertEquals(refusedBy(await client.callTool("twice", {})), "default/deny");
    });
    await Deno.writeTextFile(file, "version: 1\ntols: {}\nversion: 1\n");
    const { stderr } = await assertNotStarted(folder, []);
    assertMatch(stderr, /sallyport\.yaml:2:1: .*\[unknown-field\]/);
    assertMatch(stderr, /sallyport\.yaml:3:1: .*\[duplicate-field\]/);
  });
});

/** What `check` is given, and its exit code. */
const CHECKS: Readonly<Record<string, { input: string; code: number; out: RegExp }>> = {
  "an allowed call": { input: '{"call":{"tool":"echo","args":{"text":"a"}}}', code: 0, out: /^allow / },
  "a denied call": { input: '{"call":{"tool":"other"}}', code: 1, out: /^deny +rule default\/deny/ },
  "a call to ask about": { input: '{"call":{"tool":"maybe"}}', code: 1, out: /^ask / },
  "a message": { input: '{"jsonrpc":"2.0","id":1,"method":"ping"}', code: 0, out: /^allow / },
  "a message on two lines": { input: '{"jsonrpc":"2.0",\n"id":1,"method":"ping"}', code: 0, out: /^allow / },
  "a denied answer": {
    input: '{"response":{"result":{"content":[{"type":"text","text":"bad"}]}}}',
    code: 1,
    out: /^deny +rule no-bad/,
  },
  "an allowed answer": {
    input: '{"response":{"result":{"content":[{"type":"text","text":"good"}]}}}',
    code: 0,
    out: /^allow /,
  },
  "no JSON": { input: "{", code: 2, out: /^deny/ },
  "nothing": { input: "", code: 2, out: /^/ },
  "a number": { input: "5", code: 2, out: /^$/ },
  "a case without a message": { input: '{"expect":"deny"}', code: 2, out: /^$/ },
};

const CHECK_POLICY = {
  version: 1,
  tools: { echo: "allow", maybe: "ask" },
  responses: [{ name: "no-bad", when: { contains: ["bad"] }, then: "deny" }],
};

Deno.test("check says by its exit code what would become of a message, from --input and from stdin", async () => {
  await withTestFolder("bad", async (folder) => {
    await writePolicy(folder, CHECK_POLICY);
    for (const [name, { input, code, out }] of Object.entries(CHECKS)) {
      for (const words of input === "" ? [["check"]] : [["check"], ["check", "--input", input]]) {
        const result = await runSallyport(folder, words, { stdin: words.length === 1 ? input : "" });
        assertEquals(result.code, code, `${name}: ${result.stdout}${result.stderr}`);
        assertMatch(result.stdout, out, name);
        assertEquals(code === 2, result.stderr.startsWith("sallyport: error: "), `${name}: ${result.stderr}`);
      }
    }
    assertEquals(await auditFiles(folder.home), [], "check leaves no log");
  });
});

Deno.test("check --suite reads lines and arrays, and tells a malformed line without losing the others", async () => {
  await withTestFolder("bad", async (folder) => {
    await writePolicy(folder, CHECK_POLICY);
    const good = [
      '{"call":{"tool":"echo"},"expect":"allow"}',
      '{"call":{"tool":"x"},"expect":"deny","rule":"default/deny"}',
    ];
    const suites: readonly (readonly [string, number, string])[] = [
      [`${good.join("\n")}\n`, 0, "2 of 2 as expected"],
      [`[ // why\n${good.join(",\n")},\n]`, 0, "2 of 2 as expected"],
      [`${good[0]}\n${good[1]?.replace('"deny"', '"allow"')}\n`, 1, "1 of 2 as expected"],
      [`${good[0]}\n{"call":\n${good[1]}\n`, 2, "2 of 3 as expected"],
      [`${good[0]}\n{"call":{"tool":"x"},"expect":"perhaps"}\n`, 2, "1 of 2 as expected"],
    ];
    for (const [text, code, last] of suites) {
      await Deno.writeTextFile(join(folder.project, "suite"), text);
      const result = await runSallyport(folder, ["check", "--suite", "suite"]);
      assertEquals([result.code, result.stdout.trimEnd().split("\n").at(-1)], [code, last], text);
      const json = await runSallyport(folder, ["check", "--json", "--suite", "suite"]);
      const lines = json.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
      assertEquals(lines.length, Number(last.split(" ")[2]), "one object a case");
      assertEquals(lines.some((line) => "error" in line), code === 2);
    }
    const missing = await runSallyport(folder, ["check", "--suite", "none"]);
    assertEquals(missing.code, 2);
    assertErrorAndHint(missing, /Cannot read suite "none": it does not exist/, /file/);
  });
});

Deno.test("stdin that is closed at once, and an output that nobody reads, end a session in time", async () => {
  await withTestFolder("bad", async (folder) => {
    const closed = await runSallyport(folder, ["--", ...scriptedServer()]);
    assertEquals([closed.code, closed.stdout], [0, ""], closed.stderr);
    const [program = "", ...args] = [...sallyport(), ...scriptedServer()];
    const child = new Deno.Command(program, {
      args,
      cwd: folder.project,
      env: testEnvironment(folder),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    await child.stdout.cancel();
    const writer = child.stdin.getWriter();
    writer.closed.catch(() => {});
    const ping = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const began = performance.now();
    const pinging = setInterval(() => writer.write(ping).catch(() => {}), 100);
    await child.status;
    clearInterval(pinging);
    assertGreater(8_000, performance.now() - began);
    await writer.abort().catch(() => {});
  });
});

Deno.test("NO_COLOR or not, a pipe gets no colours; a second run in the same home works", async () => {
  await guarded({ policy: { version: 1, default: "allow" } }, async (first) => {
    const again = { policy: { version: 1, default: "allow" }, env: { NO_COLOR: "" } };
    await guardedIn(first.folder, again, async ({ client }) => {
      assertEquals(textOf(await client.callTool("echo", { text: "two at once" })), "two at once");
      assertEquals(textOf(await first.client.callTool("echo", { text: "still" })), "still");
      assert(!client.stderr.includes("\x1b"), client.stderr);
    });
    const files = await auditFiles(join(first.folder.home, "audit"));
    assertEquals(files.length, 2);
    for (const file of files) assertChained(await Deno.readTextFile(file));
    for (const words of [["--help"], ["doctor"], ["explain"], ["schema"], ["check", "--help"]]) {
      const { stdout } = await runSallyport(first.folder, words, { env: { FORCE_COLOR: "1" } });
      assert(stdout.length > 100 && !stdout.includes("\x1b"), words.join(" "));
    }
  });
});
