/**
 * A server starts while the rest of the proxy is loaded: a signal in between is not lost, and a server that nobody can
 * take over does not stay.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { EarlyServer } from "../src/io/early_server.ts";
import { makeTestFolder, sallyport } from "./support/sallyport.ts";

/** Ends by no signal but the last. */
const STUBBORN = ["-c", "trap '' TERM HUP; while :; do sleep 1; done"];
const COMMAND = { program: "sh", args: STUBBORN, environment: { PATH: "/usr/bin:/bin" } };

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("it never came to be so");
}

async function closeStreams(child: Deno.ChildProcess): Promise<void> {
  for (const stream of [child.stdout, child.stderr]) await stream.cancel();
  await child.stdin.close().catch(() => {});
}

Deno.test("a signal before the server is taken over is told then, a later one when it comes", async () => {
  const early = new EarlyServer("posix", COMMAND, undefined);
  let heard = 0;
  const other = () => heard++;
  Deno.addSignalListener("SIGHUP", other);
  let told = 0;
  try {
    Deno.kill(Deno.pid, "SIGHUP");
    await until(() => heard === 1);
    assertEquals(told, 0);
    early.onStop(() => told++);
    assertEquals(told, 1);
    Deno.kill(Deno.pid, "SIGHUP");
    await until(() => told === 2);
  } finally {
    Deno.removeSignalListener("SIGHUP", other);
    await early.abandon();
  }
  assertEquals((await early.child.status).signal, "SIGKILL");
  await closeStreams(early.child);
});

Deno.test("where the server cannot start, signals end the process again", async () => {
  const missing = { ...COMMAND, program: "/no/such/program" };
  assertThrows(() => new EarlyServer("posix", missing, undefined), Error, "no such program");
  const code = `import { EarlyServer } from ${JSON.stringify(new URL("../src/io/early_server.ts", import.meta.url))};
    try { new EarlyServer("posix", ${JSON.stringify(missing)}, undefined); } catch { console.log("refused"); }
    Deno.kill(Deno.pid, "SIGHUP");
    setTimeout(() => console.log("still here"), 3000);`;
  const { signal, stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-lock", code] }).output();
  assertEquals([signal, new TextDecoder().decode(stdout)], ["SIGHUP", "refused\n"]);
});

Deno.test("a proxy that is told to end while it loads leaves no server behind", async () => {
  await using folder = await makeTestFolder("early");
  const mark = join(folder.project, "pid");
  const server = ["sh", "-c", `echo $$ > '${mark}.new'; mv '${mark}.new' '${mark}'; ${STUBBORN[1]}`];
  const [program = "", ...args] = [...sallyport(["--project", folder.project]), ...server];
  for (let round = 0; round < 4; round++) {
    await Deno.remove(mark).catch(() => {});
    const proxy = new Deno.Command(program, {
      args,
      cwd: folder.project,
      env: folder.env,
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    // The server is there before the proxy is whole.
    await until(() => Deno.stat(mark).then(() => true, () => false));
    await new Promise((resolve) => setTimeout(resolve, round * 15));
    const pid = Number(await Deno.readTextFile(mark));
    proxy.kill("SIGTERM");
    await proxy.status;
    await until(() => !isThere(pid));
    await proxy.stdin.close().catch(() => {});
  }
});

function isThere(pid: number): boolean {
  assert(pid > 1);
  try {
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}
