/**
 * Runs in bash what the command guard passes, with stub programs in place of the real ones: none of the dangerous ones
 * may start.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { COMMAND_CASES, commandOptionsOf } from "../src/guards/command_fixture.ts";
import { newCommandGuard } from "../src/guards/command.ts";
import { loadCommandParser } from "../src/guards/shell.ts";

const DANGEROUS = [
  "rm",
  "sudo",
  "dd",
  "shred",
  "mkfs",
  "nc",
  "ncat",
  "id",
  "crontab",
  "chmod",
  "systemctl",
  "powershell",
];
const HARMLESS = [
  "git",
  "curl",
  "wget",
  "docker",
  "ls",
  "cat",
  "find",
  "ssh",
  "psql",
  "deno",
  "jq",
  "grep",
  "tar",
  "base64",
]
  .concat(["redis-cli", "sort", "sleep", "python3", "sallyport", "echo2", "perl", "xargs2"]);

Deno.test({
  name: "what newCommandGuard() passes runs in bash, and starts no recursive rm and no way up",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "sallyport-bash-" });
    try {
      const bin = join(folder, "bin");
      await Deno.mkdir(bin);
      for (const name of [...DANGEROUS, ...HARMLESS]) {
        await Deno.writeTextFile(join(bin, name), `#!/bin/bash\necho "${name} $*" >> '${join(folder, "log")}'\n`, {
          mode: 0o755,
        });
      }
      for (const name of ["bash", "sh", "env", "timeout", "nice"]) {
        await Deno.symlink(`/usr/bin/${name}`, join(bin, name));
      }
      const shell = await loadCommandParser();
      let passed = 0;
      for (const row of COMMAND_CASES.filter(({ options }) => options === undefined)) {
        if (!newCommandGuard(commandOptionsOf(row), shell)(row.input).ok) continue;
        passed++;
        await new Deno.Command("/bin/bash", {
          args: ["-c", row.input],
          cwd: folder,
          clearEnv: true,
          env: { PATH: bin, HOME: folder },
          stdin: "null",
          stdout: "null",
          stderr: "null",
        }).output();
      }
      assert(passed > 40);
      const log = (await Deno.readTextFile(join(folder, "log"))).split("\n");
      assert(log.length > 30);
      assertEquals(
        log.filter((line) => /^rm .*-\w*r|^(?:sudo|shred|mkfs|ncat|id|powershell)\b|^nc .*-\w*[ecl]/.test(line)),
        [],
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
