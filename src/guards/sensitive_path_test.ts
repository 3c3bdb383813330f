import assert from "node:assert/strict";
import { treeView } from "./path_fixture.ts";
import { isSensitivePath, sensitiveKinds } from "./sensitive_path.ts";
import { SENSITIVE_KINDS } from "./sensitive_places.ts";

const base = { home: "/home/u", workingFolder: "/home/u/.ssh", variables: {} };

Deno.test("isSensitivePath() starts relative paths in the working folder, and follows links with a view", () => {
  assert.equal(isSensitivePath("config", { base }), true);
  const view = { ...treeView(), realPath: () => "/home/u/.aws/credentials" };
  assert.equal(isSensitivePath("/tmp/x", { base, view }), true);
  assert.equal(isSensitivePath("/tmp/x", { base }), false);
  assert.equal(isSensitivePath("", { base }), false);
});

Deno.test("isSensitivePath() looks at whole components", () => {
  assert.equal(isSensitivePath("/proc/12/environ", { base }), true);
  assert.equal(isSensitivePath("/proc/12/stat", { base }), false);
  assert.equal(isSensitivePath("/a/.docker/config.json", { base }), true);
  assert.equal(isSensitivePath("/a/.docker/config.json.md", { base }), false);
});

Deno.test("isSensitivePath() of one kind leaves the others alone", () => {
  const samples = {
    keys: "/home/u/.ssh/id_rsa",
    env: "/app/.env",
    credentials: "/home/u/.aws/credentials",
    browser: "/home/u/.mozilla/firefox/x/cookies.sqlite",
    startup: "/home/u/.bashrc",
    system: "/etc/shadow",
  } as const;
  const plain = { home: "/home/u", workingFolder: "/w", variables: {} };
  for (const kind of SENSITIVE_KINDS) {
    for (const [of, path] of Object.entries(samples)) {
      assert.equal(sensitiveKinds(path, { base: plain }).has(kind), of === kind, `${kind} ${path}`);
    }
  }
});
