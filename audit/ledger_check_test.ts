import { assertEquals } from "@std/assert";
import type { LedgerBody } from "./ledger.ts";
import { LedgerCheck } from "./ledger_check.ts";
import { ledgerOf, newSigner, verifySignature } from "./ledger_fixture.ts";

const SIGNER = await newSigner();
const OPEN: LedgerBody = { kind: "open", session: "a", file: "f", first: "h", pid: 1 };
const CLOSE: LedgerBody = { kind: "close", session: "a", records: 5, last: "l" };

async function checked(bodies: readonly LedgerBody[]): Promise<LedgerCheck> {
  const check = new LedgerCheck({ verifySignature, against: [] });
  for (const line of await ledgerOf(bodies, SIGNER)) await check.push(line);
  await check.end(false);
  return check;
}

Deno.test("LedgerCheck finds what cannot follow, however well it is signed", async () => {
  const orders: readonly (readonly LedgerBody[])[] = [
    [OPEN, CLOSE, OPEN],
    [OPEN, CLOSE, { ...CLOSE, kind: "checkpoint" }],
    [OPEN, CLOSE, CLOSE],
  ];
  for (const bodies of orders) assertEquals((await checked(bodies)).order.count, 1, JSON.stringify(bodies));
  assertEquals((await checked([CLOSE])).completeness.count, 1);
  const back = await checked([OPEN, { ...CLOSE, kind: "checkpoint", records: 9 }, CLOSE]);
  assertEquals(back.completeness.count, 1);
});

Deno.test("LedgerCheck says what is known of each session", async () => {
  const { sessions, keys, signed, order, key } = await checked([
    OPEN,
    { ...CLOSE, kind: "checkpoint", records: 3 },
    CLOSE,
  ]);
  assertEquals(sessions.get("a")?.vouched, { records: 5, last: "l" });
  assertEquals([sessions.get("a")?.state, keys, signed, order.count, key.count], ["closed", [SIGNER.key], 2, 0, 0]);
});
