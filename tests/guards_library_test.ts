import { assertEquals } from "@std/assert";
import { BLIND_VIEW, guardPath, loadCommandParser, newCommandGuard, newSqlGuard, newUrlGuard } from "../guards.ts";

Deno.test("the library's guards refuse by themselves, and pass the near miss", async () => {
  const folder = { under: ["/srv/data"], view: "lexical" } as const;
  assertEquals(guardPath("/srv/data2/x", folder, BLIND_VIEW).ok, false);
  assertEquals(guardPath("/srv/data/x", folder, BLIND_VIEW), { ok: true, value: "/srv/data/x" });
  const url = newUrlGuard({ hosts: "public" });
  assertEquals([url("http://169.254.169.254/").ok, url("https://example.com/").ok], [false, true]);
  const sql = await newSqlGuard({ dialect: "sqlite", tables: ["orders"] });
  assertEquals([sql("delete from orders").ok, sql("select count(*) from orders").ok], [false, true]);
  const command = newCommandGuard({ programs: ["ls"] }, await loadCommandParser());
  assertEquals([command("ls; rm -r x").ok, command("ls -l").ok], [false, true]);
});
