import { assertEquals } from "@std/assert";
import { mayMatch, mayMatchAll } from "./component_match.ts";

Deno.test("mayMatch() says yes where a wildcard or an expansion could spell the name", () => {
  const cases: readonly [component: string, name: string, matches: boolean][] = [
    [".sallyport", ".sallyport", true],
    [".sallyports", ".sallyport", false],
    [".sally*", ".sallyport", true],
    [".s?llyport", ".sallyport", true],
    [".[s]allyport", ".sallyport", true],
    ["{.sallyport,x}", ".sallyport", false],
    ["{.sally,x}port", ".sallyport", true],
    ["{a", "authorized_keys", false],
    ["{.ssh", ".ssh", true],
    ["id_{rsa", "id_rsa", true],
    ["id_{dsa", "id_rsa", false],
    [".sally$x", ".sallyport", true],
    [".sally${x}rt", ".sallyport", true],
    ["*sallyport", ".sallyport", false],
    ["*", ".sallyport", false],
    ["*", "mcp.json", false],
    ["*.json", "mcp.json", true],
    ["m*.json", "mcp.json", true],
    ["mcp.*", "mcp.json", true],
    [".*", ".env", true],
    [".[a-z]*", ".env", true],
    [".e*", ".env", true],
    [".en?", ".env", true],
    [".en[uvw]", ".env", true],
    [".en[a-f]", ".env", false],
    [".en[!a]", ".env", true],
    [".en[[:alpha:]]", ".env", true],
    [".en[[:alpha:]", ".env", false],
    [".en[]", ".env", false],
    ["a[0]*b[1]", "authorized_keys", false],
    ["a*_keys", "authorized_keys", true],
    ["[1", "profile.ps1", false],
    ["*1", "profile.ps1", true],
    ["prof*1", "profile.ps1", true],
    [".[]", ".env", false],
    ["id_[r]sa", "id_rsa", true],
    ["*.toml", "mcp.json", false],
    ["mcp*json", "mcp.json", true],
    ["mcp.json*mcp.json", "mcp.json", false],
  ];
  for (const [component, name, matches] of cases) {
    assertEquals(mayMatch(component, name), matches, `${component} ${name}`);
  }
});

Deno.test("mayMatchAll() wants something of the place to be named", () => {
  const cases: readonly (readonly [path: string, place: string, matches: boolean])[] = [
    ["*.json", "opencode.json", false],
    ["op*.json", "opencode.json", true],
    ["*code.json", "opencode.json", false],
    ["*encode.json", "opencode.json", true],
    ["*config*", "mcp_config.json", false],
    [".[as]*", ".ssh", true],
    [".[a-z]*", ".ssh", false],
    ["a/*.json", ".cursor/mcp.json", false],
    [".cursor/*.json", ".cursor/mcp.json", true],
    [".c*/mcp.json", ".cursor/mcp.json", true],
    [".*", ".env", false],
    [".e*", ".env", true],
    ["*1", "profile.ps1", false],
    ["$x", ".env", false],
    [".${x}", ".env", true],
    ["etc/sh?dow", "etc/shadow", true],
    ["etc", "etc/shadow", false],
  ];
  for (const [path, place, matches] of cases) {
    assertEquals(mayMatchAll(path.split("/"), place.split("/"), 0), matches, `${path} ${place}`);
  }
});
