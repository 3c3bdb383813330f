import assert from "node:assert/strict";
import { isPublicName } from "./public_host.ts";

Deno.test("isPublicName() refuses names of inside networks and names that lead anywhere", () => {
  for (const name of ["localhost", "db", "printer.local", "nip.io", "a.b.sslip.io", "x-127.0.0.1-y.example.com"]) {
    assert.equal(isPublicName(name), false, name);
  }
  for (const name of ["example.com", "local.example.com", "v1-2-3.example.com", "999.999.999.999.example.com"]) {
    assert.equal(isPublicName(name), true, name);
  }
});
