/**
 * The audit log under load and under every change: 20 proxies with 2,000 calls each at once, and each byte of a real log
 * of three sessions flipped.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join, relative } from "node:path";
import { type Lines, verifyLog } from "../../audit/verify.ts";
import { publicKeyOf, verifySignature } from "../../src/io/ledger_key.ts";
import { runSession, UNTOUCHED, verify } from "../support/audit_log.ts";
import { auditFiles, readRecords, testEnvironment, withTestFolder, writePolicy } from "../support/guarded_session.ts";
import { LineProcess } from "../support/run_process.ts";
import { sallyport, scriptedServer } from "../support/sallyport.ts";

const ALLOW = { version: 1, default: "allow" };
const PROXIES = 20;
const CALLS = 2000;
const WINDOW = 50;

Deno.test("20 proxies with 2,000 calls each at once: every record is there, and all verdicts are ok", async () => {
  await withTestFolder("audit", async (folder) => {
    await writePolicy(folder, ALLOW);
    const command = [...sallyport(["--name", "many"]), ...scriptedServer()];
    await Promise.all(Array.from({ length: PROXIES }, async () => {
      await using client = new LineProcess(command, { cwd: folder.project, env: testEnvironment(folder) });
      await client.initialize();
      for (let sent = 0; sent < CALLS; sent += WINDOW) {
        await Promise.all(
          Array.from({ length: WINDOW }, (_, index) => client.callTool("echo", { text: `${sent + index}` }, 120_000)),
        );
      }
      await client.close();
    }));
    const { code, verdicts, notes } = await verify(folder);
    assertEquals([code, verdicts, notes], [0, UNTOUCHED, []]);
    const records = await readRecords(folder);
    const calls = records.filter(({ kind, tool }) => kind === "verdict" && tool === "echo");
    const ends = records.filter(({ kind, tool }) => kind === "outcome" && tool === "echo");
    assertEquals([calls.length, ends.length], [PROXIES * CALLS, PROXIES * CALLS]);
  });
});

async function verdictsOf(log: ReadonlyMap<string, Uint8Array>, key: string): Promise<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const report = await verifyLog({
    files: () => Promise.resolve([...log.keys()].filter((file) => file !== "ledger.jsonl")),
    async *lines(file): AsyncGenerator<Lines> {
      const lines = decoder.decode(log.get(file)).split("\n");
      const last = lines.pop() ?? "";
      yield { lines, isUnfinished: false };
      if (last !== "") yield { lines: [last], isUnfinished: true };
      await Promise.resolve();
    },
    isWritten: () => Promise.resolve("no"),
    verifySignature,
  }, { key: { key, isGiven: false }, against: [], since: undefined });
  return report.verdicts.filter(({ state }) => state === "broken").flatMap(({ findings }) =>
    findings.map(({ file, line }) => `${file}:${line}`)
  );
}

Deno.test("each byte of a real log of three sessions that is flipped is found in its line", async () => {
  await withTestFolder("audit", async (folder) => {
    for (const calls of [1, 1, 1]) await runSession(folder, calls);
    const root = join(folder.home, "audit");
    const paths = [...await auditFiles(root), join(root, "ledger.jsonl")];
    const log = new Map<string, Uint8Array>();
    for (const path of paths) log.set(relative(root, path), await Deno.readFile(path));
    const key = publicKeyOf(folder.home) ?? "";
    assertEquals(await verdictsOf(log, key), []);
    let flips = 0;
    for (const [file, bytes] of log) {
      let line = 1;
      for (let at = 0; at < bytes.length; at++) {
        const changed = bytes.slice();
        changed[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
        const found = await verdictsOf(new Map(log).set(file, changed), key);
        assert(found.includes(`${file}:${line}`), `${file} byte ${at}, line ${line}: ${found.join("; ")}`);
        if (bytes[at] === 0x0a) line++;
        flips++;
      }
    }
    assert(flips > 5000);
  });
});
