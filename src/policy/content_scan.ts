/**
 * What detectors find in the content of one message: every string and key on its own, base64 decoded, and what only
 * shows when neighbouring texts are read together.
 *
 * @module
 */

import type { DetectorKind, Finding } from "../detect/finding.ts";
import type { ScanOptions } from "../detect/scan.ts";
import type { Triage } from "../detect/triage.ts";
import type { Json } from "../jsonrpc/json.ts";
import { collectTexts, isJoined, type TextSurface, textSurfaces } from "../mcp/text_surface.ts";

/** A piece of text, and what was found in it. */
export interface FoundText {
  readonly surface: TextSurface;
  readonly findings: readonly Finding[];
}

/** How content is scanned. */
export interface ContentScanOptions {
  /** The scanner; asked once for each different text. */
  scan(text: string, options: ScanOptions): readonly Finding[];
  readonly kinds: readonly DetectorKind[];
  /** Which kinds may be in a text; without it all that are asked for. */
  readonly mayFind?: Triage | undefined;
  /** Where texts stand: weaker evidence of orders counts in descriptions. */
  readonly place: "text" | "description";
}

/** How much of each end of a text is read together with its neighbour. */
const JOINT_CHARS = 1024;
/** The longest place that is one thing although it lies in several texts. */
const MAX_JOINT_SPAN = 600;

/** Scans content; texts without a finding are left out. */
export function scanContent(content: Json, options: ContentScanOptions): readonly FoundText[] {
  const kinds = kindsIn(content, options);
  return kinds.length === 0 ? [] : scanSurfaces(content, { ...options, kinds });
}

function scanSurfaces(content: Json, options: ContentScanOptions): readonly FoundText[] {
  const { kinds, place } = options;
  const surfaces = [...textSurfaces(content)];
  const known = new Map<string, readonly Finding[]>();
  const scanned = surfaces.map((surface): Finding[] => {
    const { role, text } = surface;
    if (isTooShort(text)) return [];
    const bytes = role === "media" ? decodeBase64(text) : undefined;
    const key = `${bytes === undefined ? "" : "base64 "}${text}`;
    let findings = known.get(key);
    if (findings === undefined) {
      findings = bytes === undefined
        ? options.scan(text, { kinds, place })
        : options.scan(bytes, { kinds: kinds.filter((kind) => kind === "secrets"), place: "media" });
      known.set(key, findings);
    }
    return [...findings];
  });
  addJoint(surfaces, scanned, options);
  return surfaces.flatMap((surface, index) => {
    const findings = scanned[index] ?? [];
    return findings.length === 0 ? [] : { surface, findings };
  });
}

/**
 * Which of the kinds that are asked for may be in the content. Texts that are also read without anything between them
 * are looked at once more where they meet.
 */
function kindsIn(content: Json, { kinds, mayFind }: ContentScanOptions): readonly DetectorKind[] {
  if (mayFind === undefined) return kinds;
  const { media, joined, others } = collectTexts(content);
  if (media.length > 0) return kinds;
  // Of a long text each end is read with its neighbour, and where that end begins no line begins.
  if (joined.length > 1 && joined.some((text) => text.length > 2 * JOINT_CHARS)) return kinds;
  const found = mayFind(joined.concat(others));
  const isTelling = (kind: DetectorKind) =>
    found.includes(kind) || (kind === "secrets" && joined.length > 1 && mayFind([meetings(joined)]).includes(kind));
  return kinds.filter(isTelling);
}

/** As much as anything needs that shows only across texts: a keyword, an escape, the shortest encoded run. */
const MEETING_CHARS = 24;

/** Texts without anything between them, of long ones only the ends. */
function meetings(texts: readonly string[]): string {
  let whole = "";
  for (const text of texts) {
    whole += text.length <= 2 * MEETING_CHARS ? text : `${text.slice(0, MEETING_CHARS)}\n${text.slice(-MEETING_CHARS)}`;
  }
  return whole;
}

/** A few plain characters are no secret, no order, and hide nothing. */
export function isTooShort(text: string): boolean {
  return text.length < MIN_TELLING_CHARS && PLAIN_REGEXP.test(text);
}

const MIN_TELLING_CHARS = 8;
const PLAIN_REGEXP = /^[ -~]*$/;

/** The bytes as characters; nothing where it is no base64, so that it is scanned as the text it is. */
function decodeBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
}

/** A piece of a joined text: where it stands there, and in the text that it is of. */
interface Piece {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly from: number;
}

/**
 * A secret or an order in pieces shows only when the pieces stand together: of each text both ends are read with those
 * of its neighbours, and what lies across a joint is found in each of the texts.
 */
function addJoint(surfaces: readonly TextSurface[], scanned: readonly Finding[][], options: ContentScanOptions): void {
  const indexes = surfaces.flatMap(({ role, text, path }, index) =>
    isJoined(role, path.at(-1)) && text !== "" ? index : []
  );
  if (indexes.length < 2) return;
  for (const [kind, joint] of [["secrets", ""], ["injection", "\n"]] as const) {
    // Descriptions that follow each other are of different tools: together they are reported, not refused.
    if (!options.kinds.includes(kind) || (kind === "injection" && options.place === "description")) continue;
    const { text, pieces } = join(surfaces, indexes, joint);
    for (const finding of options.scan(text, { kinds: [kind], place: options.place })) {
      if (finding.end - finding.start > MAX_JOINT_SPAN) continue;
      const touched = piecesIn(pieces, finding);
      if (new Set(touched.map(({ index }) => index)).size < 2) continue;
      for (const { index, start, end, from } of touched) {
        const first = from + Math.max(finding.start, start) - start;
        const last = from + Math.min(finding.end, end) - start;
        scanned[index]?.push({ ...finding, start: first, end: last });
      }
    }
  }
}

function join(
  surfaces: readonly TextSurface[],
  indexes: readonly number[],
  joint: string,
): { readonly text: string; readonly pieces: readonly Piece[] } {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  const add = (index: number, from: number, part: string) => {
    pieces.push({ index, start: length, end: length + part.length, from });
    parts.push(part);
    length += part.length;
  };
  for (const index of indexes) {
    const text = surfaces[index]?.text ?? "";
    if (pieces.length > 0) {
      parts.push(joint);
      length += joint.length;
    }
    if (text.length <= 2 * JOINT_CHARS) {
      add(index, 0, text);
      continue;
    }
    add(index, 0, text.slice(0, JOINT_CHARS));
    parts.push("\n\n");
    length += 2;
    add(index, text.length - JOINT_CHARS, text.slice(-JOINT_CHARS));
  }
  return { text: parts.join(""), pieces };
}

/** The pieces that a finding lies in; pieces are in order, so the first is found by halving. */
function piecesIn(pieces: readonly Piece[], { start, end }: Finding): readonly Piece[] {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  const found: Piece[] = [];
  for (let at = low; at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined || piece.start >= end) break;
    found.push(piece);
  }
  return found;
}
