import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findInForce } from "./in_force.ts";
import { sandboxServer } from "./sandbox_server.ts";
import { withCached } from "./testdata/cached_package.ts";
import { fakeEdge, type FakeWorld, policy } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const FOLDERS = ["/home/ann/docs", "/home/ann/project", "/root", "/tmp", "/run", HOME];

interface Case {
  readonly sandbox: object;
  readonly command?: readonly string[];
  readonly isAsked?: boolean;
  readonly world?: FakeWorld;
}

async function decide({ sandbox, command = ["uvx", "server"], isAsked = false, world = {} }: Case) {
  const files = { "/usr/bin/bwrap": "", "/usr/bin/uvx": "", [`${HOME}/sallyport.jsonc`]: policy({ sandbox }) };
  const { edge } = fakeEdge({
    ...world,
    files: { ...files, ...world.files },
    folders: [...FOLDERS, ...world.folders ?? []],
  });
  const project = "/home/ann/project";
  const where = { home: HOME, userHome: "/home/ann", project, config: undefined, server: "s", command };
  const { inForce } = await findInForce(edge, where);
  assert(inForce !== undefined);
  return sandboxServer(edge, { where, inForce, names: [], isAsked });
}

async function refusal(given: Case): Promise<string> {
  const decided = await decide(given);
  assert(decided.kind === "refused", decided.kind);
  return `${decided.isPolicy ? "policy" : "place"}: ${decided.why}`;
}

Deno.test("wallServer() refuses what a policy cannot mean, also where it may fall back", async () => {
  const write = async (path: string, world?: FakeWorld) =>
    await refusal({ sandbox: { bwrap: { write: [path] }, fallback: "run" }, world: world ?? {} });
  for (const path of ["/", "/home", "/home/ann", "${HOME}"]) {
    assertStringIncludes(await write(path), "policy: sandbox.bwrap.write: ", path);
  }
  assertStringIncludes(await write("/gone"), "is not there");
  assertStringIncludes(await write("docs"), "is no absolute path");
  assertStringIncludes(await write("/home/ann/docs/../project"), "has a step up");
  assertStringIncludes(await write(`${HOME}/audit`, { folders: [`${HOME}/audit`] }), "lies in the Sallyport home");
  const links = { "/home/ann/project/out": "/home/ann/docs" };
  assertStringIncludes(await write("/home/ann/project/out", { links }), "leads out of the project");
  assertStringIncludes(await refusal({ sandbox: { bwrap: { read: ["${NOPE}"] } } }), "is not a variable");
});

Deno.test("wallServer() refuses a wall in which the server could move a folder around a policy", async () => {
  const body = { sandbox: { bwrap: { write: ["/srv/w"] } }, extends: ["/srv/w/cfg/team.jsonc"], fallback: "run" };
  const files = { "/srv/w/cfg/team.jsonc": policy({}), "/srv/w/team.jsonc": policy({}) };
  const world = { files: { ...files, [`${HOME}/sallyport.jsonc`]: policy({ ...body, fallback: undefined }) } };
  assertStringIncludes(
    await refusal({ sandbox: {}, world }),
    'policy: "/srv/w/cfg/team.jsonc", which is Sallyport\'s, lies deeper',
  );
  // By way of a link it is the same file.
  const linked = policy({ ...body, extends: ["/srv/link/cfg/team.jsonc"], fallback: undefined });
  const links = { "/srv/link": "/srv/w" };
  const byLink = { ...files, "/srv/link/cfg/team.jsonc": policy({}), [`${HOME}/sallyport.jsonc`]: linked };
  assertStringIncludes(await refusal({ sandbox: {}, world: { links, files: byLink } }), "lies deeper");
  const right = {
    ...files,
    [`${HOME}/sallyport.jsonc`]: policy({ ...body, extends: ["/srv/w/team.jsonc"], fallback: undefined }),
  };
  const walled = await decide({ sandbox: {}, world: { files: right } });
  assert(walled.kind === "wall" && walled.args.join(" ").includes("--ro-bind /srv/w/team.jsonc /srv/w/team.jsonc"));
});

Deno.test("wallServer() lets no server write the program that guards it", async () => {
  const main = "/opt/sallyport/main.ts";
  const files = { [main]: "", "/opt/sallyport/src/cli/run.ts": "", "/opt/sallyport/data/a.txt": "" };
  const own = await decide({ sandbox: { bwrap: { write: ["/opt/sallyport"] } }, world: { files } });
  assert(own.kind === "wall" && own.args.join(" ").includes(`--ro-bind ${main} ${main}`));
  assert(own.args.join(" ").includes("--ro-bind /opt/sallyport/src /opt/sallyport/src"));
  const around = await refusal({ sandbox: { bwrap: { write: ["/opt"] }, fallback: "run" }, world: { files } });
  assertStringIncludes(around, "lies deeper in a folder that may be written");
  const inside = await refusal({ sandbox: { bwrap: { write: ["/opt/sallyport/src/cli"] } }, world: { files } });
  assertStringIncludes(inside, "is Sallyport's own");
  const beside = await decide({ sandbox: { bwrap: { write: ["/opt/sallyport/data"] } }, world: { files } });
  assertEquals(beside.kind, "wall");
});

Deno.test("wallServer() refuses where there is no bwrap, and where the program would be out of sight", async () => {
  const none = { files: { "/usr/bin/bwrap": undefined }, hidden: [] };
  assertEquals((await decide({ sandbox: { bwrap: {} }, world: none })).kind, "wall", "a file that is there is one");
  assertStringIncludes(
    await refusal({ sandbox: { bwrap: {} }, world: { platform: "windows" } }),
    "there is no such wall on Windows",
  );
  const own = { files: { "/home/ann/.local/bin/uvx": "" }, env: { PATH: "/home/ann/.local/bin" } };
  assertStringIncludes(await refusal({ sandbox: { bwrap: {} }, world: own }), "lies in what the wall hides");
  const seen = await decide({ sandbox: { bwrap: { read: ["/home/ann/.local"] } }, world: own });
  assertEquals(seen.kind, "wall");
  const fallback = await decide({ sandbox: { bwrap: {}, fallback: "run" }, world: own });
  assertEquals(fallback.kind, "fallback");
});

Deno.test("wallServer() hides the homes, shows what is named, and covers what is Sallyport's", async () => {
  const walled = await decide({ sandbox: { bwrap: { read: ["/home/ann/docs"], write: ["${PROJECT_DIR}"] } } });
  assert(walled.kind === "wall");
  const text = walled.args.join(" ");
  assertStringIncludes(text, "--tmpfs /home --tmpfs /root --tmpfs /tmp --tmpfs /run ");
  assertStringIncludes(text, "--ro-bind /home/ann/docs /home/ann/docs --bind /home/ann/project /home/ann/project ");
  assertEquals(text.includes(HOME), false, "what cannot be seen needs no cover");
  assertEquals(walled.args.slice(-3), ["--", "uvx", "server"]);
  assertEquals(
    walled.text,
    'sees "/home/ann/docs"; writes "/home/ann/project"; no network; finds /home /root /tmp /run empty; the rest is read-only',
  );
  const wide = await decide({ sandbox: { bwrap: { read: ["/home/ann"] } } });
  assert(wide.kind === "wall" && wide.args.join(" ").includes(`--tmpfs ${HOME} `), "the home shows Sallyport's");
});

Deno.test("a wall takes the server that Deno cannot run, and never one that it can", async () => {
  const sandbox = { deno: { read: ["/home/ann/docs"] }, bwrap: {} };
  assertEquals((await decide({ sandbox })).kind, "wall");
  const npm = ["npx", "-y", "@acme/files@1.2.3"];
  assertEquals((await decide({ sandbox, command: npm, world: withCached("@acme/files", "1.2.3") })).kind, "on");
  assertEquals((await decide({ sandbox: { bwrap: {} }, isAsked: true })).kind, "wall");
  // A set that is faulty falls back on nothing.
  assertStringIncludes(await refusal({ sandbox: { deno: { read: ["/a,b"] }, bwrap: {} } }), "has a comma");
});
