/**
 * Suppressions: rules that a person has switched off by name, for a tool, a server or a time.
 *
 * @module
 */

import { compileGlob } from "../guards/glob.ts";
import type { CompiledPolicy } from "./compiled_policy.ts";
import type { Subject } from "./subject.ts";

/** Says whether a rule is switched off for a message. An untrusted policy switches nothing off. */
export function isSuppressed(
  policy: Pick<CompiledPolicy, "suppress" | "trust">,
  rule: string,
  subject: Subject,
  today: string | undefined,
): boolean {
  if (policy.trust === "untrusted") return false;
  const found = policy.suppress.get(rule) ?? [];
  return found.some(({ tool, server, until }) =>
    (tool === undefined || (subject.tool !== undefined && matchesName(tool, subject.tool))) &&
    (server === undefined || matchesName(server, subject.server)) &&
    (until === undefined || (today !== undefined && today <= until))
  );
}

function matchesName(globs: readonly string[], name: string): boolean {
  return globs.some((source) => {
    const glob = compileGlob(source, "name");
    return !("fault" in glob) && glob.matches(name);
  });
}
