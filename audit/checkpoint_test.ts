import { assertEquals } from "@std/assert";
import { checkpointText, formatCheckpoint, readCheckpoints } from "./checkpoint.ts";
import { newSigner, verifySignature } from "./ledger_fixture.ts";

const AT = { n: 12, hash: "ab".repeat(32), time: "2026-11-30T10:00:00.000Z" };

Deno.test("readCheckpoints() reads no checkpoint where a character is missing or too many", async () => {
  const line = await formatCheckpoint(AT, await newSigner());
  for (const text of ["", line.slice(0, -1), `${line}A`, line.replace("-1 ", "-2 "), line.replace(" 12 ", " x ")]) {
    assertEquals(readCheckpoints(text), [], text);
  }
});

Deno.test("readCheckpoints() finds every checkpoint in a text, with a signature that holds", async () => {
  const signer = await newSigner();
  const lines = [await formatCheckpoint(AT, signer), await formatCheckpoint({ ...AT, n: 13 }, signer)];
  const found = readCheckpoints(`On Monday: ${lines[0]}, then\n> ${lines[1]}\n`);
  assertEquals(
    found.map(({ n, hash, time, key }) => [n, hash, time, key]),
    [12, 13].map((n) => [n, AT.hash, AT.time, signer.key]),
  );
  for (const checkpoint of found) {
    assertEquals(await verifySignature(checkpoint.key, checkpoint.sig, checkpointText(checkpoint)), true);
    assertEquals(
      await verifySignature(checkpoint.key, checkpoint.sig, checkpointText({ ...checkpoint, n: 14 })),
      false,
    );
  }
});
