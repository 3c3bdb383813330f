/**
 * Deep equality, as the assertions mean it. Says only whether two values are equal, never where they differ.
 *
 * @module
 */

/**
 * Says whether two values are equal all the way down. `NaN` equals `NaN`; an object without a prototype equals a plain
 * one; a property that is `undefined` is not the same as one that is missing; sets and maps ignore order.
 *
 * @throws {TypeError} If both are `WeakMap`, `WeakSet` or `WeakRef` and not the same one: they cannot be looked into.
 */
export function equal(a: unknown, b: unknown): boolean {
  return compare(a, b, new Map());
}

function compare(a: unknown, b: unknown, seen: Map<object, Set<object>>): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (seen.get(a)?.has(b)) return true;
  const partners = seen.get(a) ?? new Set<object>();
  seen.set(a, partners.add(b));

  if (!sameConstructor(a, b)) return false;
  for (const type of [WeakMap, WeakSet, WeakRef]) {
    if (a instanceof type && b instanceof type) throw new TypeError(`Cannot compare ${type.name} instances`);
  }
  // deno-lint-ignore house/no-ambient-effects -- looks at dates that were handed in, reads no clock
  if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime());
  if (a instanceof RegExp && b instanceof RegExp) return String(a) === String(b);
  if (a instanceof URL && b instanceof URL) return a.href === b.href;
  if (a instanceof Number || a instanceof String || a instanceof Boolean) {
    if (!Object.is(a.valueOf(), b.valueOf())) return false;
  }
  if (a instanceof Error && b instanceof Error) {
    if (a.name !== b.name || a.message !== b.message || !compare(a.cause, b.cause, seen)) return false;
  }
  if (a instanceof Set && b instanceof Set) return sameMembers([...a], [...b], seen);
  if (a instanceof Map && b instanceof Map) return sameMembers([...a], [...b], seen);
  if (a instanceof ArrayBuffer && b instanceof ArrayBuffer) {
    return sameProperties(new Uint8Array(a), new Uint8Array(b), seen);
  }
  if (a instanceof DataView && b instanceof DataView) {
    return sameProperties(
      new Uint8Array(a.buffer, a.byteOffset, a.byteLength),
      new Uint8Array(b.buffer, b.byteOffset, b.byteLength),
      seen,
    );
  }
  return sameProperties(a, b, seen);
}

/** A missing constructor (an object without a prototype) counts as a plain object's. */
function sameConstructor(a: object, b: object): boolean {
  const left = a.constructor ?? Object;
  const right = b.constructor ?? Object;
  return left === right;
}

function sameProperties(a: object, b: object, seen: Map<object, Set<object>>): boolean {
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const keys = enumerableKeys(a);
  if (keys.length !== enumerableKeys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && compare(Reflect.get(a, key), Reflect.get(b, key), seen));
}

function enumerableKeys(value: object): PropertyKey[] {
  return Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
}

function sameMembers(a: readonly unknown[], b: readonly unknown[], seen: Map<object, Set<object>>): boolean {
  if (a.length !== b.length) return false;
  const rest = [...b];
  return a.every((member) => {
    const found = rest.findIndex((other) => compare(member, other, new Map(seen)));
    if (found === -1) return false;
    rest.splice(found, 1);
    return true;
  });
}
