import { testFaults, testLoads } from "./file_fixture.ts";
import { KEEP_DAYS_BOUNDS, LIMIT_BOUNDS } from "./read_options.ts";

testFaults([
  ...Object.entries(LIMIT_BOUNDS).flatMap(([name, { min, max }]) =>
    [min - 1, max + 1].map((value) => [{ limits: { [name]: value } }, "wrong-value"] as const)
  ),
  [{ limits: { inFlight: 1.5 } }, "wrong-value"],
  [{ limits: { inFlight: "5" } }, "wrong-type"],
  [{ limits: { inflight: 5 } }, "unknown-field"],
  [{ audit: { keepDays: KEEP_DAYS_BOUNDS.max + 1 } }, "wrong-value"],
  [{ audit: { flush: "never" } }, "wrong-value"],
  [{ definitions: { pin: "on" } }, "wrong-value"],
  [{ environment: { pass: ["A B"] } }, "wrong-value"],
  [{ environment: { pass: [""] } }, "wrong-value"],
  [{ environment: { pass: "PATH" } }, "wrong-type"],
  [{ sandbox: { deno: { all: true } } }, "unknown-field"],
  [{ sandbox: { fallback: "allow" } }, "wrong-value"],
  [{ sandbox: { bwrap: { run: ["sh"] } } }, "unknown-field"],
  [{ sandbox: { bwrap: { net: ["a.com"] } } }, "wrong-type"],
  [{ suppress: [{ tool: "t" }] }, 'missing-field item 1 of suppress: "rule" is missing'],
  [{ suppress: [{ rule: "default/deny" }] }, "bad-name"],
  [{ suppress: [{ rule: "r", until: "2027-02-29" }] }, "wrong-value"],
  [{ suppress: [{ rule: "r", until: "2027-13-01" }] }, "wrong-value"],
  [{ suppress: [{ rule: "r", until: "2027-1-1" }] }, "wrong-value"],
  [{ suppress: ["r"] }, "wrong-type"],
  [{ secrets: { patterns: [{ name: "a" }] } }, "missing-field"],
  [{ secrets: { patterns: [{ name: "a", regex: "b", keywords: [] }] } }, "no-effect"],
  [{ secrets: { patterns: ["a"] } }, "wrong-type"],
]);
testLoads([
  ...Object.entries(LIMIT_BOUNDS).flatMap(([name, { min, max }]) =>
    [min, max].map((value) => ({ limits: { [name]: value } }))
  ),
  { suppress: [{ rule: "r", until: "2028-02-29" }, { rule: "r", until: "2027-04-30" }] },
  { environment: { pass: ["A_1", "ProgramFiles(x86)"] } },
  { sandbox: { deno: { read: [], startup: { net: [] } }, fallback: "run" } },
  { sandbox: { bwrap: { read: ["/a"], write: ["/b"], net: true } } },
  { secrets: {} },
]);
