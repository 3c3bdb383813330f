import { testFaults, testLoads } from "./file_fixture.ts";

const call = { tool: "t", args: {} };

testFaults([
  [{ tests: [{ call }] }, 'missing-field item 1 of "tests" of policy: "expect" is missing'],
  [{ tests: [{ expect: "deny" }] }, "wrong-value item 1 of"],
  [{ tests: [{ call, response: {}, expect: "deny" }] }, "wrong-value item 1 of"],
  [{ tests: [{ message: {}, request: {}, expect: "deny" }] }, "wrong-value item 1 of"],
  [{ tests: [{ call, expect: "denied" }] }, 'wrong-value "expect" of item 1 of'],
  [{ tests: [{ call: { args: {} }, expect: "deny" }] }, 'missing-field "call" of item 1 of'],
  [{ tests: [{ call: { tool: "t", args: [] }, expect: "deny" }] }, 'wrong-type "args" of "call" of item 1 of'],
  [{ tests: [{ message: "x", expect: "deny" }] }, 'wrong-type "message" of item 1 of'],
  [{ tests: ["deny"] }, "wrong-type item 1 of"],
]);
testLoads([
  { tests: [{ call, expect: "deny", rule: "any/rule" }] },
  { tests: [{ call: { tool: "" }, expect: "allow" }] },
  { tests: [{ response: {}, request: {}, expect: "log" }, { message: { id: 1 }, expect: "ask" }] },
]);
