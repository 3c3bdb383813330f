import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { DenoSandbox } from "../policy/policy.ts";
import {
  describePermissions,
  NO_PERMISSIONS,
  pathFault,
  PERMISSION_KINDS,
  permissionFlags,
  readPermissionSet,
} from "./permission_set.ts";

const VARIABLES = { home: "/home/ann", projectDir: "/home/ann/project", sallyportHome: "/home/ann/.sallyport" };
const OPEN = { unread: [], unwritten: [] };

function refused(lists: DenoSandbox, variables = VARIABLES): string {
  const reading = readPermissionSet(lists, variables);
  assert(!reading.ok, JSON.stringify(lists));
  return reading.why;
}

function taken(lists: DenoSandbox) {
  const reading = readPermissionSet(lists, VARIABLES);
  assert(reading.ok, reading.ok ? "" : reading.why);
  return reading.set;
}

Deno.test("readPermissionSet() refuses what Deno would read otherwise", () => {
  for (const kind of ["read", "write", "ffi"] as const) {
    assertStringIncludes(refused({ [kind]: ["/a,/etc"] }), `sandbox.deno.${kind}: "/a,/etc" has a comma`);
    assertStringIncludes(refused({ [kind]: ["notes"] }), "is no absolute path");
    assertStringIncludes(refused({ [kind]: [""] }), "is no absolute path");
    assertStringIncludes(refused({ [kind]: ["/a/../etc"] }), "has a step up");
    assertStringIncludes(refused({ [kind]: ["/a\n"] }), "has a control character");
  }
  assertStringIncludes(refused({ read: ["${PROJECT_DIR}"] }, { ...VARIABLES, projectDir: "/srv/a,b" }), "has a comma");
  for (
    const host of [
      "",
      "*",
      "a,b",
      "http://a",
      "a/b",
      "unix:/run/x",
      "a:0",
      "a:70000",
      "a b",
      "10.0.0.0/8",
      "a.*",
      "::1",
    ]
  ) {
    assertStringIncludes(refused({ net: [host] }), "is no host", host);
  }
  for (const name of ["", "A,B", "A=b", "AWS_*", "*"]) {
    assertStringIncludes(refused({ env: [name] }), "no name of a variable");
  }
  for (const name of ["", "a,b", "-x", "a b", "*"]) {
    assertStringIncludes(refused({ run: [name] }), "is no program", name);
  }
  for (const name of ["", "all", "hostname,cpus"]) {
    assertStringIncludes(refused({ sys: [name] }), "no name that Deno has");
  }
});

Deno.test("readPermissionSet() takes the near misses", () => {
  const lists = {
    read: ["${PROJECT_DIR}", "${HOME}/a b", "/x..y", "C:\\data"],
    net: ["api.example.com", "*.example.com", "127.0.0.1:8080", "[::1]:65535", "localhost"],
    env: ["GITHUB_TOKEN"],
    run: ["git", "/usr/bin/git"],
    sys: ["hostname"],
  };
  assertEquals(taken(lists), {
    ...NO_PERMISSIONS,
    ...lists,
    read: ["/home/ann/project", "/home/ann/a b", "/x..y", "C:\\data"],
  });
});

Deno.test("readPermissionSet() refuses variables without a value and a project that is too wide", () => {
  assertStringIncludes(refused({ read: ["${TMPDIR}"] }), 'sandbox.deno.read: the variable "TMPDIR" has no value');
  assertStringIncludes(refused({ read: ["${NOPE}"] }), "is not a variable");
  assertStringIncludes(refused({ write: ["${PROJECT_DIR}"] }, { ...VARIABLES, projectDir: "/home/ann" }), "the home");
});

Deno.test("readPermissionSet() refuses what cannot be kept, and counts startup with the rest", () => {
  assertStringIncludes(refused({ perCall: true, run: ["sh"] }), "run cannot be given with perCall");
  assertStringIncludes(refused({ perCall: true, startup: { run: ["sh"] } }), "run cannot be given with perCall");
  assertStringIncludes(refused({ perCall: true, ffi: ["/a"] }), "ffi cannot be given to a call");
  assertStringIncludes(refused({ perCall: true, startup: { read: ["a"] } }), "is no absolute path");
  assertStringIncludes(refused({ import: ["deno.land"] }), "loads no remote module");
  assertStringIncludes(refused({ startup: { import: ["deno.land"] } }), "loads no remote module");
  assertStringIncludes(refused({ startup: { read: ["/a,b"] } }), "has a comma");
  assertEquals(taken({ perCall: false, import: [], read: ["/a"], startup: { read: ["/b", "/a"], env: ["X"] } }), {
    ...NO_PERMISSIONS,
    read: ["/a", "/b"],
    env: ["X"],
  });
  assertEquals(taken({}), NO_PERMISSIONS);
});

Deno.test("readPermissionSet() keeps apart what may be done at any time where rights are per call", () => {
  const lists = { read: ["/a"], startup: { read: ["/b"], ffi: ["/l"] } };
  const reading = readPermissionSet({ ...lists, perCall: true }, VARIABLES);
  assert(reading.ok);
  assertEquals(reading.set, { ...NO_PERMISSIONS, read: ["/a", "/b"], ffi: ["/l"] });
  assertEquals(reading.startup, { ...NO_PERMISSIONS, read: ["/b"], ffi: ["/l"] });
  const whole = readPermissionSet(lists, VARIABLES);
  assert(whole.ok && whole.startup === undefined);
});

Deno.test("permissionFlags() writes no flag for an empty list, and closes what stays closed", () => {
  assertEquals(permissionFlags(NO_PERMISSIONS, OPEN), ["--ignore-env"]);
  const set = taken({ read: ["/a", "/b"], net: ["a.com"] });
  assertEquals(permissionFlags(set, { unread: ["/h"], unwritten: ["/c"] }), [
    "--ignore-env",
    "--allow-read=/a,/b",
    "--allow-net=a.com",
    "--deny-read=/h",
    "--deny-write=/h,/c",
  ]);
});

Deno.test("every value of a set that was read is one value of its flag, whatever the policy holds", () => {
  const path = fc.tuple(fc.constantFrom("/", "/a/", "C:\\", "${HOME}/", ""), fc.string()).map((parts) =>
    parts.join("")
  );
  const anything = fc.oneof(fc.string({ unit: "binary" }), path, fc.constantFrom("/a,/b", "--allow-all", ""));
  const good = { net: ["a.com", "*.a.com:1"], env: ["GITHUB_TOKEN", "A"], run: ["git", "/bin/git"], sys: ["uid"] };
  const lists = fc.constantFrom(...PERMISSION_KINDS).chain((kind) => {
    const readable = fc.constantFrom(...{ ...good, read: ["/a"], write: ["/b c"], ffi: ["/c.so"] }[kind]);
    // Half are of readable values alone, so that the sets that are read are many in every run.
    const values = fc.oneof(fc.array(readable, { maxLength: 3 }), fc.array(fc.oneof(anything, readable)));
    return values.map((each) => ({ [kind]: each }));
  });
  let count = 0;
  fc.assert(fc.property(lists, (given) => {
    const reading = readPermissionSet(given, VARIABLES);
    if (!reading.ok) return;
    if (PERMISSION_KINDS.some((kind) => reading.set[kind].length > 0)) count++;
    const flags = permissionFlags(reading.set, OPEN);
    const allowed = flags.filter((flag) => flag.startsWith("--allow-"));
    assertEquals(flags.length, allowed.length + 1);
    for (const flag of allowed) {
      const [, kind = "", values = ""] = /^--allow-([a-z]+)=(.*)$/s.exec(flag) ?? [];
      const known = PERMISSION_KINDS.find((each) => each === kind);
      assert(known !== undefined && values !== "", flag);
      assertEquals(values.split(","), [...reading.set[known]]);
      assert(values.split(",").every((value) => value !== ""), flag);
    }
  }));
  assert(count > 5, "sets that can be read were tried");
});

Deno.test("pathFault() names what is wrong with a path", () => {
  assertEquals(pathFault("/a/b c"), undefined);
  assertEquals(pathFault("\\\\host\\share"), undefined);
  assertStringIncludes(pathFault("/a,b") ?? "", "comma");
  assertStringIncludes(pathFault("a") ?? "", "no absolute path");
});

Deno.test("describePermissions() says what is given and what is not", () => {
  assertEquals(describePermissions(NO_PERMISSIONS), "no read, write, net, env, run, sys, ffi");
  assertEquals(
    describePermissions(taken({ read: ["/a", "/b c"], net: ["[::1]:80"] })),
    'read /a "/b c"; net [::1]:80; no write, env, run, sys, ffi',
  );
});
