/**
 * `deno install --global` from the tree: the lines of docs/install.md, run without network into a root of their own.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runCommand, testEnvironment, userHome, withTestFolder } from "./support/guarded_session.ts";
import { ROOT } from "./support/source_tree.ts";

async function documentedLines(): Promise<string[]> {
  const page = await Deno.readTextFile(join(ROOT, "docs", "install.md"));
  const [, block = ""] = /<!-- deno-install[^>]*-->\s*```sh\n([\s\S]*?)```/.exec(page) ?? [];
  return block.split("\n").filter((line) => line !== "");
}

async function mayCutNetwork(): Promise<boolean> {
  return await runCommand(["unshare", "--net", "--", "true"]).then(({ code }) => code === 0, () => false);
}

Deno.test({
  name: "the lines of docs/install.md install a program that works without network, and knows its own entries",
  ignore: Deno.build.os === "windows",
  async fn() {
    const cut = await mayCutNetwork() ? ["unshare", "--net", "--"] : [];
    if (cut.length === 0) console.warn("a network namespace may not be made here: installed with the network there");
    const [bundle, line = ""] = await documentedLines();
    assertEquals(bundle, "deno task bundle");
    assert(!/ -A\b|--allow-all|--allow-(?:run|net|write|env)[ "]/.test(line), line);
    await withTestFolder("deno-install", async (folder) => {
      const root = join(folder.project, "..", "root");
      const out = join(folder.project, "..", "made");
      const built = await runCommand(
        [...cut, Deno.execPath(), "run", "--no-prompt", "-P=tools", "tools/npm.ts", "--no-pack", `--out=${out}`],
        { cwd: ROOT },
      );
      assertEquals(built.code, 0, built.stderr);
      const main = built.stdout.trim();
      const env: Record<string, string> = { ...testEnvironment(folder), DENO_INSTALL_ROOT: root };
      delete env["SALLYPORT_HOME"];
      // The shell finds this very deno, and the program at the place where the test has it.
      const words = line.replace(/^deno /, `'${Deno.execPath()}' `).replace(
        /dist\/npm\/package\/lib\/main\.js$/,
        `'${main}'`,
      );
      const installed = await runCommand([...cut, "sh", "-c", words], { cwd: folder.project, env });
      assertEquals(installed.code, 0, installed.stderr);
      const path = `${join(Deno.execPath(), "..")}:${Deno.env.get("PATH") ?? ""}`;
      const run = (args: readonly string[]) =>
        runCommand([...cut, join(root, "bin", "sallyport"), ...args], {
          cwd: folder.project,
          env: { ...env, PATH: path },
        });
      const doctor = await run(["doctor"]);
      assertEquals(doctor.code, 0, doctor.stdout + doctor.stderr);
      for (const kind of ["net", "sys", "ffi"]) assertStringIncludes(doctor.stdout, `permission ${kind}: nothing`);
      const call = JSON.stringify({ call: { tool: "read_file", args: { path: "~/.ssh/id_rsa" } } });
      assertEquals((await run(["check", "--input", call])).code, 1);
      const file = join(userHome(folder), ".cursor", "mcp.json");
      await Deno.mkdir(join(userHome(folder), ".cursor"));
      await Deno.writeTextFile(file, '{"mcpServers":{"cat":{"command":"cat","args":[]}}}');
      assertEquals((await run(["init", "--yes"])).code, 0);
      const entry = JSON.parse(await Deno.readTextFile(file)).mcpServers.cat;
      assert(entry.args.includes(main), JSON.stringify(entry));
      assertEquals((await run(["wrap", "--check"])).code, 0);
      const proxied = await runCommand([...cut, entry.command, ...entry.args], {
        cwd: folder.project,
        env,
        stdin:
          '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"path":"/root/.ssh/id_rsa"}}}\n',
      });
      assertEquals(proxied.code, 0, proxied.stderr);
      assertStringIncludes(proxied.stdout, "blocked: ");
    });
  },
});
