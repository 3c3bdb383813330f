/**
 * The policy for everybody on a machine: at one fixed place that only an administrator may write. No variable moves it,
 * and where a key is pinned, it counts only with a signature.
 *
 * @module
 */

import type { TextReading } from "../policy/load_policy.ts";
import type { Problem } from "../policy/problem.ts";
import type { Edge } from "./edge.ts";

/** Where the machine's policy is. */
export interface MachinePlaces {
  readonly folder: string;
  readonly policy: string;
  /** The signature: 64 bytes of Ed25519 over the policy's bytes, in base64. */
  readonly signature: string;
}

/** What was found there. */
export type MachinePolicy =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly path: string; readonly reading: TextReading; readonly isSigned: boolean }
  | { readonly kind: "problem"; readonly problem: Problem };

const SIGNATURE_REGEXP = /^\s*([A-Za-z0-9+/]{86}==)\s*$/;
const KEY_REGEXP = /^[A-Za-z0-9_-]{43}$/;

/** The one place. */
export function machinePlaces(platform: Edge["platform"]): MachinePlaces {
  const folder = platform === "windows" ? "C:/ProgramData/sallyport" : "/etc/sallyport";
  return { folder, policy: `${folder}/policy.jsonc`, signature: `${folder}/policy.jsonc.sig` };
}

/** Where a person's home keeps the key that the machine's policy must be signed with. */
export function machineKeyPath(home: string): string {
  return `${home}/machine-key`;
}

/**
 * Reads the machine's policy. One that is there and cannot be read, that we may not look for, or that a pinned key does
 * not vouch for, is a problem: nothing may start then.
 */
export async function readMachinePolicy(edge: Edge, home: string): Promise<MachinePolicy> {
  const { folder, policy, signature } = machinePlaces(edge.platform);
  if (!edge.isGranted({ kind: "read", path: folder }) || edge.kindOf(policy) === "hidden") {
    const hint = `Add --allow-read=${folder} to the deno run line`;
    return problemAt(policy, "cannot-read", "it cannot be told whether it is there", hint);
  }
  const keyPath = machineKeyPath(home);
  const hasKey = edge.kindOf(keyPath) !== "nothing";
  if (edge.kindOf(policy) === "nothing") {
    if (!hasKey) return { kind: "none" };
    return problemAt(policy, "not-signed", "a key for it is pinned, and it is not there", UNPIN_HINT);
  }
  const reading = await edge.readText(policy, { isExact: true });
  if (!hasKey || !reading.ok) return { kind: "found", path: policy, reading: withoutMark(reading), isSigned: false };
  const [key, sig] = [await edge.readText(keyPath), await edge.readText(signature)];
  const [, text] = sig.ok ? SIGNATURE_REGEXP.exec(sig.text) ?? [] : [];
  const isSigned = key.ok && KEY_REGEXP.test(key.text.trim()) && text !== undefined &&
    await edge.verifySignature(key.text.trim(), toBase64Url(text), reading.text);
  if (!isSigned) return problemAt(policy, "not-signed", "the pinned key did not sign it as it is", UNPIN_HINT);
  return { kind: "found", path: policy, reading: withoutMark(reading), isSigned };
}

const UNPIN_HINT = "Put the signed policy and its .sig back, or see docs/rollout.md";

function withoutMark(reading: TextReading): TextReading {
  return reading.ok ? { ok: true, text: reading.text.replace(/^\ufeff/, "") } : reading;
}

function problemAt(file: string, code: "cannot-read" | "not-signed", fault: string, hint: string): MachinePolicy {
  const message = `Cannot use the policy of this machine: ${fault}`;
  return { kind: "problem", problem: { code, message, hint, file, line: 1, column: 1 } };
}

function toBase64Url(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The first bytes of every Ed25519 public key in DER (RFC 8410, section 4). */
const DER_PREFIX_BASE64 = "MCowBQYDK2VwAyEA";
const PEM_REGEXP = /^\s*-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]{56,80}?)\s*-----END PUBLIC KEY-----\s*$/;

/** The key of a PEM file as `openssl pkey -pubout` writes it, in base64url; nothing where it is no Ed25519 public key. */
export function readPublicKey(pem: string): string | undefined {
  const base64 = PEM_REGEXP.exec(pem)?.[1]?.replace(/\s/g, "") ?? "";
  if (!/^[A-Za-z0-9+/]{59}=$/.test(base64) || !base64.startsWith(DER_PREFIX_BASE64)) return undefined;
  // Twelve bytes of prefix are sixteen digits: the rest is the key by itself.
  return toBase64Url(base64.slice(DER_PREFIX_BASE64.length));
}
