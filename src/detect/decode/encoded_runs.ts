/**
 * Long runs of base64 or hex inside a text, decoded side by side into one text. What a run decodes to may be anything;
 * it is only looked through.
 *
 * @module
 */

import type { Span } from "../span.ts";
import { bytesToText, decodeBase64Into, isBase64Digit } from "./base64.ts";
import type { View } from "./view.ts";

/** Shorter runs hold nothing that would be found. */
const MIN_RUN = 20;
/** A run may be cut out of a longer word, so that its digits begin at any of four. */
const ALIGNMENTS = 4;
/** Runs longer than this are whole files: they are read as they begin, and not four times. */
const MAX_SHIFTED_RUN = 65_536;
/** Lines of wrapped base64 are this long or longer, and belong together. */
const MIN_WRAPPED_LINE = 60;

interface Run extends Span {
  /** Where its bytes begin in the view. */
  view: number;
}

const HEX_REGEXP = /^[0-9a-fA-F]+$/;

/** The views of a text's encoded runs; none where there are none. */
export function encodedViews(text: string): View[] {
  const base64: Span[] = [];
  const hex: Span[] = [];
  for (const run of findRuns(text)) {
    const isHex = run.end - run.start >= MIN_RUN * 1.5 && HEX_REGEXP.test(text.slice(run.start, run.end));
    (isHex ? hex : base64).push(run);
  }
  const views: View[] = [];
  for (let shift = 0; shift < ALIGNMENTS; shift++) {
    const shifted = base64.filter((run) => shift === 0 || run.end - run.start <= MAX_SHIFTED_RUN);
    if (shifted.length > 0) views.push(base64View(text, shifted, shift));
  }
  for (const shift of [0, 1]) if (hex.length > 0) views.push(hexView(text, hex, shift));
  return views;
}

/** Whether a text has a run that `encodedViews` decodes. */
export function hasEncodedRun(text: string): boolean {
  return findRuns(text, 1).length > 0;
}

/** Looks only at each twentieth character where there is no run: a run has one of them. */
function findRuns(text: string, most = Infinity): Span[] {
  const runs: Span[] = [];
  let floor = 0;
  for (let probe = MIN_RUN - 1; probe < text.length && runs.length < most; probe += MIN_RUN) {
    if (!isBase64Digit(text.charCodeAt(probe))) {
      floor = probe + 1;
      continue;
    }
    let start = probe;
    while (start > floor && isBase64Digit(text.charCodeAt(start - 1))) start--;
    let end = probe + 1;
    while (end < text.length && isBase64Digit(text.charCodeAt(end))) end++;
    if (end - start >= MIN_RUN) runs.push({ start, end });
    floor = end;
    probe = end;
  }
  return runs;
}

function base64View(text: string, runs: readonly Span[], shift: number): View {
  let size = 0;
  for (const run of runs) size += Math.ceil((run.end - run.start) * 0.75) + 2;
  const target = new Uint8Array(size);
  const placed: Run[] = [];
  let offset = 0;
  let before: Span | undefined;
  for (const { start, end } of runs) {
    if (before !== undefined && !isNextLine(text, before, start)) target[offset++] = 0x0a;
    placed.push({ start: start + shift, end, view: offset });
    offset += decodeBase64Into(text, { start: start + shift, end, target, offset });
    before = { start, end };
  }
  return {
    text: bytesToText(target.subarray(0, offset)),
    decoded: "base64",
    toSource: (span) => ({
      start: sourceOf(placed, span.start, (bytes) => Math.floor(bytes / 3) * 4).start,
      end: sourceOf(placed, span.end - 1, (bytes) => Math.floor(bytes / 3) * 4 + 4).end,
    }),
  };
}

function isNextLine(text: string, before: Span, start: number): boolean {
  const length = before.end - before.start;
  return length >= MIN_WRAPPED_LINE && length % 4 === 0 && /^(?:\r?\n|\\n)$/.test(text.slice(before.end, start));
}

function hexView(text: string, runs: readonly Span[], shift: number): View {
  const placed: Run[] = [];
  const parts: string[] = [];
  let offset = 0;
  for (const { start, end } of runs) {
    const bytes = new Uint8Array((end - start - shift) >> 1);
    for (let index = 0; index < bytes.length; index++) {
      const at = start + shift + index * 2;
      bytes[index] = (hexValue(text.charCodeAt(at)) << 4) | hexValue(text.charCodeAt(at + 1));
    }
    placed.push({ start: start + shift, end, view: offset });
    parts.push(bytesToText(bytes));
    offset += bytes.length + 1;
  }
  return {
    text: parts.join("\n"),
    decoded: "hex",
    toSource: (span) => ({
      start: sourceOf(placed, span.start, (bytes) => bytes * 2).start,
      end: sourceOf(placed, span.end - 1, (bytes) => bytes * 2 + 2).end,
    }),
  };
}

/** The value of a digit of which it is known that it is one. */
function hexValue(code: number): number {
  return code <= 0x39 ? code - 0x30 : (code & 0xdf) - 0x37;
}

/** The place of one byte of a view: both ends say the same, cut to its run. */
function sourceOf(runs: readonly Run[], offset: number, digits: (bytes: number) => number): Span {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[middle]?.view ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const run = runs[low];
  if (run === undefined) return { start: offset, end: offset };
  const at = Math.min(run.start + digits(offset - run.view), run.end);
  return { start: at, end: at };
}
