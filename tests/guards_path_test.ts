/**
 * The path guard against the real file system: what it passes is opened inside its root, and it works with read
 * permission for the root alone.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { newPathGuard } from "../src/guards/path.ts";
import { PATH_CASES, TREE } from "../src/guards/path_fixture.ts";
import { REAL_FILE_VIEW } from "../src/io/real_file_view.ts";
import { ROOT } from "./support/source_tree.ts";

async function buildTree(): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-guard-" }));
  for (const [path, entry] of Object.entries(TREE)) {
    const place = folder + path;
    if (entry === false) await Deno.mkdir(place, { recursive: true });
    else if (entry === true) await Deno.writeTextFile(place, "inside");
    else await Deno.symlink(entry.startsWith("/srv/") ? folder + entry : entry, place);
  }
  await Deno.mkdir(join(folder, "etc"));
  await Deno.writeTextFile(join(folder, "etc/passwd"), "outside");
  return folder;
}

/** The rows that are about our tree, with its folder in front of what is absolute. */
function inputsIn(folder: string): readonly (readonly [input: string, verdict: string])[] {
  return PATH_CASES
    .filter(({ platform, options }) => platform === "posix" && options === undefined)
    .map(({ input, verdict }) => [input.startsWith("/srv") ? folder + input : input, verdict] as const);
}

Deno.test({
  name: "newPathGuard() judges the real tree as the made-up one, and nothing it passes is outside",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await buildTree();
    try {
      const root = join(folder, "srv/data");
      const guard = newPathGuard({ under: [root], workingFolder: root }, REAL_FILE_VIEW);
      for (const [input, verdict] of inputsIn(folder)) {
        const result = guard(input);
        assertEquals(result.ok ? "allow" : "deny", verdict, JSON.stringify(input));
        if (!result.ok) continue;
        let real: string;
        try {
          // The kernel's own walk: not normalised first.
          real = await Deno.realPath(input.startsWith("/") ? input : `${root}/${input}`);
        } catch (error) {
          assert(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory, String(error));
          continue;
        }
        assertEquals(real, result.value, JSON.stringify(input));
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "newPathGuard() works with read permission for its root alone",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await buildTree();
    try {
      const root = join(folder, "srv/data");
      const script = join(folder, "judge.ts");
      const from = (path: string) => JSON.stringify(new URL(path, `file://${ROOT}/`).href);
      await Deno.writeTextFile(
        script,
        `import { newPathGuard } from ${from("src/guards/path.ts")};
import { REAL_FILE_VIEW } from ${from("src/io/real_file_view.ts")};
const guard = newPathGuard({ under: [${JSON.stringify(root)}], workingFolder: ${
          JSON.stringify(root)
        } }, REAL_FILE_VIEW);
console.log(JSON.stringify(${JSON.stringify(inputsIn(folder))}.map(([input]) => guard(input).ok ? "allow" : "deny")));
`,
      );
      const output = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-prompt", `--config=${join(ROOT, "deno.json")}`, `--allow-read=${root}`, script],
        stdout: "piped",
        stderr: "piped",
      }).output();
      assert(output.success, new TextDecoder().decode(output.stderr));
      const verdicts = JSON.parse(new TextDecoder().decode(output.stdout)) as string[];
      assertEquals(verdicts, inputsIn(folder).map(([, verdict]) => verdict));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
