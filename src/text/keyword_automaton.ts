/**
 * Finds which of many keywords occur in a text, in one pass whose time does not depend on how many keywords there are
 * (Aho and Corasick's automaton, as one table). Upper and lower case are the same, and what is not ASCII ends a keyword.
 *
 * The table begins with what the keywords themselves say. The rest of a cell is found out when a text first needs it:
 * most texts need few, and a session would wait for all of them at its start.
 *
 * @module
 */

/** Finds keywords in texts. */
export interface KeywordAutomaton {
  /**
   * Calls `found` with the number of each keyword that occurs in the text, at least once for each.
   */
  scan(text: string, found: (keyword: number) => void): void;
  /**
   * Calls `found` at every place where a keyword ends, from left to right, with the keyword's number and the offset
   * behind its last character.
   */
  scanAll(text: string, found: (keyword: number, end: number) => void): void;
  /** The same until `found` says true; says whether it did. */
  some(text: string, found: (keyword: number, end: number) => boolean | void): boolean;
}

/** Keywords are cut to this length: enough to be rare, and it bounds the table. */
export const MAX_KEYWORD_CHARS = 16;

/** The characters that RE2 takes for an ASCII letter when case does not count: long s and the Kelvin sign. */
const FOREIGN_CASE = [[0x17f, 0x73], [0x212a, 0x6b]] as const;

/**
 * Brings a text to the form that keywords have: the longest run of ASCII characters in it, in lower case, cut to
 * `MAX_KEYWORD_CHARS`. Any text that contains the original, in whatever case, contains the keyword. Empty when there is
 * no ASCII in it.
 */
export function toKeyword(text: string): string {
  let best = "";
  for (const run of text.split(/[^\u0020-\u007e]+/)) if (run.length > best.length) best = run;
  return best.slice(0, MAX_KEYWORD_CHARS).toLowerCase();
}

/** Builds the automaton of a list of keywords, each as `toKeyword` returns it and none empty. */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const states = new States(keywords);
  const { classes, classCount, table, plain } = states;
  const seen = new Int32Array(states.count);
  let scans = 0;
  const automaton: KeywordAutomaton = {
    scan(text, found) {
      scans = (scans + 1) | 0;
      let state = ROOT;
      for (let index = 0; index < text.length; index++) {
        const kind = classes[text.charCodeAt(index)] ?? 0;
        const cell = table[state * classCount + kind] ?? 0;
        if (cell > 0 && cell <= plain) {
          state = cell;
          continue;
        }
        state = states.next(state, kind);
        if (seen[state] === scans) continue;
        seen[state] = scans;
        for (const keyword of states.endingIn(state)) found(keyword);
      }
    },
    some(text, found) {
      let state = ROOT;
      for (let index = 0; index < text.length; index++) {
        const kind = classes[text.charCodeAt(index)] ?? 0;
        const cell = table[state * classCount + kind] ?? 0;
        if (cell > 0 && cell <= plain) {
          state = cell;
          continue;
        }
        state = states.next(state, kind);
        for (const keyword of states.endingIn(state)) if (found(keyword, index + 1) === true) return true;
      }
      return false;
    },
    scanAll(text, found) {
      automaton.some(text, found);
    },
  };
  return automaton;
}

/** The state in which nothing of a keyword was read. States are numbered from it; a cell of 0 is not known yet. */
const ROOT = 1;
const NO_KEYWORDS: readonly number[] = [];
/** Two marks of a cell: a keyword ends in its state; it is the keywords' own, and which end in it is not known yet. */
const SHORT = { ends: 1 << 15, unread: 1 << 14 } as const;
const LONG = { ends: 1 << 30, unread: 1 << 29 } as const;

/** The states of an automaton: what was read so far, as far as it is the beginning of some keyword. */
class States {
  /** The class of each UTF-16 unit: those that occur in keywords are numbered from 1, all others are class 0. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** How many numbers of states there are, with the one that is none. */
  readonly count: number;
  /** By state and class the next state, with its marks. Short cells, since a table that the processor keeps is quick. */
  readonly table: Uint16Array | Int32Array;
  /** The highest cell without a mark. */
  readonly plain: number;
  readonly #marks: typeof SHORT | typeof LONG;
  readonly #parents: Int32Array;
  readonly #kinds: Uint8Array;
  /** The state of the longest ending that is a beginning too; 0 where it is not known yet. */
  readonly #fallbacks: Int32Array;
  readonly #ending: (readonly number[] | undefined)[] = [];

  constructor(keywords: readonly string[]) {
    const { classes, classCount } = classesOf(keywords);
    let most = ROOT + 1;
    for (const keyword of keywords) most += keyword.length;
    this.classes = classes;
    this.classCount = classCount;
    this.#marks = most < SHORT.unread ? SHORT : LONG;
    this.plain = this.#marks.unread - 1;
    this.table = most < SHORT.unread ? new Uint16Array(most * classCount) : new Int32Array(most * classCount);
    this.#parents = new Int32Array(most);
    this.#kinds = new Uint8Array(most);
    this.#fallbacks = new Int32Array(most);
    this.count = this.#add(keywords);
    this.#fallbacks[ROOT] = ROOT;
  }

  #add(keywords: readonly string[]): number {
    const { classes, classCount, table } = this;
    const { unread } = this.#marks;
    let count = ROOT + 1;
    keywords.forEach((keyword, number) => {
      let state = ROOT;
      for (let index = 0; index < keyword.length; index++) {
        const kind = classes[keyword.charCodeAt(index)] ?? 0;
        const cell = state * classCount + kind;
        const known = (table[cell] ?? 0) & this.plain;
        if (known !== 0) {
          state = known;
          continue;
        }
        table[cell] = count | unread;
        this.#parents[count] = state;
        this.#kinds[count] = kind;
        state = count++;
      }
      this.#ending[state] = [...this.#ending[state] ?? [], number];
    });
    return count;
  }

  /** The state behind a state and a character; what is not known yet is found out. */
  next(state: number, kind: number): number {
    const at = state * this.classCount + kind;
    const cell = this.table[at] ?? 0;
    const { ends, unread } = this.#marks;
    if (cell === 0) {
      const next = state === ROOT ? ROOT : this.next(this.#fallbackOf(state), kind);
      this.table[at] = next | (this.endingIn(next).length > 0 ? ends : 0);
      return next;
    }
    const next = cell & this.plain;
    if ((cell & unread) !== 0) {
      const more = this.endingIn(this.#fallbackOf(next));
      if (more.length > 0) this.#ending[next] = [...this.endingIn(next), ...more];
      this.table[at] = next | (this.endingIn(next).length > 0 ? ends : 0);
    }
    return next;
  }

  /** The keywords that end in a state that was reached. */
  endingIn(state: number): readonly number[] {
    return this.#ending[state] ?? NO_KEYWORDS;
  }

  #fallbackOf(state: number): number {
    const known = this.#fallbacks[state] ?? 0;
    if (known !== 0) return known;
    const parent = this.#parents[state] ?? 0;
    const fallback = parent === ROOT ? ROOT : this.next(this.#fallbackOf(parent), this.#kinds[state] ?? 0);
    this.#fallbacks[state] = fallback;
    return fallback;
  }
}

function classesOf(keywords: readonly string[]): { readonly classes: Uint8Array; readonly classCount: number } {
  const classes = new Uint8Array(0x10000);
  let classCount = 1;
  for (const keyword of keywords) {
    for (let index = 0; index < keyword.length; index++) {
      const code = keyword.charCodeAt(index);
      if (classes[code] === 0) classes[code] = classCount++;
    }
  }
  for (let code = 0x41; code <= 0x5a; code++) classes[code] = classes[code + 0x20] ?? 0;
  for (const [foreign, ascii] of FOREIGN_CASE) classes[foreign] = classes[ascii] ?? 0;
  return { classes, classCount };
}
