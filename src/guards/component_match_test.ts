import { assertEquals } from "@std/assert";
import { mayMatch } from "./component_match.ts";

Deno.test("mayMatch() says yes where a wildcard or an expansion could spell the name", () => {
  const cases: readonly [component: string, name: string, matches: boolean][] = [
    [".sallyport", ".sallyport", true],
    [".sallyports", ".sallyport", false],
    [".sally*", ".sallyport", true],
    [".s?llyport", ".sallyport", true],
    [".[s]allyport", ".sallyport", true],
    ["{.sallyport,x}", ".sallyport", false],
    ["{.sally,x}port", ".sallyport", true],
    [".sally$x", ".sallyport", true],
    [".sally${x}rt", ".sallyport", true],
    ["*sallyport", ".sallyport", false],
    ["*", ".sallyport", false],
    ["*", "mcp.json", false],
    ["*.json", "mcp.json", true],
    ["*.toml", "mcp.json", false],
    ["mcp*json", "mcp.json", true],
    ["mcp.json*mcp.json", "mcp.json", false],
  ];
  for (const [component, name, matches] of cases) {
    assertEquals(mayMatch(component, name), matches, `${component} ${name}`);
  }
});
