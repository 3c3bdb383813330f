import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "./commands.ts";

Deno.test("every command is loaded under its name, and says in its help what the list says", async () => {
  assertEquals(COMMANDS.map(({ name }) => name), [...new Set(COMMANDS.map(({ name }) => name))]);
  for (const entry of COMMANDS) {
    const command = await entry.load();
    assertEquals([command.name, command.summary], [entry.name, entry.summary]);
    assert(command.usage.startsWith("Usage: sallyport "), entry.name);
    assert(/\n\nExample:\n( {2}.*\n)+$/.test(command.usage), `the help of ${entry.name} ends in an example`);
    for (const line of command.usage.split("\n")) assert(line.length <= 90, line);
  }
});
