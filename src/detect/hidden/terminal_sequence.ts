/**
 * Control sequences of terminals (ECMA-48, xterm's control sequences): where each ends, and whether colours hide text.
 *
 * @module
 */

// deno-lint-ignore-file no-control-regex -- Control characters are what this is about.

/** A control sequence in a text. */
export interface TerminalSequence {
  readonly end: number;
  /** Parameters of a colour sequence (SGR); nothing for every other kind. */
  readonly colours?: string;
}

/** A string sequence that does not end is taken up to here, or to the end of its line. */
const CSI_REGEXP = /(?:\x1b\[|\x9b)([0-?]{0,256})[ -/]{0,16}([@-~])/y;
const STRING_REGEXP = /(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n\r]{0,8192}(?:\x07|\x1b\\|\x9c)?/y;
const SHORT_REGEXP = /\x1b[ -/]{0,4}[0-Z\\^-~]/y;

/** Reads the sequence that begins at `start` with ESC or its one-character form; a lone one is a sequence of one. */
export function readTerminalSequence(text: string, start: number): TerminalSequence {
  CSI_REGEXP.lastIndex = start;
  const control = CSI_REGEXP.exec(text);
  if (control !== null) {
    const end = start + control[0].length;
    const [, parameters = "", final] = control;
    return final === "m" && /^[\d;:]*$/.test(parameters) ? { end, colours: parameters } : { end };
  }
  for (const regexp of [STRING_REGEXP, SHORT_REGEXP]) {
    regexp.lastIndex = start;
    const match = regexp.exec(text);
    if (match !== null) return { end: start + match[0].length };
  }
  return { end: start + 1 };
}

/** The colours in force at a place of a text. */
export interface Colours {
  readonly text: string | undefined;
  readonly ground: string | undefined;
}

/** No colour set. */
export const NO_COLOURS: Colours = { text: undefined, ground: undefined };

const NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/**
 * Applies a colour sequence. `hides` says that text behind it cannot be seen: concealed, or in the colour of its ground,
 * or black on a ground that nobody set.
 */
export function applyColours(
  parameters: string,
  before: Colours,
): { readonly after: Colours; readonly hides: boolean } {
  const codes = parameters.split(/[;:]/).map((code) => Number(code === "" ? 0 : code));
  let { text, ground } = before;
  let isConcealed = false;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 0) [text, ground, isConcealed] = [undefined, undefined, false];
    else if (code === 8) isConcealed = true;
    else if (code === 28) isConcealed = false;
    else if (code === 39) text = undefined;
    else if (code === 49) ground = undefined;
    else if (code >= 30 && code <= 37) text = NAMES[code - 30];
    else if (code >= 40 && code <= 47) ground = NAMES[code - 40];
    else if (code >= 90 && code <= 97) text = `bright ${NAMES[code - 90]}`;
    else if (code >= 100 && code <= 107) ground = `bright ${NAMES[code - 100]}`;
    else if (code === 38 || code === 48) {
      const [colour, used] = extendedColour(codes.slice(index + 1, index + 6));
      index += used;
      if (code === 38) text = colour;
      else ground = colour;
    }
  }
  const isUnseen = text !== undefined && (text === ground || (text === "black" && ground === undefined));
  return { after: { text, ground }, hides: isConcealed || isUnseen };
}

/** A colour by number or by its parts, named like the plain ones where it is the same, and how many codes it took. */
function extendedColour(codes: readonly number[]): readonly [string, number] {
  const [form, first = 0, second = 0, third = 0] = codes;
  if (form === 5) {
    if (first < 8) return [NAMES[first] ?? "black", 2];
    if (first < 16) return [`bright ${NAMES[first - 8]}`, 2];
    return [first === 16 || first === 232 ? "black" : `number ${first}`, 2];
  }
  if (form === 2) return [first + second + third === 0 ? "black" : `parts ${first} ${second} ${third}`, 4];
  return ["", 0];
}
