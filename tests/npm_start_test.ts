/**
 * What the bin of the npm package decides before Deno runs: which binary, which environment, which permissions.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import path from "node:path";
import {
  CLOSED_FLAGS,
  DENO_VERSION,
  denoArguments,
  denoEnvironment,
  findDeno,
  LAZY,
  permissionsFor,
  SMALL_HEAP,
} from "../npm/start.js";
import { wrapWords } from "../src/clients/wrapping.ts";
import { readSource } from "./support/source_tree.ts";

type World = Parameters<typeof findDeno>[0];

const ROOT = "/opt/n/node_modules/@sallyport/sallyport";
const MANIFEST = JSON.stringify({ version: DENO_VERSION });

/** A machine with these files; folders come by themselves. */
function world(files: Readonly<Record<string, string>>, more: Partial<World> = {}): World {
  return {
    platform: "linux",
    arch: "x64",
    cwd: "/home/ann/project",
    env: { HOME: "/home/ann", PATH: "/usr/bin" },
    path: path.posix,
    realPath: (at) => at,
    readText: (at) => files[at],
    kindOf: (at) => {
      if (files[at] !== undefined) return "file";
      return Object.keys(files).some((file) => file.startsWith(`${at}/`)) ? "folder" : undefined;
    },
    ...more,
  };
}

const DENO = { "/opt/n/node_modules/deno/package.json": MANIFEST, "/opt/n/node_modules/deno/deno": "" };

Deno.test("findDeno() takes the Deno beside the package, in the exact version, and no other", () => {
  assertEquals(findDeno(world(DENO), ROOT), { ok: true, path: "/opt/n/node_modules/deno/deno" });
  const own = { [`${ROOT}/node_modules/deno/package.json`]: MANIFEST, [`${ROOT}/node_modules/deno/deno`]: "" };
  assertEquals(findDeno(world({ ...DENO, ...own }), ROOT), { ok: true, path: `${ROOT}/node_modules/deno/deno` });
  for (const version of ["2.9.5", "2.9.6-evil", undefined]) {
    const manifest = JSON.stringify({ version });
    assertEquals(findDeno(world({ ...DENO, "/opt/n/node_modules/deno/package.json": manifest }), ROOT).ok, false);
  }
  assertEquals(findDeno(world({ ...DENO, "/opt/n/node_modules/deno/package.json": "{" }), ROOT).ok, false);
});

Deno.test("findDeno() does not look into the working folder, NODE_PATH or PATH", () => {
  const there = {
    "/home/ann/project/node_modules/deno/package.json": MANIFEST,
    "/home/ann/project/node_modules/deno/deno": "",
    "/usr/bin/deno": "",
  };
  const env = { NODE_PATH: "/home/ann/project/node_modules", PATH: "/usr/bin" };
  assertEquals(findDeno(world(there, { env }), ROOT).ok, false);
});

Deno.test("findDeno() takes the package for this machine where install scripts were not run", () => {
  const apart = "/opt/n/node_modules/@deno/linux-x64-glibc";
  const files = { "/opt/n/node_modules/deno/package.json": MANIFEST, [`${apart}/package.json`]: MANIFEST };
  assertEquals(findDeno(world({ ...files, [`${apart}/deno`]: "" }), ROOT), { ok: true, path: `${apart}/deno` });
  assertEquals(findDeno(world(files), ROOT).ok, false);
  const other = { ...files, [`${apart}/package.json`]: '{"version":"2.0.0"}', [`${apart}/deno`]: "" };
  assertEquals(findDeno(world(other), ROOT).ok, false);
});

Deno.test("denoEnvironment() leaves out what would change Deno, and nothing else", () => {
  const env = {
    PATH: "/usr/bin",
    TOKEN: "x",
    DENO_DIR: "/d",
    DENO_PERMISSION_BROKER_PATH: "/s",
    DENO_V8_FLAGS: "--x",
    deno_conditions: "x",
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://x",
    NODE_OPTIONS: "--require /evil.js",
    NODE_PATH: "/evil",
    NODE_ENV: "production",
    MY_DENO_X: "1",
  };
  assertEquals(denoEnvironment(env), {
    PATH: "/usr/bin",
    TOKEN: "x",
    DENO_DIR: "/d",
    NODE_ENV: "production",
    MY_DENO_X: "1",
    DENO_NO_PROMPT: "1",
    DENO_NO_UPDATE_CHECK: "1",
  });
});

function flagsOf(words: readonly string[], given: World = world({})): string[] {
  const made = denoArguments(given, { main: "/m/lib/main.js", deno: "/d/deno", words });
  assert(made.ok, JSON.stringify(made));
  const main = made.args.indexOf("/m/lib/main.js");
  assertEquals(made.args.slice(0, CLOSED_FLAGS.length), CLOSED_FLAGS);
  return made.args.slice(CLOSED_FLAGS.length, main).filter((flag) => flag.startsWith("--allow"));
}

Deno.test("denoArguments() never permits everything, the network, the system or native code", () => {
  const commands = ["", "check", "init", "wrap", "audit", "learn", "sandbox", "doctor", "proxy", "nonsense", "-A"];
  for (const command of commands) {
    for (const tail of [[], ["--", "npx", "server"], ["--allow-all"], ["-A", "--", "x", "-A"]]) {
      const flags = flagsOf([command, ...tail].filter((word) => word !== ""));
      for (const flag of flags) {
        assert(/^--allow-(?:read|read=.+|write=.+|env=.+|run=.+)$/.test(flag), `${command} ${tail}: ${flag}`);
      }
    }
  }
});

Deno.test("denoArguments() names what a proxy needs and no more", () => {
  const files = { "/home/ann/project/.git/HEAD": "", "/data/x": "" };
  const words = ["-c", "p.jsonc", "--pass-env", "TOKEN", "--", "npx", "-y", "server", "/data", "--config", "/etc"];
  const flags = flagsOf(words, world(files));
  assertEquals(
    flags[0],
    "--allow-read=/home/ann/.sallyport,/etc/sallyport,/home/ann/project,/home/ann/project/.git,/home/ann/.cache/deno," +
      "/home/ann/project/p.jsonc,/data,/m/lib",
  );
  assertEquals(flags[1], "--allow-write=/home/ann/.sallyport");
  assert(flags[2]?.startsWith("--allow-env=HOME,SALLYPORT_HOME,") && flags[2].endsWith(",TOKEN"), flags[2]);
  assertEquals(flags[3], "--allow-run=npx,kill,/d/deno");
  assertEquals(flags.length, 4);
});

Deno.test("denoArguments() lets what is no proxy start nothing", () => {
  for (const words of [["check", "--input", "{}"], ["wrap", "x"], ["audit", "show"], ["doctor", "--", "npx"], []]) {
    const flags = flagsOf(words);
    assertEquals(flags.filter((flag) => flag.startsWith("--allow-run") && words.length > 0), [], words.join(" "));
  }
});

Deno.test("denoArguments() takes permissions of a person in front alone, each with a value", () => {
  const flags = flagsOf(["--allow-net=127.0.0.1:4318", "--allow-read=/x", "audit", "export"]);
  assert(flags.includes("--allow-net=127.0.0.1:4318"));
  assertEquals(flagsOf(["--allow-net", "audit", "export"]).filter((flag) => flag.includes("net")), []);
  assertEquals(flagsOf(["audit", "export", "--allow-net=x:1"]).filter((flag) => flag.includes("net")), []);
  assertEquals(flagsOf(["--", "npx", "--allow-net=x:1"]).filter((flag) => flag.includes("net")), []);
  assertEquals(flagsOf(["--allow-all=1", "check"]).filter((flag) => flag.includes("all=1")), []);
});

Deno.test("denoArguments() refuses a path that Deno would take for two", () => {
  const start = { main: "/m/lib/main.js", deno: "/d/deno", words: ["--", "npx"] };
  assertEquals(denoArguments(world({}, { cwd: "/home/ann/a,/etc" }), start).ok, false);
  assertEquals(denoArguments(world({}, { cwd: "/home/ann/a" }), start).ok, true);
  assertEquals(denoArguments(world({}), { ...start, words: ["--", "a,b"] }).ok, false);
});

Deno.test("permissionsFor() takes neither the root nor the home, nor what is above it, for a project", () => {
  for (const cwd of ["/", "/home", "/home/ann"]) {
    const { read } = permissionsFor(world({}, { cwd }), ["--", "npx"], "/d/deno");
    assert(read !== "all" && !read.includes(cwd), cwd);
  }
  const below = permissionsFor(world({ "/home/ann/.git/HEAD": "" }), ["--", "npx"], "/d/deno").read;
  assert(below !== "all" && below.includes("/home/ann/project") && !below.includes("/home/ann"));
  const none = permissionsFor(world({}), ["--no-project", "--", "npx"], "/d/deno").read;
  assert(none !== "all" && !none.includes("/home/ann/project"));
});

Deno.test("a wrapped entry closes Deno as the bin does, and the package depends on the Deno that it looks for", async () => {
  const permissions = { read: [], write: [], env: [], run: [], net: [] };
  const request = { name: "n", client: "c", words: ["x"], variables: [], permissions };
  const made = wrapWords(request, { kind: "packed", deno: "/d", main: "/m.js" });
  assertEquals(made.slice(1, 3 + CLOSED_FLAGS.length), [...CLOSED_FLAGS, SMALL_HEAP, LAZY]);
  const manifest = JSON.parse(await readSource("npm/package.json"));
  assertEquals(manifest.dependencies, { deno: DENO_VERSION });
  assertEquals(manifest.name, JSON.parse(await readSource("deno.json")).name);
});
