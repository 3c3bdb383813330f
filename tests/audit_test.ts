/**
 * The audit log of the real program: what it shows after every kind of change, after a kill, with many proxies at once,
 * and while it cannot be written.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join, relative } from "node:path";
import { audit, ledgerPath, runSession, UNTOUCHED, verify } from "./support/audit_log.ts";
import {
  auditFiles,
  guardedIn,
  readRecords,
  runCommand,
  runSallyport,
  testEnvironment,
  textOf,
  waitFor,
  withTestFolder,
  writePolicy,
} from "./support/guarded_session.ts";
import { LineProcess } from "./support/run_process.ts";
import { sallyport, scriptedServer, type TestFolder } from "./support/sallyport.ts";
import { fill, mounted } from "./support/small_disk.ts";
import { ROOT } from "./support/source_tree.ts";

const ALLOW = { version: 1, default: "allow" };

/** Files of the log as `verify` names them. */
async function logFiles(folder: TestFolder): Promise<string[]> {
  const root = join(folder.home, "audit");
  return (await auditFiles(root)).map((file) => relative(root, file));
}

/** Changes a file of the log, says what verify makes of it, and puts it back. */
async function changed(
  folder: TestFolder,
  file: string,
  change: (lines: string[]) => readonly string[],
  ...words: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  const path = join(folder.home, "audit", file);
  const before = await Deno.readTextFile(path);
  try {
    const lines = before.split("\n").slice(0, -1);
    await Deno.writeTextFile(path, change(lines).map((line) => `${line}\n`).join(""));
    const { verdicts, code } = await verify(folder, ...words);
    assertEquals(code === 1, Object.values(verdicts).some((verdict) => verdict.startsWith("broken")));
    return verdicts;
  } finally {
    await Deno.writeTextFile(path, before);
  }
}

Deno.test("every kind of change to a real log of three sessions gets its verdict and its place", async () => {
  await withTestFolder("audit", async (folder) => {
    for (const calls of [2, 3, 4]) await runSession(folder, calls);
    assertEquals((await verify(folder)).verdicts, UNTOUCHED);
    const { stdout: checkpoint } = await audit(folder, "checkpoint");
    const against = ["--against", checkpoint.trim()];
    const kept = await verify(folder, ...against);
    assertEquals([kept.code, kept.verdicts], [0, { ...UNTOUCHED, rollback: "ok" }]);
    const [, file = ""] = await logFiles(folder);
    const ledger = "ledger.jsonl";
    const flip = (line: string) => line.replace(/"rule":"./, '"rule":"~');
    const flipped = await changed(folder, file, (lines) => lines.with(3, flip(lines[3] ?? "")));
    assertEquals(flipped, { ...UNTOUCHED, integrity: `broken ${file}:4` });
    const deleted = await changed(folder, file, (lines) => lines.toSpliced(3, 1));
    assertEquals(deleted["order"], `broken ${file}:4`);
    const doubled = await changed(folder, file, (lines) => lines.toSpliced(3, 0, lines[3] ?? ""));
    assertEquals(doubled["order"], `broken ${file}:5`);
    const swapped = await changed(folder, file, (lines) => lines.toSpliced(3, 2, lines[4] ?? "", lines[3] ?? ""));
    assertEquals(swapped["order"], `broken ${file}:4`);
    const cut = await changed(folder, file, (lines) => lines.slice(0, -2));
    assertMatch(cut["completeness"] ?? "", /^broken .*jsonl:\d+$/);
    const edited = await changed(folder, ledger, (lines) => lines.toSpliced(2, 1), ...against);
    assertEquals([edited["order"], edited["rollback"]?.slice(0, 6)], [`broken ${ledger}:3`, "broken"]);
    const resigned = await changed(
      folder,
      ledger,
      (lines) => lines.with(1, (lines[1] ?? "").replace(/"sig":"...../, '"sig":"AAAAA')),
    );
    assertEquals(resigned["key"], `broken ${ledger}:2`);
    const other = await verify(folder, "--key", "A".repeat(43));
    assertMatch(other.verdicts["key"] ?? "", /^broken/);
    await Deno.remove(join(folder.home, "audit", file));
    assertMatch((await verify(folder)).verdicts["completeness"] ?? "", /^broken ledger\.jsonl:\d+$/);
  });
});

Deno.test("yesterday's copy of the whole folder is found by a checkpoint kept elsewhere, and by nothing else", async () => {
  await withTestFolder("audit", async (folder) => {
    const path = join(folder.home, "audit");
    await runSession(folder, 1);
    await runCommand(["cp", "-a", path, `${path}.old`]);
    await runSession(folder, 1);
    const notes = join(folder.project, "checkpoints.txt");
    await Deno.writeTextFile(notes, `# kept in git\n${(await audit(folder, "checkpoint")).stdout}`);
    await Deno.remove(path, { recursive: true });
    await Deno.rename(`${path}.old`, path);
    assertEquals((await verify(folder)).verdicts, UNTOUCHED);
    const { code, verdicts } = await verify(folder, "--against", notes);
    assertEquals([code, verdicts["rollback"]?.slice(0, 19)], [1, "broken ledger.jsonl"]);
  });
});

Deno.test("a writer that is killed leaves a log that is ok, with its session named; a live one is told apart", async () => {
  await withTestFolder("audit", async (folder) => {
    await runSession(folder, 1);
    await guardedIn(folder, { policy: ALLOW, unrecorded: true }, async ({ client }) => {
      assertEquals(textOf(await client.callTool("echo", { text: "a" })), "a");
      await waitFor(
        async () => (await Deno.readTextFile(ledgerPath(folder))).split('"checkpoint"').length >= 2,
        "a checkpoint",
      );
      const live = await verify(folder);
      assertEquals([live.code, live.verdicts], [0, UNTOUCHED]);
      assert(live.notes.some((note) => note.includes("is still running")), live.text);
      client.kill("SIGKILL");
      await client.exited;
    });
    const dead = await verify(folder);
    assertEquals([dead.code, dead.verdicts], [0, UNTOUCHED]);
    assert(dead.notes.some((note) => note.includes("ended without a close")), dead.text);
    await runSession(folder, 1);
    assertEquals((await verify(folder)).verdicts, UNTOUCHED, "the dead writer blocks the next");
  });
});

Deno.test("many proxies at once lose nothing, and their ledger is one chain", async () => {
  await withTestFolder("audit", async (folder) => {
    await writePolicy(folder, ALLOW);
    const [proxies, calls] = [6, 100];
    const command = [...sallyport(["--name", "many"]), ...scriptedServer()];
    await Promise.all(Array.from({ length: proxies }, async () => {
      await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
      await client.initialize();
      await Promise.all(
        Array.from({ length: calls }, (_, index) => client.callTool("echo", { text: `${index}` }, 60_000)),
      );
      await client.close();
    }));
    const result = await verify(folder);
    assertEquals([result.code, result.verdicts, result.notes], [0, UNTOUCHED, []]);
    const verdicts = (await readRecords(folder)).filter(({ kind, tool }) => kind === "verdict" && tool === "echo");
    assertEquals(verdicts.length, proxies * calls);
  });
});

Deno.test("while the log cannot be written nothing passes, and afterwards the gap is on record", async () => {
  await withTestFolder("audit", async (folder) => {
    await guardedIn(folder, { policy: ALLOW }, async ({ client }) => {
      assertEquals(textOf(await client.callTool("echo", { text: "before" })), "before");
      await Deno.remove(join(folder.home, "audit"), { recursive: true });
      await waitFor(() => client.stderr.includes("Cannot write the audit log"), "the loss to be noticed");
      await waitFor(async () => textOf(await client.callTool("echo", { text: "after" })) === "after", "a new file");
      await client.close();
    });
    const { code, verdicts, text } = await verify(folder);
    assertEquals(code, 1);
    assertMatch(verdicts["completeness"] ?? "", /^broken .*:1$/);
    assertStringIncludes(text, "are gone: the file was removed while the session ran");
    assertEquals([verdicts["integrity"], verdicts["order"], verdicts["key"]], ["ok", "ok", "ok"]);
    assertStringIncludes((await audit(folder, "show", "records-lost")).stdout, "was gone and was begun anew");
  });
});

Deno.test("while the disk is full nothing passes, afterwards calls do, and the gap is on record", async () => {
  await withTestFolder("audit", async (folder) => {
    await mounted(folder.home, "size=128k", async () => {
      await guardedIn(folder, { policy: ALLOW }, async ({ client, received }) => {
        assertEquals(textOf(await client.callTool("echo", { text: "before" })), "before");
        await fill(join(folder.home, "filler"));
        const isRefused = async () =>
          textOf(await client.callTool("echo", { text: "full" })).includes("audit/unrecorded");
        await waitFor(isRefused, "a refusal");
        const before = (await received()).length;
        assert(await isRefused());
        assertEquals((await received()).length, before, "something moved without a record");
        await Deno.remove(join(folder.home, "filler"));
        await waitFor(async () => textOf(await client.callTool("echo", { text: "after" })) === "after", "room");
        await client.close();
      });
      const { code, verdicts, text } = await verify(folder);
      assertEquals([code, verdicts], [0, UNTOUCHED], text);
      assertStringIncludes((await audit(folder, "show", "records-lost")).stdout, "records could not be written");
    });
  });
});

Deno.test("a disk that is read-only when a session is to open refuses everything while that lasts", async () => {
  await withTestFolder("audit", async (folder) => {
    await mounted(folder.home, "size=1m", async () => {
      // A disk with a file that is open for writing cannot be made read-only: the session must not have begun.
      await guardedIn(folder, { policy: ALLOW, bare: true }, async ({ client, received }) => {
        await client.request("ping");
        assertEquals((await runCommand(["mount", "-o", "remount,ro", folder.home])).code, 0);
        for (const text of ["a", "b"]) {
          assertStringIncludes(textOf(await client.callTool("echo", { text })), "audit/unrecorded");
        }
        assertEquals((await received()).filter((line) => line.includes("tools/call")), []);
        assertEquals((await runCommand(["mount", "-o", "remount,rw", folder.home])).code, 0);
        await waitFor(async () => textOf(await client.callTool("echo", { text: "after" })) === "after", "the disk");
        await client.close();
      });
      const { code, verdicts, text } = await verify(folder);
      assertEquals([code, verdicts], [0, UNTOUCHED], text);
      assertStringIncludes((await audit(folder, "show", "records-lost")).stdout, "records could not be written");
    });
  });
});

/** Permissions of files do not bind root: as root, the proxy runs without the rights that pass them over. */
const BOUND = Deno.build.os === "linux" && Deno.uid() === 0
  ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
  : [];
const canDropRights = BOUND.length > 0 && (await runCommand([...BOUND, "true"]).catch(() => undefined))?.code === 0;

Deno.test({
  name: "a folder that may not be written refuses everything while that lasts",
  ignore: Deno.build.os === "windows" || (Deno.uid() === 0 && !canDropRights),
  async fn() {
    await withTestFolder("audit", async (folder) => {
      const path = join(folder.home, "audit");
      await writePolicy(folder, ALLOW);
      await Deno.mkdir(path);
      const command = [...BOUND, ...sallyport(["--name", "held"]), ...scriptedServer()];
      await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
      await client.initialize();
      await Deno.chmod(path, 0o500);
      assertStringIncludes(textOf(await client.callTool("echo", { text: "a" })), "audit/unrecorded");
      await Deno.chmod(path, 0o700);
      await waitFor(async () => textOf(await client.callTool("echo", { text: "b" })) === "b", "the folder");
      await client.close();
      assertEquals((await verify(folder)).verdicts, UNTOUCHED);
    });
  },
});

Deno.test("a ledger that another process holds keeps a session from opening, and lets it open afterwards", async () => {
  await withTestFolder("audit", async (folder) => {
    await writePolicy(folder, ALLOW);
    await Deno.mkdir(join(folder.home, "audit"));
    const held = await Deno.open(ledgerPath(folder), { create: true, append: true, read: true });
    assert(await held.tryLock(true));
    const command = [...sallyport(["--name", "held"]), ...scriptedServer()];
    await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
    await client.initialize();
    const refused = await client.callTool("echo", { text: "a" }, 20_000);
    assertStringIncludes(textOf(refused), "audit/unrecorded");
    held.close();
    await waitFor(async () => textOf(await client.callTool("echo", { text: "b" })) === "b", "the ledger to be free");
    await client.close();
    assertEquals((await verify(folder)).verdicts, UNTOUCHED);
  });
});

Deno.test("a version probe leaves nothing in the ledger", async () => {
  await withTestFolder("audit", async (folder) => {
    await guardedIn(folder, { policy: ALLOW, bare: true }, async ({ client }) => {
      await client.request("ping");
      await client.close();
    });
    assertEquals(await auditFiles(folder.home), []);
    assertEquals(await Deno.stat(ledgerPath(folder)).then(() => true, () => false), false);
  });
});

Deno.test("sessions that are older than keepDays are removed, and a rotated log verifies", async () => {
  await withTestFolder("audit", async (folder) => {
    await runSession(folder, 2);
    const [file = ""] = await logFiles(folder);
    const old = join(folder.home, "audit", "2020", "01", "02");
    await Deno.mkdir(old, { recursive: true });
    const aged = `2020/01/02/${file.split("/").at(-1)}`;
    await Deno.rename(join(folder.home, "audit", file), join(folder.home, "audit", aged));
    await writePolicy(folder, { ...ALLOW, audit: { keepDays: 30 } });
    await guardedIn(folder, {}, async ({ client }) => {
      await client.callTool("echo", { text: "a" });
      await client.close();
    });
    assertEquals((await logFiles(folder)).length, 1);
    const { verdicts, notes } = await verify(folder);
    assertEquals(verdicts, UNTOUCHED);
    assert(notes.some((note) => note.includes("removed because of their age")), notes.join());
  });
});

Deno.test("the signing key is private, and a rotated one leaves the log as good as it was", async () => {
  await withTestFolder("audit", async (folder) => {
    await runSession(folder, 1);
    assertEquals(((await Deno.stat(join(folder.home, "ledger.key"))).mode ?? 0) & 0o777, 0o600);
    assertEquals(((await Deno.stat(ledgerPath(folder))).mode ?? 0) & 0o777, 0o600);
    const before = (await audit(folder, "key", "export")).stdout.trim();
    const after = (await audit(folder, "key", "rotate")).stdout.trim();
    assert(/^[A-Za-z0-9_-]{43}$/.test(before) && after !== before, `${before} ${after}`);
    await runSession(folder, 1);
    for (const words of [[], ["--key", before], ["--key", after]]) {
      assertEquals((await verify(folder, ...words)).verdicts, UNTOUCHED, words.join(" "));
    }
  });
});

Deno.test("audit.clear keeps what it names of calls that passed, prove checks the rest, explain says why", async () => {
  await withTestFolder("audit", async (folder) => {
    const rules = [{ name: "no-bad", when: { any: { regex: "bad" } }, then: "deny" }];
    await guardedIn(folder, { policy: { ...ALLOW, rules, audit: { clear: ["echo/text"] } } }, async ({ client }) => {
      await client.callTool("echo", { text: "good-word" });
      await client.callTool("echo", { text: "bad-word" });
      await client.close();
    });
    const records = (await readRecords(folder)).filter(({ kind, tool }) => kind === "verdict" && tool === "echo");
    assertEquals(records.map(({ args }) => args.text.value), ["good-word", undefined]);
    const name = `${records[1]?.session}:${records[1]?.seq}`;
    assertEquals((await audit(folder, "prove", "bad-word", name)).code, 0);
    assertEquals((await audit(folder, "prove", "good-word", name)).code, 1);
    const { stdout } = await audit(folder, "explain", name);
    assertStringIncludes(stdout, "deny: call of echo: matched a deny rule (rule no-bad)");
    assertStringIncludes(stdout, '"name":"no-bad"');
    assertStringIncludes(stdout, "string of 8 characters");
  });
});

Deno.test("the audit commands need no more than to read the home, and say so", async () => {
  await withTestFolder("audit", async (folder) => {
    await runSession(folder, 1);
    const variables = "HOME,SALLYPORT_HOME,DENO_PERMISSION_BROKER_PATH,OTEL_DENO";
    // The program itself is read piece by piece.
    const permissions = [`--allow-read=${folder.home},${ROOT}`, `--allow-env=${variables}`];
    for (
      const words of [["verify"], ["show"], ["stats"], ["tail"], ["export", "--csv"], ["export", "--sarif"], ["key"]]
    ) {
      const { code, stderr } = await runSallyport(folder, ["audit", ...words], { permissions });
      assertEquals(code, 0, `${words.join(" ")}: ${stderr}`);
    }
    const none = await runSallyport(folder, ["audit", "show"], {
      permissions: [`--allow-read=${ROOT}`, `--allow-env=${variables}`],
    });
    assertEquals(none.code, 2);
    assertStringIncludes(none.stderr, `Add --allow-read=${folder.home} to the deno run line`);
    const net = await runSallyport(folder, ["audit", "export", "--otlp", "http://127.0.0.1:9/v1/logs"], {
      permissions,
    });
    assertEquals(net.code, 2);
    assertStringIncludes(net.stderr, "--allow-net=127.0.0.1:9");
  });
});

Deno.test("export --otlp sends each record once, also over runs, and goes on behind what was taken", async () => {
  await withTestFolder("audit", async (folder) => {
    await runSession(folder, 2);
    const bodies: string[] = [];
    const statuses = [503, 200, 400, 200];
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
      const status = statuses.shift() ?? 200;
      const text = await request.text();
      if (status === 200) bodies.push(text);
      return new Response(null, { status, headers: { "retry-after": "0" } });
    });
    const words = ["audit", "export", "--otlp", `http://127.0.0.1:${server.addr.port}/v1/logs`];
    const permissions = ["-P=start", `--allow-net=127.0.0.1:${server.addr.port}`];
    const run = () => runSallyport(folder, words, { permissions });
    const first = await run();
    assertEquals(first.code, 0, first.stderr);
    await runSession(folder, 1);
    assertEquals((await run()).code, 1, "the collector refused");
    assertEquals((await run()).code, 0);
    assertEquals((await run()).code, 0);
    const sent = bodies.flatMap((body) => JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords);
    assertEquals(sent.length, (await readRecords(folder)).length);
    assertEquals(bodies.length, 2);
  });
});
