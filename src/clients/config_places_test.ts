import { assertEquals } from "@std/assert";
import { foldName } from "../jsonrpc/fold.ts";
import { CLIENT_CONFIG_FOLDERS, CLIENT_CONFIG_PLACES } from "./config_places.ts";

Deno.test("client config places are written folded, as they are compared", () => {
  for (const place of [...CLIENT_CONFIG_PLACES, ...CLIENT_CONFIG_FOLDERS]) {
    for (const part of place) assertEquals(part, foldName(part));
  }
});
