/**
 * Through the proxy, the official SDK clients get from real servers what they get bare: same tools, same results, same
 * notifications in order, same questions of the server.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { BARE, type Prefix, proxyUnderTest, testEnvironment } from "./support/sallyport.ts";
import { REAL_SERVERS, type RealServer } from "./support/real_servers.ts";
import { CLIENT_KINDS, type ClientKind, comparable, runSession, type Transcript } from "./support/sdk_clients.ts";

/** One session in the same folder each time, so that paths in answers do not differ. */
async function session(server: RealServer, kind: ClientKind, prefix: Prefix, root: string): Promise<Transcript> {
  const folder = join(root, "work");
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  await server.prepare(folder);
  return await runSession(kind, [...prefix, ...server.command(folder)], server.steps(folder), {
    ...server.options?.(folder),
    env: testEnvironment(root),
  });
}

for (const server of REAL_SERVERS) {
  for (const kind of CLIENT_KINDS) {
    Deno.test(`${server.name} is to ${kind} behind the proxy what it is bare`, async () => {
      const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "sallyport-clients-" }));
      try {
        const bare = await session(server, kind, BARE, root);
        const proxied = await session(server, kind, proxyUnderTest(), root);
        assertEquals(comparable(proxied), comparable(bare));
        const speaksModern = server.name === "dual-era";
        if (kind !== "sdk2-modern" || speaksModern) {
          assert(bare.outcomes.length > 3, `the session ended early: ${JSON.stringify(bare.outcomes)}`);
        }
      } finally {
        await Deno.remove(root, { recursive: true });
      }
    });
  }
}
