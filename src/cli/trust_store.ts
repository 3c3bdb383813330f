/**
 * Which project policies the person trusts: by path and by the hash of everything that the policy is made of.
 *
 * @module
 */

import type { Edge } from "./edge.ts";

/** One trusted policy. */
export interface TrustEntry {
  readonly path: string;
  /** Hash of the policy with all it extends. */
  readonly hash: string;
  /** When, as a date. */
  readonly since: string;
}

/** Reads the store; a store that cannot be read trusts nothing. */
export async function readTrust(edge: Edge, home: string): Promise<readonly TrustEntry[]> {
  const reading = await edge.readText(trustPath(home));
  if (!reading.ok) return [];
  try {
    // Loaded only where something is trusted at all.
    const { parse } = await import("@std/jsonc");
    const value: unknown = parse(reading.text);
    if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["trusted"])) return [];
    return value["trusted"].filter(isTrustEntry);
  } catch {
    return [];
  }
}

/** Writes the store; returns why not. */
export async function writeTrust(
  edge: Edge,
  home: string,
  entries: readonly TrustEntry[],
): Promise<string | undefined> {
  return await edge.writePrivate(
    trustPath(home),
    `${JSON.stringify({ version: 1, trusted: entries }, undefined, 2)}\n`,
  );
}

/** Where the store is. */
export function trustPath(home: string): string {
  return `${home}/trust.jsonc`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTrustEntry(value: unknown): value is TrustEntry {
  return isRecord(value) && typeof value["path"] === "string" && typeof value["hash"] === "string" &&
    typeof value["since"] === "string";
}
