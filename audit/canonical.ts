/**
 * Canonical JSON (RFC 8785): one text for one value, so that a hash over it means the value.
 *
 * @module
 */

/** A value that can be written canonically. */
export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;

/** An object that can be written canonically; a member that is `undefined` is left out. */
export interface PlainObject {
  readonly [key: string]: Plain | undefined;
}

/** Writes a value canonically: keys in UTF-16 order, numbers and strings as ECMAScript writes them, no spaces. */
export function canonicalJson(value: Plain): string {
  if (value === null || typeof value !== "object") return scalar(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  return `{${canonicalMembers(value).join(",")}}`;
}

/** The members of an object as `"key":value`, in canonical order. */
export function canonicalMembers(object: PlainObject): string[] {
  const members: string[] = [];
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return members;
}

function scalar(value: null | boolean | number | string): string {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError(`Cannot write ${value} as JSON: it is not finite`);
  }
  return JSON.stringify(value);
}

function isList(value: readonly Plain[] | PlainObject): value is readonly Plain[] {
  return Array.isArray(value);
}
