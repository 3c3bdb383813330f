import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { isExactVersion, serverSource } from "./server_source.ts";

function refused(...words: string[]): string {
  const reading = serverSource(words);
  assert(!reading.ok, `${words.join(" ")} was taken`);
  return reading.why;
}

function taken(...words: string[]) {
  const reading = serverSource(words);
  assert(reading.ok, reading.ok ? "" : `${words.join(" ")}: ${reading.why}`);
  return reading;
}

const FILES = { kind: "npm", name: "@acme/files", version: "1.2.3", bin: undefined } as const;

Deno.test("serverSource() refuses what cannot run under Deno, each with its reason", () => {
  for (const program of ["uvx", "uv", "python3", "/usr/bin/python", "pipx"]) {
    assertEquals(refused(program, "server"), "a Python program cannot run under Deno");
  }
  assertStringIncludes(refused("docker", "run", "x"), "a container cannot run under Deno");
  for (const shell of ["sh", "/bin/bash", "zsh", "cmd.exe", "pwsh"]) {
    assertStringIncludes(refused(shell, "-c", "npx x@1.0.0"), "a shell starts what it likes");
  }
  assertStringIncludes(refused("env", "A=b", "npx", "x@1.0.0"), "name the program itself");
  assertStringIncludes(refused("my-server"), '"my-server" is no program that Deno can take the place of');
  assertStringIncludes(refused(""), "is no program");
  assertStringIncludes(refused("a\u001b[2J"), '"a?[2J"');
});

Deno.test("serverSource() refuses browsers, and takes what is only named like one", () => {
  for (const name of ["@playwright/mcp", "playwright", "@acme/server-puppeteer", "playwright-mcp"]) {
    assertStringIncludes(refused("npx", "-y", `${name}@1.0.0`), "starts a browser");
  }
  taken("npx", "-y", "playwrights-of-rome@1.0.0");
});

Deno.test("serverSource() reads npx, and refuses flags it does not know before the package", () => {
  assertEquals(taken("npx", "-y", "@acme/files@1.2.3", "/a", "-y", "--package=x"), {
    ok: true,
    source: FILES,
    args: ["/a", "-y", "--package=x"],
  });
  assertEquals(taken("C:\\node\\npx.cmd", "--yes", "--", "@acme/files@1.2.3").source, FILES);
  for (const flag of ["-p", "--package=@acme/files", "-c", "--call=sh", "--registry=http://x", "--node-options=-r"]) {
    assertStringIncludes(refused("npx", "-y", flag, "@acme/files@1.2.3"), "has no counterpart under Deno");
  }
  assertStringIncludes(refused("npx"), "npx names no package");
  assertStringIncludes(refused("npx", "-y", "--", "-x"), 'the flag "-x"');
});

Deno.test("serverSource() reads npm exec as npm does, and bunx", () => {
  assertEquals(taken("npm", "exec", "-y", "--", "@acme/files@1.2.3", "--root", "/a").args, ["--root", "/a"]);
  assertEquals(taken("npm", "x", "@acme/files@1.2.3", "/a").source, FILES);
  assertStringIncludes(refused("npm", "exec", "@acme/files@1.2.3", "--root", "/a"), 'put -- behind "npm exec"');
  assertStringIncludes(refused("npm", "run", "start"), 'only "npm exec PACKAGE"');
  assertEquals(taken("bunx", "--bun", "@acme/files@1.2.3").source, FILES);
  assertEquals(taken("bun", "x", "@acme/files@1.2.3").source, FILES);
  assertStringIncludes(refused("bun", "run", "a.ts"), 'only "bun x PACKAGE"');
});

Deno.test("serverSource() wants one version, none, or latest", () => {
  for (const version of ["^1.2.3", "1", "1.2", "~1.0.0", "next", ">=1.0.0", "1.x", "", "*", "1.2.3 || 2.0.0"]) {
    assertStringIncludes(refused("npx", `@acme/files@${version}`), "is no exact version");
  }
  for (const spec of ["@acme/files", "@acme/files@latest"]) {
    assertEquals(taken("npx", spec).source, { ...FILES, version: undefined });
  }
  assertEquals(taken("npx", "files@1.2.3-beta.1+5").source, { ...FILES, name: "files", version: "1.2.3-beta.1+5" });
});

Deno.test("serverSource() takes names of the registry, and no address, folder or archive", () => {
  const strange = [
    "./files",
    "../x",
    "/abs",
    "github:a/b",
    "git+https://x/y",
    "https://x/y.tgz",
    "@acme",
    "a b",
    "A",
    "..",
  ];
  for (const spec of [...strange, "@../x", "@a/..", "a@1.0.0/../b", "npm:a", "a/b"]) {
    assert(refused("npx", spec) !== "", spec);
  }
});

Deno.test("serverSource() reads files of node, without flags and with their ending", () => {
  assertEquals(taken("node", "dist/server.js", "--inspect"), {
    ok: true,
    source: { kind: "file", path: "dist/server.js" },
    args: ["--inspect"],
  });
  for (const flag of ["-e", "--require=x", "-", "--inspect", "--experimental-strip-types"]) {
    assertStringIncludes(refused("node", flag, "server.js"), "has no counterpart");
  }
  for (const path of ["server", "dist", "", "a\0.js"]) assertStringIncludes(refused("node", path), "with its ending");
  // What is an address to Deno is a file to node, and stays one.
  assertEquals(taken("node", "https:/x/a.js").source, { kind: "file", path: "https:/x/a.js" });
});

Deno.test("serverSource() reads deno run, drops what it permits and refuses what would let the folder have a say", () => {
  const permissions = [
    "-A",
    "--allow-all",
    "--allow-read",
    "--allow-net=x",
    "-R",
    "-N=x",
    "--allow-ffi",
    "--no-prompt",
  ];
  assertEquals(taken("deno", "run", ...permissions, "npm:@acme/files@1.2.3", "-A"), {
    ok: true,
    source: FILES,
    args: ["-A"],
  });
  assertEquals(taken("deno", "run", "npm:/@acme/files@1.2.3/serve").source, { ...FILES, bin: "serve" });
  for (
    const flag of [
      ...["--config=x", "-c", "-P", "-P=all", "--import-map=x", "--node-modules-dir", "--allow-scripts", "--preload=x"],
      ...["--lock=x", "--env-file", "--unsafely-ignore-certificate-errors", "--inspect", "--reload", "-r", "--watch"],
      ...["--deny-read=x", "--v8-flags=x", "--cert=x", "--location=https://x", "--allow-readx"],
    ]
  ) assertStringIncludes(refused("deno", "run", flag, "npm:@acme/files@1.2.3"), "has no counterpart", flag);
  for (const target of ["https://x/a.ts", "jsr:@a/b", "data:text/javascript,1", "file:///a.ts", "http:a.ts"]) {
    assertStringIncludes(refused("deno", "run", target), "remote modules are not run");
  }
  assertEquals(taken("deno", "run", "-A", "server.ts").source, { kind: "file", path: "server.ts" });
  assertEquals(taken("deno", "run", "C:\\srv\\a.ts").source, { kind: "file", path: "C:\\srv\\a.ts" });
  assertStringIncludes(refused("deno", "task", "x"), 'only "deno run"');
  assertStringIncludes(refused("deno", "server.ts"), 'only "deno run"');
  assertEquals(taken("npm:@acme/files@1.2.3", "/a").source, FILES);
});

Deno.test("isExactVersion() takes one version", () => {
  for (const version of ["1.2.3", "0.0.1-rc.1", "2026.8.31"]) assert(isExactVersion(version));
  for (const version of ["1.2", "v1.2.3", "1.2.3 ", "^1.2.3", "registry.json", "../1.2.3"]) {
    assert(!isExactVersion(version));
  }
});

Deno.test("serverSource() never throws, and the arguments are the tail of the words", () => {
  const word = fc.oneof(
    fc.constantFrom("npx", "npm", "exec", "deno", "run", "node", "-y", "--", "-A", "a@1.0.0", "npm:a@1.0.0", "a.js"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 8 }), (words) => {
    const reading = serverSource(words);
    if (!reading.ok) return assert(reading.why !== "");
    assertEquals(reading.args, words.slice(words.length - reading.args.length));
    assert(reading.args.length < words.length);
  }));
});
