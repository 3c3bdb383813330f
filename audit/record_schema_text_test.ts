import { assert, assertEquals } from "@std/assert";
import { Validator } from "@cfworker/json-schema";
import { newScanner } from "../src/detect/scan.ts";
import { FIRST_PREVIOUS, sealRecord } from "./chain.ts";
import { clearArguments } from "./clear_arguments.ts";
import type { RecordBody } from "./record.ts";
import { RECORD_SCHEMA_TEXT } from "./record_schema_text.ts";
import { RECORDS } from "./records_fixture.ts";

const SCHEMA = JSON.parse(RECORD_SCHEMA_TEXT);
const PLACE = { session: "0123456789ab", seq: 1, time: "2026-01-01T00:00:00.000Z", previous: FIRST_PREVIOUS };

function lineOf(body: RecordBody): Record<string, unknown> {
  const clear = clearArguments(["t/a", "t/b/c"], newScanner());
  return JSON.parse(sealRecord(PLACE, body, new Uint8Array(32), clear).line);
}

function isValid(value: unknown): boolean {
  return new Validator(SCHEMA, "2020-12", false).validate(value).valid;
}

Deno.test("the schema of records refuses lines with a field too many, too few or of another type", () => {
  for (const body of RECORDS) {
    const line = lineOf(body);
    assertEquals(isValid({ ...line, extra: 1 }), false);
    assertEquals(isValid({ ...line, kind: "other" }), false);
    for (const field of ["v", "session", "seq", "time", "prev", "hash", "kind"]) {
      const { [field]: _, ...rest } = line;
      assertEquals(isValid(rest), false, `${body.kind} without ${field}`);
      assertEquals(isValid({ ...line, [field]: [] }), false, `${body.kind} with a wrong ${field}`);
    }
  }
});

Deno.test("the schema of records holds for a line of each kind, with every field and with the needed ones", () => {
  for (const body of RECORDS) {
    const line = lineOf(body);
    assert(isValid(line), JSON.stringify(line));
    const { required, properties } = SCHEMA.$defs[body.kind];
    assertEquals(Object.keys(properties).sort(), Object.keys(line).sort(), body.kind);
    const needed = new Set([...required, ...SCHEMA.required]);
    assert(isValid(Object.fromEntries(Object.entries(line).filter(([key]) => needed.has(key)))), body.kind);
  }
});

Deno.test("the schema of records knows the shapes, also with what is kept in clear", () => {
  const [verdict] = RECORDS;
  assert(verdict?.kind === "verdict");
  const line = lineOf({ ...verdict, observed: undefined, verdict: "allow" });
  const args = JSON.parse(JSON.stringify(line["args"]));
  assertEquals([args.a.value, args.b.inside], [1, { "/c": "x" }]);
  assert(isValid(line));
  assertEquals(isValid({ ...line, args: { a: { ...args.a, extra: 1 } } }), false);
  assertEquals(isValid({ ...line, args: { a: "clear" } }), false);
});
