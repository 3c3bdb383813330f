import { assertEquals } from "@std/assert";
import { readObservation } from "./read_observation.ts";

const HEAD = '{"kind":"session","v":1,"session":"s","server":"files","command":"c","day":"2026-11-30"}\n';
const CALL = '{"kind":"call","side":"client","method":"tools/call","tool":"read","args":{"t":"object","m":' +
  '{"path":{"t":"string","n":1,"s":"word","v":"a"},"list":{"t":"array","n":1,"i":[{"t":"number","v":1}]}}}}\n';
const END = '{"kind":"end","calls":1,"lost":0}\n';

function problemOf(text: string): string | undefined {
  const reading = readObservation(text, "f.jsonl");
  return reading.ok ? undefined : `${reading.problem.line}: ${reading.problem.why}`;
}

Deno.test("a file that is not whole, or not ours, is a problem with its line", () => {
  const cases: readonly [text: string, problem: string][] = [
    ["", "1: the file is empty"],
    ["hello\n", "1: it is no JSON object"],
    ["{}\n", "1: it is no observation file of Sallyport"],
    [HEAD.replace('"v":1', '"v":2'), "1: it is of another version of Sallyport"],
    [HEAD.replace('"s"', "5"), '1: "session" is no text'],
    [`${HEAD}${CALL.slice(0, 40)}`, "2: the last line is half written"],
    [`${HEAD}${CALL.slice(0, 40)}\n${CALL}`, "2: it is no JSON object"],
    [`${HEAD}${CALL.replace('"client"', '"x"')}`, '2: "side" is no side'],
    [`${HEAD}${CALL.replace('"word"', '"verb"')}`, "2: a fact of a text is not of its form"],
    [`${HEAD}${CALL.replace('"number","v":1', '"number","v":"1"')}`, "2: a fact is not of the form that its type has"],
    [`${HEAD}${END}`, "2: lines are missing before it"],
    [`${HEAD}${CALL}${END}${CALL}`, "4: there is more behind the end"],
    [`${HEAD}${CALL.replace('"tool"', '"apart":"x","tool"')}`, '2: "apart" is not known'],
    [`${HEAD}{"kind":"other"}\n`, "2: its kind is not known"],
  ];
  for (const [text, problem] of cases) assertEquals(problemOf(text), problem);
});

Deno.test("a whole file is read as it was written; one without an end does not know what it lost", () => {
  const whole = readObservation(`${HEAD}${CALL}${END}`, "f");
  assertEquals(whole.ok && [whole.session.head.server, whole.session.calls.length, whole.session.lost], [
    "files",
    1,
    0,
  ]);
  const open = readObservation(`${HEAD}${CALL}`, "f");
  assertEquals(open.ok && [open.session.calls.length, open.session.lost], [1, undefined]);
  assertEquals(whole.ok && `${JSON.stringify(whole.session.calls[0])}\n`, CALL);
});

const USE = '{"permission":"read","value":"${PROJECT_DIR}/a","count":2,"isStartup":false}';
const RECORDED = `{"kind":"recorded","uses":[${USE}],"lost":0,"wholesale":["env"]}\n`;

Deno.test("what was recorded is read as strictly as the rest", () => {
  const cases: readonly [text: string, problem: string][] = [
    [RECORDED.replace(`[${USE}]`, "{}"), "3: what was recorded is no list"],
    [RECORDED.replace('"lost":0', '"lost":"0"'), '3: "lost" is no number'],
    [RECORDED.replace('"read"', '"all"'), "3: a kind of permission is not known"],
    [RECORDED.replace('["env"]', '["x"]'), "3: a kind of permission is not known"],
    [RECORDED.replace('"count":2', '"count":0'), "3: a use is not whole"],
    [RECORDED.replace("false", "0"), "3: a use is not whole"],
    [RECORDED.replace(USE, "5"), "3: a use is no object"],
    [RECORDED + CALL, "4: there is more behind what was recorded"],
  ];
  for (const [text, problem] of cases) assertEquals(problemOf(HEAD + CALL + text + END), problem, text);
  const head = HEAD.replace("}\n", ',"above":"${HOME}/work"}\n');
  const reading = readObservation(head + CALL + RECORDED + END, "f.jsonl");
  assertEquals(reading.ok && [reading.session.head.above, reading.session.recorded], ["${HOME}/work", {
    uses: [{ permission: "read", value: "${PROJECT_DIR}/a", count: 2, isStartup: false }],
    lost: 0,
    wholesale: ["env"],
  }]);
});
