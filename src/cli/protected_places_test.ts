import { assertEquals } from "@std/assert";
import { touchesProtected } from "../firewall/self_protection.ts";
import { protectionFor } from "./protected_places.ts";
import { start } from "./start.ts";
import { fakeEdge, type FakeWorld, policy } from "./testdata/fake_edge.ts";

async function touches(path: string, world?: FakeWorld, config?: string): Promise<boolean> {
  const { edge } = fakeEdge(world);
  const started = await start(edge, { config, project: undefined, server: "s", command: [] });
  if (!started.ok) throw new TypeError("Cannot start the fixture");
  const protection = await protectionFor(edge, started.where, started.inForce);
  return touchesProtected(protection, "read_file", { arguments: { path } });
}

Deno.test("protectionFor() guards the home, wherever it is", async () => {
  assertEquals(await touches("/home/ann/.sallyport/audit/x.jsonl"), true);
  const elsewhere = { env: { SALLYPORT_HOME: "/srv/guard" } };
  assertEquals(await touches("/srv/guard/trust.jsonc", elsewhere), true);
  assertEquals(await touches("$SALLYPORT_HOME/trust.jsonc", elsewhere), true);
  assertEquals(await touches("/srv/guards/x", elsewhere), false);
});

Deno.test("protectionFor() guards the place of the machine's policy, also where there is none", async () => {
  assertEquals(await touches("/etc/sallyport/policy.jsonc"), true);
  assertEquals(await touches("/etc/sallyport"), true);
  assertEquals(await touches("/etc/sallyports/policy.jsonc"), false);
});

Deno.test("protectionFor() guards the policies in force and all they extend, under any name", async () => {
  const files = { "/etc/p.jsonc": policy({ extends: ["/etc/team/t.jsonc"] }), "/etc/team/t.jsonc": policy({}) };
  assertEquals(await touches("/etc/p.jsonc", { files }, "/etc/p.jsonc"), true);
  assertEquals(await touches("/etc/team/../team/t.jsonc", { files }, "/etc/p.jsonc"), true);
  assertEquals(await touches("/etc/team/u.jsonc", { files }, "/etc/p.jsonc"), false);
  assertEquals(await touches("/etc/p.jsonc", { files }), false, "a file that is no policy in force");
});

Deno.test("protectionFor() guards the program that runs: its source, or the binary", async () => {
  assertEquals(await touches("/opt/sallyport/src/cli/run.ts"), true);
  assertEquals(await touches("/opt/sallyport/deno.json"), true);
  assertEquals(await touches("/opt/sallyport/README.md"), false);
  const compiled = { program: { kind: "compiled", path: "/usr/local/bin/sallyport" } } as const;
  assertEquals(await touches("/usr/local/bin/sallyport", compiled), true);
  assertEquals(await touches("/usr/local/bin/sallyports", compiled), false);
});
