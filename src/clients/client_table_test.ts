import { assert, assertEquals } from "@std/assert";
import { CLIENT_CONFIG_PLACES } from "./config_places.ts";
import { CLIENTS, pathsOf } from "./client_table.ts";

Deno.test("every file that is edited is guarded, too", () => {
  const folders = { system: "linux", home: "/home/ann", config: "/home/ann/.config", project: "/p" } as const;
  for (const { files } of CLIENTS) {
    for (const path of files.flatMap((file) => pathsOf(file, folders))) {
      const components = path.toLowerCase().split("/").filter(Boolean);
      const isGuarded = CLIENT_CONFIG_PLACES.some((place) =>
        place.every((step, index) =>
          components.at(index - place.length) === step
        )
      ) ||
        components.includes("agents");
      assert(isGuarded, path);
    }
  }
});

Deno.test("seventeen clients, each named once", () => {
  assertEquals(new Set(CLIENTS.map(({ id }) => id)).size, 17);
});

Deno.test("pathsOf() puts the system's folders in, and knows no project file without a project", () => {
  const zed = CLIENTS.find(({ id }) => id === "zed");
  const at = (system: "macos" | "windows", project?: string) =>
    zed?.files.flatMap((file) => pathsOf(file, { system, home: "/h", config: "/c", project }));
  assertEquals(at("macos", "/p"), ["/h/.config/zed/settings.json", "/c/Zed/settings.json", "/p/.zed/settings.json"]);
  assertEquals(at("windows"), ["/c/Zed/settings.json"]);
});
