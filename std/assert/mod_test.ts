import * as all from "@std/assert";
import {
  assert,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertIsError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotMatch,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  equal,
  fail,
  unimplemented,
  unreachable,
} from "@std/assert";
import { assertEquals as equalsEntry } from "@std/assert/equals";
import { assertThrows as throwsEntry } from "@std/assert/throws";

/** Holds an assertion to its word without any other assertion. */
function check(ok: boolean, what: string): void {
  if (!ok) throw new Error(`Assertion stand-in is wrong: ${what}`);
}

function refuses(what: string, fn: () => unknown): void {
  try {
    fn();
  } catch (error) {
    check(error instanceof AssertionError, `${what} threw something else: ${error}`);
    return;
  }
  check(false, `${what} did not throw`);
}

Deno.test("entry points give the same functions as the front door", () => {
  check(equalsEntry === assertEquals && throwsEntry === assertThrows && "fail" in all, "entry points");
});

Deno.test("AssertionError is an error with its own name and a cause", () => {
  const error = new AssertionError("a", { cause: 1 });
  check(error instanceof Error && error.name === "AssertionError" && error.message === "a", "AssertionError");
  check(error.cause === 1, "cause");
});

Deno.test("assert() and assertFalse() look at truth", () => {
  assert(1);
  assertFalse("");
  refuses("assert", () => assert(0));
  refuses("assertFalse", () => assertFalse("a"));
  assertThrows(() => assert(false, "why"), AssertionError, "why");
});

Deno.test("equal() compares all the way down", () => {
  const pairs: [unknown, unknown][] = [
    [1, 1],
    [NaN, NaN],
    ["a", "a"],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }],
    [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [new Set([1, { a: 2 }]), new Set([{ a: 2 }, 1])],
    [new Map<unknown, unknown>([["a", 1], [{ k: 1 }, 2]]), new Map<unknown, unknown>([[{ k: 1 }, 2], ["a", 1]])],
    [new Date(5), new Date(5)],
    [/a/g, /a/g],
    [new URL("https://a.example/"), new URL("https://a.example")],
    [new Uint8Array([1, 2]), new Uint8Array([1, 2])],
    [[undefined], [undefined]],
  ];
  pairs.forEach(([a, b], row) => check(equal(a, b), `pair ${row} is equal`));
});

Deno.test("equal() sees differences", () => {
  const pairs: [unknown, unknown][] = [
    [1, "1"],
    [1, 2],
    [null, undefined],
    [{}, null],
    [{ a: undefined }, {}],
    [{ a: 1 }, { b: 1 }],
    [[1, 2], [2, 1]],
    [[1], [1, 2]],
    [new Set([1]), new Set([2])],
    [new Map([["a", 1]]), new Map([["a", 2]])],
    [new Date(5), new Date(6)],
    [/a/g, /a/i],
    [new Uint8Array([1]), new Uint8Array([2])],
    [new (class A {})(), new (class B {})()],
    [[], {}],
  ];
  pairs.forEach(([a, b], row) => check(!equal(a, b), `pair ${row} differs`));
});

Deno.test("equal() ends on a loop", () => {
  const a: Record<string, unknown> = { x: 1 };
  a["self"] = a;
  const b: Record<string, unknown> = { x: 1 };
  b["self"] = b;
  check(equal(a, b), "loops");
});

Deno.test("assertEquals() and assertNotEquals() use it", () => {
  assertEquals({ a: [1] }, { a: [1] });
  assertNotEquals<unknown>({ a: [1] }, { a: [2] });
  refuses("assertEquals", () => assertEquals<unknown>({ a: 1 }, { a: 2 }));
  refuses("assertNotEquals", () => assertNotEquals([1], [1]));
  assertThrows(() => assertEquals(1, 2, "why"), AssertionError, "why");
});

Deno.test("assertStrictEquals() and assertNotStrictEquals() look at identity", () => {
  const a = {};
  assertStrictEquals(a, a);
  assertStrictEquals(NaN, NaN);
  assertNotStrictEquals(a, {});
  refuses("assertStrictEquals", () => assertStrictEquals({}, {}));
  refuses("assertStrictEquals on zeroes", () => assertStrictEquals(0, -0));
  refuses("assertNotStrictEquals", () => assertNotStrictEquals(a, a));
});

Deno.test("assertExists() refuses null and undefined alone", () => {
  for (const value of [0, "", false, NaN, {}]) assertExists(value);
  refuses("null", () => assertExists(null));
  refuses("undefined", () => assertExists(undefined));
});

Deno.test("comparisons hold at and around the bound", () => {
  assertGreater(2, 1);
  assertGreaterOrEqual(1, 1);
  assertLess(1, 2);
  assertLessOrEqual(1, 1);
  refuses("greater", () => assertGreater(1, 1));
  refuses("greater or equal", () => assertGreaterOrEqual(0, 1));
  refuses("less", () => assertLess(1, 1));
  refuses("less or equal", () => assertLessOrEqual(2, 1));
});

Deno.test("text assertions look inside", () => {
  assertMatch("abc", /b/);
  assertNotMatch("abc", /d/);
  assertStringIncludes("abc", "bc");
  assertArrayIncludes([1, { a: 2 }], [{ a: 2 }]);
  refuses("match", () => assertMatch("abc", /d/));
  refuses("not match", () => assertNotMatch("abc", /b/));
  refuses("includes", () => assertStringIncludes("abc", "d"));
  refuses("array includes", () => assertArrayIncludes([1], [2]));
});

Deno.test("assertInstanceOf() and assertIsError() look at the class", () => {
  assertInstanceOf(new Date(0), Date);
  assertIsError(new TypeError("abc"), TypeError, "b");
  assertIsError(new TypeError("abc"), Error, /^a/);
  refuses("instance", () => assertInstanceOf({}, Date));
  refuses("not an error", () => assertIsError("abc"));
  refuses("other class", () => assertIsError(new Error("abc"), TypeError));
  refuses("other message", () => assertIsError(new Error("abc"), Error, "d"));
});

Deno.test("assertThrows() gives what was thrown and checks class and message", () => {
  const thrown = new TypeError("Cannot read it");
  const fn = () => {
    throw thrown;
  };
  check(assertThrows(fn) === thrown, "returned value");
  check(assertThrows(fn, TypeError, "read") === thrown, "returned error");
  check(
    assertThrows(() => {
      // deno-lint-ignore no-throw-literal -- the point of the test
      throw "text";
    }) === "text",
    "anything thrown",
  );
  refuses("nothing thrown", () => assertThrows(() => {}));
  refuses("other class", () => assertThrows(fn, RangeError));
  refuses("other message", () => assertThrows(fn, TypeError, "write"));
});

Deno.test("assertRejects() gives the reason and refuses a synchronous throw", async () => {
  const reason = new TypeError("Cannot read it");
  check(await assertRejects(() => Promise.reject(reason)) === reason, "reason");
  check(await assertRejects(() => Promise.reject(reason), TypeError, "read") === reason, "error");
  let failed = 0;
  const count = () => failed++;
  await assertRejects(() => Promise.resolve(1)).catch(count);
  await assertRejects(() => Promise.reject(reason), RangeError).catch(count);
  await assertRejects(() => {
    throw reason;
  }).catch(count);
  check(failed === 3, "refusals");
});

Deno.test("fail(), unimplemented() and unreachable() always throw", () => {
  assertThrows(() => fail("why"), AssertionError, "why");
  assertThrows(() => unimplemented("why"), AssertionError, "why");
  assertThrows(() => unreachable("why"), AssertionError, "why");
});
