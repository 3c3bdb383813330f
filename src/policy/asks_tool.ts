/**
 * Whether a policy asks a person about calls of a tool: then a server's word that the tool only reads is not to be
 * believed by a client that would call it without asking.
 *
 * @module
 */

import { findEntry } from "./compile_entry.ts";
import type { CompiledPolicy } from "./compiled_policy.ts";
import type { Subject } from "./subject.ts";

/** Says yes where the tool's entry asks, or a rule that asks fits the tool by name. */
export function asksTool(policy: CompiledPolicy, server: string, tool: string): boolean {
  if (findEntry(policy.tools, tool)?.action === "ask") return true;
  const subject: Subject = {
    side: "client",
    kind: "request",
    server,
    method: "tools/call",
    tool,
    args: undefined,
    content: undefined,
    bytes: 0,
    isKnown: true,
  };
  return policy.rules.rules.some(({ action, when }) => action === "ask" && when.namesTools && when.fits(subject));
}
