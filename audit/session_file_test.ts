import { assertEquals } from "@std/assert";
import { sessionFileParts } from "./session_file.ts";

Deno.test("sessionFileParts() reads no other path", () => {
  const good = "2026/11/30/my-server.x-100203-0123456789ab.jsonl";
  assertEquals(sessionFileParts(good), {
    server: "my-server.x",
    session: "0123456789ab",
    startedAt: "2026-11-30T10:02:03",
  });
  for (
    const path of [
      `/${good}`,
      good.slice(1),
      good.replace(".jsonl", ""),
      good.replace("100203", "1002"),
      "ledger.jsonl",
    ]
  ) {
    assertEquals(sessionFileParts(path), undefined, path);
  }
});
