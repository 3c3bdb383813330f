/**
 * However a session ends, no process of it stays: each way a client or a person can end it, against servers that are
 * hard to end. Needs `ps`.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { killMarked, newMark, waitUntilGone } from "../support/orphan_watch.ts";
import { LineProcess, type LooseMessage } from "../support/run_process.ts";
import {
  fixture,
  makeTestFolder,
  OWES_ANSWERS,
  proxyUnderTest,
  scriptedServer,
  type TestFolder,
} from "../support/sallyport.ts";

/** A client gives up on a server two seconds after EOF; the limit leaves room for a loaded machine. */
const EXIT_WITHIN_MS = 1_800 + 2_000;

const SERVERS: Readonly<Record<string, readonly string[]>> = {
  "ends on EOF": [],
  "ignores EOF": ["--ignore-eof"],
  "ignores EOF and TERM": ["--ignore-eof", "--ignore-term"],
  "never reads": ["--never-read", "--ignore-term"],
  "has a grandchild": ["--grandchild"],
  "has a grandchild and ignores EOF and TERM": ["--grandchild", "--ignore-eof", "--ignore-term"],
};

const ENDINGS: Readonly<Record<string, (proxy: LineProcess) => unknown>> = {
  "the client sends EOF": (proxy) => proxy.closeInput(),
  "the proxy gets TERM": (proxy) => proxy.kill("SIGTERM"),
  "the proxy gets INT": (proxy) => proxy.kill("SIGINT"),
};

async function withFolder(run: (folder: TestFolder, mark: string) => Promise<void>): Promise<void> {
  const folder = await makeTestFolder("kill");
  const mark = newMark();
  try {
    await run(folder, mark);
  } finally {
    await killMarked(mark);
    await folder.remove();
  }
}

async function assertNobodyLeft(mark: string): Promise<void> {
  const left = await waitUntilGone(mark, 10_000);
  assertEquals(left.map((one) => `${one.pid} in group ${one.group}: ${one.command}`), []);
}

for (const [serverName, flags] of Object.entries(SERVERS)) {
  for (const [ending, end] of Object.entries(ENDINGS)) {
    // A server that ignores TERM is row W-13 of the predecessor's weaknesses.
    const row = flags.includes("--ignore-term") ? "W-13 " : "";
    Deno.test(`${row}a server that ${serverName} is gone when ${ending}`, async () => {
      await withFolder(async (folder, mark) => {
        await using proxy = new LineProcess(
          [...proxyUnderTest(folder), ...scriptedServer(`--mark=${mark}`, ...flags)],
          {
            env: folder.env,
            detached: true,
          },
        );
        const reads = !flags.includes("--never-read");
        const pending: LooseMessage[] = [];
        if (reads) {
          await proxy.initialize();
          await proxy.request("tools/list");
          for (const id of ["pending", 77]) {
            pending.push(id);
            await proxy.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "hang", arguments: {} } });
          }
          await proxy.request("ping");
        } else {
          // Nothing comes back, so there is nothing to wait for but the server's start.
          await new Promise((resolve) => setTimeout(resolve, 700));
        }
        const began = performance.now();
        await end(proxy);
        const timer = setTimeout(() => proxy.kill("SIGKILL"), 10_000);
        const state = await proxy.exited;
        clearTimeout(timer);
        const took = performance.now() - began;
        await proxy.close();
        await assertNobodyLeft(mark);
        assert(took < EXIT_WITHIN_MS, `the proxy took ${Math.round(took)} ms to end`);
        if (OWES_ANSWERS) {
          for (const id of pending) {
            const answers = proxy.messages().filter((message) => message?.id === id && message.method === undefined);
            assertEquals(answers.length, 1, `answers to ${id}: ${JSON.stringify(answers)}`);
          }
          if (flags.length === 0 && ending === "the client sends EOF") assertEquals(state.code, 0);
        }
      });
    });
  }

  // The client to be killed waits for answers first.
  if (flags.includes("--never-read")) continue;
  Deno.test(`a server that ${serverName} is gone when the client is killed`, async () => {
    await withFolder(async (folder, mark) => {
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "--quiet", "--no-config", "--no-lock", "--no-check", "-A", fixture("doomed_client.ts")],
          ...proxyUnderTest(folder),
          ...scriptedServer(`--mark=${mark}`, ...flags),
        ],
        env: folder.env,
        stdin: "null",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const reader = child.stdout.getReader();
      const first = await reader.read();
      assertEquals(new TextDecoder().decode(first.value).trim(), "ready");
      child.kill("SIGKILL");
      await child.status;
      await assertNobodyLeft(mark);
      await reader.cancel().catch(() => {});
    });
  });
}

Deno.test("a server that ends on EOF is gone when the proxy gets KILL", async () => {
  await withFolder(async (folder, mark) => {
    await using proxy = new LineProcess([...proxyUnderTest(folder), ...scriptedServer(`--mark=${mark}`)], {
      env: folder.env,
    });
    await proxy.initialize();
    proxy.kill("SIGKILL");
    await proxy.exited;
    await assertNobodyLeft(mark);
  });
});

Deno.test("a server that dies in a call leaves no process and no open question", async () => {
  await withFolder(async (folder, mark) => {
    const command = [...proxyUnderTest(folder), ...scriptedServer(`--mark=${mark}`, "--grandchild")];
    await using proxy = new LineProcess(command, { env: folder.env });
    await proxy.initialize();
    await proxy.request("tools/list");
    await proxy.send({ jsonrpc: "2.0", id: "h", method: "tools/call", params: { name: "hang", arguments: {} } });
    await proxy.send({ jsonrpc: "2.0", id: "d", method: "tools/call", params: { name: "die", arguments: {} } });
    const state = await proxy.exited;
    await proxy.close();
    await assertNobodyLeft(mark);
    assertEquals(state.code, 9);
    if (OWES_ANSWERS) {
      const ids = proxy.messages().filter((message) => ["h", "d"].includes(message?.id)).map((message) => message.id);
      assertEquals(ids.sort(), ["d", "h"]);
    }
  });
});
