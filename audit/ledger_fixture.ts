/**
 * Keys and whole ledgers for tests, with real Ed25519 signatures.
 *
 * @module
 */

import { FIRST_PREVIOUS } from "./chain.ts";
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

/** Says whether a signature holds; what cannot be read does not. */
export async function verifySignature(key: string, sig: string, text: string): Promise<boolean> {
  try {
    const raw = Uint8Array.fromBase64(key, { alphabet: "base64url" });
    const imported = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    const bytes = Uint8Array.fromBase64(sig, { alphabet: "base64url" });
    return await crypto.subtle.verify("Ed25519", imported, bytes, new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

/** Chains bodies into the lines of a ledger. A body may bring its own signer. */
export async function ledgerOf(bodies: readonly LedgerBody[], signer: LedgerSigner): Promise<string[]> {
  const lines: string[] = [];
  let previous = FIRST_PREVIOUS;
  for (const [index, body] of bodies.entries()) {
    const place = { n: index + 1, time: `2026-11-30T10:00:${String(index % 60).padStart(2, "0")}.000Z`, previous };
    const sealed = body.kind === "open" ? sealLedgerLine(place, body) : await sealSignedLine(place, body, signer);
    lines.push(sealed.line);
    previous = sealed.hash;
  }
  return lines;
}
