import assert from "node:assert/strict";
import { escapeGlob } from "../guards/glob.ts";
import { expandVariables } from "./variables.ts";

const VALUES = {
  home: "/home/ann",
  tmpdir: "/tmp",
  projectDir: "/home/ann/p*",
  sallyportHome: "/home/ann/.sallyport",
  env: { TEAM: "blue" },
};

function expand(text: string, values = {}) {
  const expansion = expandVariables(text, { ...VALUES, ...values }, escapeGlob);
  return expansion.ok ? expansion.text : expansion.code;
}

Deno.test("expandVariables() puts in values, escaped", () => {
  assert.equal(expand("${HOME}/${env:TEAM}/**"), "/home/ann/blue/**");
  assert.equal(expand("${PROJECT_DIR}/*"), "/home/ann/p\\*/*");
  assert.equal(expand("$${HOME} $5 {a}"), "${HOME} $5 {a}");
});

Deno.test("expandVariables() does not read a value for variables again", () => {
  assert.equal(expand("${TMPDIR}", { tmpdir: "${HOME}" }), "$\\{HOME\\}");
});

Deno.test("expandVariables() refuses what it does not know or has no value for", () => {
  for (const text of ["${HOEM}", "${home}", "${env:}", "${env:NOT_SET}", "${env:constructor}", "${HOME", "${}"]) {
    assert.equal(expand(text), "unknown-variable", text);
  }
  assert.equal(expand("${TMPDIR}", { tmpdir: "" }), "unknown-variable");
});

Deno.test("expandVariables() refuses a project that is everything a person has", () => {
  const folders = [
    "/",
    "//",
    "/home",
    "/home/ann",
    "/home/ann/",
    "/home/ann/x/..",
    "/home/ann/.sallyport",
    "",
    ".",
    "C:\\",
  ];
  for (const projectDir of [...folders, "/home/ann/.sallyport/packs"]) {
    assert.notEqual(expand("${PROJECT_DIR}", { projectDir }), projectDir, projectDir);
  }
  for (const projectDir of ["/home/annie", "/home/ann/x", "/srv/p", "/home/ann/.sallyport2"]) {
    assert.equal(expand("${PROJECT_DIR}", { projectDir }), projectDir);
  }
});

Deno.test("expandVariables() minds the project only where it is used", () => {
  assert.equal(expand("${HOME}", { projectDir: "/" }), "/home/ann");
});
