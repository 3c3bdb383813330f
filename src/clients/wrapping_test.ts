import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Installation, readWrapped, startsInstallation, UNDO_BY_HAND, wrapWords } from "./wrapping.ts";

const PERMISSIONS = { read: ["/h"], write: ["/h"], env: ["HOME"], run: ["npx", "kill"], net: [] };
const INSTALLATIONS: readonly Installation[] = [
  { kind: "compiled", program: "/usr/local/bin/sallyport" },
  { kind: "deno", deno: "/usr/bin/deno", main: "/opt/s/main.ts", config: "/opt/s/deno.json" },
  { kind: "packed", deno: "/n/deno/deno", main: "/n/s/lib/main.js" },
  { kind: "path" },
];

Deno.test("readWrapped() gives back what wrapWords() was given", () => {
  const word = fc.oneof(fc.string(), fc.constantFrom("--", "--wrapped", "--name", "-y"));
  fc.assert(fc.property(
    fc.constantFrom(...INSTALLATIONS),
    fc.array(word, { minLength: 1 }),
    fc.string({ minLength: 1 }).filter((name) => !name.startsWith("-")),
    (installation, words, name) => {
      const wrapped = wrapWords(
        { name, client: "cursor", words, variables: ["A"], permissions: PERMISSIONS },
        installation,
      );
      const own = { config: undefined, project: undefined, isSandboxed: false, added: [] };
      assertEquals(readWrapped(wrapped), { name, client: "cursor", words, ...own });
    },
  ));
});

Deno.test("readWrapped() reads the flags that a person added, and none of Deno's or the server's", () => {
  const read = (...own: readonly string[]) => {
    const words = ["deno", "run", "--config=/d.json", "/opt/s/main.ts", ...own, "--wrapped", "cursor", "--", "-c", "x"];
    const { config, project, isSandboxed } = readWrapped(words) ?? {};
    return [config, project, isSandboxed];
  };
  assertEquals(read(), [undefined, undefined, false]);
  assertEquals(read("-c", "p.jsonc", "--sandbox", "--project", "/p"), ["p.jsonc", "/p", true]);
  assertEquals(read("--config=p.jsonc", "--project=/p"), ["p.jsonc", "/p", false]);
});

Deno.test("a wrapped command says in itself how to undo it by hand, and doing so gives the server's own command", () => {
  for (const installation of INSTALLATIONS) {
    const own = {
      name: "n",
      client: "cursor",
      words: ["npx", "--", "server"],
      variables: [],
      permissions: PERMISSIONS,
    };
    const words = wrapWords(own, installation);
    assertEquals(words.includes(`cursor${UNDO_BY_HAND}`), true);
    assertEquals(words.slice(words.indexOf("--") + 1), own.words);
  }
});

Deno.test("readWrapped() takes no other command for a wrapped one", () => {
  for (
    const words of [["npx", "server"], ["--wrapped"], ["x", "--wrapped", "c"], ["x", "--", "--wrapped", "c", "--"]]
  ) {
    assertEquals(readWrapped(words), undefined);
  }
});

Deno.test("wrapWords() names exactly the permissions that are needed", () => {
  const words = wrapWords({
    name: "files",
    client: "cursor",
    words: ["npx", "-y", "server"],
    variables: ["TOKEN"],
    project: "/p",
    permissions: PERMISSIONS,
  }, { kind: "deno", deno: "/usr/bin/deno", main: "/opt/s/main.ts", config: "/opt/s/deno.json" });
  assertEquals(words.slice(10, 14), [
    ...["--allow-read=/h,/opt/s", "--allow-write=/h", "--allow-env=HOME", "--allow-run=npx,kill"],
  ]);
  assertEquals(words.slice(14), [
    "/opt/s/main.ts",
    ...[
      "--name",
      "files",
      "--pass-env",
      "TOKEN",
      "--project",
      "/p",
      "--wrapped",
      `cursor${UNDO_BY_HAND}`,
      "--",
      "npx",
      "-y",
      "server",
    ],
  ]);
});

Deno.test("wrapWords() names the sockets of a permission broker, and is recognised with them", () => {
  const deno = { kind: "deno", deno: "/usr/bin/deno", main: "/opt/s/main.ts", config: "/opt/s/deno.json" } as const;
  const words = wrapWords({
    name: "files",
    client: "cursor",
    words: ["npx", "-y", "server"],
    variables: [],
    permissions: { ...PERMISSIONS, net: ["unix:/h/run/a-0", "unix:/h/run/a-1"] },
  }, deno);
  assertEquals(words.slice(13, 16), [
    ...["--allow-run=npx,kill", "--allow-net=unix:/h/run/a-0,unix:/h/run/a-1", "/opt/s/main.ts"],
  ]);
  assertEquals(startsInstallation(words, deno), true);
});

/** Entries of an older Sallyport are still ours: `wrap --refresh` writes them anew. */
const OLDER_HEAP = "--v8-flags=--max-semi-space-size=";

Deno.test("startsInstallation() takes the program for ours, and the mark for nothing", () => {
  const deno = { kind: "deno", deno: "/usr/bin/deno", main: "/opt/s/main.ts", config: "/opt/s/deno.json" } as const;
  const compiled = { kind: "compiled", program: "/opt/sallyport" } as const;
  const packed = { kind: "packed", deno: "/n/deno/deno", main: "/n/s/lib/main.js" } as const;
  const bare = ["/n/deno/deno", "run", "--no-prompt", "--no-config"];
  const tail = ["--wrapped", "cursor", "--", "npx", "x"];
  const cases: readonly (readonly [readonly string[], Parameters<typeof startsInstallation>[1], boolean])[] = [
    [["/usr/bin/deno", "run", "--no-prompt", "/opt/s/main.ts", ...tail], deno, true],
    [["/usr/bin/deno", "run", "/tmp/evil.ts", "/opt/s/main.ts", ...tail], deno, false],
    [["/usr/bin/deno", "run", "--config=/tmp/evil.json", "/opt/s/main.ts", ...tail], deno, false],
    [["/usr/bin/deno", "run", "--v8-flags=--expose-gc", "/opt/s/main.ts", ...tail], deno, false],
    [["/usr/bin/deno", "run", "--preload=/tmp/evil.ts", "/opt/s/main.ts", ...tail], deno, false],
    [["/usr/bin/deno", "run", "--config=/opt/s/deno.json", "--allow-read=/a", "/opt/s/main.ts", ...tail], deno, true],
    [["/usr/bin/deno", "run", `${OLDER_HEAP}4,--heap-growing-percent=20`, "/opt/s/main.ts", ...tail], deno, true],
    [["/usr/bin/deno", "run", `${OLDER_HEAP}4,--expose-gc`, "/opt/s/main.ts", ...tail], deno, false],
    [["/usr/bin/deno", "eval", "x", "/opt/s/main.ts", ...tail], deno, false],
    [["/tmp/deno", "run", "/opt/s/main.ts", ...tail], deno, false],
    [[...bare, "--allow-read=/a", "/n/s/lib/main.js", ...tail], packed, true],
    [["/n/deno/deno", "run", "--no-prompt", "/n/s/lib/main.js", ...tail], packed, false],
    [[...bare, "--config=/tmp/evil.json", "/n/s/lib/main.js", ...tail], packed, false],
    [[...bare, "--import-map=/tmp/evil.json", "/n/s/lib/main.js", ...tail], packed, false],
    [[...bare, "--preload=/tmp/evil.js", "/n/s/lib/main.js", ...tail], packed, false],
    [[...bare, "--v8-flags=--allow-natives-syntax", "/n/s/lib/main.js", ...tail], packed, false],
    [[...bare, "/n/s/lib/../../evil/lib/main.js", ...tail], packed, false],
    [[...bare, "/tmp/evil.js", "/n/s/lib/main.js", ...tail], packed, false],
    [["/usr/bin/deno", ...bare.slice(1), "/n/s/lib/main.js", ...tail], packed, false],
    [["deno", ...bare.slice(1), "/n/s/lib/main.js", ...tail], packed, false],
    [["node", "/n/s/bin/sallyport.js", ...tail], packed, false],
    [["/n/deno/deno", "eval", "--no-config", "/n/s/lib/main.js", ...tail], packed, false],
    [["/n/deno/deno", "run", "/n/s/lib/main.js", "--no-config", ...tail], packed, false],
    [[...bare, "/opt/s/main.ts", ...tail], packed, false],
    [["evil", ...tail], deno, false],
    [["/opt/sallyport", ...tail], compiled, true],
    [["/opt/sallyport2", ...tail], compiled, false],
    [["sallyport", ...tail], { kind: "path" }, true],
    [["./sallyport", ...tail], { kind: "path" }, false],
    [[], deno, false],
  ];
  for (const [words, installation, expected] of cases) {
    assertEquals(startsInstallation(words, installation), expected, words.join(" "));
  }
});

Deno.test("startsInstallation() takes each command that wrapWords() made for ours, and none with a word of another program", () => {
  const word = fc.constantFrom(
    "--config=/e",
    "-A",
    "--preload=/e",
    "--import-map=/e",
    "--inspect",
    "/e.ts",
    "--",
    "-c",
    "--env-file",
  );
  fc.assert(fc.property(
    fc.constantFrom(...INSTALLATIONS.filter(({ kind }) => kind === "deno" || kind === "packed")),
    word,
    fc.nat(),
    (installation, stranger, at) => {
      const request = { name: "n", client: "cursor", words: ["npx"], variables: [], permissions: PERMISSIONS };
      const made = wrapWords(request, installation);
      assertEquals(startsInstallation(made, installation), true);
      const main = "main" in installation ? made.indexOf(installation.main) : 0;
      const place = at % (main + 1);
      assertEquals(startsInstallation(made.toSpliced(place, 0, stranger), installation), false);
    },
  ));
});
