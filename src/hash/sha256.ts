/**
 * SHA-256 and HMAC-SHA-256 over texts, in hex. Our own, since nothing else does it within the time that a message has:
 * `crypto.subtle` answers later, Deno's `node:crypto` costs 50 ms when it is loaded, packages in plain JavaScript make
 * objects for every hash, and those in WebAssembly cost 20 ms of the start.
 * Source: FIPS 180-4 (sections 4.1.2, 4.2.2, 5.1.1, 6.2), RFC 2104.
 *
 * @module
 */

const BLOCK_BYTES = 64;
/** Behind the message come one byte, zeros and its length in eight. */
const MAX_PADDING_BYTES = 9 + BLOCK_BYTES - 1;
const MAX_UTF8_PER_UNIT = 3;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const TWO_32 = 2 ** 32;

const encoder = new TextEncoder();

/** The first 32 bits of the fraction of a root of each of the first primes. */
function rootsOfPrimes(count: number, root: (prime: number) => number): Int32Array {
  const words = new Int32Array(count);
  let found = 0;
  for (let number = 2; found < count; number++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) isPrime = false;
    if (isPrime) words[found++] = (root(number) % 1) * TWO_32;
  }
  return words;
}

const ROUND_WORDS = rootsOfPrimes(64, Math.cbrt);
const FIRST_STATE = rootsOfPrimes(8, Math.sqrt);

const schedule = new Int32Array(64);
const state = new Int32Array(8);
const digest = new Uint8Array(32);
/** Where a message is encoded and padded. A longer one has a buffer of its own, which is not kept. */
const shared = new Uint8Array(16 * 1024);
let buffer = shared;

/** Takes one block of the buffer into the state. */
function takeBlock(bytes: Uint8Array, start: number): void {
  for (let index = 0; index < 16; index++) {
    const at = start + index * 4;
    schedule[index] = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0);
  }
  for (let index = 16; index < 64; index++) {
    const x = schedule[index - 15] ?? 0;
    const y = schedule[index - 2] ?? 0;
    const s0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ (x >>> 3);
    const s1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ (y >>> 10);
    // Each sum is cut to 32 bits at once, so that no engine takes it for a fraction.
    schedule[index] = ((s0 + (schedule[index - 16] ?? 0)) | 0) + ((s1 + (schedule[index - 7] ?? 0)) | 0);
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let round = 0; round < 64; round++) {
    const s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
    const choice = g ^ (e & (f ^ g));
    const word = ((ROUND_WORDS[round] ?? 0) + (schedule[round] ?? 0)) | 0;
    const first = (((((h + s1) | 0) + choice) | 0) + word) | 0;
    const s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
    const majority = (a & b) | (c & (a | b));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + ((s0 + majority) | 0)) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}

/** Takes the rest of a message, `length` bytes at the start of the buffer; `before` bytes of it were taken already. */
function takeLast(length: number, before: number): void {
  let end = length;
  buffer[end++] = 0x80;
  while (end % BLOCK_BYTES !== BLOCK_BYTES - 8) buffer[end++] = 0;
  const bytes = before + length;
  end = writeWord(buffer, end, Math.floor(bytes / (TWO_32 / 8)));
  end = writeWord(buffer, end, bytes << 3);
  for (let start = 0; start < end; start += BLOCK_BYTES) takeBlock(buffer, start);
}

/** Writes 32 bits, the highest first; returns the offset behind them. */
function writeWord(target: Uint8Array, at: number, word: number): number {
  target[at] = word >>> 24;
  target[at + 1] = word >>> 16;
  target[at + 2] = word >>> 8;
  target[at + 3] = word;
  return at + 4;
}

/** Encodes a text at the start of the buffer; returns its length in bytes. */
function encode(text: string): number {
  const most = text.length * MAX_UTF8_PER_UNIT + MAX_PADDING_BYTES;
  buffer = most > shared.length ? new Uint8Array(most) : shared;
  return encoder.encodeInto(text, buffer).written;
}

function writeDigest(target: Uint8Array): void {
  for (let index = 0; index < 8; index++) writeWord(target, index * 4, state[index] ?? 0);
}

function hex(): string {
  writeDigest(digest);
  buffer = shared;
  return digest.toHex();
}

/** The SHA-256 of a text in UTF-8. */
export function sha256Hex(text: string): string {
  state.set(FIRST_STATE);
  takeLast(encode(text), 0);
  return hex();
}

/** The states behind the two pads of a key. */
interface KeyStates {
  readonly inner: Int32Array;
  readonly outer: Int32Array;
}

const keyed = new WeakMap<Uint8Array, KeyStates>();

/** The HMAC-SHA-256 of a text in UTF-8. What a key comes to is kept as long as the key. */
export function hmacSha256Hex(key: Uint8Array, text: string): string {
  let states = keyed.get(key);
  if (states === undefined) {
    states = statesOf(key);
    keyed.set(key, states);
  }
  state.set(states.inner);
  takeLast(encode(text), BLOCK_BYTES);
  writeDigest(buffer);
  state.set(states.outer);
  takeLast(digest.length, BLOCK_BYTES);
  return hex();
}

function statesOf(key: Uint8Array): KeyStates {
  const block = new Uint8Array(BLOCK_BYTES);
  if (key.length > BLOCK_BYTES) {
    state.set(FIRST_STATE);
    buffer = new Uint8Array(key.length + MAX_PADDING_BYTES);
    buffer.set(key);
    takeLast(key.length, 0);
    writeDigest(block);
    buffer = shared;
  } else block.set(key);
  return { inner: stateBehind(block, INNER_PAD), outer: stateBehind(block, OUTER_PAD) };
}

function stateBehind(block: Uint8Array, pad: number): Int32Array {
  state.set(FIRST_STATE);
  takeBlock(block.map((byte) => byte ^ pad), 0);
  return state.slice();
}
