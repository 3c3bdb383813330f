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

Deno.test("isSensitivePath() knows where tools and clients keep what they log in with", () => {
  const plain = { home: "/home/u", workingFolder: "/w", variables: {} };
  const sensitive = [
    ...[
      ".claude/.credentials.json",
      ".codex/auth.json",
      ".gemini/oauth_creds.json",
      ".config/github-copilot/apps.json",
    ],
    ...[".cache/huggingface/token", ".kaggle/kaggle.json", ".databrickscfg", ".snowsql/config", ".fly/config.yml"],
    ...[".config/pip/pip.conf", ".config/composer/auth.json", ".subversion/auth/svn.simple/x", ".netlify/config.json"],
    ...[".config/Code/User/globalStorage/state.vscdb", ".local/share/com.vercel.cli/auth.json", ".irssi/config"],
    ...[".local/share/fish/fish_history", ".config/containers/auth.json", "p/.git/config", "p/.streamlit/secrets.toml"],
  ];
  const passed = [
    ...[".claude/settings.md", ".codex/auth.ts", "docs/oauth_creds.md", ".cache/huggingface/hub/x", "p/auth.json"],
    ...["p/pip.conf.md", "p/git/config.ts", "p/.github/config.yml", "p/state.vscdb.ts", "p/config.yml", "p/token"],
    ...["p/secrets.md", ".local/share/fish/config", "p/kaggle.json", "p/slack/index.ts"],
  ];
  for (const path of sensitive) assert.equal(isSensitivePath(`/home/u/${path}`, { base: plain }), true, path);
  for (const path of passed) assert.equal(isSensitivePath(`/home/u/${path}`, { base: plain }), false, path);
  for (const text of ["/home/u/.netrc\0.txt", "/etc/shadow%00.md"]) {
    assert.equal(isSensitivePath(text, { base: plain }), true, text);
  }
  assert.equal(isSensitivePath("/etc/hosts\0.txt", { base: plain }), false);
});
