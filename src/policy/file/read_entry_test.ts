import { testFaults, testLoads } from "./file_fixture.ts";

testFaults([
  [{ tools: { a: {} } }, 'no-effect entry "a" of tools'],
  [{ tools: { a: "log" } }, 'wrong-value entry "a" of tools: "log" is none of "allow", "deny", "ask"'],
  [{ tools: { a: true } }, 'wrong-type entry "a" of tools'],
  [{ tools: { a: { then: "deny" } } }, 'wrong-value "then" of entry "a" of tools'],
  [{ tools: { a: { args: {}, required: ["x"] } } }, 'wrong-value entry "a" of tools: "x" is required but not named'],
  [
    { tools: { a: { args: { "/x/y": {} }, required: ["/x/z"] } } },
    'wrong-value entry "a" of tools: "/x/z" is required',
  ],
  [{ tools: { a: { args: {}, required: ["/a~3"], others: true } } }, "wrong-value item 1 of"],
  [{ tools: { a: { args: {}, others: "yes" } } }, 'wrong-type "others" of entry "a" of tools'],
  [{ tools: { "a[": "allow" } }, 'bad-pattern entry "a[" of tools'],
  [{ tools: ["a"] }, "wrong-type tools: it is an array"],
  [{ methods: { "tools/call": { arg: {} } } }, 'unknown-field entry "tools/call" of methods'],
]);
testLoads([
  { tools: { a: { args: {} } } },
  { tools: { a: { then: "ask" } } },
  { tools: { a: { args: { "/x/y": {} }, required: ["x", "/x/y"] } } },
  { tools: { a: { args: { x: {} }, required: ["/x/z"] } } },
  { tools: { a: { args: {}, required: ["x"], others: true } } },
  { tools: { a: { args: { "*": {} }, required: ["x"] } } },
  { tools: { "": "deny", "a/../b": "deny" } },
]);
