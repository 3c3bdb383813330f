import { assertEquals } from "@std/assert";
import { stringProfile } from "../profile_fixture.ts";
import { urlLadder, withDomains } from "./url_ladder.ts";

Deno.test("hosts are those seen; a domain wants three of its own, and no shared one ever counts", () => {
  assertEquals(withDomains(["a.example.com", "b.example.com"]), ["a.example.com", "b.example.com"]);
  assertEquals(withDomains(["a.example.com", "b.example.com", "c.example.com", "x.org"]), ["*.example.com", "x.org"]);
  for (const domain of ["co.uk", "github.io", "s3.eu-west-1.amazonaws.com", "com"]) {
    const hosts = ["a", "b", "c"].map((name) => `${name}.${domain}`);
    assertEquals(withDomains(hosts), hosts);
  }
  assertEquals(withDomains(["10.0.0.1", "10.0.0.2", "10.0.0.3"]), ["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
});

Deno.test("any public host is never chosen without a person; ports count where some are unusual", () => {
  const ladder = urlLadder(
    stringProfile({ "https://a.example.com/x": ["1", "2"], "http://a.example.com:8080/": ["1"] }),
  );
  assertEquals(ladder.rungs[ladder.chosen]?.condition, {
    url: { hosts: ["a.example.com"], schemes: ["http", "https"], ports: [443, 8080] },
  });
  assertEquals(ladder.rungs.at(-1)?.isAutomatic, false);
});

Deno.test("a host that only the server said is on no list", () => {
  const tainted = "https://evil.example/";
  const ladder = urlLadder(stringProfile({ "https://a.example.com/": ["1"], [tainted]: ["1", "2"] }, [tainted]));
  assertEquals(JSON.stringify(ladder.rungs).includes("evil"), false);
  assertEquals(urlLadder(stringProfile({ [tainted]: ["1", "2"] }, [tainted])).asksAlways, true);
});
