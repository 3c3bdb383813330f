import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ regex: "b+" }, "abc", BOTH],
  [{ regex: ["x", "b+"] }, "abc", BOTH],
  [{ regex: ["x", "y+"] }, "abc", NEITHER],
  [{ regex: "b+" }, "aBc", NEITHER],
  [{ regex: "b+" }, [], REFUSES],
  [{ regex: "b+" }, ["ac"], NEITHER],
  [{ regex: "b+" }, ["ac", { k: ["b"] }], REFUSES],
  [{ regex: "b+" }, { b: 1 }, REFUSES],
  [{ regex: "b+" }, 5, REFUSES],
  [{ regex: "(?i)key" }, "\u212aEY", BOTH],
  [{ regex: "(?i)key" }, "keen", NEITHER],
  [{ not: { regex: "^a" } }, "b", BOTH],
  [{ not: { regex: "^a" } }, ["a", "b"], REFUSES],
  [{ not: { regex: "^a" } }, ["a", "ab"], NEITHER],
]);

testFaults([
  [{ regex: "a(?=b)" }, "bad-pattern: the expression does not compile"],
  [{ regex: "(a)\\1" }, "bad-pattern: the expression does not compile"],
  [{ regex: "[" }, "bad-pattern: the expression does not compile"],
  [{ regex: "^${HOME}/" }, "bad-pattern: variables are not read in an expression"],
  [{ regex: [] }, "no-effect: the list is empty"],
  [{ regex: "" }, "wrong-value: it is empty"],
  [{ regex: 5 }, "wrong-type: it is a number"],
]);
testTable([[{ regex: "^\\$\\{HOME\\}/" }, "${HOME}/", BOTH]]);
