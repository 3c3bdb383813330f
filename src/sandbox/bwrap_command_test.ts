import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { bwrapArguments, isVisible, type Wall } from "./bwrap_command.ts";

const WALL: Wall = {
  read: ["/home/ann/docs"],
  write: ["/home/ann/project"],
  net: false,
  hidden: ["/home", "/tmp", "/run"],
  closed: ["/home/ann/.sallyport"],
  unwritten: ["/home/ann/project/sallyport.jsonc"],
  workingFolder: "/home/ann/project",
};

function made(change: Partial<Wall> = {}, ...words: readonly string[]): string {
  return bwrapArguments({ ...WALL, ...change }, words.length === 0 ? ["uvx", "server"] : words).join(" ");
}

Deno.test("bwrapArguments() hides first, shows what is named, closes last", () => {
  assertEquals(
    made(),
    "--unshare-all --die-with-parent --new-session --ro-bind / / --dev /dev --proc /proc --tmpfs /home --tmpfs /tmp " +
      "--tmpfs /run --ro-bind /home/ann/docs /home/ann/docs --bind /home/ann/project /home/ann/project " +
      "--tmpfs /home/ann/.sallyport --ro-bind /home/ann/project/sallyport.jsonc /home/ann/project/sallyport.jsonc " +
      "--chdir /home/ann/project -- uvx server",
  );
});

Deno.test("bwrapArguments() gives the network only when it is asked for", () => {
  assertEquals(made().includes("--share-net"), false);
  assert(made({ net: true }).startsWith("--unshare-all --share-net "));
});

Deno.test("bwrapArguments() shows an outer folder in front of what lies in it, and writing wins over reading", () => {
  const text = made({ read: ["/home/ann/a/b", "/home/ann"], write: ["/home/ann/a", "/home/ann/a/b"] });
  const order = [...text.matchAll(/--(?:ro-)?bind (\/home\S*) /g)].map(([whole]) => whole.trim());
  assertEquals(order.slice(0, 3), ["--ro-bind /home/ann", "--bind /home/ann/a", "--bind /home/ann/a/b"]);
});

Deno.test("bwrapArguments() goes where a server can be, and nothing of the server becomes a flag", () => {
  assert(made({ workingFolder: "/home/ann/other" }).includes("--chdir / --"));
  assert(made({ workingFolder: "/srv/x" }).includes("--chdir /srv/x --"));
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("--bind", "--", "/")), { minLength: 1 }), (words) => {
      const all = bwrapArguments(WALL, words);
      assertEquals(all.slice(-words.length - 1), ["--", ...words]);
      assertEquals(all.slice(0, -words.length - 1).includes("--"), false);
    }),
  );
});

Deno.test("isVisible() holds for what is named, and not for its neighbours", () => {
  for (const path of ["/usr/bin/x", "/home/ann/docs", "/home/ann/project/a/b", "/homes"]) {
    assertEquals(isVisible(WALL, path), true, path);
  }
  for (
    const path of ["/home", "/home/ann", "/home/ann/docs2", "/home/ann/.sallyport/x", "/tmp/a", "/run/docker.sock"]
  ) {
    assertEquals(isVisible(WALL, path), false, path);
  }
});
