/**
 * The checksum inside tokens of GitHub and npm: CRC-32 of the token's random part, as six digits of base 62.
 * Source: GitHub, "Behind GitHub's new authentication token formats" (github.blog, 2021-04-05).
 *
 * @module
 */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_DIGITS = 6;
/** CRC-32 of ISO 3309, bits reflected. */
const POLYNOMIAL = 0xedb88320;

/** Calculates CRC-32 of a text's ASCII bytes, as an unsigned number. */
export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    sum ^= text.charCodeAt(index) & 0xff;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (POLYNOMIAL & -(sum & 1));
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Writes the checksum that a token with this random part ends in. */
export function checksumDigits(random: string): string {
  let rest = crc32(random);
  let digits = "";
  while (digits.length < CHECKSUM_DIGITS) {
    digits = (DIGITS[rest % DIGITS.length] ?? "0") + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** Says whether a token, whose random part begins behind its last `_`, ends in its own checksum. */
export function hasChecksum(token: string): boolean {
  const body = token.slice(token.lastIndexOf("_") + 1);
  return body.length > CHECKSUM_DIGITS &&
    checksumDigits(body.slice(0, -CHECKSUM_DIGITS)) === body.slice(-CHECKSUM_DIGITS);
}
