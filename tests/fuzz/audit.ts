/**
 * Audit files: whatever is done to the bytes of one file of a log, `verify` says so and never throws; each reader of a
 * line gives something or nothing.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readCheckpoints } from "../../audit/checkpoint.ts";
import { describeRecord } from "../../audit/describe_record.ts";
import { newSigner } from "../../audit/ledger_fixture.ts";
import {
  checkpointOf,
  faultsOf,
  fileOf,
  SESSIONS,
  threeSessions,
  verifyMemory,
  VOUCHED,
} from "../../audit/log_fixture.ts";
import { readLogRecord } from "../../audit/log_record.ts";
import { readKeptPolicy } from "../../audit/kept_policy.ts";
import { readLedgerLine } from "../../audit/read_ledger_line.ts";
import { sessionsOfAudit } from "../../learn/read_audit.ts";
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedText } from "./mutate.ts";

const KILLED = fileOf(SESSIONS[2]);

/** Of a session that was killed, what came after its last checkpoint may be gone, and a last line may be half written. */
function isCut(changed: string, original: string): boolean {
  const whole = changed.slice(0, changed.lastIndexOf("\n") + 1);
  return original.startsWith(whole) && whole.split("\n").length - 1 >= VOUCHED;
}

/** The target. */
export const AUDIT: FuzzTarget = fuzzTarget(
  "audit",
  "a log of which one file was changed is never ok; the readers of lines never throw",
  async () => {
    const signer = await newSigner();
    const log = new Map(await threeSessions(signer));
    const options = { key: { key: signer.key, isGiven: false }, against: await checkpointOf(log, signer) };
    assertEquals(faultsOf(await verifyMemory(log, options)), []);
    const files = [...log.keys()];
    const lines = files.flatMap((file) => (log.get(file) ?? "").split("\n"));
    const words = [
      ...lines.filter((line) => line !== "").slice(0, 6),
      '"seq":1,',
      '"hash":"',
      '"prev":"',
      "}\n{",
      "{}\n",
    ];
    const changes = files.map((file) => {
      const text = log.get(file) ?? "";
      return mutatedText([text], { words, maxEdits: 3 }).map((changed) => ({ file, text, changed }));
    });
    return {
      inputs: fc.oneof(...changes),
      async check({ file, text, changed }) {
        for (const line of changed.split("\n").slice(0, 40)) {
          readLedgerLine(line);
          readKeptPolicy(line, "0");
          const record = readLogRecord(line);
          if (record !== undefined) describeRecord(record);
        }
        readCheckpoints(changed);
        sessionsOfAudit(changed);
        const faults = faultsOf(await verifyMemory(new Map(log).set(file, changed), options));
        if (changed === text) assertEquals(faults, []);
        else if (file !== KILLED || !isCut(changed, text)) assert(faults.length > 0, "the change was not seen");
      },
    };
  },
);
