/**
 * The key that signs the ledger: Ed25519, made at first use, kept beside the log and not in it, readable by its owner
 * alone. WebCrypto does the signing: a signature costs 0.1 ms and no package.
 *
 * @module
 */

import type { LedgerSigner } from "../../audit/ledger.ts";
import { placeOnce } from "./place_once.ts";

/** A key pair as its file keeps it (RFC 8037): `x` the public key, `d` the private one, 32 bytes each in base64url. */
interface StoredKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly d: string;
}

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Where the key of a Sallyport home is. */
export function ledgerKeyPath(home: string): string {
  return `${home}/ledger.key`;
}

/** The signer of a home; its key is made if there is none. Throws where it can be neither read nor made. */
export async function ledgerSigner(home: string): Promise<LedgerSigner> {
  const path = ledgerKeyPath(home);
  const existing = readKey(path);
  if (existing !== undefined) return await signerOf(existing);
  await Deno.mkdir(home, { recursive: true, mode: PRIVATE_FOLDER });
  // Of two that make one at once, the second takes that of the first.
  placeOnce(path, new TextEncoder().encode(await freshKeyText()));
  const made = readKey(path);
  if (made === undefined) throw new Error(`Cannot read the key that was just made in "${path}"`);
  return await signerOf(made);
}

/** The public key of a home, in base64url; nothing where there is none yet. Throws where it cannot be read. */
export function publicKeyOf(home: string): string | undefined {
  return readKey(ledgerKeyPath(home))?.x;
}

/** Makes a new key; `replace` puts it in the place of the present one, whose signer must have said so first. */
export async function newLedgerKey(home: string): Promise<{ readonly key: string; replace(): void }> {
  const text = await freshKeyText();
  const { x }: StoredKey = JSON.parse(text);
  return { key: x, replace: () => replaceKey(home, text) };
}

function replaceKey(home: string, text: string): void {
  const path = ledgerKeyPath(home);
  const draft = `${path}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(draft, text, { createNew: true, mode: PRIVATE_FILE });
  Deno.renameSync(draft, path);
}

/** Says whether an Ed25519 signature (base64url) of a text holds. What cannot be read, or is spelled oddly, does not. */
export async function verifySignature(key: string, sig: string, text: string): Promise<boolean> {
  const [raw, signature] = [decode(key), decode(sig)];
  if (raw === undefined || signature === undefined) return false;
  try {
    const imported = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

/** Bytes have one spelling here: a signature that differs in a bit that is not used differs. */
function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return bytes.toBase64(BASE64URL) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

async function freshKeyText(): Promise<string> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]) as CryptoKeyPair;
  const { x = "", d = "" } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const stored: StoredKey = { kty: "OKP", crv: "Ed25519", x, d };
  return `${JSON.stringify(stored)}\n`;
}

function readKey(path: string): StoredKey | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const { kty, crv, x, d }: Partial<StoredKey> = JSON.parse(text);
  if (kty !== "OKP" || crv !== "Ed25519" || x === undefined || d === undefined) {
    throw new SyntaxError(`Cannot read "${path}": it is no Ed25519 key`);
  }
  return { kty, crv, x, d };
}

async function signerOf(stored: StoredKey): Promise<LedgerSigner> {
  const key = await crypto.subtle.importKey("jwk", { ...stored }, "Ed25519", false, ["sign"]);
  return {
    key: stored.x,
    async sign(text) {
      const bytes = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text));
      return new Uint8Array(bytes).toBase64(BASE64URL);
    },
  };
}
