/**
 * JSONC text to a tree: JSON with comments and trailing commas, nothing more lenient.
 *
 * @module
 */

import type { Node, ParseError } from "jsonc-parser";
import { isJsonArray, isJsonObject, type Json } from "../../jsonrpc/json.ts";
import { type JsonFault, parseJson, type Span, type SpanMap } from "../../jsonrpc/parse_json.ts";
import { toJsonNumber } from "../decimal.ts";
import type { Place, Problem } from "../problem.ts";
import { blankComments } from "./blank_comments.ts";
import { MAX_POLICY_DEPTH, type Member, placesOf, type TreeNode, type TreeResult } from "./tree.ts";

const SYNTAX_FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that is not JSON",
  InvalidNumberFormat: "a number that is not JSON",
  PropertyNameExpected: "a key in double quotes is expected",
  ValueExpected: "a value is expected",
  ColonExpected: 'a ":" is expected',
  CommaExpected: 'a "," is expected',
  CloseBraceExpected: 'a "}" is expected',
  CloseBracketExpected: 'a "]" is expected',
  EndOfFileExpected: "there is text behind the end",
  InvalidCommentToken: "a comment is not allowed here",
  UnexpectedEndOfComment: "a comment does not end",
  UnexpectedEndOfString: "a string does not end",
  UnexpectedEndOfNumber: "a number does not end",
  InvalidUnicode: "a \\u escape is broken",
  InvalidEscapeCharacter: "an escape is not known",
  InvalidCharacter: "a control character stands in a string",
};

interface Reading {
  readonly file: string;
  readonly text: string;
  readonly placeOf: (offset: number) => Place;
  readonly problems: Problem[];
}

/**
 * Reads JSONC text. Never throws; a text without a value gives no tree and one problem. A faultless text is read by the
 * strict parser that reads frames; only for one that is not is the package loaded that goes on after a fault, since
 * loading it costs more than half of a start.
 */
export async function readJsonc(file: string, text: string): Promise<TreeResult> {
  const strict = readFaultless(text);
  return typeof strict === "string"
    ? await findFaults(file, text, strict === "duplicate-key")
    : { tree: strict, problems: [] };
}

/** Reads JSONC that has no fault, or says that it has one. */
export function readFaultless(text: string): TreeNode | JsonFault {
  const spans: SpanMap = new Map();
  const parsed = parseJson(blankComments(text), { maxDepth: MAX_POLICY_DEPTH, spans });
  if (!parsed.ok) return parsed.fault;
  const root: Span = { start: text.length - text.trimStart().length, end: text.length };
  return strictTree({ placeOf: placesOf(text), spans }, parsed.value, root);
}

interface StrictReading {
  readonly placeOf: (offset: number) => Place;
  readonly spans: SpanMap;
}

function strictTree(reading: StrictReading, value: Json, span: Span): TreeNode {
  const place = reading.placeOf(span.start);
  if (isJsonArray(value)) {
    const places = reading.spans.get(value);
    const items = value.map((item, index) => strictTree(reading, item, places?.get(index) ?? span));
    return { type: "array", place, items };
  }
  if (isJsonObject(value)) {
    const members: Member[] = [];
    for (const [key, member] of reading.spans.get(value) ?? []) {
      const name = String(key);
      const keyPlace = reading.placeOf(member.keyStart ?? member.start);
      members.push({ key: name, keyPlace, value: strictTree(reading, value[name] ?? null, member) });
    }
    return { type: "object", place, members };
  }
  if (value === null) return { type: "null", place, value };
  if (typeof value === "string") return { type: "string", place, value };
  if (typeof value === "boolean") return { type: "boolean", place, value };
  return { type: "number", place, value };
}

/** Reads a faulty text for all its faults; there is at least one in what comes back, or a tree with keys given twice. */
async function findFaults(file: string, text: string, hasTwins: boolean): Promise<TreeResult> {
  const { parseTree, printParseErrorCode } = await import("jsonc-parser");
  const placeOf = placesOf(text);
  const reading: Reading = { file, text, placeOf, problems: [] };
  const tooDeep = depthFault(text);
  if (tooDeep !== undefined) {
    report(reading, tooDeep, "too-deep", `Cannot read policy: it nests deeper than ${MAX_POLICY_DEPTH}`);
    return { problems: reading.problems };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined) {
    report(reading, 0, "empty", "Cannot read policy: there is nothing in it");
    return { problems: reading.problems };
  }
  for (const error of errors) {
    const fault = SYNTAX_FAULTS[printParseErrorCode(error.error)] ?? "not JSON";
    report(reading, error.offset, "syntax", `Cannot read policy: ${fault}`);
  }
  // Keys given twice are told by who reads the fields. Anything else that strict JSON does not have is a fault here.
  if (reading.problems.length === 0 && !hasTwins) report(reading, 0, "syntax", "Cannot read policy: not strict JSON");
  return reading.problems.length > 0 ? { problems: reading.problems } : { tree: toTree(reading, root), problems: [] };
}

function report(reading: Reading, offset: number, code: Problem["code"], message: string): void {
  const { line, column } = reading.placeOf(offset);
  reading.problems.push({ code, message, file: reading.file, line, column });
}

/** Where brackets nest too deep for the parser below, which calls itself; brackets in strings count for nothing. */
function depthFault(text: string): number | undefined {
  const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|[[{]|[\]}]/g;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [first] = token[0];
    if (first === "[" || first === "{") depth++;
    else if (first === "]" || first === "}") depth--;
    if (depth > MAX_POLICY_DEPTH) return token.index;
  }
  return undefined;
}

function toTree(reading: Reading, node: Node): TreeNode {
  const place = reading.placeOf(node.offset);
  const children = node.children ?? [];
  switch (node.type) {
    case "object":
      return { type: "object", place, members: children.flatMap((child) => toMember(reading, child)) };
    case "array":
      return { type: "array", place, items: children.map((child) => toTree(reading, child)) };
    case "string":
      return { type: "string", place, value: String(node.value) };
    case "number": {
      const source = reading.text.slice(node.offset, node.offset + node.length);
      return { type: "number", place, value: toJsonNumber(source) ?? Number.NaN };
    }
    case "boolean":
      return { type: "boolean", place, value: node.value === true };
    case "null":
    case "property":
      return { type: "null", place, value: null };
  }
}

function toMember(reading: Reading, property: Node): Member[] {
  const [key, value] = property.children ?? [];
  if (key === undefined || value === undefined) return [];
  return [{ key: String(key.value), keyPlace: reading.placeOf(key.offset), value: toTree(reading, value) }];
}
