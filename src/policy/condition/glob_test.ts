import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ glob: "/p/*" }, "/p/a", BOTH],
  [{ glob: "/p/*" }, "/q/a", NEITHER],
  [{ glob: "/p/*" }, "/p/a/b", REFUSES],
  [{ glob: "/p/**" }, "/p/a/b", BOTH],
  [{ glob: "/p/**" }, "/p/../etc", REFUSES],
  [{ glob: "/p/**" }, "/p/..etc", BOTH],
  [{ glob: "/p/*" }, ["/p/a"], REFUSES],
  [{ glob: ["/p/*", "/q/*"] }, "/q/a", BOTH],
  [{ glob: { pattern: "*.example.com", dialect: "host" } }, "a.example.com", BOTH],
  [{ glob: { pattern: "*.example.com", dialect: "host" } }, "example.com", NEITHER],
  [{ glob: { pattern: ["a*", "b*"], dialect: "name" } }, "b/c", BOTH],
  [{ glob: "${PROJECT_DIR}/*" }, "/home/ann/project/x", BOTH],
  [{ glob: "${PROJECT_DIR}/*" }, "/home/ann/projects/x", NEITHER],
  [{ not: { glob: "/p/**" } }, "/q", BOTH],
  [{ not: { glob: "/p/**" } }, "/p/a", NEITHER],
  [{ not: { glob: "/p/*" } }, "/p/a/b", REFUSES],
]);

testFaults([
  [{ glob: "a[" }, "bad-pattern: the glob does not compile"],
  [{ glob: { dialect: "path" } }, 'missing-field: "pattern" is missing'],
  [{ glob: { pattern: "a", dialect: "file" } }, 'wrong-value: "file" is none of'],
  [{ glob: { pattern: "a", dialects: "path" } }, 'unknown-field: "dialects" is not a field'],
  [{ glob: [] }, "no-effect: the list is empty"],
  [{ glob: "${env:NOT_SET}/*" }, "unknown-variable: "],
]);
