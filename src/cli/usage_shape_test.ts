import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "./commands.ts";
import { readUsage } from "./usage_shape.ts";

const USAGE = `Usage: sallyport pair on|off NAME [--all | --most N]
       sallyport pair show
                      [--old]

First
second.

  -o, --output FILE    where it goes;
                       a second line
  --json               print JSON

Example:
  sallyport pair on x \\
    --json
`;

Deno.test("readUsage() takes a help text apart", () => {
  const shape = readUsage(USAGE, "pair");
  assertEquals(shape.flags, [
    { name: "--output", short: "-o", value: "FILE", text: "where it goes; a second line" },
    { name: "--json", short: undefined, value: undefined, text: "print JSON" },
    { name: "--all", short: undefined, value: undefined, text: "" },
    { name: "--most", short: undefined, value: "N", text: "" },
    { name: "--old", short: undefined, value: undefined, text: "" },
  ]);
  assertEquals([shape.verbs, shape.words], [["on", "off", "show"], ["NAME"]]);
  assertEquals(shape.blocks[0], {
    kind: "synopsis",
    lines: ["sallyport pair on|off NAME [--all | --most N]", "sallyport pair show [--old]"],
  });
  assertEquals(shape.blocks[1], { kind: "text", text: "First second." });
  assertEquals(shape.blocks.at(-1), { kind: "example", lines: ["sallyport pair on x \\", "  --json"] });
});

Deno.test("readUsage() takes what a server is started with for no flag and no word of ours", () => {
  const shape = readUsage("Usage: sallyport [proxy] [FLAGS] -- CMD [ARG...] --theirs\n", "proxy");
  assertEquals([shape.words, shape.verbs], [[], []]);
});

Deno.test("readUsage() finds every flag that a help text has at the head of a line, and each verb", async () => {
  for (const entry of COMMANDS) {
    const { usage } = await entry.load();
    const shape = readUsage(usage, entry.name);
    const heads = [...usage.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map((found) => found[1]);
    for (const head of heads) {
      const flag = shape.flags.find(({ name }) => name === head);
      assert(flag !== undefined && flag.text !== "", `${entry.name} ${head}`);
    }
  }
  const verbs = async (name: string) =>
    readUsage((await COMMANDS.find((entry) => entry.name === name)?.load())?.usage ?? "", name).verbs;
  assertEquals(await verbs("pins"), ["list", "accept"]);
  assertEquals(await verbs("learn"), ["on", "off", "show", "propose", "eval", "review", "drift", "forget"]);
  assertEquals((await verbs("audit")).length, 11);
  assertEquals(await verbs("lint"), []);
});
