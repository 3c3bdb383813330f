import { assert, assertEquals } from "@std/assert";
import { exitCodeOf, planLaunch, stopProgram, windowsCandidates } from "./launch.ts";

Deno.test("planLaunch() starts programs as they are, without a shell", () => {
  const plan = planLaunch("posix", "npx", ["-y", "a b", "$(x)"]);
  assertEquals(plan, { ok: true, launch: { program: "npx", args: ["-y", "a b", "$(x)"], raw: false } });
  assert(planLaunch("windows", "C:\\node.exe", ['"']).ok);
});

Deno.test("planLaunch() runs a batch file through cmd with every word quoted, or not at all", () => {
  const plan = planLaunch("windows", "C:\\x\\npx.cmd", ["-y", "a b&c", "d\\"]);
  assertEquals(plan, {
    ok: true,
    launch: {
      program: "cmd.exe",
      args: ["/d", "/s", "/c", '""C:\\x\\npx.cmd" "-y" "a b&c" "d\\\\""'],
      raw: true,
    },
  });
  for (const argument of ['a"b', "%PATH%", "a\nb", "!x!", "a\0"]) {
    assertEquals(planLaunch("windows", "npx.CMD", [argument]).ok, false, argument);
  }
});

Deno.test("windowsCandidates() looks in absolute folders of PATH alone, endings in order", () => {
  assertEquals(windowsCandidates("npx", "C:\\a\\;.;D:\\b;node_modules\\.bin", ".EXE;.CMD"), [
    "C:\\a\\npx.EXE",
    "C:\\a\\npx.CMD",
    "D:\\b\\npx.EXE",
    "D:\\b\\npx.CMD",
  ]);
  assertEquals(windowsCandidates("npx.cmd", "C:\\a", ".EXE;.CMD"), ["C:\\a\\npx.cmd"]);
  assertEquals(windowsCandidates("C:\\t\\x", "C:\\a", ".EXE"), ["C:\\t\\x.EXE"]);
});

Deno.test("stopProgram() ends a whole group or tree", () => {
  assertEquals(stopProgram("posix", 12, "TERM")?.args, ["-TERM", "--", "-12"]);
  assertEquals(stopProgram("windows", 12, "KILL")?.args, ["/T", "/F", "/PID", "12"]);
  assertEquals(stopProgram("windows", 12, "TERM"), undefined);
});

Deno.test("exitCodeOf() is the server's own, or 128 and the signal", () => {
  assertEquals(exitCodeOf({ code: 7, signal: null }), 7);
  assertEquals(exitCodeOf({ code: 143, signal: "SIGTERM" }), 143);
  assertEquals(exitCodeOf({ code: 0, signal: "SIGKILL" }), 137);
});
