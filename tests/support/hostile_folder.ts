/**
 * A working folder that would like to be run: configs, packages and programs of its own, each of which leaves a mark.
 *
 * @module
 */

import { join } from "node:path";
import { ROOT } from "./source_tree.ts";

/** The names in a folder. */
export async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) names.push(name);
  return names;
}

/** Plants the traps; each puts a file into the folder of markers when it is run. */
export async function plantTraps(project: string, markers: string): Promise<void> {
  const touch = (name: string) => `new Deno.Command("touch", { args: ["${join(markers, name)}"] }).outputSync();`;
  const module = (name: string) =>
    `try { Deno.writeTextFileSync("${join(markers, name)}", ""); } catch { /**/ }\ntry { ${
      touch(name)
    } } catch { /**/ }\nexport {};`;
  const names = ["yaml", "re2js", "jsonc-parser", "@std/cli", "@std/cli/parse-args", "@std/jsonc", "zod"];
  const imports: Record<string, string> = {};
  await Deno.mkdir(join(project, "evil"));
  for (const [index, name] of names.entries()) {
    imports[name] = `./evil/${index}.ts`;
    await Deno.writeTextFile(join(project, "evil", `${index}.ts`), module(`import-${index}`));
    const folder = join(project, "node_modules", name);
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(
      join(folder, "package.json"),
      JSON.stringify({ name, version: "99.0.0", main: "index.js", type: "module" }),
    );
    await Deno.writeTextFile(join(folder, "index.js"), module(`module-${index}`));
  }
  imports[`file://${join(ROOT, "src/cli/run.ts")}`] = "./evil/0.ts";
  imports[join(ROOT, "src/io/edge.ts")] = "./evil/0.ts";
  const config = {
    imports,
    tasks: { sh: `touch ${join(markers, "task")}` },
    nodeModulesDir: "auto",
    permissions: { default: { all: true } },
  };
  await Deno.writeTextFile(join(project, "deno.json"), JSON.stringify(config));
  await Deno.writeTextFile(join(project, "deno.lock"), '{"version":"5"}');
  const scripts = { preinstall: `touch ${join(markers, "preinstall")}`, sh: `touch ${join(markers, "script")}` };
  await Deno.writeTextFile(
    join(project, "package.json"),
    JSON.stringify({ name: "trap", type: "commonjs", scripts }),
  );
  await Deno.writeTextFile(join(project, ".npmrc"), "registry=http://127.0.0.1:1/\n");
  await Deno.writeTextFile(join(project, ".env"), `SALLYPORT_HOME=${project}\nOTEL_DENO=true\nPATH=${project}\n`);
  for (const folder of [join(project, "node_modules", ".bin"), project]) {
    await Deno.mkdir(folder, { recursive: true });
    for (const name of ["sh", "kill", "deno", "node", "sallyport"]) {
      const file = join(folder, name);
      await Deno.writeTextFile(file, `#!/bin/sh\ntouch ${join(markers, `bin-${name}`)}\nexec /bin/cat\n`);
      await Deno.chmod(file, 0o755);
    }
  }
}
