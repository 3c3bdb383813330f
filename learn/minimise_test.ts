import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  NO_PERMISSIONS,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../src/sandbox/permission_set.ts";
import { type Expected, minimise, type ReplayAnswer } from "./minimise.ts";

/** A server whose answers are errors unless it has what each of them needs. */
function serverThat(...needs: readonly (readonly string[])[]) {
  const tried: string[][] = [];
  const replay = (set: PermissionSet): Promise<readonly ReplayAnswer[]> => {
    const held = PERMISSION_KINDS.flatMap((kind) => set[kind].map((value) => `${kind} ${value}`));
    tried.push(held);
    return Promise.resolve(needs.map((need, index): ReplayAnswer => {
      const isGiven = need.every((one) => held.includes(one));
      return { outcome: isGiven ? "result" : "tool error", text: isGiven ? `answer ${index}` : "no" };
    }));
  };
  return { replay, tried };
}

function setOf(...values: readonly string[]): PermissionSet {
  const set: Record<PermissionKind, string[]> = { read: [], write: [], net: [], env: [], run: [], sys: [], ffi: [] };
  for (const text of values) {
    const [kind = "", value = ""] = text.split(" ");
    set[kind as PermissionKind].push(value);
  }
  return set;
}

async function twice(answers: Promise<readonly ReplayAnswer[]>): Promise<Expected> {
  return [await answers, await answers];
}

Deno.test("what an answer needs is never taken, and all else is, write first", async () => {
  const { replay, tried } = serverThat(["read /p"], ["read /p", "env TOKEN"]);
  const set = setOf("read /p", "write /p", "env TOKEN", "env LANG", "net a.example");
  const made = await minimise(set, [await replay(set), await replay(set)], replay);
  assert(made.ok);
  assertEquals(made.set, setOf("read /p", "env TOKEN"));
  assertEquals(made.dropped.map(({ permission, value }) => `${permission} ${value}`), [
    "write /p",
    "net a.example",
    "env LANG",
  ]);
  assertEquals(made.replays, tried.length - 2);
});

Deno.test("a set that changes an answer by itself is no ground to stand on", async () => {
  const { replay } = serverThat(["read /p"], ["read /q"]);
  const made = await minimise(setOf("read /p"), await twice(replay(setOf("read /p", "read /q"))), replay);
  assertEquals(made, {
    ok: false,
    why: "with what was learned it is answered otherwise than without",
    index: 1,
  });
  const longer = [...await replay(setOf("read /p")), { outcome: "none", text: "" }] as const;
  const short = await minimise(setOf("read /p"), [longer, longer], replay);
  assertEquals(short.ok, false);
});

Deno.test("an answer that changes by itself counts by its outcome: what turns it into an error is kept", async () => {
  let clock = 0;
  const replay = (set: PermissionSet): Promise<readonly ReplayAnswer[]> =>
    Promise.resolve([
      set.read.length > 0 ? { outcome: "result", text: `at ${clock++}` } : { outcome: "tool error", text: "no" },
      { outcome: "result", text: set.env.length > 0 ? "with" : "without" },
    ]);
  const set = setOf("read /p", "write /p", "env A");
  const made = await minimise(set, [await replay(set), await replay(set)], replay);
  assert(made.ok);
  assertEquals([made.set, made.unsteady], [setOf("read /p", "env A"), [0]]);
});

Deno.test("a server that answers now and not then is told, not minimised", async () => {
  let runs = 0;
  const replay = (): Promise<readonly ReplayAnswer[]> =>
    Promise.resolve([{ outcome: ++runs % 2 === 0 ? "result" : "none", text: "" }]);
  assertEquals((await minimise(setOf("read /p"), [await replay(), await replay()], replay)).ok, false);
});

Deno.test("of a kind that is to be kept nothing is taken, and of the others all that can be", async () => {
  const { replay } = serverThat([]);
  const set = setOf("env TOKEN", "read /p");
  const made = await minimise(set, await twice(replay(set)), replay, { keep: ["env"] });
  assert(made.ok);
  assertEquals(made.set, setOf("env TOKEN"));
});

Deno.test("nothing to take away is nothing taken", async () => {
  const { replay } = serverThat([]);
  const made = await minimise(NO_PERMISSIONS, await twice(replay(NO_PERMISSIONS)), replay);
  assert(made.ok);
  assertEquals([made.set, made.dropped], [NO_PERMISSIONS, []]);
});

const value = fc.tuple(fc.constantFrom(...PERMISSION_KINDS), fc.constantFrom("/a", "/b", "/c")).map((two) =>
  two.join(" ")
);

Deno.test("whatever answers need, the set that is left gives each, and nothing in it could be taken alone", async () => {
  const needs = fc.array(fc.uniqueArray(value, { maxLength: 3 }), { maxLength: 5 });
  await fc.assert(fc.asyncProperty(needs, fc.uniqueArray(value), async (wanted, others) => {
    const { replay, tried } = serverThat(...wanted);
    const given = [...new Set([...wanted.flat(), ...others])];
    const made = await minimise(setOf(...given), await twice(replay(setOf(...given))), replay);
    assert(made.ok);
    const left = PERMISSION_KINDS.flatMap((kind) => made.set[kind].map((one) => `${kind} ${one}`));
    assertEquals(left.toSorted(), [...new Set(wanted.flat())].toSorted());
    assert(tried.length <= given.length + PERMISSION_KINDS.length + 4, "at most one replay a value and a kind");
    assert(tried.every((held) => held.every((one) => given.includes(one))), "nothing is ever tried with more");
  }));
});
