import { assertEquals, assertStringIncludes } from "@std/assert";
import { BROKER_SOCKETS, brokerSockets, socketFault, socketHost } from "./broker_socket.ts";

Deno.test("brokerSockets() gives each server sixteen names of its own, the same at every start", () => {
  const own = brokerSockets("/home/a/.sallyport", "files");
  assertEquals(own, brokerSockets("/home/a/.sallyport", "files"));
  const others = brokerSockets("/home/a/.sallyport", "file");
  assertEquals(new Set([...own, ...others]).size, 2 * BROKER_SOCKETS);
  for (const path of own) assertEquals(/^\/home\/a\/\.sallyport\/run\/[0-9a-f]{12}-[0-9a-f]$/.test(path), true, path);
});

Deno.test("socketFault() refuses what no socket can be named", () => {
  assertStringIncludes(socketFault(`/${"a".repeat(103)}`) ?? "", "longer");
  assertStringIncludes(socketFault(`/${"\u00fc".repeat(52)}`) ?? "", "longer");
  assertStringIncludes(socketFault("/a,b") ?? "", "comma");
  assertEquals(socketFault(`/${"a".repeat(102)}`), undefined);
  assertEquals(socketHost("/a"), "unix:/a");
});
