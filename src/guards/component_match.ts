/**
 * Whether a path component, which may hold shell wildcards, could stand for a protected name. Says yes when in doubt.
 *
 * @module
 */

const WILD_REGEXP = /[*?[{$`]/;

/** Compares a folded component with a folded protected name. */
export function mayMatch(component: string, name: string): boolean {
  if (component === name) return true;
  const first = component.search(WILD_REGEXP);
  if (first < 0) return false;
  // A shell's `*`, `?` and `[` do not match a leading dot; braces and expansions can spell one.
  if (first === 0 && name.startsWith(".") && /^[*?[]/.test(component) && component !== "*") return false;
  if (component === "*") return false;
  const head = component.slice(0, first);
  const tail = component.slice(lastWild(component) + 1);
  return head.length + tail.length <= name.length && name.startsWith(head) && name.endsWith(tail) &&
    head.length + tail.length > 0;
}

/** Where the last wildcard ends: everything behind it is literal. */
function lastWild(component: string): number {
  for (let index = component.length - 1; index >= 0; index--) {
    if (/[*?\]}$`{[]/.test(component[index] ?? "")) return endOfExpansion(component, index);
  }
  return component.length;
}

/** A `$NAME` swallows the word characters behind it. */
function endOfExpansion(component: string, index: number): number {
  if (component[index] !== "$") return index;
  return index + (/^\w*/.exec(component.slice(index + 1))?.[0].length ?? 0);
}
