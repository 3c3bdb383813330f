import { assertEquals } from "@std/assert";
import { NO_PERMISSIONS } from "./permission_set.ts";
import { strayLinks } from "./stray_links.ts";

const same = (path: string) => path;

Deno.test("strayLinks() closes links that lead out or to nothing, and leaves those that stay", () => {
  const links = [
    { path: "/p/out", target: "/home/ann/.ssh/id_rsa" },
    { path: "/p/beside", target: "/project/x" },
    { path: "/p/dangling", target: undefined },
    { path: "/p/inside", target: "/p/a/b" },
    { path: "/p/root", target: "/p" },
    { path: "/q/out", target: "/etc" },
  ];
  const set = { ...NO_PERMISSIONS, read: ["/p/"] };
  assertEquals(strayLinks(links, set, same), { unread: ["/p/out", "/p/beside", "/p/dangling"], unwritten: [] });
});

Deno.test("strayLinks() judges reading and writing apart", () => {
  const links = [{ path: "/p/ref", target: "/etc/x" }, { path: "/p/out", target: "/srv" }];
  const set = { ...NO_PERMISSIONS, read: ["/p", "/etc"], write: ["/p"] };
  assertEquals(strayLinks(links, set, same), { unread: ["/p/out"], unwritten: ["/p/ref", "/p/out"] });
});

Deno.test("strayLinks() knows a permitted folder by its real path, too", () => {
  const set = { ...NO_PERMISSIONS, read: ["/tmp/p"] };
  const real = (path: string) => path.replace(/^\/tmp/, "/private/tmp");
  const links = [{ path: "/tmp/p/a", target: "/private/tmp/p/b" }, { path: "/tmp/p/c", target: "/private/tmp/q" }];
  assertEquals(strayLinks(links, set, real).unread, ["/tmp/p/c"]);
});
