/**
 * What a program asked Deno for, out of the file that `DENO_AUDIT_PERMISSIONS` names: one JSON object a line, with
 * `permission` and `value` (seen under Deno 2.9.6; it lists what was refused as well, and does not say which).
 *
 * @module
 */

import { PERMISSION_KINDS, type PermissionKind, type PermissionSet } from "./permission_set.ts";

/** Something that was asked for. */
export interface AskedPermission {
  readonly kind: string;
  /** What exactly; absent where all of the kind was asked for. */
  readonly value?: string | undefined;
  /** Whether the set holds it, by its letters. */
  readonly isInSet: boolean;
}

/** Each thing once, in the order of first asking. Lines that are none of these are left out. Never throws. */
export function readPermissionAudit(text: string, set: PermissionSet): readonly AskedPermission[] {
  const found = new Map<string, AskedPermission>();
  for (const line of text.split("\n")) {
    const asked = readLine(line, set);
    const key = JSON.stringify([asked?.kind, asked?.value]);
    if (asked !== undefined && !found.has(key)) found.set(key, asked);
  }
  return [...found.values()];
}

function readLine(line: string, set: PermissionSet): AskedPermission | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const { permission, value } = parsed as Readonly<Record<string, unknown>>;
  if (typeof permission !== "string") return undefined;
  if (typeof value !== "string") return { kind: permission, isInSet: false };
  const kind = PERMISSION_KINDS.find((known) => known === permission);
  return { kind: permission, value, isInSet: kind !== undefined && isInSet(kind, value, set[kind]) };
}

function isInSet(kind: PermissionKind, value: string, list: readonly string[]): boolean {
  if (kind !== "read" && kind !== "write" && kind !== "ffi") return list.includes(value);
  const path = withSlash(value);
  return list.some((folder) => path.startsWith(withSlash(folder)));
}

function withSlash(path: string): string {
  return `${path.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
}
