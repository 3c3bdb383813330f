/**
 * Through the proxy, the official SDK clients get from real servers what they get bare: same tools, same results, same
 * notifications in order, same questions of the server.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { BARE, copyProxy, makeTestFolder, type Prefix, proxyUnderTest, type TestFolder } from "./support/sallyport.ts";
import { REAL_SERVERS, type RealServer } from "./support/real_servers.ts";
import { CLIENT_KINDS, type ClientKind, comparable, runSession, type Transcript } from "./support/sdk_clients.ts";

/** One session in the same folder each time, so that paths in answers do not differ. */
async function session(server: RealServer, kind: ClientKind, prefix: Prefix, folder: TestFolder): Promise<Transcript> {
  await Deno.remove(folder.project, { recursive: true });
  await Deno.mkdir(folder.project);
  await server.prepare(folder.project);
  return await runSession(kind, [...prefix, ...server.command(folder.project)], server.steps(folder.project), {
    ...server.options?.(folder.project),
    env: folder.env,
  });
}

for (const server of REAL_SERVERS) {
  for (const kind of CLIENT_KINDS) {
    Deno.test(`${server.name} is to ${kind} behind the proxy what it is bare`, async () => {
      const folder = await makeTestFolder("clients");
      try {
        const bare = await session(server, kind, BARE, folder);
        const proxied = await session(server, kind, proxyUnderTest(folder), folder);
        assertEquals(comparable(proxied), comparable(bare));
        const isModernOnly = kind === "sdk2-modern" && server.name !== "dual-era";
        assert(isModernOnly || bare.outcomes.length > 3, `the session ended early: ${JSON.stringify(bare.outcomes)}`);
      } finally {
        await folder.remove();
      }
    });
  }
}

Deno.test("the comparison sees a proxy that drops one notification", async () => {
  const folder = await makeTestFolder("clients");
  try {
    const server = REAL_SERVERS.find((one) => one.name === "dual-era") as RealServer;
    const bare = await session(server, "sdk1", BARE, folder);
    const proxied = await session(server, "sdk1", copyProxy("--drop=tools/list_changed"), folder);
    assertNotEquals(comparable(proxied), comparable(bare));
  } finally {
    await folder.remove();
  }
});
