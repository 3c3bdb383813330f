import { assertEquals, assertNotEquals } from "@std/assert";
import { canonicalJson } from "./canonical.ts";
import { FIRST_PREVIOUS } from "./chain.ts";
import { sealLedgerLine, sealSignedLine, signedText } from "./ledger.ts";
import { newSigner, verifySignature } from "./ledger_fixture.ts";
import { readLedgerLine } from "./read_ledger_line.ts";

const PLACE = { n: 3, time: "2026-11-30T10:00:00.000Z", previous: FIRST_PREVIOUS };
const OPEN = {
  kind: "open",
  session: "0123456789ab",
  file: "2026/11/30/x.jsonl",
  first: "f".repeat(64),
  pid: 7,
} as const;
const CLOSE = { kind: "close", session: "0123456789ab", records: 9, last: "e".repeat(64) } as const;

Deno.test("sealLedgerLine() writes canonical JSON that is read back as it was", () => {
  const { line, hash } = sealLedgerLine(PLACE, OPEN);
  assertEquals(canonicalJson(JSON.parse(line)), line);
  const read = readLedgerLine(line);
  assertEquals(read.ok && [read.entry.body, read.entry.hash, read.entry.n, read.entry.signature], [
    OPEN,
    hash,
    3,
    undefined,
  ]);
});

Deno.test("sealSignedLine() signs the hash of a line, which covers the key", async () => {
  const signer = await newSigner();
  const { line, hash } = await sealSignedLine(PLACE, CLOSE, signer);
  assertEquals(canonicalJson(JSON.parse(line)), line);
  const read = readLedgerLine(line);
  const { key = "", sig = "" } = (read.ok ? read.entry.signature : undefined) ?? {};
  assertEquals([key, await verifySignature(key, sig, signedText(hash))], [signer.key, true]);
  assertEquals(await verifySignature((await newSigner()).key, sig, signedText(hash)), false);
  assertNotEquals((await sealSignedLine(PLACE, CLOSE, await newSigner())).hash, hash);
});
