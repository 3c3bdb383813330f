/**
 * Texts to scan, and what each may cost (DESIGN.md section 12): clean ones 30 ms for 1 MB, the worst 120 ms, 10 KB 1 ms.
 *
 * @module
 */

/** One text. */
export interface ScanText {
  readonly name: string;
  /** What must hold, in milliseconds. */
  readonly mostMs: number;
  text(): string;
}

const MB = 1024 * 1024;
const WORST_MS = 120;
const random = (alphabet: string, length: number) => {
  let seed = 42;
  let text = "";
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    text += alphabet[seed % alphabet.length];
  }
  return text;
};
const fill = (piece: string, length = MB) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PROSE = "The quick brown fox jumps over the lazy dog, and nobody minds; see page 12 for more.\n";
/** All of them. */
export const SCAN_TEXTS: readonly ScanText[] = [
  { name: "10 KB of prose", mostMs: 1, text: () => fill(PROSE, 10 * 1024) },
  { name: "1 MB of prose", mostMs: 30, text: () => fill(PROSE) },
  {
    name: "1 MB of code",
    mostMs: 30,
    text: () => fill('export function add(a: number, b: number): number {\n  return a + b; // "sum"\n}\n'),
  },
  { name: "1 MB of base64", mostMs: WORST_MS, text: () => random(BASE64, MB) },
  { name: "1 MB of base64 in lines", mostMs: WORST_MS, text: () => fill(`${random(BASE64, 76)}\n`) },
  {
    name: "1 MB of keywords",
    mostMs: WORST_MS,
    text: () => fill("token secret password api_key ghp_ sk- AKIA Bearer ignore previous instructions "),
  },
  { name: "one word of 1 MB", mostMs: WORST_MS, text: () => fill("a") },
  { name: "1 MB of hex", mostMs: WORST_MS, text: () => random("0123456789abcdef", MB) },
  { name: "1 MB of escapes", mostMs: WORST_MS, text: () => fill("\\u0061\\n") },
  { name: "1 MB of percent escapes", mostMs: WORST_MS, text: () => fill("%61") },
  { name: "1 MB with invisible characters", mostMs: WORST_MS, text: () => fill("a\u200b") },
];
