/**
 * The machine's policy at its real place: in a name space of its own, where /etc is a copy, so that nothing of this
 * machine is touched. Signed with openssl, as docs/rollout.md says.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { type CommandResult, runCommand, withTestFolder } from "./support/guarded_session.ts";
import { sallyportCommand, type TestFolder } from "./support/sallyport.ts";
import { ROOT } from "./support/source_tree.ts";

/** Whether this user may have an /etc of its own. */
async function canUnshare(): Promise<boolean> {
  try {
    return (await runCommand(["unshare", "-m", "mount", "--bind", "/etc", "/etc"])).code === 0;
  } catch {
    return false;
  }
}

const isPossible = Deno.build.os === "linux" && await canUnshare();
if (!isPossible) console.warn("machine policy: skipped, this user may not mount anything");

/** What runs where /etc/sallyport is a folder of the test's own. */
const SCRIPT = 'mount --bind "$1/etc" /etc && shift && exec "$@"';

/** Runs Sallyport where `etc` beside the project is /etc. */
async function onMachine(folder: TestFolder, args: readonly string[]): Promise<CommandResult> {
  const root = join(folder.project, "..");
  return await runCommand(["unshare", "-m", "sh", "-c", SCRIPT, "sh", root, ...sallyportCommand(args)], {
    cwd: folder.project,
    env: folder.env,
  });
}

/** Runs the lines of openssl that the page shows, those that make a key or those that sign. */
async function openssl(folder: string, isWanted: (line: string) => boolean): Promise<void> {
  const page = await Deno.readTextFile(join(ROOT, "docs", "rollout.md"));
  const lines = page.split("\n").map((line) => line.trim()).filter((line) => line.startsWith("openssl "));
  assertEquals(lines.length, 4);
  for (const line of lines.filter(isWanted)) {
    const { code, stderr } = await runCommand(line.split(" "), { cwd: folder });
    assertEquals(code, 0, stderr);
  }
}

function call(name: string): string {
  return JSON.stringify({ call: { tool: name, args: {} } });
}

async function verdictOf(folder: TestFolder, tool: string): Promise<CommandResult> {
  return await onMachine(folder, ["check", "--input", call(tool)]);
}

Deno.test({
  name: "the machine's policy binds whatever the person's says, and with a pinned key only as it was signed",
  ignore: !isPossible,
  async fn() {
    await withTestFolder("machine", async (folder) => {
      const root = join(folder.project, "..");
      const machine = join(root, "etc", "sallyport");
      assertEquals((await runCommand(["cp", "-a", "/etc", join(root, "etc")])).code, 0);
      await Deno.remove(machine, { recursive: true }).catch(() => {});
      await Deno.mkdir(machine);
      const text = JSON.stringify({ version: 1, default: "allow", tools: { never: "deny" } });
      await Deno.writeTextFile(join(machine, "policy.jsonc"), text);
      await Deno.mkdir(folder.home, { recursive: true });
      await Deno.writeTextFile(
        join(folder.home, "sallyport.jsonc"),
        JSON.stringify({ version: 1, mode: "observe", default: "allow", tools: { never: "allow", own: "deny" } }),
      );
      assertEquals((await verdictOf(folder, "never")).code, 1);
      assertEquals((await verdictOf(folder, "other")).code, 0);
      assertStringIncludes((await onMachine(folder, ["doctor"])).stdout, "machine policy: /etc/sallyport/policy.jsonc");

      const makesKey = (line: string) => /genpkey|-pubout/.test(line);
      await openssl(machine, makesKey);
      const pub = join(root, "machine-public.pem");
      await Deno.rename(join(machine, "machine-public.pem"), pub);
      const pinned = await onMachine(folder, ["trust", "--machine-key", pub]);
      assertEquals(pinned.code, 0, pinned.stderr);
      const unsigned = await onMachine(folder, ["--", "cat"]);
      assertEquals([unsigned.code, unsigned.stdout], [2, ""]);
      assertStringIncludes(unsigned.stderr, "[not-signed]");

      const sign = () => openssl(machine, (line) => !makesKey(line));
      await sign();
      assertEquals((await verdictOf(folder, "never")).code, 1);
      assertEquals((await verdictOf(folder, "other")).code, 0);
      await Deno.writeTextFile(join(machine, "policy.jsonc"), text.replace("never", "nobody"));
      assertEquals((await verdictOf(folder, "never")).code, 2);
      await sign();
      assertEquals((await verdictOf(folder, "nobody")).code, 1);
      await Deno.remove(join(machine, "policy.jsonc"));
      assertEquals((await verdictOf(folder, "other")).code, 2);
    });
  },
});

Deno.test({
  name: "a proxy that may not look for the machine's policy does not start, and says which flag is missing",
  ignore: Deno.build.os === "windows",
  async fn() {
    await withTestFolder("machine-flag", async (folder) => {
      const names = "HOME,SALLYPORT_HOME,DENO_PERMISSION_BROKER_PATH,OTEL_DENO,LOGNAME,PATH,SHELL,TERM,USER";
      const flags = (read: string) => [
        `--allow-read=${read},${folder.project},${ROOT}`,
        `--allow-write=${folder.home}`,
        `--allow-env=${names}`,
        "--allow-run=cat,kill",
      ];
      const start = (read: string) =>
        runCommand(sallyportCommand(["--project", folder.project, "--", "cat"], flags(read)), {
          cwd: folder.project,
          env: folder.env,
        });
      const refused = await start(folder.home);
      assertEquals([refused.code, refused.stdout], [2, ""]);
      assertStringIncludes(refused.stderr, "--allow-read=/etc/sallyport");
      const started = await start(`${folder.home},/etc/sallyport`);
      assert(!started.stderr.includes("Refusing to start"), started.stderr);
    });
  },
});
