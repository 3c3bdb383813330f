import assert from "node:assert/strict";
import fc from "fast-check";
import { REASONS } from "./guard.ts";
import { assertLinear } from "./scaling_fixture.ts";
import { guardPath, newPathGuard, pathOptionsFault } from "./path.ts";
import { optionsOf, PATH_CASES, TREE, treeView, viewFor } from "./path_fixture.ts";

for (const row of PATH_CASES) {
  Deno.test(`guardPath() ${row.verdict === "allow" ? "passes" : "refuses"}: ${row.name}`, () => {
    const guard = newPathGuard(optionsOf(row), viewFor(row));
    const result = guard(row.input);
    assert.equal(result.ok ? "allow" : "deny", row.verdict, JSON.stringify(result));
    if (result.ok) assert.deepEqual(guard(result.value), result);
    else assert.ok(REASONS.includes(result.reason));
  });
}

const under = ["/srv/data"];
const workingFolder = "/srv/data";

Deno.test("guardPath() gives the path without links", () => {
  const value = (path: string) => guardPath(path, { under, workingFolder }, treeView());
  assert.deepEqual(value("chain"), { ok: true, value: "/srv/data/notes/b.txt" });
  assert.deepEqual(value("deep_in/../b.txt"), { ok: true, value: "/srv/data/notes/b.txt" });
  assert.deepEqual(value("odd"), { ok: false, reason: "blocked: ambiguous spelling" });
});

Deno.test("guardPath() looks at nothing outside the roots", () => {
  for (const row of PATH_CASES.filter(({ platform, options }) => platform === "posix" && !options?.sensitive)) {
    const seen: string[] = [];
    guardPath(row.input, optionsOf(row), treeView(seen));
    assert.deepEqual(seen.filter((path) => !path.startsWith("/srv/data/")), [], row.name);
  }
});

Deno.test("guardPath() refuses what it cannot look at, and what throws", () => {
  assert.equal(guardPath("a", { under, workingFolder }).ok, false);
  const view = {
    ...treeView(),
    look: () => {
      throw new Error("gone");
    },
  };
  assert.deepEqual(guardPath("a", { under, workingFolder }, view), {
    ok: false,
    reason: "blocked: cannot be looked at",
  });
});

Deno.test("guardPath() refuses what is no string", () => {
  for (const value of [undefined, null, 1, ["/srv/data/a.txt"], { path: "a" }]) {
    assert.deepEqual(guardPath(value, { under, workingFolder }, treeView()), {
      ok: false,
      reason: "blocked: not a string",
    });
  }
});

Deno.test("guardPath() follows roots that are links, by either name", () => {
  const view = { ...treeView(), realPath: () => "/srv/data", look: () => ({ kind: "file" as const }) };
  const options = { under: ["/home/ann/link"], workingFolder: "/home/ann/link" };
  for (const path of ["a", "/home/ann/link/a", "/srv/data/a"]) {
    assert.deepEqual(guardPath(path, options, view), { ok: true, value: "/srv/data/a" }, path);
  }
  for (const path of ["/home/ann/a", "../a", "/home/ann/../ann/link/a", "/srv/a"]) {
    assert.equal(guardPath(path, options, view).ok, false, path);
  }
});

Deno.test("guardPath() knows several roots, also one in another and the root of all", () => {
  const view = { ...treeView(), realPath: (path: string) => path, look: () => ({ kind: "folder" as const }) };
  const several = { under: ["/srv/data/notes", "/srv/data", "/tmp/x"], workingFolder };
  for (const path of ["notes/../a", "/tmp/x/a", "/srv/data/notes/../../data/a", "/srv/../tmp/x/a"]) {
    assert.equal(guardPath(path, several, view).ok, true, path);
  }
  assert.equal(guardPath("/tmp/y", several, view).ok, false);
  const anywhere = { not: ["/etc"], workingFolder };
  assert.deepEqual(guardPath("/a/../b", anywhere, view), { ok: true, value: "/b" });
  assert.equal(guardPath("/etc/passwd", anywhere, view).ok, false);
  assert.equal(guardPath("../../etc/passwd", anywhere, view).ok, false);
  assert.equal(guardPath("../../../../etc", { under: ["/", "/srv"], not: ["/etc"], workingFolder }, view).ok, false);
  assert.equal(guardPath("/../etc2", { under: ["/srv", "/"], not: ["/etc"], workingFolder }, view).ok, true);
});

Deno.test("guardPath() with sensitive: false refuses the sensitive places below its roots", () => {
  const options = { under: ["/home/u"], sensitive: false, view: "lexical" as const };
  assert.equal(guardPath("/home/u/.ssh/config", options).ok, false);
  assert.equal(guardPath("/home/u/.SSH", options).ok, false);
  assert.equal(guardPath("/home/u/notes.md", options).ok, true);
});

Deno.test("guardPath() with view lexical takes links for what they are called, and still refuses by the letters", () => {
  const options = { under, workingFolder, view: "lexical" as const };
  assert.equal(guardPath("linkdir_out/passwd", options).ok, true);
  assert.equal(guardPath("linkdir_out/../../x", options).ok, false);
});

Deno.test("pathOptionsFault() finds options that no path could meet", () => {
  assert.equal(pathOptionsFault({ under, not: ["*.key"] }), undefined);
  for (const options of [{ under: [] }, { under: ["data"] }, { not: ["{"] }, { under, workingFolder: "x" }]) {
    assert.equal(typeof pathOptionsFault(options), "string");
    assert.deepEqual(guardPath("/srv/data/a", options, treeView()), { ok: false, reason: "blocked: guard options" });
  }
});

const inputs = PATH_CASES.map(({ input }) => input);
const step = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "notes",
    "sub",
    "linkdir_in",
    "linkdir_out",
    "deep_in",
    "chain",
    "loop",
    ".env",
    "",
    "srv",
  ),
  fc.constantFrom("data", "etc", "%2e", "~", "$HOME", "a\u0000", "\uff0e\uff0e", "nul", "A~1", ".. ", "link_env"),
  fc.string({ maxLength: 5 }),
);
const path = fc.oneof(
  fc.constantFrom(...inputs),
  fc.array(step, { maxLength: 8 }).map((steps) => steps.join("/")),
  fc.array(step, { maxLength: 8 }).map((steps) => `/srv/data/${steps.join("/")}`),
  fc.tuple(fc.constantFrom(...inputs), fc.constantFrom(...inputs)).map((two) => two.join("/")),
  fc.string({ unit: "binary" }),
);

Deno.test("guardPath() never throws, and what passes is inside, passes again as itself, and has no link", () => {
  const guard = newPathGuard({ under, workingFolder, not: [".env"] }, treeView());
  fc.assert(
    fc.property(path, (input) => {
      const result = guard(input);
      if (!result.ok) return REASONS.includes(result.reason);
      const { value } = result;
      assert.ok(value === "/srv/data" || value.startsWith("/srv/data/"));
      assert.ok(!value.split("/").some((part) => part === ".." || part.toLowerCase() === ".env"));
      const parts = value.split("/");
      for (let end = 2; end <= parts.length; end++) {
        assert.notEqual(typeof TREE[parts.slice(0, end).join("/")], "string");
      }
      assert.deepEqual(guard(value), result);
      return true;
    }),
    { numRuns: 600 },
  );
});

Deno.test("guardPath() by Windows' rules never throws, and what passes is inside and passes again as itself", () => {
  const guard = newPathGuard({ under: ["C:\\srv\\data"], workingFolder: "C:\\srv\\data", view: "lexical" });
  fc.assert(
    fc.property(path, fc.boolean(), (input, hasBackslashes) => {
      const result = guard(hasBackslashes ? input.replaceAll("/", "\\") : input);
      if (!result.ok) return true;
      assert.match(result.value.toLowerCase(), /^c:\\srv\\data(?:\\|$)/);
      assert.deepEqual(guard(result.value), result);
      return true;
    }),
    { numRuns: 400 },
  );
});

Deno.test("guardPath() costs no more than its input grows", () => {
  const guard = newPathGuard({ under, workingFolder, not: ["**/.env", "*.key"] }, treeView());
  for (const part of ["a/", "../", "notes/../", "%", "~", "."]) {
    assertLinear(part, 500, (length) => guard(part.repeat(Math.floor(length / part.length))));
  }
});
