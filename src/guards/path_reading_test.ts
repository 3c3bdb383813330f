import { assertEquals } from "@std/assert";
import { pathComponents, readAsPath } from "./path_reading.ts";

const BASE = { home: "/home/u", workingFolder: "/work", variables: { SALLYPORT_HOME: "/sp" } };

Deno.test("readAsPath() reads the ways to say a path", () => {
  const cases: readonly [text: string, path: string][] = [
    ["a/b", "/work/a/b"],
    ["/a/b", "/a/b"],
    ["~/x", "/home/u/x"],
    ["~root/x", "/home/u/x"],
    ["$HOME/x", "/home/u/x"],
    ["${home}/x", "/home/u/x"],
    ["$SALLYPORT_HOME/x", "/sp/x"],
    ["$UNKNOWN/x", "/work/$UNKNOWN/x"],
    ["file:///a/b?x#y", "/a/b"],
    ["file:/a/b", "/a/b"],
    ["vscode-remote://host/a", "/a"],
    ["file:///C:/x", "C:/x"],
    ["C:\\x\\y", "C:/x/y"],
    ["%2Fa%2Fb", "/a/b"],
    ["https://example.com/~/x", "/home/u/x"],
    ["a\u2215b", "/work/a/b"],
    ["/proc/self/root/sp/x", "/sp/x"],
    ["//proc/./1/task/1/root", "/"],
    ["/proc/thread-self/cwd/../x", "/work/../x"],
    ["/proc/self/cwd/proc/7/root/sp", "/work/proc/7/root/sp"],
    ["/proc/self/rooted", "/proc/self/rooted"],
  ];
  for (const [text, path] of cases) assertEquals(readAsPath(text, BASE), path, text);
});

Deno.test("pathComponents() folds and resolves by the letters", () => {
  assertEquals(pathComponents("/A//b/./C/../D."), ["a", "b", "d"]);
  assertEquals(pathComponents("/../../x"), ["x"]);
  assertEquals(pathComponents("C:/X/y:stream"), ["c:", "x", "y"]);
});
