import { assertEquals } from "@std/assert";
import { perCallPermissions, perCallServers } from "./per_call_servers.ts";
import { fakeEdge, policy } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const PLACE = { home: HOME, userHome: "/home/ann" };

Deno.test("perCallServers() finds those whose own set says so, and none in a policy that cannot be read", async () => {
  const files = (text: string) => fakeEdge({ files: { [`${HOME}/sallyport.jsonc`]: text } }).edge;
  const one = policy({ servers: { a: { sandbox: { deno: { perCall: true } } }, b: { sandbox: { deno: {} } } } });
  assertEquals([...await perCallServers(files(one), PLACE, ["a", "b", "c", "a"])], ["a"]);
  const all = policy({ sandbox: { deno: { perCall: true } } });
  assertEquals([...await perCallServers(files(all), PLACE, ["a", "b"])], ["a", "b"]);
  assertEquals([...await perCallServers(files("{"), PLACE, ["a"])], []);
});

Deno.test("perCallPermissions() names sixteen sockets and the Deno that the server runs under", () => {
  const { edge } = fakeEdge({});
  const { net, run } = perCallPermissions(edge, HOME, "a");
  assertEquals([net.length, net.every((host) => host.startsWith(`unix:${HOME}/run/`))], [16, true]);
  assertEquals(run, [edge.denoPath()]);
});
