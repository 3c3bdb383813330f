/**
 * What stands where a secret would and is none: documented examples, templates, masks, sequences. And how random a
 * value looks.
 *
 * @module
 */

const WORD_REGEXP =
  /example|placeholder|change[-_]?(?:me|this)|redacted|removed:|dummy|your[-_ ]?|insert[-_ ]|replace[-_ ]?(?:me|with|this)|sample|<[^>]{1,60}>|not[-_]?a[-_]?real|fake|mock|\bmy[-_]/i;
const TEMPLATE_REGEXP = /\$\{|\{\{|\$\(|^\$[A-Za-z_]|%[sdv@]|^%[A-Z_]+%$|#\{|<%|^@\{|^\{[A-Za-z_]\w{0,40}\}$|\\\(/;
/** How often a character repeats where nobody drew it at random. */
const MASK_CHARS: Readonly<Record<string, number>> = { "x": 5, "X": 5, "*": 3, ".": 3, "_": 4, "-": 4, "\u2022": 2 };
const REPEATED_CHARS = 8;
/** One run of eight in order is chance once in 10^9. */
const SEQUENCE_CHARS = 8;
/** A value of which a sequence is a small part may still be real. */
const MAX_SEQUENTIAL = SEQUENCE_CHARS * 6;

/** Says whether a value that stands in a secret's place is a template, a mask or a word for "put yours here". */
export function isPlaceholder(value: string): boolean {
  return WORD_REGEXP.test(value) || TEMPLATE_REGEXP.test(value) || isFiller(value);
}

/** Says whether a token's body is one that nobody drew at random: a documented example, a mask, a sequence. */
export function isFiller(value: string): boolean {
  let same = 1;
  let up = 1;
  let down = 1;
  for (let index = 1; index < value.length; index++) {
    const step = value.charCodeAt(index) - value.charCodeAt(index - 1);
    same = step === 0 ? same + 1 : 1;
    up = step === 1 ? up + 1 : 1;
    down = step === -1 ? down + 1 : 1;
    if (same >= 2 && same >= (MASK_CHARS[value.charAt(index)] ?? REPEATED_CHARS)) return true;
    if ((up >= SEQUENCE_CHARS || down >= SEQUENCE_CHARS) && value.length <= MAX_SEQUENTIAL) return true;
  }
  return /EXAMPLE|\u2026/i.test(value);
}

/** Calculates Shannon's entropy of a text in bits a character, over its UTF-16 units. */
export function entropyOf(text: string): number {
  const counts = new Map<number, number>();
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
