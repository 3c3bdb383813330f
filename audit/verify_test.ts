import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { LedgerBody } from "./ledger.ts";
import { ledgerOf, newSigner } from "./ledger_fixture.ts";
import {
  checkpointOf,
  faultsOf,
  fileOf,
  hashIn,
  type MemoryLog,
  sessionBodies,
  sessionLines,
  SESSIONS,
  textOf,
  threeSessions,
  verifyMemory,
  VOUCHED,
} from "./log_fixture.ts";
import type { RecordBody } from "./record.ts";

const SIGNER = await newSigner();
const KEY = { key: SIGNER.key, isGiven: false };
const LOG: ReadonlyMap<string, string> = await threeSessions(SIGNER);
const AGAINST = await checkpointOf(new Map(LOG), SIGNER);
const OPTIONS = { key: KEY, against: AGAINST };
const [FIRST, , THIRD] = SESSIONS.map((session) => fileOf(session));
const LEDGER = "ledger.jsonl";

function linesOf(file = ""): string[] {
  return (LOG.get(file) ?? "").split("\n").slice(0, -1);
}

function withLines(file: string, change: (lines: string[]) => readonly string[]): MemoryLog {
  return new Map(LOG).set(file, textOf(change(linesOf(file))));
}

async function faultsWith(file: string, change: (lines: string[]) => readonly string[]): Promise<string[]> {
  return faultsOf(await verifyMemory(withLines(file, change), OPTIONS));
}

/** Whether the session was closed, so that its every line is vouched for. */
function isClosed(file: string): boolean {
  return file !== THIRD;
}

Deno.test("verifyLog() finds nothing in a log as it was written, and names the session that was killed", async () => {
  const report = await verifyMemory(LOG, OPTIONS);
  assertEquals(faultsOf(report), []);
  assertEquals([report.sessions, report.records], [3, 29]);
  assertEquals(report.notes.length, 1);
  assertStringIncludes(report.notes[0] ?? "", `session ${SESSIONS[2]} ended without a close: process 3 was killed`);
  assertStringIncludes(report.notes[0] ?? "", "its last 2 records came after its last checkpoint");
  const running = await verifyMemory(LOG, { ...OPTIONS, written: [THIRD ?? ""] });
  assertStringIncludes(running.notes[0] ?? "", "is still running (process 3)");
});

/** Changes one character to another of the same length in bytes. */
function flipped(text: string, at: number): string {
  const other = text.charAt(at) === "0" ? "1" : "0";
  return text.slice(0, at) + other + text.slice(at + 1);
}

Deno.test("verifyLog() finds any character that was changed, in the right file and line", async () => {
  for (const [file, text] of LOG) {
    for (let at = 0; at < text.length; at += 41) {
      const line = text.slice(0, at).split("\n").length;
      const faults = faultsOf(await verifyMemory(new Map(LOG).set(file, flipped(text, at)), OPTIONS));
      const places = faults.map((fault) => fault.split(" ").at(-1));
      assert(places.includes(`${file}:${line}`), `${file} at ${at}, line ${line}: ${faults.join("; ")}`);
      assert(faults.some((fault) => /^(?:integrity|key) broken/.test(fault)), faults.join("; "));
    }
  }
});

Deno.test("verifyLog() finds each newline that is gone", async () => {
  for (const [file, text] of LOG) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      const isEnd = at === text.length - 1;
      const faults = faultsOf(
        await verifyMemory(
          new Map(LOG).set(file, `${text.slice(0, at)}${isEnd ? "" : "x"}${text.slice(at + 1)}`),
          OPTIONS,
        ),
      );
      // The last line of a session that was killed may be half written.
      if (isEnd && !isClosed(file)) assertEquals(faults, []);
      else {assert(
          faults.some((fault) => fault.startsWith("integrity broken")),
          `${file} at ${at}: ${faults.join("; ")}`,
        );}
    }
  }
});

Deno.test("verifyLog() finds every line that is removed, doubled, swapped or added", async () => {
  for (const file of LOG.keys()) {
    const count = linesOf(file).length;
    for (let index = 0; index < count; index++) {
      const isLast = index === count - 1;
      const removed = await faultsWith(file, (lines) => lines.toSpliced(index, 1));
      if (isLast && !isClosed(file)) assertEquals(removed, []);
      else if (isLast) assert(removed.length > 0, `${file}:${index + 1} removed`);
      else if (index === 0) assert(removed.some((fault) => fault.includes(`${file}:1`)), removed.join("; "));
      else assert(removed.includes(`order broken ${file}:${index + 1}`), `${file}:${index + 1}: ${removed.join("; ")}`);
      const doubled = await faultsWith(file, (lines) => lines.toSpliced(index, 0, lines[index] ?? ""));
      assert(doubled.includes(`order broken ${file}:${index + 2}`), `${file}:${index + 1}: ${doubled.join("; ")}`);
      const added = await faultsWith(file, (lines) => lines.toSpliced(index, 0, "{}"));
      assert(added.includes(`integrity broken ${file}:${index + 1}`), added.join("; "));
      if (isLast) continue;
      const swapped = await faultsWith(
        file,
        (lines) => lines.toSpliced(index, 2, lines[index + 1] ?? "", lines[index] ?? ""),
      );
      assert(
        swapped.some((fault) => fault.startsWith("order broken") || fault.startsWith("completeness broken")),
        swapped.join(),
      );
    }
  }
});

Deno.test("verifyLog() finds a tail that was cut, of a closed session anywhere, of another to its checkpoint", async () => {
  for (const file of [FIRST ?? "", THIRD ?? ""]) {
    for (let kept = 0; kept < linesOf(file).length; kept++) {
      const faults = await faultsWith(file, (lines) => lines.slice(0, kept));
      const isSeen = isClosed(file) || kept < VOUCHED;
      assertEquals(faults, isSeen ? [`completeness broken ${file}:${kept}`] : [], `${file} cut after ${kept}`);
    }
  }
});

Deno.test("verifyLog() finds a session's file that is gone, or that the ledger does not know", async () => {
  for (const session of SESSIONS) {
    const without = new Map(LOG);
    without.delete(fileOf(session));
    const line = linesOf(LEDGER).findIndex((each) => each.includes('"kind":"open"') && each.includes(session)) + 1;
    assertEquals(faultsOf(await verifyMemory(without, OPTIONS)), [`completeness broken ${LEDGER}:${line}`]);
  }
  const extra = fileOf("dddddddddddd");
  const added = new Map(LOG).set(extra, textOf(sessionLines("dddddddddddd", sessionBodies(1))));
  assertEquals(faultsOf(await verifyMemory(added, OPTIONS)), [`completeness broken ${extra}:1`]);
  const begun = await verifyMemory(added, { ...OPTIONS, written: [extra] });
  assertEquals(faultsOf(begun), ["completeness unknown"]);
});

Deno.test("verifyLog() finds a ledger that is gone or cut, from the files that are left", async () => {
  const without = new Map(LOG);
  without.delete(LEDGER);
  const faults = faultsOf(await verifyMemory(without, { key: KEY }));
  assertEquals(faults, [`completeness broken ${LEDGER}:0`, "rollback unknown", "key unknown"]);
  const count = linesOf(LEDGER).length;
  for (let kept = 0; kept < count; kept++) {
    const cut = withLines(LEDGER, (lines) => lines.slice(0, kept));
    const seen = faultsOf(await verifyMemory(cut, OPTIONS));
    assert(seen.some((fault) => fault.startsWith("rollback broken")), `cut after ${kept}: ${seen.join("; ")}`);
  }
  const noClose = withLines(LEDGER, (lines) => lines.slice(0, 5));
  noClose.delete(THIRD ?? "");
  const open = await verifyMemory(noClose, { key: KEY });
  assertEquals(faultsOf(open), ["completeness unknown", "rollback unknown"]);
});

Deno.test("verifyLog() finds yesterday's copy of the whole folder by a checkpoint, and says that it cannot without", async () => {
  const [, , third = ""] = SESSIONS;
  const yesterday = withLines(LEDGER, (lines) => lines.filter((line) => !line.includes(third)));
  yesterday.delete(THIRD ?? "");
  const with_ = await verifyMemory(yesterday, OPTIONS);
  assertEquals(faultsOf(with_), [`rollback broken ${LEDGER}:6`]);
  const without = await verifyMemory(yesterday, { key: KEY });
  assertEquals(faultsOf(without), ["rollback unknown"]);
});

Deno.test("verifyLog() finds a log that was written anew with another key, even where all in it fits", async () => {
  const thief = await newSigner();
  const forged = await threeSessions(thief);
  assertEquals(faultsOf(await verifyMemory(forged, { key: KEY })), [`rollback unknown`, `key broken ${LEDGER}:8`]);
  const unsigned = (await ledgerOf([...bodiesOf(LOG)], SIGNER)).map((line) => line.replace(/"sig":"[^"]*",/, ""));
  const faults = faultsOf(await verifyMemory(new Map(LOG).set(LEDGER, textOf(unsigned)), OPTIONS));
  assert(faults.includes(`key broken ${LEDGER}:2`), faults.join("; "));
  const given = await verifyMemory(LOG, { key: { key: thief.key, isGiven: true }, against: AGAINST });
  assertEquals(faultsOf(given), [`key broken ${LEDGER}:8`]);
  const foreign = { ...AGAINST[0], key: thief.key } as typeof AGAINST[number];
  assertEquals(faultsOf(await verifyMemory(LOG, { key: KEY, against: [foreign] })), [`key broken ${LEDGER}:8`]);
});

function bodiesOf(log: ReadonlyMap<string, string>): LedgerBody[] {
  return (log.get(LEDGER) ?? "").trimEnd().split("\n").map((line) => {
    const { n: _n, time: _time, prev: _prev, v: _v, hash: _hash, sig: _sig, key: _key, ...body } = JSON.parse(line);
    return body;
  });
}

Deno.test("verifyLog() takes a new key that the old one named, and no other", async () => {
  const next = await newSigner();
  const session = SESSIONS[0];
  const lines = sessionLines(session, sessionBodies(2));
  const log = new Map([[fileOf(session), textOf(lines)]]);
  const open: LedgerBody = { kind: "open", session, file: fileOf(session), first: hashIn(lines[0]), pid: 1 };
  const close: LedgerBody = { kind: "close", session, records: lines.length, last: hashIn(lines.at(-1)) };
  const change: LedgerBody = { kind: "key", next: next.key };
  const current = { key: next.key, isGiven: false };
  const rotated = await ledgerOf([open, change, close], [SIGNER, SIGNER, next]);
  assertEquals(faultsOf(await verifyMemory(log.set(LEDGER, textOf(rotated)), { key: current })), ["rollback unknown"]);
  assertEquals(faultsOf(await verifyMemory(log, { key: { ...KEY, isGiven: true } })), ["rollback unknown"]);
  const checkpoint: LedgerBody = { ...close, kind: "checkpoint" };
  const wrong: readonly [signers: readonly typeof SIGNER[], line: number][] = [
    [[SIGNER, SIGNER, next, next], 3],
    [[SIGNER, SIGNER, SIGNER, SIGNER], 4],
  ];
  for (const [signers, line] of wrong) {
    const ledger = await ledgerOf([open, checkpoint, change, close], signers);
    const faults = faultsOf(await verifyMemory(new Map(log).set(LEDGER, textOf(ledger)), { key: current }));
    assert(faults.includes(`key broken ${LEDGER}:${line}`), faults.join("; "));
  }
  const silent = await ledgerOf([open, { ...close, kind: "checkpoint" }, close], [SIGNER, SIGNER, next]);
  const faults = faultsOf(await verifyMemory(new Map(log).set(LEDGER, textOf(silent)), { key: current }));
  assertEquals(faults, ["rollback unknown", `key broken ${LEDGER}:3`]);
});

Deno.test("verifyLog() takes a removed session for removed where the ledger says so, and only there", async () => {
  const [first] = SESSIONS;
  const last = hashIn(linesOf(FIRST).at(-1));
  const tombstone: LedgerBody = { kind: "removed", session: first, file: FIRST ?? "", records: 10, last };
  const ledger = textOf(await ledgerOf([...bodiesOf(LOG), tombstone], SIGNER));
  const removed = new Map(LOG).set(LEDGER, ledger);
  removed.delete(FIRST ?? "");
  const report = await verifyMemory(removed, { key: KEY });
  assertEquals(faultsOf(report), ["rollback unknown"]);
  assert(report.notes.some((note) => note.startsWith("removed because of their age")), report.notes.join());
  const back = faultsOf(await verifyMemory(new Map(LOG).set(LEDGER, ledger), { key: KEY }));
  assertEquals(back, [`completeness broken ${FIRST}:1`, "rollback unknown"]);
});

/** A log of one session that closed, of these lines. */
async function oneSession(lines: readonly string[]): Promise<MemoryLog> {
  const [session] = SESSIONS;
  const file = fileOf(session);
  const ledger = await ledgerOf([
    { kind: "open", session, file, first: hashIn(lines[0]), pid: 1 },
    { kind: "close", session, records: lines.length, last: hashIn(lines.at(-1)) },
  ], SIGNER);
  return new Map([[file, textOf(lines)], [LEDGER, textOf(ledger)]]);
}

Deno.test("verifyLog() finds a request without an outcome, and a gap that no note speaks of", async () => {
  const [session] = SESSIONS;
  const faultsIn = async (bodies: readonly RecordBody[], seqs?: readonly number[]) =>
    faultsOf(await verifyMemory(await oneSession(sessionLines(session, bodies, seqs)), { key: KEY }));
  const bodies = sessionBodies(2);
  assertEquals(await faultsIn(bodies), ["rollback unknown"]);
  assertEquals(await faultsIn(bodies.toSpliced(2, 1)), [`completeness broken ${FIRST}:2`, "rollback unknown"]);
  assertEquals(await faultsIn(bodies, [1, 2, 3, 6, 7, 8]), [`completeness broken ${FIRST}:4`, "rollback unknown"]);
  const noted = bodies.toSpliced(4, 0, { kind: "note", note: "records-lost", count: 2 });
  assertEquals(await faultsIn(noted, [1, 2, 3, 6, 7, 8, 9]), ["rollback unknown"]);
  const overstated = bodies.toSpliced(4, 0, { kind: "note", note: "records-lost", count: 3 });
  assertEquals(await faultsIn(overstated, [1, 2, 3, 6, 7, 8, 9]), [
    `completeness broken ${FIRST}:4`,
    "rollback unknown",
  ]);
});

Deno.test("verifyLog() says that the beginning is gone where the file was removed while the session ran", async () => {
  const [session] = SESSIONS;
  const lines = sessionLines(session, sessionBodies(3));
  const faults = faultsOf(await verifyMemory(await oneSession(lines.slice(3)), { key: KEY }));
  assertEquals(faults, [`completeness broken ${FIRST}:1`, "rollback unknown"]);
});

Deno.test("verifyLog() leaves out sessions from before --since, and says so", async () => {
  const old = new Map(LOG).set(FIRST ?? "", "ruined\n");
  const report = await verifyMemory(old, { ...OPTIONS, since: "2026-12-01T00:00:00" });
  assertEquals([faultsOf(report), report.sessions], [[], 0]);
  assert(report.notes.some((note) => note.includes("were not read")));
});

Deno.test("verifyLog() has nothing to say where there is no log", async () => {
  const faults = faultsOf(await verifyMemory(new Map(), { key: undefined }));
  assertEquals(faults, ["completeness unknown", "rollback unknown", "key unknown"]);
});

const NAME = fc.string({ unit: "binary", maxLength: 200 });
const BODY: fc.Arbitrary<RecordBody> = fc.oneof(
  fc.record({
    kind: fc.constant("verdict" as const),
    side: fc.constantFrom("client" as const, "server" as const),
    message: fc.constantFrom("notification" as const, "response" as const),
    verdict: fc.constantFrom("allow" as const, "deny" as const),
    rule: NAME,
    tool: NAME,
    args: fc.dictionary(NAME, fc.string()),
    bytes: fc.nat(),
  }),
  fc.record({ kind: fc.constant("note" as const), note: fc.constant("tools-listed" as const), count: fc.nat() }),
);

Deno.test("verifyLog() is content with whatever the chain writes, and with no change of it", async () => {
  const changes = fc.array(BODY, { minLength: 1, maxLength: 8 }).chain((bodies) =>
    fc.tuple(fc.constant(bodies), fc.nat(), fc.constantFrom("flip", "cut", "double"))
  );
  await fc.assert(
    fc.asyncProperty(changes, async ([bodies, random, change]) => {
      const whole: RecordBody[] = [...sessionBodies(0, false), ...bodies, {
        kind: "close",
        exit: 0,
        messages: 1,
        refused: 0,
      }];
      const lines = sessionLines(SESSIONS[0], whole);
      const log = await oneSession(lines);
      assertEquals(faultsOf(await verifyMemory(log, { key: KEY })), ["rollback unknown"]);
      const text = log.get(FIRST ?? "") ?? "";
      const at = random % text.length;
      const other = change === "flip"
        ? `${text.slice(0, at)}${text.charAt(at) === "a" ? "b" : "a"}${text.slice(at + 1)}`
        : change === "cut"
        ? text.slice(0, at)
        : textOf(lines.toSpliced(random % lines.length, 0, lines[random % lines.length] ?? ""));
      const faults = faultsOf(await verifyMemory(log.set(FIRST ?? "", other), { key: KEY }));
      assert(faults.some((fault) => fault.includes(" broken ")), `${change} at ${at}: ${faults.join("; ")}`);
    }),
    { numRuns: 60 },
  );
});
