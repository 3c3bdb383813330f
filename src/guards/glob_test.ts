import assert from "node:assert/strict";
import fc from "fast-check";
import { compileGlob, escapeGlob, type GlobDialect, MAX_GLOB_CHARS } from "./glob.ts";

function matches(pattern: string, text: string, dialect: GlobDialect): boolean {
  const glob = compileGlob(pattern, dialect);
  if ("fault" in glob) throw new SyntaxError(`Cannot compile "${pattern}": ${glob.fault}`);
  return glob.matches(text);
}

function check(dialect: GlobDialect, pattern: string, yes: readonly string[], no: readonly string[]): void {
  for (const text of yes) assert.equal(matches(pattern, text, dialect), true, `${pattern} ${text}`);
  for (const text of no) assert.equal(matches(pattern, text, dialect), false, `${pattern} ${text}`);
}

Deno.test("compileGlob() for names: a star matches anything", () => {
  check("name", "*", ["", "a/b", "..", ".", "a\nb", "😀"], []);
  check("name", "a*", ["a", "a/b"], ["b", "A"]);
  check("name", "a*b*c", ["abc", "a/b/c", "abbcc"], ["ab", "acb"]);
  check("name", "a*a", ["aa", "aba"], ["a"]);
  check("name", "a?c", ["abc", "a/c", "a😀c"], ["ac", "abbc"]);
  check("name", "[a-c]x", ["ax", "cx"], ["dx", "Ax", "x"]);
  check("name", "[!a]", ["b", "/"], ["a", "bb"]);
  check("name", "[]a]", ["]", "a"], ["b"]);
  check("name", "[\\]-]", ["]", "-"], ["a"]);
  check("name", "{read,write}_{a,{b,c}}", ["read_a", "write_c"], ["read_d", "read_"]);
  check("name", "{,x}a", ["a", "xa"], ["xxa"]);
  check("name", "\\*", ["*"], ["a"]);
});

Deno.test("compileGlob() for paths: a star stops at a slash", () => {
  check("path", "/p/*", ["/p/a", "/p/"], ["/p/a/b", "/p"]);
  check("path", "/p/**", ["/p/a", "/p/a/b", "/p/"], ["/p", "/q/a"]);
  check("path", "**/.env", [".env", "a/.env", "a/b/.env"], ["a.env", "a/.env2"]);
  check("path", "a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "xa/b"]);
  check("path", "a?b", ["axb"], ["a/b"]);
  check("path", "a[/]b", [], ["a/b"]);
});

Deno.test("compileGlob() for hosts: a star is one label, at least one character", () => {
  check("host", "*.example.com", ["a.example.com", "A.EXAMPLE.com"], [
    "example.com",
    ".example.com",
    "a.b.example.com",
  ]);
  check("host", "**.example.com", ["a.b.example.com"], ["example.com", "evilexample.com"]);
  check("host", "api.example.com", ["api.example.com"], ["api.example.com.evil.org", "apixexample.com"]);
});

Deno.test("compileGlob() refuses what is broken", () => {
  const broken = ["[a", "{a", "a}", "a\\", "[b-a]", "x".repeat(MAX_GLOB_CHARS + 1), "{a,b}".repeat(9), "[", "[]"];
  for (const pattern of broken) assert.ok("fault" in compileGlob(pattern, "name"), pattern.slice(0, 20));
});

Deno.test("compileGlob() folds names for rules that refuse", () => {
  const glob = compileGlob("Del[e-f]te_*", "name");
  assert.ok("matches" in glob);
  for (const text of ["delete_x", "DELETE_", "DelEte_a"]) assert.equal(glob.matchesFolded(text), true, text);
  assert.equal(glob.matchesFolded("delgte_x"), false);
});

Deno.test("escapeGlob() makes a text match itself alone", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (text, other) => {
    fc.pre(text.isWellFormed() && text.length < 200);
    assert.equal(matches(escapeGlob(text), text, "path"), true);
    assert.equal(matches(escapeGlob(text), other, "path"), text === other);
  }));
});

/** The same glob as a native expression: good enough to compare with on short texts. */
function toReference(pattern: string, dialect: GlobDialect): RegExp {
  const one = dialect === "name" ? "[^]" : dialect === "path" ? "[^/]" : "[^.]";
  const repeat = dialect === "host" ? "+" : "*";
  const parts = pattern.match(/\*+|./g) ?? [];
  let source = "";
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    const before = parts[index - 1];
    if (
      dialect === "path" && part.length > 1 && part[0] === "*" && parts[index + 1] === "/" && (before ?? "/") === "/"
    ) {
      source += "(?:[^]*/)?";
      index++;
    } else if (part[0] === "*") {
      source += (part.length > 1 || dialect === "name" ? "[^]" : one) + repeat;
    } else {
      source += part === "?" ? one : part.replace(/[.]/, "\\.");
    }
  }
  return new RegExp(`^(?:${source})$`);
}

Deno.test("compileGlob() agrees with a reference on small alphabets", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "?", "."), maxLength: 7 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "."), maxLength: 8 });
  const dialect = fc.constantFrom<GlobDialect>("name", "path", "host");
  fc.assert(
    fc.property(pattern, text, dialect, (source, input, kind) => {
      assert.equal(matches(source, input, kind), toReference(source, kind).test(input), `${kind} ${source} ${input}`);
    }),
    { numRuns: 3000 },
  );
});
