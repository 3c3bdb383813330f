import { assertEquals } from "@std/assert";
import { mayAskUnset, sameName } from "./unset_variable.ts";

Deno.test("mayAskUnset() refuses what steers Deno once it is set", () => {
  const refused = ["DENO_AUTH_TOKENS", "OTEL_DENO", "LD_PRELOAD", "SSLKEYLOGFILE", "SSL_CERT_FILE", "NODE_OPTIONS"];
  for (const name of [...refused, ...refused.map((each) => each.toLowerCase())]) {
    assertEquals(mayAskUnset(name, { hasNet: false }), false, name);
  }
  for (const name of ["DEBUG", "NODE_ENV", "CI", "DENO_DIR", "MY_SSL"]) {
    assertEquals(mayAskUnset(name, { hasNet: true }), true, name);
  }
});

Deno.test("mayAskUnset() refuses proxies where there is something to reach through them", () => {
  for (const name of ["HTTP_PROXY", "https_proxy", "ALL_PROXY", "NO_PROXY"]) {
    assertEquals([mayAskUnset(name, { hasNet: true }), mayAskUnset(name, { hasNet: false })], [false, true], name);
  }
});

Deno.test("sameName() takes two cases for one name on Windows alone", () => {
  assertEquals(sameName("Path", "PATH", "posix"), false);
  assertEquals(sameName("Path", "PATH", "windows"), true);
  assertEquals(sameName("Path", "PATHS", "windows"), false);
});
