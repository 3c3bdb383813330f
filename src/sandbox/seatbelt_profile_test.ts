import { assertEquals } from "@std/assert";
import { seatbeltProfile } from "./seatbelt_profile.ts";

const WALL = {
  read: ["/Users/ann/docs"],
  write: ['/Users/ann/pro"ject\\'],
  net: false,
  hidden: ["/Users"],
  closed: ["/Users/ann/.sallyport"],
  unwritten: ["/Users/ann/p.jsonc"],
  workingFolder: "/",
};

Deno.test("seatbeltProfile() denies by default, hides, shows what is named, closes last, and quotes", () => {
  assertEquals(seatbeltProfile(WALL).split("\n"), [
    "(version 1)",
    "(deny default)",
    "(allow process-fork process-exec signal sysctl-read mach-lookup ipc-posix-shm file-read*)",
    '(allow file-write* (literal "/dev/null") (literal "/dev/dtracehelper"))',
    '(deny file-read* file-write* (subpath "/Users"))',
    '(allow file-read* (subpath "/Users/ann/docs") (subpath "/Users/ann/pro\\"ject\\\\"))',
    '(allow file-write* (subpath "/Users/ann/pro\\"ject\\\\"))',
    '(deny file-read* file-write* (subpath "/Users/ann/.sallyport"))',
    '(deny file-write* (literal "/Users/ann/p.jsonc"))',
    "(deny network*)",
  ]);
});

Deno.test("seatbeltProfile() writes no rule without a path: it would hold for every path", () => {
  const empty = seatbeltProfile({ ...WALL, read: [], write: [], hidden: [], closed: [], unwritten: [], net: true });
  assertEquals(empty.split("\n").slice(4), ["(allow network*)"]);
});
