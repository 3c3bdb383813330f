/**
 * What got past mcpwall (the weaknesses W-1 to W-20 and W-34 of docs/mcpwall.md) does not get past the real program: each
 * row is put to it as a client or a server would, and the server's side keeps every byte that reached it.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { residentMegabytes } from "./support/orphan_watch.ts";
import type { LooseMessage } from "./support/run_process.ts";
import {
  assertChained,
  auditFiles,
  type Guarded,
  guarded,
  guardedIn,
  refusedBy,
  runSallyport,
  textOf,
  waitFor,
  withTestFolder,
} from "./support/guarded_session.ts";
import { readRecords } from "./support/guarded_session.ts";
import { attack, FAULTY, type LineCase, PRIVATE_KEY } from "./support/faulty_lines.ts";

const NO_KEYS = { name: "no-keys", when: { any: { regex: "\\.ssh/" } }, then: "deny" };
const BY_PATH = { name: "by-path", when: { args: { path: { regex: "\\.ssh/" } } }, then: "deny" };
const ALLOWING = { version: 1, default: "allow", rules: [NO_KEYS] };
const DENYING = { version: 1, default: "deny", tools: { echo: "allow" } };

let lastId = 1000;

function shortAnswer(message: LooseMessage): string {
  const code = message.error === undefined ? "" : ` ${message.error.code}`;
  return `${JSON.stringify(message.id)} ${refusedBy(message)}${code}`;
}

/**
 * Sends a line, then a call that must pass: of the two, the server may receive the second alone, byte for byte; the
 * client gets the due refusals and the second's answer, and the log says which rule refused.
 */
async function assertRefused(session: Guarded, one: LineCase): Promise<void> {
  const { client } = session;
  const before = { frames: client.frames.length, received: (await session.received()).length };
  const recordsBefore = (await session.records()).length;
  const id = ++lastId;
  const passing =
    `{"jsonrpc":"2.0", "id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"text":"${id}"}}}`;
  if (typeof one.line === "string") await client.send(one.line);
  else await client.sendBytes(one.line);
  await client.send(passing);
  assertEquals(textOf(await client.response(id)), String(id), one.name);
  await session.arrival(passing);
  const lines = (await session.received()).slice(before.received).filter((line) => !line.includes('"id":"sallyport-'));
  assertEquals(lines, [passing], `${one.name}: what the server received`);
  const answers = client.messages().slice(before.frames).map((message) => message as LooseMessage);
  assertEquals(answers.slice(0, -1).map(shortAnswer), one.answers, `${one.name}: what the client got`);
  const records = (await session.records()).slice(recordsBefore);
  const refusals = records.filter((record) => record.kind === "verdict" && record.verdict === "deny");
  const rule = one.rule ?? one.answers[0]?.split(" ")[1];
  assert(
    refusals.length > 0 && refusals.every((record) => record.rule === rule),
    `${one.name}: ${JSON.stringify(records)}`,
  );
  assert(!JSON.stringify(records).includes("id_rsa"), `${one.name}: the log holds what was asked for`);
}

for (const [default_, policy] of Object.entries({ allow: { version: 1, default: "allow" }, deny: DENYING })) {
  Deno.test(`a line that readers may read differently is never sent on, with "default": "${default_}"`, async () => {
    await guarded({ policy }, async (session) => {
      for (const one of FAULTY) await assertRefused(session, one);
    });
  });
}

/** Names that a glob must not miss. */
const ANY_NAME = [
  '"read_file"',
  '"fs/read_file"',
  '".."',
  '"."',
  '""',
  '".hidden"',
  '"a/b/../c"',
  '"*"',
  '"r\\u0000"',
  '"__proto__"',
];

Deno.test("W-6, W-7 a rule for every tool, or for `*`, misses no name of a tool", async () => {
  const starred = { version: 1, default: "allow", rules: [{ ...NO_KEYS, when: { ...NO_KEYS.when, tool: "*" } }] };
  for (const policy of [ALLOWING, starred, { version: 1, default: "allow", rules: [BY_PATH] }]) {
    await guarded({ policy }, async (session) => {
      let id = 200;
      for (const tool of ANY_NAME) {
        const rule = policy.rules[0]?.name;
        await assertRefused(session, { name: tool, line: attack(++id, "", tool), answers: [`${id} ${rule}`] });
      }
    });
  }
});

Deno.test("W-6, W-7 an allow list that names some tools lets no odd name by", async () => {
  await guarded({ policy: { version: 1, tools: { "echo": "allow", "read_*": "deny" } } }, async (session) => {
    let id = 300;
    for (const tool of ANY_NAME) {
      const rule = tool === '"read_file"' ? "tool/entry" : "default/deny";
      await assertRefused(session, { name: tool, line: attack(++id, "", tool), answers: [`${id} ${rule}`] });
    }
  });
});

Deno.test("W-11 a condition on an argument that is not there never throws and opens nothing", async () => {
  const rules = [
    { name: "by-path", when: { args: { path: { not: { glob: "/safe/**" } } } }, then: "deny" },
    { name: "by-length", when: { args: { path: { length: [100, 200] } } }, then: "deny" },
    { name: "by-schema", when: { args: { path: { schema: { type: "number" } } } }, then: "deny" },
  ];
  await guarded({ policy: { version: 1, default: "deny", rules, tools: { echo: "allow" } } }, async (session) => {
    for (const args of ['{"filepath":"/etc/passwd"}', "{}", '{"file":[]}']) {
      const id = ++lastId;
      const line =
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read_file","arguments":${args}}}`;
      await assertRefused(session, { name: args, line, answers: [`${id} default/deny`] });
    }
    const id = ++lastId;
    const line = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read_file"}}`;
    await assertRefused(session, { name: "no arguments at all", line, answers: [`${id} default/deny`] });
  });
});

/** What a repository would like to say. */
const WISHES: Readonly<Record<string, unknown>> = {
  default: "allow",
  mode: "observe",
  tools: { "*": "allow" },
  methods: { "*": "allow" },
  rules: [
    { name: "theirs", when: { any: { regex: "forbidden-here" } }, then: "deny" },
    { name: "let-all-pass", when: { method: "*" }, then: "allow" },
  ],
  responses: [{ name: "let-answers-pass", when: { method: "*" }, then: "allow" }],
  suppress: [{ rule: "no-keys" }],
  environment: { pass: ["PATH", "HOME", "SALLYPORT_TEST_SECRET"] },
  limits: { messageBytes: 10485760, callsPerMinute: 1000000 },
  servers: { scripted: { default: "allow", tools: { "*": "allow" } } },
  definitions: { pin: "off", hideDenied: false },
};

Deno.test("W-10 a repository's policy changes nothing but by denying, until it is trusted", async () => {
  const policy = {
    version: 1,
    rules: [NO_KEYS],
    tools: { echo: "allow", hang: "deny" },
    responses: [{ name: "no-answer", when: { contains: ["unwanted"] }, then: "deny" }],
  };
  const project = { "sallyport.jsonc": JSON.stringify({ version: 1, ...WISHES }) };
  const env = { SALLYPORT_TEST_SECRET: "hunter2" };
  await guarded({ policy, project, env }, async ({ client, received, records }) => {
    assertStringIncludes(client.stderr, "is inside the project and not trusted");
    const call = async (tool: string, text: string) => refusedBy(await client.callTool(tool, { text }));
    assertEquals(await call("echo", PRIVATE_KEY), "no-keys");
    assertEquals(await call("twice", "a"), "default/deny");
    assertEquals(await call("hang", "a"), "tool/entry");
    assertEquals(await call("echo", "unwanted"), "no-answer");
    assertEquals(await call("echo", "forbidden-here"), "project/rule");
    assertEquals(await call("echo", "something else"), undefined);
    assertEquals(refusedBy(await client.request("resources/read", { uri: "file:///a" })), "default/deny");
    const listed = (await client.request("tools/list")).result.tools.map(({ name }: LooseMessage) => name);
    assertEquals(listed, ["echo"]);
    const passed = (await received()).filter((line) => line.includes("tools/call"));
    assertEquals(passed.length, 2, passed.join("\n"));
    assertEquals((await records())[0].mode, "enforce");
    assertStringIncludes(client.stderr, "passes to the server: HOME, LOGNAME, PATH, SHELL, TERM, USER\n");
  });
});

for (const [key, wish] of Object.entries(WISHES)) {
  Deno.test(`W-10 a repository's "${key}" alone opens nothing`, async () => {
    const policy = { version: 1, rules: [NO_KEYS], tools: { echo: "allow" } };
    const project = { "sallyport.jsonc": JSON.stringify({ version: 1, [key]: wish }) };
    const env = { SALLYPORT_TEST_SECRET: "hunter2" };
    await guarded({ policy, project, env }, async ({ client, received }) => {
      assertEquals(refusedBy(await client.callTool("echo", { text: PRIVATE_KEY })), "no-keys");
      assertEquals(refusedBy(await client.callTool("twice", {})), "default/deny");
      assertEquals((await received()).filter((line) => line.includes("tools/call")), []);
      assert(!client.stderr.includes("SALLYPORT_TEST_SECRET"), client.stderr);
    });
  });
}

/** A condition of each kind that holds for the evil value, and a value that is like it and must pass. */
const CONDITIONS: Readonly<Record<string, { condition: unknown; evil: string; good: unknown }>> = {
  equals: { condition: { equals: "/etc/passwd" }, evil: "/etc/passwd", good: "/etc/password" },
  oneOf: { condition: { oneOf: ["/etc/passwd", "/etc/shadow"] }, evil: "/etc/shadow", good: "/etc/hostname" },
  regex: { condition: { regex: "^/etc/" }, evil: "/etc/passwd", good: "/home/etc/passwd" },
  glob: { condition: { glob: "/etc/**" }, evil: "/etc/.hidden/x", good: "/etcetera/x" },
  anyOf: { condition: { anyOf: [{ equals: "/a" }, { regex: "^/etc/" }] }, evil: "/etc/passwd", good: "/b" },
  allOf: { condition: { allOf: [{ glob: "/etc/**" }, { regex: "passwd" }] }, evil: "/etc/passwd", good: "/etc/group" },
  not: { condition: { not: { glob: "/safe/**" } }, evil: "/etc/passwd", good: "/safe/a" },
};

const FORMS: Readonly<Record<string, (evil: string) => unknown>> = {
  "as it is": (evil) => ({ path: evil }),
  "in an array": (evil) => ({ path: [evil] }),
  "behind a harmless one": (evil) => ({ path: ["/safe/a", evil] }),
  "in an object": (evil) => ({ path: { value: evil } }),
  "deep inside": (evil) => ({ path: [{ a: [[{ b: evil }]] }] }),
  "as a key": (evil) => ({ path: { [evil]: "/safe/a" } }),
  "by a folded name": (evil) => ({ Path: evil }),
  "by a name in capitals": (evil) => ({ PATH: [evil] }),
  "beside other arguments": (evil) => ({ a: 1, path: evil, z: null }),
};

Deno.test("a deny rule on an argument is not dodged by the argument's form, whatever its condition", async () => {
  const rules = Object.entries(CONDITIONS).map(([kind, { condition }]) => ({
    name: `by-${kind.toLowerCase()}`,
    when: { tool: kind, args: { path: condition } },
    then: "deny",
  }));
  await guarded({ policy: { version: 1, default: "allow", rules } }, async ({ client, received }) => {
    await client.request("tools/list");
    const wrong: string[] = [];
    let passed = 0;
    for (const [kind, { evil, good }] of Object.entries(CONDITIONS)) {
      for (const [form, make] of Object.entries(FORMS)) {
        const rule = refusedBy(await client.callTool(kind, make(evil)));
        if (rule !== `by-${kind.toLowerCase()}`) wrong.push(`${kind} ${form}: ${rule}`);
      }
      for (const args of [{ path: good }, { path: [good] }, { other: evil }, {}]) {
        const rule = refusedBy(await client.callTool(kind, args));
        if (rule !== undefined) wrong.push(`${kind} ${JSON.stringify(args)}: ${rule}`);
        passed++;
      }
    }
    assertEquals(wrong, []);
    const calls = async () => (await received()).filter((line) => line.includes("tools/call")).length;
    await waitFor(async () => await calls() >= passed, "what the server received to be written down");
    assertEquals(await calls(), passed);
  });
});

Deno.test("an entry of the allow list takes an argument only as the type that its condition speaks of", async () => {
  const tools = {
    echo: { args: { text: { regex: "^a" } }, required: ["text"] },
    ranged: { args: { n: { range: [1, 10] } } },
    typed: { args: { n: { type: "integer" } } },
    long: { args: { s: { length: [1, 3] } } },
    shaped: {
      args: { o: { schema: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false } } },
    },
    listed: { args: { l: { each: { oneOf: ["a", "b"] } } } },
    keyed: { args: { o: { keys: { oneOf: ["a"] } } } },
  };
  const cases: readonly (readonly [string, unknown, string | undefined])[] = [
    ["echo", { text: "abc" }, undefined],
    ["echo", { text: ["abc"] }, "tool/condition"],
    ["echo", { text: { a: "abc" } }, "tool/condition"],
    ["echo", { text: null }, "tool/condition"],
    ["echo", {}, "tool/required"],
    ["echo", { text: "abc", more: "abc" }, "tool/argument"],
    ["ranged", { n: 10 }, undefined],
    ["ranged", { n: 10.5 }, "tool/condition"],
    ["ranged", { n: "5" }, "tool/condition"],
    ["ranged", { n: [5] }, "tool/condition"],
    ["typed", { n: 5 }, undefined],
    ["typed", { n: 5.5 }, "tool/condition"],
    ["typed", { n: "5" }, "tool/condition"],
    ["long", { s: "abc" }, undefined],
    ["long", { s: "abcd" }, "tool/condition"],
    ["long", { s: "" }, "tool/condition"],
    ["shaped", { o: { a: "x" } }, undefined],
    ["shaped", { o: { a: "x", b: 1 } }, "tool/condition"],
    ["shaped", { o: [] }, "tool/condition"],
    ["listed", { l: ["a", "b"] }, undefined],
    ["listed", { l: ["a", "c"] }, "tool/condition"],
    ["listed", { l: "a" }, "tool/condition"],
    ["keyed", { o: { a: 1 } }, undefined],
    ["keyed", { o: { a: 1, b: 2 } }, "tool/condition"],
    ["keyed", { o: "a" }, "tool/condition"],
  ];
  await guarded({ policy: { version: 1, tools } }, async ({ client, received }) => {
    await client.request("tools/list");
    const wrong: string[] = [];
    for (const [tool, args, expected] of cases) {
      const rule = refusedBy(await client.callTool(tool, args));
      if (rule !== expected) wrong.push(`${tool} ${JSON.stringify(args)}: ${rule}`);
    }
    assertEquals(wrong, []);
    const passed = cases.filter(([, , expected]) => expected === undefined).length;
    const calls = async () => (await received()).filter((line) => line.includes("tools/call")).length;
    await waitFor(async () => await calls() >= passed, "what the server received to be written down");
    assertEquals(await calls(), passed);
  });
});

Deno.test("no method and no field of a message is exempt from a rule", async () => {
  await guarded({ policy: ALLOWING }, async (session) => {
    const { client } = session;
    const before = (await session.received()).length;
    const uri = `file://${PRIVATE_KEY}`;
    const requests: readonly (readonly [string, unknown])[] = [
      ["resources/read", { uri }],
      ["resources/subscribe", { uri }],
      ["prompts/get", { name: "p", arguments: { a: PRIVATE_KEY } }],
      ["completion/complete", { ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: PRIVATE_KEY } }],
      ["tools/call", { name: "echo", arguments: {}, _meta: { note: PRIVATE_KEY } }],
      ["tools/call", { name: "echo", arguments: { [PRIVATE_KEY]: 1 } }],
      ["x/unknown", { deep: [[{ a: PRIVATE_KEY }]] }],
      ["ping", { _meta: { note: PRIVATE_KEY } }],
    ];
    for (const [method, params] of requests) {
      assertEquals(refusedBy(await client.request(method, params)), "no-keys", method);
    }
    await client.send({ jsonrpc: "2.0", method: "notifications/x", params: { a: PRIVATE_KEY } });
    assertEquals(textOf(await client.callTool("echo", { text: "last" })), "last");
    await session.arrival('"last"');
    const lines = (await session.received()).slice(before).filter((line) => !line.includes('"id":"sallyport-'));
    assertEquals(lines.length, 1, lines.join("\n"));
  });
});

Deno.test("W-12 TERM and INT end the program though the client keeps its stdin open", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    await guarded({ policy: DENYING }, async ({ client }) => {
      await client.callTool("echo", { text: "up" });
      const began = performance.now();
      client.kill(signal);
      await client.exited;
      assertLess(performance.now() - began, 3_800);
    });
  }
});

const MEGA = 1024 * 1024;

Deno.test("W-14 a request and a response of 11 MB are refused by name; none of either gets through", async () => {
  await guarded({ policy: { version: 1, default: "allow" } }, async (session) => {
    const { client } = session;
    await assertRefused(session, {
      name: "request",
      line: `{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"echo","arguments":{"text":"${
        "x".repeat(11 * MEGA)
      }"}}}`,
      answers: ["14 frame/too-long -32600"],
    });
    await assertRefused(session, {
      name: "request with the id behind",
      line: `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"${
        "x".repeat(11 * MEGA)
      }"}},"id":15}`,
      answers: ["15 frame/too-long -32600"],
    });
    const response = await client.callTool("huge", { size: 11 * MEGA }, 30_000);
    assertEquals(refusedBy(response), "frame/too-long");
    assertEquals(client.frames.filter((frame) => frame.includes("xxxx")), []);
    const fitting = await client.callTool("huge", { size: 9 * MEGA }, 30_000);
    assertEquals(textOf(fitting).length, 9 * MEGA);
  });
});

Deno.test("W-15 all that a server writes right before it exits arrives, and so does its exit code", async () => {
  await guarded({ policy: { version: 1, default: "allow" }, unrecorded: true }, async ({ client }) => {
    const response = await client.callTool("dump", {}, 30_000);
    assertEquals(textOf(response), "dumped");
    const logs = client.messages().filter((message) => message?.method === "notifications/message");
    assertEquals(logs.map(({ params }) => parseInt(params.data)), Array.from({ length: 2000 }, (_, index) => index));
    assertGreater(client.frames.join("\n").length, 2_000_083);
    assertEquals((await client.exited).code, 3);
  });
});

Deno.test("W-16 a server that stops reading or is gone, and a client that stops reading, end without a crash", async () => {
  await guarded(
    { policy: DENYING, unrecorded: true, server: ["sh", "-c", "exec 0<&-; sleep 0.7; exit 7"], bare: true },
    async ({ client }) => {
      for (let id = 1; id <= 50; id++) await client.send({ jsonrpc: "2.0", id, method: "ping" });
      assertEquals((await client.exited).code, 7);
      await client.until(() => client.frames.length >= 50).catch(() => {});
      assertEquals(client.messages().map(({ id }) => id), Array.from({ length: 50 }, (_, index) => index + 1));
      assert(client.messages().every((message) => refusedBy(message) === "session/server-ended"));
      assert(!/at .*\.ts:\d+/.test(client.stderr), client.stderr);
    },
  );
});

Deno.test("W-17 characters cut by chunks reach both sides whole", async () => {
  await guarded({ policy: { version: 1, default: "allow" } }, async (session) => {
    const { client } = session;
    const text = "€😀é\u2028";
    const line =
      `{"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"echo","arguments":{"text":"${text}"}}}`;
    for (const byte of new TextEncoder().encode(`${line}\n`)) {
      await client.sendBytes(Uint8Array.of(byte));
      if (byte > 127) await new Promise((resolve) => setTimeout(resolve, 3));
    }
    assertEquals(textOf(await client.response(17)), text);
    await session.arrival(line);
    assertEquals(textOf(await client.callTool("split", {})), "😀é\u2028ü");
    const many = "€".repeat(100_000);
    assertEquals(textOf(await client.callTool("echo", { text: many })), many);
    assert(!client.frames.join("").includes("\ufffd"));
  });
});

Deno.test("W-18 300 MB to a server that never reads leave memory as it is", async () => {
  await withTestFolder("attacks", async (folder) => {
    const options = { policy: { version: 1, default: "allow" }, server: ["sleep", "60"], bare: true, unrecorded: true };
    await guardedIn(folder, options, async ({ client }) => {
      const line = new TextEncoder().encode(
        `{"jsonrpc":"2.0","method":"notifications/x","params":{"x":"${"y".repeat(MEGA)}"}}\n`,
      );
      let accepted = 0;
      let isOver = false;
      const flood = (async () => {
        while (!isOver && accepted < 300) {
          await client.sendBytes(line);
          accepted++;
        }
      })();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const early = await residentMegabytes(client.pid);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const late = await residentMegabytes(client.pid);
      assertLess(accepted, 40, "more was accepted than a pipe and a bounded queue hold");
      assertLess(late, 200);
      assertLess(late - early, 20, `memory grows: ${early} MB, then ${late} MB`);
      isOver = true;
      client.kill("SIGTERM");
      await client.exited;
      await flood;
    });
  });
});

Deno.test("W-19 after 200 calls and EOF every verdict and outcome is in the log, and its chain holds", async () => {
  await withTestFolder("attacks", async (folder) => {
    await guardedIn(folder, { policy: ALLOWING }, async ({ client }) => {
      await client.request("tools/list");
      const ids = Array.from({ length: 200 }, (_, index) => 5000 + index);
      for (const id of ids) {
        const text = id % 10 === 0 ? PRIVATE_KEY : String(id);
        void client.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "echo", arguments: { text } } });
      }
      await client.closeInput();
      await client.exited;
      const answered = new Set(client.messages().map((message) => message?.id));
      assertEquals(ids.filter((id) => !answered.has(id)), []);
    });
    const [file = "", ...others] = await auditFiles(join(folder.home, "audit"));
    assertEquals(others, []);
    const text = await Deno.readTextFile(file);
    const records = assertChained(text);
    const verdicts = records.filter((record) => record.kind === "verdict" && record.tool === "echo");
    assertEquals(verdicts.map(({ id }) => Number(id)), Array.from({ length: 200 }, (_, index) => 5000 + index));
    const denied = verdicts.filter(({ verdict }) => verdict === "deny");
    assertEquals(denied.length, 20);
    const allowed = verdicts.filter(({ verdict }) => verdict === "allow").map(({ seq }) => seq);
    const outcomes = records.filter((record) => record.kind === "outcome" && record.tool === "echo");
    assertEquals(outcomes.map(({ of }) => of).sort((a, b) => a - b), allowed);
    assertEquals([records[0].kind, records.at(-1).kind], ["open", "close"]);
    assert(!text.includes(PRIVATE_KEY) && !text.includes("id_rsa"));
    const changed = text.replace('"verdict":"deny"', '"verdict":"allow"');
    let found = false;
    try {
      assertChained(changed);
    } catch {
      found = true;
    }
    assert(found, "a changed record is not found");
  });
});

Deno.test("W-20 a policy that denies by default still lets a session work", async () => {
  await guarded({ policy: { version: 1 }, bare: true }, async (session) => {
    const { client } = session;
    const result = await client.initialize();
    assertEquals(result.serverInfo.name, "scripted");
    await session.arrival("notifications/initialized");
    assertEquals((await client.request("ping")).result, {});
    for (const method of ["resources/list", "prompts/list", "resources/templates/list", "logging/setLevel"]) {
      assertEquals(
        (await client.request(method, { level: "info" })).error.code,
        -32601,
        `${method} comes from the server`,
      );
    }
    assertEquals((await client.request("tools/list")).result.tools, []);
    assertEquals(refusedBy(await client.callTool("echo", {})), "default/deny");
    assertEquals(refusedBy(await client.request("resources/read", { uri: "file:///etc/passwd" })), "default/deny");
    assertEquals((await session.received()).filter((line) => /tools\/call|resources\/read/.test(line)), []);
  });
});

Deno.test("W-34 a rule for a tool's answers is not dodged by ids", async () => {
  const responses = [{
    name: "no-first",
    when: { tool: ["twice", "other-id", "unknown-id", "echo"], contains: ["first", "other type", "nobody", "secret"] },
    then: "deny",
  }];
  await guarded({ policy: { version: 1, default: "allow", responses } }, async ({ client, records }) => {
    // A second answer with the same id is dropped, the first was judged.
    assertEquals(refusedBy(await client.callTool("twice", {})), "no-first");
    // The id as a text instead of a number is the same id to clients: judged as the call's answer.
    assertEquals(refusedBy(await client.callTool("other-id", {})), "no-first");
    // An answer nobody waits for is dropped.
    assertEquals(textOf(await client.callTool("unknown-id", {})), "asked");
    // A question of the server with the call's own id takes nothing away from the call.
    assertEquals(refusedBy(await client.callTool("echo", { text: "secret" })), "no-first");
    assertEquals(textOf(await client.callTool("echo", { text: "harmless" })), "harmless");
    const frames = client.frames.join("\n");
    assert(!/"second"|other type|nobody asked|"secret"/.test(frames), frames);
    const ids = client.messages().filter((message) => message?.method === undefined).map((message) =>
      String(message.id)
    );
    assertEquals(new Set(ids).size, ids.length, `an id was answered twice: ${ids}`);
    const dropped = (await records()).filter((record) => record.rule === "session/unknown-response");
    assertEquals(dropped.length, 2);
  });
});

/** A server that asks with the very id of the call it has not answered, then answers late. */
const SAME_ID_SERVER = `
const send = (message) => console.log(JSON.stringify(message));
let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.method === "initialize") send({ jsonrpc: "2.0", id: message.id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } } });
    if (message.method === "tools/list") send({ jsonrpc: "2.0", id: message.id, result: { tools: [{ name: "get", inputSchema: { type: "object" } }] } });
    if (message.method === "tools/call") {
      send({ jsonrpc: "2.0", id: message.id, method: "ping" });
      setTimeout(() => send({ jsonrpc: "2.0", id: message.id, result: { content: [{ type: "text", text: message.params.arguments.text }] } }), 300);
    }
  }
}`;

Deno.test("W-34 a server's ping with the call's id takes nothing away from the call", async () => {
  const responses = [{ name: "no-secret", when: { tool: "get", contains: ["secret"] }, then: "deny" }];
  await withTestFolder("attacks", async (folder) => {
    const script = join(folder.project, "..", "server.js");
    await Deno.writeTextFile(script, SAME_ID_SERVER);
    const server = [Deno.execPath(), "run", "--quiet", "--no-config", "--no-lock", "-A", script];
    await guardedIn(folder, { policy: { version: 1, default: "allow", responses }, server }, async ({ client }) => {
      for (const [id, text, rule] of [[61, "secret", "no-secret"], [62, "harmless", undefined]] as const) {
        await client.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "get", arguments: { text } } });
        await client.message((message) => message.method === "ping" && message.id === id);
        await client.send({ jsonrpc: "2.0", id, result: {} });
        assertEquals(refusedBy(await client.response(id)), rule);
      }
      assert(!client.frames.join("\n").includes('"secret"'));
    });
  });
});

Deno.test("the control: what mcpwall refuses is refused, what it lets through for good reasons passes", async () => {
  await guarded({ policy: ALLOWING }, async (session) => {
    await assertRefused(session, { name: "control", line: attack(70), answers: ["70 no-keys"] });
    await assertRefused(session, {
      name: "escapes",
      line: attack(71).replace(".ssh", "\\u002essh"),
      answers: ["71 no-keys"],
    });
    await assertRefused(session, { name: "CRLF", line: `${attack(72)}\r`, answers: ["72 no-keys"] });
    const { client } = session;
    await client.send({
      jsonrpc: "2.0",
      id: 73,
      method: "tools/call",
      params: { name: "echo", arguments: { text: "/home/u/.sshd" } },
    });
    assertEquals(textOf(await client.response(73)), "/home/u/.sshd");
    assertGreater((await readRecords(session.folder)).length, 3);
    await waitFor(() => client.stderr.includes("rule no-keys"), "the refusal on stderr");
  });
});

Deno.test("without any policy the baseline pack is in force: a session works and the key is refused", async () => {
  await guarded({}, async (session) => {
    const { client } = session;
    assertStringIncludes(client.stderr, "policy: pack:baseline\n");
    await assertRefused(session, { name: "key", line: attack(80), answers: ["80 ssh-keys"] });
    assertEquals(textOf(await client.callTool("echo", { text: "a", count: 5, deep: true, more: {} })), "a");
    const tests = await runSallyport(session.folder, ["check", "--tests"]);
    assertEquals([tests.code, tests.stdout.replace(/^(\d+) of \1 /, "")], [0, "as expected\n"]);
  });
});
