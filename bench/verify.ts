/**
 * What `audit verify` costs: writes a log of one session with many records, sealed as the program seals them, and has the
 * real command verify it.
 *
 *     deno run --no-prompt -P=bench bench/verify.ts [--records N]
 *
 * Prints one line of JSON: records, megabytes of the file, seconds, the most resident memory seen, the exit code.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { dirname, join } from "node:path";
import { FIRST_PREVIOUS, sealRecord } from "../audit/chain.ts";
import { ledgerOf, newSigner } from "../audit/ledger_fixture.ts";
import { fileOf, hashIn, sessionBodies, textOf } from "../audit/log_fixture.ts";
import type { RecordBody } from "../audit/record.ts";
import { makeTestFolder, sallyportCommand } from "../tests/support/sallyport.ts";
import { residentMegabytes } from "../tests/support/orphan_watch.ts";

const DEFAULT_RECORDS = 1_000_000;
const SESSION = "aaaaaaaaaaaa";
const RECORDS_A_WRITE = 5_000;
const LOOK_EVERY_MS = 200;
const KEY = new Uint8Array(32);
const [, CALL, OUTCOME] = sessionBodies(1) as [RecordBody, RecordBody, RecordBody];

/** The body of a record by its number, from 1; the first opens, the last closes. */
function bodyOf(seq: number, records: number): RecordBody {
  if (seq === 1) return { kind: "open", server: "files", version: "1.0.0", policy: "p", command: "c", mode: "enforce" };
  if (seq === records) return { kind: "close", exit: 0, messages: records, refused: 0 };
  if (seq % 2 === 0) return CALL;
  return OUTCOME.kind === "outcome" ? { ...OUTCOME, of: seq - 1 } : OUTCOME;
}

async function writeLog(root: string, records: number): Promise<number> {
  const file = fileOf(SESSION);
  await Deno.mkdir(dirname(join(root, file)), { recursive: true });
  const out = await Deno.open(join(root, file), { write: true, create: true });
  const encoder = new TextEncoder();
  let [previous, first, lines, bytes] = [FIRST_PREVIOUS, "", [] as string[], 0];
  const write = async () => {
    const text = encoder.encode(textOf(lines));
    for (let at = 0; at < text.length;) at += await out.write(text.subarray(at));
    bytes += text.length;
    lines = [];
  };
  for (let seq = 1; seq <= records; seq++) {
    const time = new Date(Date.UTC(2026, 10, 30, 10) + seq).toISOString();
    const sealed = sealRecord({ session: SESSION, seq, time, previous }, bodyOf(seq, records), KEY);
    previous = sealed.hash;
    if (seq === 1) first = hashIn(sealed.line);
    if (lines.push(sealed.line) >= RECORDS_A_WRITE) await write();
  }
  await write();
  out.close();
  const ledger = await ledgerOf([
    { kind: "open", session: SESSION, file, first, pid: 1 },
    { kind: "close", session: SESSION, records, last: previous },
  ], await newSigner());
  await Deno.writeTextFile(join(root, "ledger.jsonl"), textOf(ledger));
  return bytes;
}

const records = Number(parseArgs(Deno.args, { string: ["records"] }).records ?? DEFAULT_RECORDS);
await using folder = await makeTestFolder("verify");
const bytes = await writeLog(join(folder.home, "audit"), records);
const began = performance.now();
const [program = "", ...args] = sallyportCommand(["audit", "verify", "--json"]);
const child = new Deno.Command(program, { args, env: folder.env, stdin: "null", stdout: "piped", stderr: "inherit" })
  .spawn();
let megabytes = 0;
const timer = setInterval(
  async () => megabytes = Math.max(megabytes, await residentMegabytes(child.pid) || 0),
  LOOK_EVERY_MS,
);
const { code, stdout } = await child.output();
clearInterval(timer);
const seconds = (performance.now() - began) / 1000;
const report = JSON.parse(new TextDecoder().decode(stdout));
const broken = report.verdicts.filter(({ state }: { readonly state: string }) => state === "broken").length;
console.log(JSON.stringify({ records: report.records, fileMegabytes: bytes / 1e6, seconds, megabytes, code, broken }));
