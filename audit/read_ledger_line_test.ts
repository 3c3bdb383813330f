import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../src/hash/sha256.ts";
import { canonicalJson, type PlainObject } from "./canonical.ts";
import { FIRST_PREVIOUS } from "./chain.ts";
import { sealSignedLine } from "./ledger.ts";
import { newSigner } from "./ledger_fixture.ts";
import { readLedgerLine } from "./read_ledger_line.ts";

const PLACE = { n: 1, time: "2026-11-30T10:00:00.000Z", previous: FIRST_PREVIOUS };
const BODY = { kind: "checkpoint", session: "0123456789ab", records: 9, last: "e".repeat(64) } as const;

Deno.test("readLedgerLine() refuses a line with any byte changed, but for the signature, which is the key's matter", async () => {
  const { line } = await sealSignedLine(PLACE, BODY, await newSigner());
  assert(readLedgerLine(line).ok);
  const signature = line.indexOf('"sig":"') + '"sig":"'.length;
  for (let index = 0; index < line.length; index++) {
    const other = line.charAt(index) === "A" ? "B" : "A";
    const changed = line.slice(0, index) + other + line.slice(index + 1);
    const isSignature = index >= signature && index < signature + 86;
    assertEquals(readLedgerLine(changed).ok, isSignature, `${index}: ${changed}`);
  }
});

function sealed(value: PlainObject): string {
  return canonicalJson({ ...value, hash: sha256Hex(canonicalJson(value)) });
}

Deno.test("readLedgerLine() refuses lines that are well hashed and say too little", () => {
  const whole = { ...BODY, n: 1, prev: FIRST_PREVIOUS, time: PLACE.time, v: 1 };
  assert(readLedgerLine(sealed(whole)).ok);
  for (const key of Object.keys(whole)) {
    assertEquals(readLedgerLine(sealed({ ...whole, [key]: undefined })).ok, false, key);
  }
  for (const wrong of [{ v: 2 }, { kind: "other" }, { records: -1 }, { records: 1.5 }, { session: 5 }, { n: "1" }]) {
    assertEquals(readLedgerLine(sealed({ ...whole, ...wrong })).ok, false, JSON.stringify(wrong));
  }
  for (const text of ["", "{}", "null", "x".repeat(1000)]) assertEquals(readLedgerLine(text).ok, false);
});
