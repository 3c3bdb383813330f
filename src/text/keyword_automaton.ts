/**
 * Finds which of many keywords occur in a text, in one pass whose time does not depend on how many keywords there are
 * (Aho and Corasick's automaton, as one table). Upper and lower case are the same, and what is not ASCII ends a keyword.
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
  some(text: string, found: (keyword: number, end: number) => boolean): boolean;
}

/** Keywords are cut to this length: enough to be rare, and it bounds the table. */
export const MAX_KEYWORD_CHARS = 16;

/** The characters that RE2 takes for an ASCII letter when case does not count: long s and the Kelvin sign. */
const FOREIGN_CASE = [[0x17f, 0x73], [0x212a, 0x6b]] as const;

interface Trie {
  readonly children: Map<number, number>[];
  readonly outputs: number[][];
}

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
  const trie = buildTrie(keywords);
  const { classes, classCount } = classesOf(keywords);
  const { table, outputs, firstEnd } = endsLast(linkStates(trie, classes, classCount), classCount);
  const seen = new Int32Array(outputs.length);
  let scans = 0;
  return {
    scan(text, found) {
      scans = (scans + 1) | 0;
      let state = 0;
      for (let index = 0; index < text.length; index++) {
        state = table[state * classCount + (classes[text.charCodeAt(index)] ?? 0)] ?? 0;
        if (state < firstEnd || seen[state] === scans) continue;
        seen[state] = scans;
        for (const keyword of outputs[state] ?? []) found(keyword);
      }
    },
    scanAll(text, found) {
      let state = 0;
      for (let index = 0; index < text.length; index++) {
        state = table[state * classCount + (classes[text.charCodeAt(index)] ?? 0)] ?? 0;
        if (state < firstEnd) continue;
        for (const keyword of outputs[state] ?? []) found(keyword, index + 1);
      }
    },
    some(text, found) {
      let state = 0;
      for (let index = 0; index < text.length; index++) {
        state = table[state * classCount + (classes[text.charCodeAt(index)] ?? 0)] ?? 0;
        if (state < firstEnd) continue;
        for (const keyword of outputs[state] ?? []) if (found(keyword, index + 1)) return true;
      }
      return false;
    },
  };
}

function buildTrie(keywords: readonly string[]): Trie {
  const trie: Trie = { children: [new Map()], outputs: [[]] };
  keywords.forEach((keyword, number) => {
    let state = 0;
    for (let index = 0; index < keyword.length; index++) {
      const code = keyword.charCodeAt(index);
      let next = trie.children[state]?.get(code);
      if (next === undefined) {
        next = trie.children.push(new Map()) - 1;
        trie.outputs.push([]);
        trie.children[state]?.set(code, next);
      }
      state = next;
    }
    trie.outputs[state]?.push(number);
  });
  return trie;
}

/** Numbers the characters that occur in keywords from 1; all others are class 0. */
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

/** What a table says: the next state by state and class, and the keywords that end in each state. */
interface States {
  readonly table: Int32Array | Uint16Array;
  readonly outputs: readonly (readonly number[])[];
}

/** Fills the table breadth first, so that the state a row falls back to is complete before it is needed. */
function linkStates(trie: Trie, classes: Uint8Array, classCount: number): States {
  const table = new Int32Array(trie.children.length * classCount);
  const fallback = new Int32Array(trie.children.length);
  const outputs = trie.outputs.map((own) => [...own]);
  const queue = [0];
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head] ?? 0;
    const back = fallback[state] ?? 0;
    if (state !== 0) {
      table.copyWithin(state * classCount, back * classCount, (back + 1) * classCount);
      outputs[state]?.push(...(outputs[back] ?? []));
    }
    for (const [code, child] of trie.children[state] ?? []) {
      const cell = state * classCount + (classes[code] ?? 0);
      fallback[child] = state === 0 ? 0 : table[cell] ?? 0;
      table[cell] = child;
      queue.push(child);
    }
  }
  return { table, outputs };
}

const MAX_SHORT_STATE = 0xffff;

/**
 * Numbers the states anew: those that end a keyword come last, so that one comparison tells them apart. Cells are as
 * short as they can be: a table that fits into the processor's memory is read in half the time.
 */
function endsLast({ table, outputs }: States, classCount: number): States & { readonly firstEnd: number } {
  const count = outputs.length;
  const isEnd = (state: number) => (outputs[state] ?? []).length > 0;
  const states = Array.from({ length: count }, (_, state) => state);
  const order = [...states.filter((state) => !isEnd(state)), ...states.filter(isEnd)];
  const numbers = new Int32Array(count);
  order.forEach((state, number) => numbers[state] = number);
  const cells = count - 1 <= MAX_SHORT_STATE ? new Uint16Array(table.length) : new Int32Array(table.length);
  for (let number = 0; number < count; number++) {
    const from = (order[number] ?? 0) * classCount;
    const to = number * classCount;
    for (let cell = 0; cell < classCount; cell++) cells[to + cell] = numbers[table[from + cell] ?? 0] ?? 0;
  }
  const ends = order.map((state) => outputs[state] ?? []);
  return { table: cells, outputs: ends, firstEnd: order.findIndex(isEnd) < 0 ? count : order.findIndex(isEnd) };
}
