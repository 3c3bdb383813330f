import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { CLOSED_FLAGS, denoCommand } from "./deno_command.ts";

function options(cached: readonly string[] | undefined = ["1.2.3", "registry.json"]) {
  return {
    permissions: ["--ignore-env", "--allow-read=/a"],
    absolute: (path: string) => path.startsWith("/") ? path : `/work/${path}`,
    cached: () => cached,
  };
}

function refused(words: readonly string[], cached?: readonly string[]) {
  const made = denoCommand(words, { ...options(), cached: () => cached });
  assert(!made.ok, words.join(" "));
  return made;
}

Deno.test("denoCommand() refuses what is not in the cache, and a version that cannot be told", () => {
  const missing = refused(["npx", "-y", "@acme/files@1.2.3"], ["1.2.4"]);
  assertEquals(missing.why, "@acme/files@1.2.3 is not in Deno's cache");
  assertStringIncludes(missing.hint, "sallyport sandbox fetch");
  assertEquals(refused(["npx", "files"], []).why, "files is not in Deno's cache");
  assertEquals(refused(["npx", "files"], ["registry.json"]).why, "files is not in Deno's cache");
  assertStringIncludes(refused(["npx", "files"], ["1.0.0", "1.0.1"]).why, "Deno's cache has 2 of them");
  assertEquals(refused(["npx", "files"], undefined).why, "the command names no exact version of files");
  assertStringIncludes(refused(["docker", "run", "x"], []).why, "a container");
});

Deno.test("denoCommand() names the version that is cached, or the one of the command", () => {
  const module = (spec: string, cached: readonly string[] | undefined) => {
    const made = denoCommand(["npx", spec], options(cached));
    return made.ok ? made.module : made.why;
  };
  assertEquals(module("files", ["registry.json", "1.2.3"]), "npm:files@1.2.3");
  assertEquals(module("files@latest", ["1.2.3"]), "npm:files@1.2.3");
  assertEquals(module("files@1.2.3", ["1.2.3", "1.2.4"]), "npm:files@1.2.3");
  const blind = denoCommand(["npx", "files@1.2.3"], { ...options(), cached: () => undefined });
  assertEquals(blind.ok && blind.module, "npm:files@1.2.3", "where nobody may look, Deno itself refuses");
});

Deno.test("denoCommand() is the closed flags, the permissions, the module, then the server's own arguments", () => {
  assertEquals(denoCommand(["deno", "run", "-A", "npm:files@1.2.3/serve", "--", "-A"], options()), {
    ok: true,
    module: "npm:files@1.2.3/serve",
    args: [...CLOSED_FLAGS, "--ignore-env", "--allow-read=/a", "npm:files@1.2.3/serve", "--", "-A"],
  });
  const file = denoCommand(["node", "https:/x/a.js"], options());
  assertEquals(file.ok && file.module, "/work/https:/x/a.js");
  const relative = denoCommand(["node", "a.js"], { ...options(), absolute: (path) => path });
  assertEquals(relative.ok, false, "a file without an absolute path could be a flag or an address");
});

Deno.test("no argument of a server can become a flag of Deno", () => {
  const word = fc.oneof(
    fc.constantFrom("-A", "--allow-all", "--allow-read", "--", "npm:evil@1.0.0", "--config=x", "run"),
    fc.string({ unit: "binary" }),
  );
  const commands = [["npx", "-y", "files@1.2.3"], ["npm", "exec", "--", "files"], ["node", "a.js"], [
    "deno",
    "run",
    "-A",
    "npm:files@1.2.3",
  ]];
  fc.assert(fc.property(fc.constantFrom(...commands), fc.array(word), (command, args) => {
    const bare = denoCommand(command, options());
    const made = denoCommand([...command, ...args], options());
    assert(bare.ok && made.ok);
    assertEquals(made.args, [...bare.args, ...args]);
    assertEquals(bare.args.at(-1), bare.module);
  }));
});

Deno.test("whatever the words, the module is one of npm or an absolute path, behind the same flags", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "npx",
      "npm",
      "exec",
      "x",
      "deno",
      "run",
      "node",
      "-y",
      "--",
      "-A",
      "a@1.2.3",
      "npm:a@1.2.3",
      "a.js",
    ),
    fc.string(),
  );
  const flags = [...CLOSED_FLAGS, ...options().permissions];
  let count = 0;
  fc.assert(
    fc.property(fc.constantFrom("npx", "node", "deno", "npm:a", "bunx"), fc.array(word), (program, rest) => {
      const made = denoCommand([program, ...rest], options());
      if (!made.ok) return assert(made.why !== "" && made.hint !== "");
      count++;
      assertEquals(made.args.slice(0, flags.length + 1), [...flags, made.module]);
      assert(/^(?:npm:[@a-z0-9~-]|\/)/.test(made.module), made.module);
    }),
    { numRuns: 1000 },
  );
  assert(count > 20, "commands that can run were tried");
});
