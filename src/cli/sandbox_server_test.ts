import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findInForce } from "./in_force.ts";
import { sandboxServer } from "./sandbox_server.ts";
import { sandboxedNames } from "./wanted_sandbox.ts";
import type { ServerSandbox } from "./server_sandbox.ts";
import { withCached } from "./testdata/cached_package.ts";
import { fakeEdge, type FakeWorld, policy, runIn } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const GLOBAL = `${HOME}/sallyport.jsonc`;
const PROJECT = "/home/ann/project/sallyport.jsonc";
const FILES = ["npx", "-y", "@acme/files@1.2.3"];

interface Given {
  readonly words?: readonly string[];
  readonly sandbox?: object;
  readonly world?: FakeWorld;
  readonly names?: readonly string[];
  readonly isAsked?: boolean;
}

async function decide(given: Given = {}): Promise<ServerSandbox> {
  const { words = FILES, sandbox, world = {}, names = ["HOME", "PATH"], isAsked = true } = given;
  const own = sandbox === undefined ? {} : { [GLOBAL]: policy({ sandbox }) };
  const { edge } = fakeEdge(withCached("@acme/files", "1.2.3", { ...world, files: { ...own, ...world.files } }));
  const where = {
    home: HOME,
    userHome: "/home/ann",
    project: "/home/ann/project",
    config: undefined,
    server: "files",
    command: words,
  };
  const { inForce, problems } = await findInForce(edge, where);
  assert(inForce !== undefined, JSON.stringify(problems));
  return sandboxServer(edge, { where, inForce, names, isAsked });
}

async function refused(given: Given): Promise<string> {
  const made = await decide(given);
  assert(made.kind === "refused", JSON.stringify(made));
  assert(made.hint !== "");
  return `${made.isPolicy ? "policy: " : ""}${made.why}`;
}

async function on(given: Given) {
  const made = await decide(given);
  assert(made.kind === "on", JSON.stringify(made));
  return made;
}

Deno.test("sandboxServer() refuses a permission set that cannot be kept, whatever the fallback", async () => {
  for (const fallback of ["refuse", "run"]) {
    assertStringIncludes(
      await refused({ sandbox: { deno: { read: ["/a,b"] }, fallback } }),
      "policy: sandbox.deno.read",
    );
    assertStringIncludes(
      await refused({ sandbox: { deno: { perCall: true, run: ["sh"] }, fallback } }),
      "policy: sandbox.deno.run cannot be given with perCall",
    );
    assertStringIncludes(await refused({ sandbox: { deno: { read: ["${env:NO}"] }, fallback } }), "has no value");
  }
});

const PER_CALL = {
  deno: { perCall: true, read: ["/home/ann/project"], env: ["TOKEN", "OTHER"], startup: { read: ["/data"] } },
};

Deno.test("sandboxServer() tells the broker what a set with rights per call holds, and permits Deno itself nothing", async () => {
  const { args, broker, text } = await on({ sandbox: PER_CALL, names: ["HOME", "PATH", "TOKEN"] });
  assert(broker !== undefined);
  assertEquals(args.filter((arg) => arg.startsWith("--allow-")), []);
  assertEquals(broker.rights.set.read, ["/home/ann/project", "/data"]);
  assertEquals(broker.rights.startup.read, ["/data"]);
  assertEquals(broker.rights.variables, ["TOKEN"]);
  assertEquals([broker.rights.closed.unread.includes(HOME), broker.rights.closed.unwritten.includes(GLOBAL)], [
    true,
    true,
  ]);
  assertEquals(broker.sockets.length, 16);
  assertStringIncludes(text, "each only for a call that names it; at any time: read /data");
  const [first = ""] = broker.sockets;
  const world = { missing: broker.sockets.slice(1).map((path) => `net unix:${path}`) };
  assertEquals((await on({ sandbox: PER_CALL, world })).broker?.sockets, [first]);
});

Deno.test("sandboxServer() refuses rights per call where nothing can be listened on", async () => {
  const { broker } = await on({ sandbox: PER_CALL });
  const missing = (broker?.sockets ?? []).map((path) => `net unix:${path}`);
  assertStringIncludes(await refused({ sandbox: PER_CALL, world: { missing } }), "may not listen on a socket");
});

Deno.test("sandboxedNames() passes only variables of the set beside a broker", async () => {
  const names = ["HOME", "PATH", "TOKEN"];
  assertEquals(sandboxedNames(names, await on({ sandbox: PER_CALL, names })), ["TOKEN"]);
  assertEquals(sandboxedNames(names, await on({ names })), names);
  assertEquals(sandboxedNames(names, { kind: "off" }), names);
});

Deno.test("sandboxServer() refuses what cannot run under Deno, or falls back where the person's policy says so", async () => {
  assertEquals(await refused({ words: ["uvx", "x"] }), "a Python program cannot run under Deno");
  assertEquals(
    await refused({ words: ["uvx", "x"], sandbox: { fallback: "refuse" } }),
    "a Python program cannot run under Deno",
  );
  assertEquals(
    await refused({ words: ["npx", "-y", "@acme/files@9.9.9"] }),
    "@acme/files@9.9.9 is not in Deno's cache",
  );
  assertEquals(await decide({ words: ["uvx", "x"], sandbox: { fallback: "run" } }), {
    kind: "fallback",
    why: "a Python program cannot run under Deno",
  });
  assertEquals((await decide({ sandbox: { fallback: "run" } })).kind, "on", "one that can be sandboxed is");
  const compiled = { program: { kind: "compiled", path: "/usr/bin/sallyport" } } as const;
  assertEquals(await refused({ world: compiled }), "there is no deno in PATH");
});

Deno.test("sandboxServer() is off unless the flag or a set asks for it", async () => {
  assertEquals(await decide({ isAsked: false }), { kind: "off" });
  assertEquals(await decide({ isAsked: false, sandbox: { fallback: "run" } }), { kind: "off" });
  assertEquals((await decide({ isAsked: false, sandbox: { deno: {} } })).kind, "on");
});

Deno.test("a project's sandbox counts only when trusted, only where the person has none, and never undoes a flag", async () => {
  const theirs = { sandbox: { deno: { write: ["/w"] }, fallback: "run" } };
  const files = { [PROJECT]: policy(theirs) };
  assertEquals((await on({ world: { files } })).set.write, []);
  assertEquals(await decide({ isAsked: false, world: { files } }), { kind: "off" });
  const trusted = {
    files: Object.fromEntries((await runIn(["trust"], { files, terminal: true, answer: "trust" })).files),
  };
  assertEquals((await on({ isAsked: false, world: trusted })).set.write, ["/w"]);
  assertEquals((await on({ world: trusted, sandbox: { deno: { read: ["/r"] } } })).set.write, []);
  const python = { words: ["uvx", "x"], world: trusted };
  assertEquals((await decide({ ...python, isAsked: false })).kind, "fallback");
  assertEquals(await refused(python), "a Python program cannot run under Deno", "the person asked for a sandbox");
});

Deno.test("without a set, the folders that the command names may be read, and nothing else", async () => {
  const world = {
    folders: ["/data", "/home/ann/project/docs", "/home/ann/project/plain"],
    files: { "/data/f.txt": "" },
  };
  const words = [...FILES, "/data", "/data/f.txt", "/nothing", "./docs", ".", "plain", "--root=/data2", "-x"];
  const made = await on({ words, world });
  assertEquals(made.set.read, ["/data", "/home/ann/project/docs", "/home/ann/project"]);
  assertEquals({ ...made.set, read: [] }, { read: [], write: [], net: [], env: [], run: [], sys: [], ffi: [] });
  assertEquals(made.args.slice(-words.length + FILES.length - 1), ["npm:@acme/files@1.2.3", ...words.slice(3)]);
});

Deno.test("without a set, a folder that is too wide or leads elsewhere is refused", async () => {
  const folders = ["/home", "/home/ann/.sallyport", "/a,b", "/home/ann/.ssh"];
  for (const folder of ["/", "/home", "/home/ann", "/home/ann/.sallyport"]) {
    assertStringIncludes(
      await refused({ words: [...FILES, folder], world: { folders } }),
      "is the root, the home, or above",
    );
  }
  assertStringIncludes(await refused({ words: [...FILES, "/a,b"], world: { folders } }), "has a comma");
  const links = { "/home/ann/project/docs": "/home/ann/.ssh", "/srv": "/home/ann" };
  assertStringIncludes(
    await refused({ words: [...FILES, "./docs"], world: { folders, links } }),
    "leads out of the working folder",
  );
  assertStringIncludes(
    await refused({ words: [...FILES, "/srv"], world: { folders, links } }),
    "is the root, the home",
  );
  assertEquals((await on({ words: [...FILES, "docs"], world: { folders, links } })).set.read, [], "a word is no path");
});

Deno.test("a folder of the policy that the project made a link to elsewhere is refused", async () => {
  const sandbox = { deno: { read: ["${PROJECT_DIR}/docs"] } };
  const world = { folders: ["/home/ann/.ssh", "/home/ann/project/real"] };
  const away = { ...world, links: { "/home/ann/project/docs": "/home/ann/.ssh" } };
  assertStringIncludes(await refused({ sandbox, world: away }), "leads out of the project");
  const inside = { ...world, links: { "/home/ann/project/docs": "/home/ann/project/real" } };
  assertEquals((await on({ sandbox, world: inside })).set.read, ["/home/ann/project/docs"]);
  assertEquals((await on({ sandbox })).set.read, ["/home/ann/project/docs"], "one that is not there yet is no link");
});

Deno.test("Sallyport's home, the cache, the policies and links that lead out stay closed", async () => {
  const links = { "/home/ann/project/key": "/home/ann/.ssh/id", "/home/ann/project/in": "/home/ann/project/a" };
  const world = { links, files: { "/home/ann/.ssh/id": "", "/home/ann/project/a": "" } };
  const made = await on({ sandbox: { deno: { read: ["${HOME}/project"], write: ["${HOME}/project"] } }, world });
  assert(made.args.includes(`--deny-read=${HOME},/home/ann/project/key`), made.args.join(" "));
  const denied = `--deny-write=${HOME},/home/ann/project/key,/home/ann/.cache/deno,${GLOBAL}`;
  assert(made.args.includes(denied), made.args.join(" "));
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`/home/ann/project/l${at}`, "/etc"]));
  assertStringIncludes(
    await refused({ sandbox: { deno: { read: ["${PROJECT_DIR}"] } }, world: { links: many } }),
    "too many links",
  );
  const comma = { links: { "/home/ann/project/a,b": "/etc" } };
  assertStringIncludes(await refused({ sandbox: { deno: { read: ["${PROJECT_DIR}"] } }, world: comma }), "has a comma");
  const hidden = { folders: ["/srv"], hidden: ["/srv"] };
  assertStringIncludes(await refused({ sandbox: { deno: { read: ["/srv"] } }, world: hidden }), "cannot be searched");
});

Deno.test("what a server that may write could move from under its closed name is refused", async () => {
  const around = "could get around that";
  const sandbox = (write: readonly string[]) => ({ deno: { read: ["${PROJECT_DIR}"], write } });
  const linked = (path: string, text: string): FakeWorld => ({
    links: { [`/home/ann/project/${path}`]: text },
    files: { "/home/ann/.ssh/id": "", "/home/ann/project/x": "", "/home/ann/project/a/x": "" },
    folders: ["/home/ann/project/src"],
  });
  const out = linked("a/b/key", "/home/ann/.ssh/id");
  assertStringIncludes(await refused({ sandbox: sandbox(["${PROJECT_DIR}"]), world: out }), around);
  assertStringIncludes(
    await refused({ sandbox: sandbox(["${PROJECT_DIR}"]), world: linked("a/b/in", "../../x") }),
    around,
  );
  assertStringIncludes(await refused({ sandbox: sandbox(["/home"]) }), around, "the home could be moved");
  const two = ["${PROJECT_DIR}", "/srv"];
  assertStringIncludes(await refused({ sandbox: sandbox(two), world: linked("key", "/home/ann/.ssh/id") }), around);
  for (
    const given of [
      { sandbox: sandbox([]), world: out },
      { sandbox: sandbox(["${PROJECT_DIR}/src"]), world: out },
      { sandbox: sandbox(["${PROJECT_DIR}"]), world: linked("key", "/home/ann/.ssh/id") },
      { sandbox: sandbox(["${PROJECT_DIR}"]), world: linked("a/b/in", "../x") },
      { sandbox: sandbox(["${HOME}/.cache"]) },
    ]
  ) await on(given);
});

Deno.test("sandboxServer() lets no server write the program that guards it", async () => {
  const files = { "/opt/sallyport/main.ts": "", "/opt/sallyport/src/cli/run.ts": "", "/opt/sallyport/data/a.txt": "" };
  const write = (folder: string) => ({ sandbox: { deno: { write: [folder] } }, world: { files } });
  const { args } = await on(write("/opt/sallyport"));
  const denied = args.find((arg) => arg.startsWith("--deny-write="))?.split(/[=,]/) ?? [];
  for (const part of ["main.ts", "src", "deno.json"]) assert(denied.includes(`/opt/sallyport/${part}`), denied.join());
  assertStringIncludes(await refused(write("/opt")), "must stay closed");
  await on(write("/opt/sallyport/data"));
});

Deno.test("where two cases are one name, what must stay closed may not be in what is permitted", async () => {
  const sandbox = { deno: { read: ["${HOME}"] } };
  await on({ sandbox });
  assertStringIncludes(await refused({ sandbox, world: { platform: "windows" } }), "could get around that");
  await on({ sandbox: { deno: { read: ["/data"] } }, world: { platform: "windows", env: { LOCALAPPDATA: "" } } });
});

Deno.test("a folder that Sallyport may not look into is said with the flag that is missing", async () => {
  const { world } = { world: { missing: ["read /data"], folders: ["/data"] } };
  assertStringIncludes(
    await refused({ sandbox: { deno: { read: ["/data"] } }, world }),
    "Sallyport itself may not look into",
  );
});

Deno.test("variables that would change the server's Deno do not pass", async () => {
  const env = { DENO_PERMISSION_BROKER_PATH: "/tmp/b", DENO_DIR: "/c", LD_PRELOAD: "x", NODE_OPTIONS: "y" };
  for (const name of ["DENO_PERMISSION_BROKER_PATH", "LD_PRELOAD", "NODE_OPTIONS"]) {
    assertStringIncludes(await refused({ names: ["PATH", name], world: { env: { ...env, DENO_DIR: "" } } }), name);
  }
  const none = await on({ names: ["PATH", "DENO_V8_FLAGS", "NODE_ENV"] });
  assertEquals(none.environment, {
    DENO_DIR: "/home/ann/.cache/deno",
    DENO_NO_UPDATE_CHECK: "1",
    DENO_NO_PACKAGE_JSON: "1",
  });
  assertEquals(
    (await on({ names: ["DENO_DIR"], words: ["node", "/srv/a.js"], world: { env: { DENO_DIR: "/c" } } }))
      .environment["DENO_DIR"],
    "/c",
  );
});

Deno.test("a section of servers has a set for one server alone", async () => {
  const servers = {
    files: { sandbox: { deno: { net: ["a.com"] } } },
    other: { sandbox: { deno: { net: ["b.com"] } } },
  };
  const world = { files: { [GLOBAL]: policy({ sandbox: { deno: { net: ["c.com"] } }, servers }) } };
  assertEquals((await on({ isAsked: false, world })).set.net, ["a.com"]);
});
