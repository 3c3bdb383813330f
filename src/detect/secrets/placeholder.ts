/**
 * What stands where a secret would and is none: documented examples, templates, masks, sequences. And how random a
 * value looks.
 *
 * @module
 */

const WORD_REGEXP =
  /example|placeholder|change[-_]?(?:me|this)|redacted|removed:|dummy|your[-_ ]?|insert[-_ ]|replace[-_ ]?(?:me|with|this)|sample|<[^>]{1,60}>|not[-_]?a[-_]?real|fake|mock|\bmy[-_]/i;
const TEMPLATE_REGEXP = /\$\{|\{\{|\$\(|^\$[A-Za-z_]|%[sdv@]|^%[A-Z_]+%$|#\{|<%|^@\{|^\{[A-Za-z_]\w{0,40}\}$|\\\(/;
const MASK_REGEXP = /x{5}|X{5}|\*{3}|\.{3}|…|_{4}|-{4}|•{2}|0{8}|(.)\1{7}/;
const SEQUENCES = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "abcdef0123456789", "qwertyuiop", "9876543210"];
const SEQUENCE_CHARS = 8;

/** Says whether a value that stands in a secret's place is a template, a mask or a word for "put yours here". */
export function isPlaceholder(value: string): boolean {
  return WORD_REGEXP.test(value) || TEMPLATE_REGEXP.test(value) || isFiller(value);
}

/** Says whether a token's body is one that nobody drew at random: a documented example, a mask, a sequence. */
export function isFiller(value: string): boolean {
  if (/EXAMPLE/i.test(value) || MASK_REGEXP.test(value)) return true;
  return isSequential(value);
}

/** Says whether most of a value is parts of the alphabet or the digits in order. */
function isSequential(value: string): boolean {
  const lower = value.toLowerCase();
  let inSequence = 0;
  for (const sequence of SEQUENCES) {
    for (let from = 0; from + SEQUENCE_CHARS <= sequence.length; from++) {
      if (lower.includes(sequence.slice(from, from + SEQUENCE_CHARS))) inSequence++;
    }
  }
  // One run of eight in order is chance once in 10^9; but a value of which it is a small part may still be real.
  return inSequence > 0 && value.length <= SEQUENCE_CHARS * 6;
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
