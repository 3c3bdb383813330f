/**
 * Base64 as it stands in texts: runs of its alphabet (RFC 4648, both alphabets), decoded to bytes as characters.
 *
 * @module
 */

/** The value of each ASCII character in base64 or base64url; 255 where it is none. */
const VALUES = new Uint8Array(128).fill(255);
for (const [index, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  VALUES[digit.charCodeAt(0)] = index;
}
VALUES[0x2d] = 62;
VALUES[0x5f] = 63;

const LATIN = new TextDecoder("latin1");

/** Says whether a UTF-16 unit is a digit of base64 or base64url. */
export function isBase64Digit(code: number): boolean {
  return code < 128 && (VALUES[code] ?? 255) !== 255;
}

/**
 * Decodes the digits of `text` from `start` to `end` into `target` at `offset`; returns how many bytes came. Digits that
 * fill no byte are left out.
 */
export function decodeBase64Into(
  text: string,
  place: { readonly start: number; readonly end: number; readonly target: Uint8Array; readonly offset: number },
): number {
  const { start, end, target } = place;
  let offset = place.offset;
  let index = start;
  for (; index + 4 <= end; index += 4) {
    const bits = (valueAt(text, index) << 18) | (valueAt(text, index + 1) << 12) | (valueAt(text, index + 2) << 6) |
      valueAt(text, index + 3);
    target[offset++] = bits >> 16;
    target[offset++] = bits >> 8;
    target[offset++] = bits;
  }
  if (end - index >= 2) target[offset++] = (valueAt(text, index) << 2) | (valueAt(text, index + 1) >> 4);
  if (end - index === 3) target[offset++] = (valueAt(text, index + 1) << 4) | (valueAt(text, index + 2) >> 2);
  return offset - place.offset;
}

function valueAt(text: string, index: number): number {
  return VALUES[text.charCodeAt(index)] ?? 0;
}

/** Decodes base64 of either alphabet, each byte as the character of that number; stops at the first other character. */
export function decodeBase64Text(text: string): string {
  let end = 0;
  while (end < text.length && isBase64Digit(text.charCodeAt(end))) end++;
  const target = new Uint8Array(Math.ceil(end * 0.75) + 1);
  return bytesToText(target.subarray(0, decodeBase64Into(text, { start: 0, end, target, offset: 0 })));
}

/** Reads bytes as the characters of the same numbers (those of 0x80 to 0x9F as Windows-1252 has them). */
export function bytesToText(bytes: Uint8Array): string {
  return LATIN.decode(bytes);
}
