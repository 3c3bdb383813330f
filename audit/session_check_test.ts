import { assertEquals } from "@std/assert";
import { assertLinear } from "../src/guards/scaling_fixture.ts";
import { sessionBodies, sessionLines } from "./log_fixture.ts";
import { SessionCheck } from "./session_check.ts";

const SESSION = "aaaaaaaaaaaa";
const LINES = sessionLines(SESSION, sessionBodies(2000));

function checked(lines: readonly string[], session = SESSION) {
  const check = new SessionCheck({ file: "f", session, vouchedRecords: 2 });
  for (const line of lines) check.push(line);
  return check.end(false);
}

Deno.test("SessionCheck finds lines of another session, and lines behind the end", () => {
  assertEquals(checked(LINES.slice(0, 3), "bbbbbbbbbbbb").order.count, 3);
  const { order, isClosed } = checked([...LINES, LINES[0] ?? ""]);
  assertEquals([order.count > 0, isClosed], [true, false]);
});

Deno.test("SessionCheck says where the file begins and ends, and what it was asked for", () => {
  const { records, isClosed, hasBeginning, openRequests, vouched, integrity, order } = checked(LINES);
  assertEquals([records, isClosed, hasBeginning, openRequests], [4002, true, true, 0]);
  assertEquals([integrity.count, order.count, LINES[1]?.includes(vouched[0] ?? "-")], [0, 0, true]);
  const part = checked(LINES.slice(0, 2));
  assertEquals([part.isClosed, part.openRequests], [false, 1]);
});

Deno.test("SessionCheck costs as much as there are lines", () => {
  assertLinear("check", 400, (length) => void checked(LINES.slice(0, length)));
});
