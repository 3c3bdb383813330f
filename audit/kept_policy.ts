/**
 * The policies of a session as the log keeps them, once for each hash that records name: every text, so that a record can
 * be explained years later, and so that nobody can swap them unseen.
 *
 * @module
 */

import { sha256Hex } from "../src/hash/sha256.ts";
import { closureHash, type ClosurePart } from "../src/policy/closure.ts";

/** One policy with all that it extends. */
export interface KeptPolicyPart {
  /** A path, or `pack:NAME`. */
  readonly source: string;
  readonly hash: string;
  readonly trust: string;
  readonly parts: readonly ClosurePart[];
}

/** The policies of one hash. */
export interface KeptPolicy {
  /** What holds for everybody on the machine. */
  readonly machine?: KeptPolicyPart | undefined;
  readonly global: KeptPolicyPart;
  readonly project?: KeptPolicyPart | undefined;
}

/** Writes policies as the text of their file: JSON with a comment in front. */
export function keptPolicyText(policy: KeptPolicy): string {
  return `// The policies behind the hash in this file's name, as Sallyport's audit log keeps them.\n${
    JSON.stringify(policy, undefined, 2)
  }\n`;
}

/** Reads such a file; nothing where it is none, or where its texts do not give the hash. */
export function readKeptPolicy(text: string, hash: string): KeptPolicy | undefined {
  try {
    const policy: KeptPolicy = JSON.parse(text.replace(/^(?:\/\/.*\n)*/, ""));
    return hashOf(policy) === hash ? policy : undefined;
  } catch {
    return undefined;
  }
}

function hashOf({ machine, global, project }: KeptPolicy): string | undefined {
  for (const part of [machine, global, project]) {
    if (part !== undefined && closureHash(part.parts) !== part.hash) return undefined;
  }
  return policiesHash({ machine: machine?.hash, global: global.hash, project });
}

/** What the hash of all policies is made of. */
export interface PolicyHashes {
  readonly machine: string | undefined;
  readonly global: string;
  readonly project: Pick<KeptPolicyPart, "hash" | "trust"> | undefined;
}

/** The hash that records name: of every policy in force, and whether the project's is trusted. */
export function policiesHash({ machine, global, project }: PolicyHashes): string {
  const own = `${global} ${project?.hash ?? ""} ${project?.trust ?? ""}`;
  return sha256Hex(machine === undefined ? own : `${own} ${machine}`);
}
