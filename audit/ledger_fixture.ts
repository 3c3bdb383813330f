/**
 * Keys and whole ledgers for tests, with real Ed25519 signatures.
 *
 * @module
 */

import { FIRST_PREVIOUS } from "./chain.ts";
export { verifySignature } from "../src/io/ledger_key.ts";
import { type LedgerBody, type LedgerSigner, sealLedgerLine, sealSignedLine } from "./ledger.ts";

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/** Makes a key that signs, and says its public part. */
export async function newSigner(): Promise<LedgerSigner> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return {
    key: raw.toBase64(BASE64URL),
    async sign(text) {
      const bytes = await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(text));
      return new Uint8Array(bytes).toBase64(BASE64URL);
    },
  };
}

/** Chains bodies into the lines of a ledger, signed by one key or each line by its own. */
export async function ledgerOf(
  bodies: readonly LedgerBody[],
  signers: LedgerSigner | readonly LedgerSigner[],
): Promise<string[]> {
  const lines: string[] = [];
  let previous = FIRST_PREVIOUS;
  for (const [index, body] of bodies.entries()) {
    const place = { n: index + 1, time: `2026-11-30T10:00:${String(index % 60).padStart(2, "0")}.000Z`, previous };
    const signer = "key" in signers ? signers : signers[index];
    if (signer === undefined) throw new RangeError(`Cannot sign line ${index + 1}: there are fewer signers`);
    const sealed = body.kind === "open" ? sealLedgerLine(place, body) : await sealSignedLine(place, body, signer);
    lines.push(sealed.line);
    previous = sealed.hash;
  }
  return lines;
}
