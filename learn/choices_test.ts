import { assertEquals } from "@std/assert";
import { Choices } from "./choices.ts";
import type { EntryPlan, Slot } from "./plan.ts";
import type { Rung } from "./rung.ts";

const rung = (isAutomatic: boolean): Rung => ({ condition: {}, words: "", admits: "", isAutomatic });
const ladder = { kind: "text", rungs: [rung(true), rung(true), rung(false)], chosen: 0, outside: rung(true) } as const;
const SLOT: Slot = { id: "s", pointer: "/a", ladder, calls: 1, sessions: 1 };
const ENTRY: EntryPlan = {
  what: "t",
  kind: "tool",
  name: "t",
  side: "client",
  calls: 9,
  sessions: 3,
  days: [],
  isThin: false,
  args: { slots: [] },
};

Deno.test("widen() never takes a step that needs a person; confirm() does, within the ladder", () => {
  const choices = new Choices();
  assertEquals([choices.widen(SLOT), choices.widen(SLOT), choices.rungOf(SLOT)], [true, false, 1]);
  choices.confirm(SLOT, 9);
  assertEquals([choices.rungOf(SLOT), choices.isConfirmed(SLOT)], [2, true]);
});

Deno.test("askOutside() is news once, and only where something stands outside", () => {
  const choices = new Choices();
  assertEquals([choices.askOutside(SLOT), choices.askOutside(SLOT), choices.asksOutside(SLOT)], [true, false, true]);
  const { outside: _outside, ...bare } = ladder;
  assertEquals(choices.askOutside({ ...SLOT, id: "x", ladder: bare }), false);
});

Deno.test("thin entries and wishes of the server ask; a question about folders does not", () => {
  const choices = new Choices();
  assertEquals(choices.verdictOf({ ...ENTRY, isThin: true }), "ask");
  assertEquals(choices.verdictOf({ ...ENTRY, kind: "method", side: "server", what: "sampling/createMessage" }), "ask");
  const roots = { ...ENTRY, kind: "method", side: "server", what: "roots/list (asked by the server)" } as const;
  assertEquals([choices.verdictOf(roots), choices.verdictOf(ENTRY)], ["allow", "allow"]);
  choices.setLoose(ENTRY, "/a");
  assertEquals([choices.verdictOf(ENTRY), choices.isLoose(ENTRY, "/a"), choices.isLoose(ENTRY, "/b")], [
    "ask",
    true,
    false,
  ]);
});
