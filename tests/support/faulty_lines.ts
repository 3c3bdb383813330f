/**
 * Lines that two readers could read differently (rows W-1 to W-9 of the predecessor's weaknesses), as a client could send
 * them, and what must come of each.
 *
 * @module
 */

/** The path that must not be read. */
export const PRIVATE_KEY = "/home/u/.ssh/id_rsa";

/** A call as text, with the path of the key in it. */
export function attack(id: number, more = "", tool = '"read_file"'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${tool},"arguments":{"path":"${PRIVATE_KEY}"${more}}}}`;
}

/** One line from the client and what must come of it. */
export interface LineCase {
  readonly name: string;
  readonly line: string | Uint8Array;
  /** The answers in order, as `id rule` or `id code`; none where silence is due. */
  readonly answers: readonly string[];
  /** The rule in the audit log, where it is not the one of the answers. */
  readonly rule?: string;
}

const DEEP = "[".repeat(20_000) + "]".repeat(20_000);
const INNER = attack(9).replace('"2.0"', "2.0");

/** Lines that no reader may see whatever the policy says. */
export const FAULTY: readonly LineCase[] = [
  { name: "W-1 20,000 arrays", line: attack(101, `,"x":${DEEP}`), answers: ["101 frame/depth -32600"] },
  {
    name: "W-1 20,000 objects",
    line: attack(102, `,"x":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`),
    answers: ["102 frame/depth -32600"],
  },
  { name: "W-2 a bare CR", line: `x\r${attack(103)}`, answers: [], rule: "frame/control" },
  {
    name: "W-2 a bare CR between two objects",
    line: `${attack(104)}\r${attack(105)}`,
    answers: [],
    rule: "frame/control",
  },
  { name: "W-3 NaN", line: attack(106, `,"x":NaN`), answers: ["106 frame/syntax -32700"] },
  { name: "W-3 -Infinity", line: attack(107, `,"x":-Infinity`), answers: ["107 frame/syntax -32700"] },
  { name: "W-3 a trailing comma", line: attack(108, `,"x":1,`), answers: ["108 frame/syntax -32700"] },
  { name: "W-3 a comment", line: attack(109, `/*,*/`), answers: ["109 frame/syntax -32700"] },
  { name: "W-4 no jsonrpc", line: attack(110).replace('"jsonrpc":"2.0",', ""), answers: ["110 frame/envelope -32600"] },
  { name: "W-4 jsonrpc a number", line: attack(111).replace('"2.0"', "2.0"), answers: ["111 frame/envelope -32600"] },
  { name: "W-4 jsonrpc 1.0", line: attack(112).replace("2.0", "1.0"), answers: ["112 frame/envelope -32600"] },
  { name: "W-5 a batch without jsonrpc", line: `[${INNER}]`, answers: ["9 frame/envelope -32600"] },
  { name: "W-5 a batch in a batch", line: `[[${attack(113)}]]`, answers: [], rule: "frame/envelope" },
  { name: "W-5 a batch in a version without batches", line: `[${attack(114)}]`, answers: ["114 frame/batch -32600"] },
  { name: "W-5 an empty batch", line: "[]", answers: [], rule: "frame/batch" },
  { name: "W-7 a tool that is a number", line: attack(115, "", "5"), answers: ["115 frame/name -32600"] },
  { name: "W-7 a tool that is null", line: attack(116, "", "null"), answers: ["116 frame/name -32600"] },
  { name: "W-8 Method", line: attack(117).replace('"method"', '"Method"'), answers: ["117 frame/folded-key -32600"] },
  {
    name: "W-8 METHOD beside method",
    line: attack(118).replace('"method"', '"METHOD":"tools/call","method"'),
    answers: ["118 frame/folded-key -32600"],
  },
  { name: "W-8 Params", line: attack(119).replace('"params"', '"Params"'), answers: ["119 frame/folded-key -32600"] },
  {
    name: "W-8 Arguments",
    line: attack(120).replace('"arguments"', '"Arguments"'),
    answers: ["120 frame/folded-key -32600"],
  },
  {
    name: "W-8 the long s of Unicode's folding",
    line: attack(121).replace('"params"', '"param\u017f"'),
    answers: ["121 frame/folded-key -32600"],
  },
  {
    name: "a method in capitals",
    line: attack(122).replace("tools/call", "Tools/Call"),
    answers: ["122 frame/method -32600"],
  },
  {
    name: "a method with a space",
    line: attack(123).replace("tools/call", "tools/call "),
    answers: ["123 frame/method -32600"],
  },
  {
    name: "W-9 two params, the bad one first",
    line: attack(124).replace(/}$/, ',"params":{"name":"echo","arguments":{}}}'),
    answers: ["124 frame/duplicate-key -32600"],
  },
  {
    name: "W-9 two names, one written with an escape",
    line: attack(125).replace('"name":', '"n\\u0061me":"echo","name":'),
    answers: ["125 frame/duplicate-key -32600"],
  },
  { name: "W-9 two ids", line: attack(126).replace(/}$/, ',"id":127}'), answers: [], rule: "frame/duplicate-key" },
  {
    name: "arguments an array",
    line: attack(128).replace(/"arguments":.*$/, `"arguments":["${PRIVATE_KEY}"]}}`),
    answers: ["128 frame/arguments -32600"],
  },
  {
    name: "arguments a text",
    line: attack(129).replace(/"arguments":.*$/, `"arguments":"{\\"path\\":\\"${PRIVATE_KEY}\\"}"}}`),
    answers: ["129 frame/arguments -32600"],
  },
  {
    name: "arguments null",
    line: attack(130).replace(/"arguments":.*$/, `"arguments":null}}`),
    answers: ["130 frame/arguments -32600"],
  },
  {
    name: "two arguments of one folded name",
    line: attack(131, `,"Path":"/tmp/a"`),
    answers: ["131 frame/folded-argument -32600"],
  },
  { name: "a lone surrogate", line: attack(132, `,"x":"\\ud800"`), answers: ["132 frame/surrogate -32600"] },
  { name: "a BOM", line: `\ufeff${attack(133)}`, answers: ["133 frame/syntax -32700"] },
  { name: "a fraction as id", line: attack(1).replace('"id":1', '"id":1.5'), answers: [], rule: "frame/id" },
  { name: "null as id", line: attack(1).replace('"id":1', '"id":null'), answers: [], rule: "frame/id" },
  {
    name: "bytes that are not UTF-8",
    line: new TextEncoder().encode(`${attack(134, ',"x":"?"')}\n`).map((byte) => byte === 0x3f ? 0xff : byte),
    answers: ["134 frame/encoding -32700"],
  },
];
