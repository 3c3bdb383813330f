/**
 * What scanning costs: `deno task bench:scan`. Aims (DESIGN.md section 12): 1 MB of clean text 30 ms, the worst text 120
 * ms, 10 KB under 1 ms.
 *
 * @module
 */

import { newScanner } from "../src/detect/scan.ts";

const MB = 1024 * 1024;
const scanner = newScanner();
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
const TEXTS: Readonly<Record<string, string>> = {
  "10 KB of prose": fill(PROSE, 10 * 1024),
  "1 MB of prose": fill(PROSE),
  "1 MB of code": fill('export function add(a: number, b: number): number {\n  return a + b; // "sum"\n}\n'),
  "1 MB of base64": random(BASE64, MB),
  "1 MB of base64 in lines": fill(`${random(BASE64, 76)}\n`),
  "1 MB of keywords": fill("token secret password api_key ghp_ sk- AKIA Bearer ignore previous instructions "),
  "one word of 1 MB": fill("a"),
  "1 MB of hex": random("0123456789abcdef", MB),
  "1 MB of escapes": fill("\\u0061\\n"),
  "1 MB of percent escapes": fill("%61"),
  "1 MB with invisible characters": fill("a\u200b"),
};

for (const [name, text] of Object.entries(TEXTS)) {
  scanner.scan(text.slice(0, 10_000));
  Deno.bench(name, { group: "scan", n: 10, warmup: 2 }, () => void scanner.scan(text));
}
