/**
 * `install.sh` against a server of this machine: what it installs, and everything that it must refuse.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type CommandResult, runCommand } from "./support/guarded_session.ts";
import { namesIn } from "./support/hostile_folder.ts";
import { readSource, ROOT } from "./support/source_tree.ts";

const isHere = Deno.build.os !== "windows";
const SCRIPT = join(ROOT, "install.sh");
const TARGET = `sallyport-${Deno.build.arch}-${Deno.build.os === "darwin" ? "apple-darwin" : "unknown-linux-gnu"}`;
/** Stands for the compiled program: it says its version. */
const PROGRAM = '#!/bin/sh\n[ "$1" = --version ] && echo "sallyport 9.9.9"\n';

function sumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

interface Release {
  readonly sums?: string | undefined;
  readonly program?: string;
  /** Sends only so much of the program, although it says its length. */
  readonly cutAt?: number;
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly url: string;
}

/** Serves a release on this machine, with a folder to install into. */
async function withRelease(release: Release, use: (place: Place) => Promise<void>): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-install-" }));
  const program = release.program ?? PROGRAM;
  const sums = "sums" in release ? release.sums : `${sumOf(PROGRAM)}  ${TARGET}\n${"0".repeat(64)}  other\n`;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      const buffer = new Uint8Array(4096);
      const size = await connection.read(buffer) ?? 0;
      const path = new TextDecoder().decode(buffer.subarray(0, size)).split(" ")[1];
      const body = path === "/SHA256SUMS" ? sums : path === `/${TARGET}` ? program : undefined;
      const head = `HTTP/1.1 ${body === undefined ? "404 No" : "200 OK"}\r\nConnection: close\r\n`;
      const sent = path === `/${TARGET}` ? body?.slice(0, release.cutAt) : body;
      await connection.write(
        new TextEncoder().encode(`${head}Content-Length: ${body?.length ?? 0}\r\n\r\n${sent ?? ""}`),
      );
      connection.close();
    }
  })();
  try {
    const { port } = listener.addr as Deno.NetAddr;
    await use({ root, folder: join(root, "a folder", "bin"), url: `http://127.0.0.1:${port}` });
  } finally {
    listener.close();
    await serving;
    await Deno.remove(root, { recursive: true });
  }
}

function install(
  { folder, url }: Place,
  env: Readonly<Record<string, string>> = {},
  script = SCRIPT,
): Promise<CommandResult> {
  return runCommand(["sh", script], { env: { SALLYPORT_FOLDER: folder, SALLYPORT_BASE_URL: url, ...env } });
}

async function leftIn(folder: string): Promise<string[]> {
  return await namesIn(folder).catch(() => []);
}

function scriptTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `install.sh ${name}`, ignore: !isHere, fn });
}

scriptTest("puts the program into the folder, whole and startable, and replaces an older one", async () => {
  await withRelease({}, async (place) => {
    for (const _ of ["first", "again"]) {
      const ran = await install(place);
      assertEquals(ran.code, 0, ran.stderr);
      assertStringIncludes(ran.stderr, `installed sallyport 9.9.9 as ${place.folder}/sallyport`);
      assertEquals(await namesIn(place.folder), ["sallyport"]);
      const started = await runCommand([join(place.folder, "sallyport"), "--version"]);
      assertEquals(started.stdout, "sallyport 9.9.9\n");
      await Deno.writeTextFile(join(place.folder, "sallyport"), "old");
    }
  });
});

/** What is wrong with a release, and what it must say. */
const REFUSED: readonly { readonly name: string; readonly release: Release; readonly says: string }[] = [
  { name: "another checksum", release: { program: `${PROGRAM}# changed\n` }, says: "The checksum of" },
  { name: "a checksum for other files alone", release: { sums: `${sumOf(PROGRAM)}  other\n` }, says: "has no sum for" },
  { name: "no SHA256SUMS", release: { sums: undefined }, says: "Cannot fetch" },
  { name: "an empty SHA256SUMS", release: { sums: "" }, says: "is empty" },
  { name: "a short checksum", release: { sums: `abc  ${TARGET}\n` }, says: "has no sum for" },
  { name: "a checksum that is none", release: { sums: `${"g".repeat(64)}  ${TARGET}\n` }, says: "has no sum for" },
  {
    name: "two checksums for one file",
    release: { sums: `${sumOf(PROGRAM)}  ${TARGET}\n${sumOf("x")}  ${TARGET}\n` },
    says: "has no sum for",
  },
  { name: "a program cut short", release: { cutAt: 10 }, says: "Cannot fetch" },
  {
    name: "a program that does not start",
    release: { program: "#!/bin/sh\nexit 1\n", sums: `${sumOf("#!/bin/sh\nexit 1\n")}  ${TARGET}\n` },
    says: "does not start",
  },
];

for (const { name, release, says } of REFUSED) {
  scriptTest(`refuses ${name}, and leaves what was there`, async () => {
    await withRelease(release, async (place) => {
      await Deno.mkdir(place.folder, { recursive: true });
      await Deno.writeTextFile(join(place.folder, "sallyport"), "the one before");
      const ran = await install(place);
      assertEquals(ran.code, 2, ran.stderr);
      assertStringIncludes(ran.stderr, says);
      assertEquals(await namesIn(place.folder), ["sallyport"]);
      assertEquals(await Deno.readTextFile(join(place.folder, "sallyport")), "the one before");
    });
  });
}

scriptTest("takes no program from a folder in front of PATH, and warns of another sallyport there", async () => {
  await withRelease({ program: `${PROGRAM}# changed\n` }, async (place) => {
    const evil = join(place.root, "evil");
    await Deno.mkdir(evil);
    for (const name of ["curl", "wget", "sha256sum", "shasum", "openssl", "mktemp", "mv", "uname", "awk", "cut"]) {
      const text = `#!/bin/sh\ntouch '${place.root}/ran-${name}'\necho ${sumOf(PROGRAM)}\n`;
      await Deno.writeTextFile(join(evil, name), text, { mode: 0o755 });
    }
    const ran = await install(place, { PATH: `${evil}:${Deno.env.get("PATH") ?? ""}` });
    assertEquals(ran.code, 2, ran.stderr);
    assertStringIncludes(ran.stderr, "The checksum of");
    assertEquals((await namesIn(place.root)).filter((name) => name.startsWith("ran-")), []);
  });
  await withRelease({}, async (place) => {
    const evil = join(place.root, "evil");
    await Deno.mkdir(evil);
    await Deno.writeTextFile(join(evil, "sallyport"), "#!/bin/sh\n", { mode: 0o755 });
    const path = Deno.env.get("PATH") ?? "";
    const warned = await install(place, { PATH: `${evil}:${place.folder}:${path}` });
    assertEquals(warned.code, 0, warned.stderr);
    assertStringIncludes(warned.stderr, `WARNING: your PATH has ${evil}/sallyport in front of it`);
    const behind = await install(place, { PATH: `${place.folder}:${evil}:${path}` });
    assert(!behind.stderr.includes("WARNING"), behind.stderr);
  });
});

scriptTest("refuses an address that is neither https nor this machine, and a folder that is not absolute", async () => {
  await withRelease({}, async (place) => {
    for (
      const url of [
        "http://example.com",
        "ftp://127.0.0.1:1",
        "file:///etc",
        "http://127.0.0.1.evil.example:1",
        "http://127.0.0.1:1@evil.example",
        "http://127.0.0.1:1 x",
      ]
    ) {
      const ran = await install({ ...place, url });
      assertEquals([ran.code, await leftIn(place.folder)], [2, []], url);
      assertStringIncludes(ran.stderr, "error: The address");
    }
    assertEquals((await install({ ...place, folder: "bin" })).code, 2);
  });
});

/** The script with tools from one folder alone. */
async function withTools(place: Place, tools: readonly string[]): Promise<string> {
  const folder = join(place.root, "tools");
  await Deno.mkdir(folder);
  for (const name of tools) {
    const { stdout } = await runCommand(["sh", "-c", `command -v ${name}`]);
    await Deno.symlink(stdout.trim(), join(folder, name));
  }
  const text = await readSource("install.sh");
  const line = /^ {2}PATH=.*$/m;
  assert(line.test(text));
  const script = join(place.root, "install.sh");
  await Deno.writeTextFile(script, text.replace(line, `  PATH=${folder}`));
  return script;
}

const TOOLS = ["sh", "uname", "mktemp", "rm", "mv", "mkdir", "chmod", "awk", "cut", "curl", "sha256sum"];

scriptTest("refuses where a tool is missing that it cannot do without", async () => {
  for (const [missing, says] of [["sha256sum", "computes SHA-256"], ["curl", "neither curl nor wget"]] as const) {
    await withRelease({}, async (place) => {
      const script = await withTools(place, TOOLS.filter((name) => name !== missing));
      const ran = await install(place, {}, script);
      assertEquals([ran.code, await leftIn(place.folder)], [2, []], ran.stderr);
      assertStringIncludes(ran.stderr, says);
    });
  }
  await withRelease({}, async (place) => {
    const ran = await install(place, {}, await withTools(place, TOOLS));
    assertEquals(ran.code, 0, ran.stderr);
  });
});

scriptTest("does nothing when only its beginning came", async () => {
  await withRelease({}, async (place) => {
    const text = await readSource("install.sh");
    const cuts = [...text.matchAll(/\n/g)].flatMap(({ index }) => [index, index + 3]).filter((at) =>
      at < text.length - 9
    );
    assert(cuts.length > 100);
    const script = join(place.root, "part.sh");
    for (const at of cuts) {
      await Deno.writeTextFile(script, text.slice(0, at));
      await install(place, {}, script);
      assertEquals(await leftIn(place.folder), [], `cut at ${at}`);
    }
  });
});

Deno.test({
  name: "install.sh has no fault that shellcheck finds",
  ignore: !isHere || !(await runCommand(["sh", "-c", "command -v shellcheck"])).stdout.includes("shellcheck"),
  async fn() {
    const ran = await runCommand(["shellcheck", "--shell=sh", SCRIPT]);
    assertEquals([ran.code, ran.stdout], [0, ""]);
  },
});

Deno.test("install.ps1 says that it has not been tried, is one function, and compares before it moves", async () => {
  const text = await readSource("install.ps1");
  assertStringIncludes(text, "NOT TRIED");
  const body = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  assertEquals([body[0], body.at(-1)], ["function Install-Sallyport {", "Install-Sallyport"]);
  assert(text.indexOf("-cne $expected") < text.indexOf("Move-Item"));
});
