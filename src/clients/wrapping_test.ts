import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Installation, readWrapped, wrapWords } from "./wrapping.ts";

const PERMISSIONS = { read: ["/h"], write: ["/h"], env: ["HOME"], run: ["npx", "kill"] };
const INSTALLATIONS: readonly Installation[] = [
  { kind: "compiled", program: "/usr/local/bin/sallyport" },
  { kind: "deno", deno: "/usr/bin/deno", main: "/opt/s/main.ts", config: "/opt/s/deno.json" },
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
      assertEquals(readWrapped(wrapped), { name, client: "cursor", words });
    },
  ));
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
  assertEquals(words.slice(7, 11), ["--allow-read=/h", "--allow-write=/h", "--allow-env=HOME", "--allow-run=npx,kill"]);
  assertEquals(words.slice(11), [
    "/opt/s/main.ts",
    ...[
      "--name",
      "files",
      "--pass-env",
      "TOKEN",
      "--project",
      "/p",
      "--wrapped",
      "cursor",
      "--",
      "npx",
      "-y",
      "server",
    ],
  ]);
});
