import { assertEquals } from "@std/assert";
import { lastSeen } from "./last_seen.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";

function seen(server: string, ...names: readonly string[]): string | undefined {
  const { edge } = fakeEdge({ files: Object.fromEntries(names.map((name) => [`${HOME}/audit/${name}`, ""])) });
  return lastSeen(edge, HOME, server);
}

Deno.test("lastSeen() gives the newest day of this very server", () => {
  const own = ["2026/11/02/files-100203-0123456789ab.jsonl", "2026/11/30/files-000000-0123456789ab.jsonl"];
  assertEquals(seen("files", ...own, "2025/12/31/files-100203-0123456789ab.jsonl"), "2026-11-30");
  assertEquals(seen("my files!", "2026/01/05/my_files_-100203-0123456789ab.jsonl"), "2026-01-05");
});

Deno.test("lastSeen() takes no other server's file, and no other file", () => {
  assertEquals(seen("files"), undefined);
  const others = [
    "2026/11/30/files-2-100203-0123456789ab.jsonl",
    "2026/11/30/other-100203-0123456789ab.jsonl",
    "2026/11/30/files-100203.jsonl",
    "ledger.jsonl",
  ];
  assertEquals(seen("files", ...others), undefined);
});
