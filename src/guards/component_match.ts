/**
 * Whether a path component, which may hold shell wildcards, could stand for a protected name. Says yes when in doubt.
 *
 * @module
 */

const WILD_REGEXP = /[*?[{$`]/;
/** What a shell expands to something that is not known here. */
const EXPANDING_REGEXP = /[{$`]/;

/** Compares a folded component with a folded protected name. */
export function mayMatch(component: string, name: string): boolean {
  if (component === name) return true;
  const first = component.search(WILD_REGEXP);
  if (first < 0) return false;
  // A shell's `*`, `?` and `[` do not match a leading dot; braces and expansions can spell one.
  if (first === 0 && name.startsWith(".") && /^[*?[]/.test(component) && !/^\*+$/.test(component)) return false;
  if (/^\*+$/.test(component)) return false;
  if (!EXPANDING_REGEXP.test(component)) return matchesGlob(component, name);
  // A brace without its end was cut at a comma: what stands in it is one of the names.
  if (component.charAt(first) === "{" && !component.includes("}")) {
    const named = component.slice(0, first) + component.slice(first + 1);
    return named.length > first + 1 && !WILD_REGEXP.test(named) && name.startsWith(named);
  }
  const head = component.slice(0, first);
  const tail = component.slice(lastWild(component) + 1);
  return head.length + tail.length <= name.length && name.startsWith(head) && name.endsWith(tail) &&
    head.length + tail.length > 0;
}

/**
 * Whether components from `start` on could stand for those of a protected place; one that is `*` in the place is any. At
 * least one of them must name something of it: `~/.cursor/*.json` does, `*.json` and `.*` alone do not.
 */
export function mayMatchAll(components: readonly string[], place: readonly string[], start: number): boolean {
  if (start + place.length > components.length) return false;
  let isNamed = false;
  for (const [index, name] of place.entries()) {
    if (name === "*") continue;
    const component = components[start + index] ?? "";
    if (!mayMatch(component, name)) return false;
    isNamed ||= component === name || EXPANDING_REGEXP.test(component) || spells(component, name);
  }
  return isNamed;
}

/**
 * Whether a wildcard spells out a letter of the name: `*.json` and `.*` mean all such files, not one that is protected,
 * and stand in calls that only list.
 */
function spells(component: string, name: string): boolean {
  // A class of a few characters is as good as a letter.
  const literal = component.replace(/\[[^\]!^:-]{1,3}\]/g, "x").replace(/\[[^\]]+\]/g, "*").split(/[*?]+/);
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 ? name.slice(dot) : "";
  const last = literal.at(-1) ?? "";
  const stem = last.endsWith(ending) ? last.slice(0, last.length - ending.length) : ending.endsWith(last) ? "" : last;
  const letters = [...literal.slice(0, -1), stem];
  if (/[^.]/.test(literal[0] ?? "")) return true;
  // In the middle or at the end a word may be of many names: `*config*`.
  const spelled = letters.join("").replaceAll(".", "").length;
  return spelled > MIN_SPELLED * (name.length - ending.length);
}

const MIN_SPELLED = 0.7;

/** Matches `*`, `?` and `[...]` as a shell does; a bracket without its end is a bracket. */
function matchesGlob(pattern: string, name: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let starFrom = 0;
  while (from < name.length) {
    const step = stepAt(pattern, at);
    if (step?.kind === "star") {
      star = at = step.next;
      starFrom = from;
    } else if (step !== undefined && step.takes(name.charAt(from))) {
      at = step.next;
      from++;
    } else if (star >= 0) {
      at = star;
      from = ++starFrom;
    } else return false;
  }
  while (pattern.charAt(at) === "*") at++;
  return at === pattern.length;
}

type Step =
  | { readonly kind: "star"; readonly next: number }
  | { readonly kind: "one"; readonly next: number; takes(character: string): boolean };

function stepAt(pattern: string, at: number): Step | undefined {
  const character = pattern.charAt(at);
  if (character === "") return undefined;
  if (character === "*") return { kind: "star", next: at + 1 };
  if (character === "?") return { kind: "one", next: at + 1, takes: () => true };
  const end = character === "[" ? endOfClass(pattern, at) : -1;
  if (end < 0) return { kind: "one", next: at + 1, takes: (other) => other === character };
  const inside = pattern.slice(at + 1, end);
  return { kind: "one", next: end + 1, takes: (other) => isInClass(inside, other) };
}

function endOfClass(pattern: string, at: number): number {
  const named = pattern.indexOf("[:", at + 1);
  const end = pattern.indexOf("]", at + 2);
  return named < 0 || named > end ? end : pattern.indexOf("]", pattern.indexOf(":]", named + 2) + 2);
}

/** A class that is turned round or has a name may stand for anything. */
function isInClass(inside: string, character: string): boolean {
  if (/^[!^]|\[:/.test(inside)) return true;
  for (let index = 0; index < inside.length; index++) {
    const start = inside.charAt(index);
    const end = inside.charAt(index + 1) === "-" && index + 2 < inside.length ? inside.charAt(index + 2) : start;
    if (character >= start && character <= end) return true;
    if (end !== start || inside.charAt(index + 1) === "-") index += 2;
  }
  return false;
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
