/**
 * What a condition says that its author may not have meant.
 *
 * @module
 */

import type { Member, TreeNode } from "../file/tree.ts";
import { showValue } from "../problem.ts";
import { addFinding, type LintWork } from "./lint_finding.ts";
import { suggestedGuard } from "./suggested_guard.ts";

/** Where a condition stands. */
export interface ConditionPlace {
  /** Name, pointer, class or `*`. */
  readonly argument: string;
  /** Whether what holds is let in, and not refused. */
  readonly isEntry: boolean;
  readonly what: string;
}

/** Lints a condition and those inside it. */
export function lintCondition(work: LintWork, node: TreeNode, at: ConditionPlace): void {
  if (node.type !== "object") return;
  for (const member of node.members) lintMember(work, member, at);
  const guard = suggestedGuard(at.argument);
  const letters = node.members.find(({ key }) => key === "regex" || key === "glob");
  if (guard === undefined || letters === undefined || node.members.some(({ key }) => key === guard)) return;
  const message = `${at.what} is judged by its letters (${letters.key})`;
  const hint = `The guard "${guard}" knows every spelling; see docs/policy.md`;
  addFinding(work, "could-be-guard", { place: letters.keyPlace, message, hint });
}

function lintMember(work: LintWork, { key, keyPlace, value }: Member, at: ConditionPlace): void {
  if (value.type === "array" && value.items.length === 0) {
    const message = `${showValue(key)} of ${at.what} is empty: nothing meets it`;
    addFinding(work, "empty-list", { place: keyPlace, message, hint: "Name what may pass, or refuse the tool" });
  }
  switch (key) {
    case "not":
      return lintCondition(work, value, { ...at, isEntry: !at.isEntry });
    case "each":
    case "keys":
      return lintCondition(work, value, at);
    case "allOf":
    case "anyOf":
      if (value.type === "array") { for (const item of value.items) lintCondition(work, item, at); }
      return;
    case "path":
      return lintGuard(work, value, "under", { at, code: "broad-path", isBroad: isBroadPath });
    case "url":
      return lintGuard(work, value, "hosts", { at, code: "broad-host", isBroad: isBroadHost });
    case "command":
      return lintGuard(work, value, "programs", { at, code: "empty-list", isBroad: () => false });
  }
}

interface GuardLint {
  readonly at: ConditionPlace;
  readonly code: "broad-path" | "broad-host" | "empty-list";
  readonly isBroad: (text: string) => boolean;
}

function lintGuard(work: LintWork, node: TreeNode, field: string, { at, code, isBroad }: GuardLint): void {
  if (node.type !== "object") return;
  const member = node.members.find(({ key }) => key === field);
  if (member?.value.type !== "array") return;
  const { keyPlace, value } = member;
  if (value.items.length === 0) {
    const message = `${showValue(field)} of ${at.what} is empty: nothing meets it`;
    addFinding(work, "empty-list", { place: keyPlace, message, hint: "Name what may pass, or refuse the tool" });
  }
  if (!at.isEntry) return;
  for (const item of value.items) {
    if (item.type !== "string" || !isBroad(item.value)) continue;
    const message = `${showValue(item.value)} lets in more than one would think (${at.what})`;
    addFinding(work, code, { place: item.place, message, hint: "Name what is needed" });
  }
}

function isBroadPath(path: string): boolean {
  return /^(?:\/+|\/(?:home|Users|root|etc|var|usr|opt|mnt|Volumes)\/?|\/(?:home|Users)\/[^/]+\/?|\$\{HOME\}\/?|~\/?|[A-Za-z]:[\\/]*(?:Users[\\/]?)?)$/
    .test(path);
}

/** Suffixes below which anybody can have a name (publicsuffix.org lists them all; these are seen most). */
const SHARED_HOSTS =
  /^\*{1,2}\.(?:github\.io|githubusercontent\.com|herokuapp\.com|vercel\.app|netlify\.app|pages\.dev|workers\.dev|amazonaws\.com|cloudfront\.net|azurewebsites\.net|web\.app|ngrok\.io|ngrok-free\.app)$/i;

function isBroadHost(host: string): boolean {
  return host === "public" || /^\*{1,2}(?:\.[a-z]{2,}|\.(?:co|com|org|net|ac|gov)\.[a-z]{2})?$/i.test(host) ||
    SHARED_HOSTS.test(host);
}
