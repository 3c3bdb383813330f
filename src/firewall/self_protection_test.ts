import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CLIENT_CONFIG_PLACES } from "../clients/config_places.ts";
import type { FileView } from "../guards/file_view.ts";
import { loadCommandParser } from "../guards/shell.ts";
import { newProtection, touchesProtected } from "./self_protection.ts";

const LINKS: Readonly<Record<string, string>> = {
  "/work/link": "/home/u/.sallyport",
  "/work/deep": "/opt/other",
  "/opt/policies/mine.jsonc": "/opt/policies/mine.jsonc",
  "/work": "/work",
  "/home/u": "/home/u",
  "/work/shortcut.txt": "/opt/policies/mine.jsonc",
};

/** A made-up tree: what is a key is there, a path below a link follows it. */
const VIEW: FileView = {
  look: () => ({ kind: "unknown" }),
  realPath(path) {
    const clean = path.replace(/\/+$/, "");
    const exact = LINKS[clean];
    if (exact !== undefined) return exact;
    for (const [link, target] of Object.entries(LINKS)) {
      if (clean.startsWith(`${link}/..`)) return target.replace(/\/[^/]*$/, "") + clean.slice(link.length + 3);
    }
    return undefined;
  },
  linkTarget: (path) => path === "/work/dangling" ? "../opt/policies/../../srv/guard/new" : undefined,
  linksIn: () => new Set(["link", "deep", "shortcut.txt", "dangling"]),
};

const PROTECTION = newProtection({
  places: ["/home/u/.sallyport", "/opt/policies/mine.jsonc", "/srv/guard"],
  base: { home: "/home/u", workingFolder: "/work", variables: { SALLYPORT_HOME: "/home/u/.sallyport" } },
  view: VIEW,
  shell: await loadCommandParser(),
});

function touches(tool: string, args: Parameters<typeof touchesProtected>[2]): boolean {
  return touchesProtected(PROTECTION, tool, args);
}

Deno.test("touchesProtected() refuses every spelling of a protected path, and passes the near miss", () => {
  const pairs: readonly [refused: string, near: string][] = [
    ["/home/u/.sallyport", "/home/u/.sallyports"],
    ["/home/u/.sallyport/policy.jsonc", "/home/u/sallyport/policy.md"],
    ["~/.sallyport/trust.jsonc", "~/.sally/trust.jsonc"],
    ["$HOME/.sallyport", "$HOME/.config"],
    ["${HOME}/.sallyport/x", "${HOME}/x"],
    ["$SALLYPORT_HOME/audit", "$OTHER_HOME/audit"],
    ["%USERPROFILE%\\.sallyport\\x", "%USERPROFILE%\\x"],
    ["file:///home/u/.sallyport/x", "file:///home/u/x"],
    ["file://localhost/home/u/%2Esallyport/x", "file://localhost/home/u/%2Eother/x"],
    ["/home/u/%252Esallyport", "/home/u/%252Eother"],
    ["/HOME/U/.SALLYPORT/X", "/HOME/U/.OTHER/X"],
    ["/home/u//./.sallyport/", "/home/u//./x/"],
    ["/home/u/x/../.sallyport", "/home/u/.sallyport/../x"],
    ["../home/u/.sallyport", "../home/u/other"],
    ["\\home\\u\\.sallyport", "\\home\\u\\other"],
    ["/home/u/.sally\u200bport", "/home/u/.sally\u200bfort"],
    ["/home/u/\uff0esallyport", "/home/u/\uff0esallyfort"],
    [" /home/u/.sallyport ", " /home/u/x "],
    ['"/home/u/.sallyport"', '"/home/u/x"'],
    ["/home/u/.sallyport.", "/home/u/.sallyport2"],
    ["/home/u/.sallyport::$DATA", "/home/u/x::$DATA"],
    ["/home/u/.sally*", "/home/u/.other*"],
    ["/home/u/{.sallyport,x}", "/home/u/{a,x}"],
    ["link/policy.jsonc", "deep/policy.jsonc"],
    ["/work/shortcut.txt", "/work/other.txt"],
    ["link", "links"],
    ["dangling", "dangled"],
    ["/opt/policies/mine.jsonc", "/opt/policies/mine.json"],
    ["/srv/guard/any", "/srv/guardian/any"],
    ["/anywhere/sallyport.jsonc", "/anywhere/sallyport.md"],
    ["sallyport.yaml", "sallyport.png"],
    ["/proj/.cursor/mcp.json", "/proj/cursor/mcp.json"],
    ["/proj/.vscode/mcp.json", "/proj/.vscode/tasks.json"],
    [".mcp.json", "mcp.json"],
    ["/home/u/Library/Application Support/Claude/claude_desktop_config.json", "/home/u/claude_desktop.json"],
  ];
  for (const [refused, near] of pairs) {
    assertEquals(touches("read_file", { path: refused }), true, refused);
    assertEquals(touches("read_file", { path: near }), false, near);
    assertEquals(touches("read_file", { edits: [{ to: [refused] }] }), true, `deep ${refused}`);
  }
});

Deno.test("touchesProtected() looks at keys too", () => {
  assert(touches("x", { "/home/u/.sallyport/x": 1 }));
  assert(!touches("x", { "/home/u/sallyport-notes/x": 1 }));
});

Deno.test("touchesProtected() reads commands word by word, and passes the near miss", () => {
  const pairs: readonly [refused: string, near: string][] = [
    ["cat ~/.sallyport/policy.jsonc", "cat ~/.profile"],
    ['cat ~/.sally""port/policy.jsonc', 'cat ~/.sally""fort/policy.jsonc'],
    ["cat ~/.sally\\port/x", "cat ~/.sally\\fort/x"],
    ["cd ~ && rm -r .sallyport", "cd ~ && rm -r .other"],
    ["echo x>~/.sallyport/policy.jsonc", "echo x>~/notes"],
    ["cp evil /opt/policies/mine.jsonc", "cp evil /opt/policies/theirs.jsonc"],
    ["tee</dev/null $HOME/.cursor/mcp.json", "tee</dev/null $HOME/.cursor/rules"],
    ["sh -c 'rm -rf ~/.sallyport'", "sh -c 'rm -rf ~/.cache'"],
    ["cat `echo ~/.sallyport/x`", "cat `echo ~/x`"],
    ["rm -rf ~/.sally*", "rm -rf ~/.cach*"],
    ["DIR=~/.sallyport; ls", "DIR=~/.cache; ls"],
    ["cat link/x", "cat deep/x"],
    ["dd of=/home/u/.claude.json", "dd of=/home/u/claude.json"],
  ];
  for (const [refused, near] of pairs) {
    for (const [tool, name] of [["run_command", "command"], ["start_process", "input"], ["x", "script"]] as const) {
      assertEquals(touches(tool, { [name]: refused }), true, `${tool} ${refused}`);
      assertEquals(touches(tool, { [name]: near }), false, `${tool} ${near}`);
    }
  }
});

Deno.test("touchesProtected() lets prose speak of protected files", () => {
  const text = "Sallyport keeps its policy in ~/.sallyport/policy.jsonc; Cursor reads .cursor/mcp.json.";
  assert(!touches("write_file", { path: "README.md", content: text }));
  assert(!touches("create_issue", { title: "where is .mcp.json", body: text }));
  assert(touches("run_script", { content: text }), "a tool that runs things has no prose");
});

Deno.test("touchesProtected() knows every client's config, under any folder", () => {
  for (const place of CLIENT_CONFIG_PLACES) {
    assert(touches("write_file", { path: `/some/where/${place.join("/")}` }), place.join("/"));
    assert(touches("write_file", { path: `/some/where/${place.join("/").toUpperCase()}` }), place.join("/"));
  }
});

Deno.test("touchesProtected() takes anything without throwing", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    touchesProtected(PROTECTION, "run", JSON.parse(JSON.stringify(value)));
  }));
});

Deno.test("touchesProtected() is not dodged by noise that paths ignore", () => {
  const noise = fc.array(fc.constantFrom("./", "/", "x/../", "%2e/", ".//"), { maxLength: 6 });
  fc.assert(fc.property(noise, noise, (before, after) => {
    const path = `/home/${before.join("")}u/${after.join("")}.sallyport/policy.jsonc`;
    assert(touches("read_file", { path }), path);
  }));
});

Deno.test("touchesProtected() follows a command into folders, and sees trees being taken", () => {
  const pairs: readonly [refused: string, near: string][] = [
    ["cd .. && rm srv/guard/trust.jsonc", "cd .. && rm srv/guards/trust.jsonc"],
    ["cd /srv; cd guard; rm trust.jsonc", "cd /srv; cd guards; rm trust.jsonc"],
    ["(cd /srv/guard && ls) ; echo x > trust.jsonc", "(cd /srv/guards && ls) ; echo x > trust.jsonc"],
    ["pushd ~ ; cat .sally''port/keys", "pushd ~ ; cat .sally''fort/keys"],
    ["cd && cp x .sallyport/y", "cd && cp x .config/y"],
    ["git -C /srv/guard checkout x", "git -C /srv/guards checkout x"],
    ["tar -xf a.tar -C /srv/guard", "tar -xf a.tar -C /srv/other"],
    ["make --directory=/srv/guard clean", "make --directory=/srv/guards clean"],
    ["rm -rf /srv", "rm -rf /srv/other"],
    ["rm -rf ..", "rm -rf ../work/a"],
    ["cd /srv && rm -r *", "cd /srv/guards && rm -r *"],
    ["rm -rf ~", "rm -rf ~/x"],
    ["rm --recursive $HOME", "rm --recursive $HOME/x"],
    ["sudo rm -rf /srv", "sudo rm -rf /srv/x"],
    ["bash -c 'rm -rf /srv'", "bash -c 'rm -rf /srv/x'"],
    ["find .. -name 'trust*' -delete", "find .. -name 'trust*'"],
    ["find /srv -exec rm {} +", "find /srv -exec grep x {} +"],
    ["find -L /srv -fprint /tmp/x", "find -L /srv/other -fprint /tmp/x"],
    ["mv /srv /tmp/x", "mv /tmp/x /srv"],
    ["chmod -R 777 /srv", "chmod 755 /srv"],
    ["rsync -a --delete a/ /srv/", "rsync -a a/ /srv/"],
    ["cd /srv && git clean -fdx", "cd /work && git clean -fdx"],
    ["X=/srv/guard/a sh b", "X=/srv/guards/a sh b"],
    ["echo ok\nrm -rf /srv\n)", "echo ok\nrm -rf /srv/x\n)"],
    ["cd a;cd b;cd c;cd d;cd e;cd f;cd g;cd h", "cd a;cd b;cd c"],
  ];
  for (const [refused, near] of pairs) {
    assert(touches("run_command", { arguments: { command: refused } }), refused);
    assertEquals(touches("run_command", { arguments: { command: near } }), false, near);
  }
  assert(touches("exec", { arguments: { program: "rm", args: ["-rf", "/srv"] } }));
  assertEquals(touches("exec", { arguments: { program: "rm", args: ["-rf", "/srv/x"] } }), false);
});

Deno.test("touchesProtected() sees tools that take a whole tree away", () => {
  assert(touches("delete_directory", { arguments: { path: "/srv" } }));
  assert(touches("fs/moveFile", { arguments: { source: "..", destination: "/tmp/x" } }));
  assert(touches("remove", { arguments: { paths: ["/tmp/a", "/home/u"] } }));
  assert(touches("wipe", { arguments: { path: "/" } }));
  assertEquals(touches("delete_directory", { arguments: { path: "/srv/other" } }), false);
  assertEquals(touches("list_directory", { arguments: { path: "/srv" } }), false);
  assertEquals(touches("delete_observations", { arguments: { observations: ["A / B, or /srv"] } }), false);
});

Deno.test("touchesProtected() sees what a patch changes, and a name in a folder of its own", () => {
  const patch = (path: string) => ({ arguments: { patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n+x\n` } });
  assertEquals(touches("apply_patch", patch("/home/ann/.sallyport/policy.jsonc")), true);
  assertEquals(touches("apply_patch", patch("docs/sallyport.md")), false);
  const named = (directory: string, filename: string) => ({ arguments: { directory, filename, content: "x" } });
  assertEquals(touches("write_file", named("/home/ann/.cursor", "mcp.json")), true);
  assertEquals(touches("write_file", named("/home/ann/project", "main.json")), false);
});

Deno.test("touchesProtected() lets wildcards pass that name nothing of what is protected", () => {
  for (const pattern of ["*.json", "**/*.yaml", "**/.*", "locales/*.json", "**/*config*"]) {
    assertEquals(touches("glob", { arguments: { pattern } }), false, pattern);
  }
  for (const pattern of ["~/.cursor/*.json", ".mcp.js?n", "sallyp*.jsonc", "~/.sally*/x"]) {
    assertEquals(touches("glob", { arguments: { pattern } }), true, pattern);
  }
});

Deno.test("touchesProtected() refuses wildcards that may be a protected file to what changes files", () => {
  assertEquals(touches("delete_files", { arguments: { pattern: "*.jsonc" } }), true);
  assertEquals(touches("find_and_delete", { arguments: { pattern: "*.jsonc" } }), true);
  assertEquals(touches("write_file", { arguments: { path: "notes.txt" } }), false);
});
