import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "./commands.ts";
import { mainUsage, run } from "./run.ts";
import { fakeEdge, runIn } from "./testdata/fake_edge.ts";
import { VERSION } from "./version.ts";

Deno.test("run() refuses a command it does not know, with what may be meant", async () => {
  const ran = await runIn(["chekc"]);
  assertEquals(ran.exit, 2);
  assertEquals(ran.out(), "");
  assertStringIncludes(
    ran.err(),
    'sallyport: error: Unknown command "chekc"\nsallyport: hint: Did you mean "check"?\n',
  );
  assertStringIncludes((await runIn(["frobnicate"])).err(), "hint: The commands are: proxy, init, wrap");
  assertEquals((await runIn(["schema"])).exit, 0);
});

Deno.test("run() does not take a server's word for a command of its own", async () => {
  const ran = await runIn(["--", "check", "--version"]);
  assertEquals(ran.plans[0]?.program, "check");
  assertEquals(ran.plans[0]?.args, ["--version"]);
  assertEquals((await runIn(["server", "--", "x"])).exit, 2);
});

Deno.test("run() tells usage errors in two lines on stderr", async () => {
  const ran = await runIn(["schema", "--colour"]);
  assertEquals(ran.exit, 2);
  assertEquals(ran.out(), "");
  assertEquals(ran.err(), 'sallyport: error: Unknown flag "--colour"\nsallyport: hint: See --help\n');
});

Deno.test("run() turns an exception inside a command into exit 2 and one sentence", async () => {
  const fake = fakeEdge();
  const broken = {
    ...fake.edge,
    env(): never {
      throw new TypeError("bad\u001b[2J\nthing");
    },
  };
  assertEquals(await run(["doctor"], broken), 2);
  assertEquals(
    fake.err(),
    "sallyport: error: Sallyport failed: TypeError: bad [2J thing\n" +
      "sallyport: hint: This is a bug; nothing was let through\n",
  );
  assertEquals(fake.out(), "");
  const odd = fakeEdge();
  const throws = () => {
    // deno-lint-ignore no-throw-literal -- what a package may do.
    throw "a string";
  };
  assertEquals(await run(["doctor"], { ...odd.edge, env: throws }), 2);
  assertStringIncludes(odd.err(), "something that is no error was thrown");
});

Deno.test("run() without words helps a person, and tells a pipe of its mistake", async () => {
  const person = await runIn([], { terminal: true });
  assertEquals([person.exit, person.out()], [0, mainUsage()]);
  const pipe = await runIn([]);
  assertEquals([pipe.exit, pipe.out()], [2, ""]);
  assertStringIncludes(pipe.err(), "No server command");
});

Deno.test("run() has a version only as the one word there is", async () => {
  for (const flag of ["--version", "-V"]) {
    const ran = await runIn([flag]);
    assertEquals([ran.exit, ran.out()], [0, `sallyport ${VERSION}\n`]);
  }
  assertEquals((await runIn(["--version", "--name", "x"])).exit, 2);
});

Deno.test("run() gives help for the whole and for each command, and never starts anything for it", async () => {
  assertEquals((await runIn(["--help"])).out(), mainUsage());
  assertEquals((await runIn(["help"])).out(), mainUsage());
  assertEquals((await runIn(["help", "nothing"])).out(), mainUsage());
  for (const entry of COMMANDS) {
    const { usage } = await entry.load();
    for (const words of [[entry.name, "--help"], [entry.name, "-h"], ["help", entry.name]]) {
      const ran = await runIn(words);
      assertEquals([ran.exit, ran.out(), ran.err()], [0, usage, ""], words.join(" "));
    }
    assertStringIncludes(mainUsage(), `  ${entry.name} `);
  }
  const ran = await runIn(["--help", "--", "server"]);
  assertEquals([ran.out(), ran.plans.length], [mainUsage(), 0]);
  assert((await runIn(["--", "server", "--help"])).plans.length === 1);
});
