/**
 * Asking a person, through the real program: by the official SDK clients' own forms in both eras, and by
 * `sallyport approve` in a second terminal.
 *
 * @module
 */

import { ApprovalDesk, ApprovalQueue } from "../src/io/approval_queue.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  guarded,
  guardedIn,
  refusedBy,
  runSallyport,
  testEnvironment,
  textOf,
  waitFor,
  withTestFolder,
} from "./support/guarded_session.ts";
import { dualEraServer, sallyport, sallyportCommand, type TestFolder } from "./support/sallyport.ts";
import { type ClientKind, runSession } from "./support/sdk_clients.ts";

const POLICY = { version: 1, default: "allow", tools: { echo: "ask" } };

Deno.test("the official clients show the question as a form of their own, in both eras", async () => {
  for (const kind of ["sdk1", "sdk2-legacy", "sdk2-modern"] as readonly ClientKind[]) {
    for (const [decision, passes] of [["allow once", true], ["deny", false]] as const) {
      await withTestFolder("ask", async (folder) => {
        await Deno.writeTextFile(`${folder.home}/sallyport.jsonc`, JSON.stringify(POLICY));
        const asked: string[] = [];
        const command = [...sallyport(["--name", "dual", "--pass-env", "DENO_DIR"]), ...dualEraServer()];
        const transcript = await runSession(kind, command, [{ list: "tools" }, { call: "echo", args: { text: "x" } }], {
          env: testEnvironment(folder),
          cwd: folder.project,
          elicit: (params) => {
            asked.push(params.message);
            return { action: "accept", content: { decision } };
          },
        });
        const outcome = JSON.stringify(transcript.outcomes.at(-1));
        assertEquals(
          asked,
          ['Sallyport: The model wants to use the tool echo of the server dual, with: {"text":"x"}'],
          kind,
        );
        assertEquals(outcome.includes("approval was refused"), !passes, `${kind} ${decision}: ${outcome}`);
        assertEquals(outcome.includes("x"), true);
        const verified = await runSallyport(folder, ["audit", "verify"]);
        assertEquals(verified.code, 0, verified.stdout);
      });
    }
  }
});

/** A person at a second terminal, which `script` provides. */
class Approver implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #done: Promise<void>;
  shown = "";

  constructor(folder: TestFolder) {
    const words = sallyportCommand(["approve"]).map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
    const child = new Deno.Command("script", {
      args: ["-qec", words, "/dev/null"],
      cwd: folder.project,
      env: testEnvironment(folder),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#done = (async () => {
      for await (const chunk of child.stdout) this.shown += new TextDecoder().decode(chunk);
    })();
  }

  async until(text: string): Promise<void> {
    await waitFor(() => this.shown.includes(text), `the approver to show ${text}: ${this.shown}`);
  }

  async type(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${line}\n`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    this.#writer.releaseLock();
    await this.#done;
    await this.#child.status;
  }
}

Deno.test("questions of one moment are shown in the order in which they were asked", async () => {
  await withTestFolder("ask-order", async (folder) => {
    const key = new Uint8Array(32);
    const desk = new ApprovalDesk(folder.home, key);
    assertEquals(desk.beat(), undefined);
    const queue = new ApprovalQueue(folder.home, key);
    const texts = Array.from({ length: 30 }, (_, index) => `question ${index}`);
    for (const text of texts) {
      assert(queue.ask(`sallyport-${crypto.randomUUID().replaceAll("-", "")}`, text));
    }
    assertEquals(desk.waiting().map(({ text }) => text), texts);
    await Promise.resolve();
  });
});

Deno.test("a person in a second terminal answers one after the other, several waiting at once", async () => {
  await withTestFolder("ask", async (folder) => {
    await using approver = new Approver(folder);
    await approver.until("waiting for questions");
    await guardedIn(folder, { policy: POLICY }, async ({ client, received, records }) => {
      const before = (await received()).length;
      const first = client.callTool("echo", { text: "one", key: ["AKIA", "Q3EGBTXTVJNKLMRP"].join("") }, 20_000);
      await approver.until('"one"');
      const second = client.callTool("echo", { text: "two" }, 20_000);
      const third = client.callTool("echo", { text: "three" }, 20_000);
      assertEquals(
        (await received()).slice(before).filter((line) => line.includes("tools/call")),
        [],
        "before the yes",
      );
      assert(!approver.shown.includes("Q3EGBTXTVJNKLMRP"), "a secret was shown");
      await approver.type("allow");
      assertEquals(textOf(await first), "one");
      await approver.until('"two"');
      await approver.type("no");
      assertEquals(refusedBy(await second), "tool/entry");
      await approver.until('"three"');
      await approver.type("session");
      assertEquals(textOf(await third), "three");
      assertEquals(textOf(await client.callTool("echo", { text: "three" })), "three", "for the rest of the session");
      const asks = (await records()).filter(({ kind }) => kind === "ask").map(({ via, answer }) => `${via} ${answer}`);
      assertEquals(asks, ["terminal allow", "terminal deny", "terminal session"]);
    });
    const left = (await Array.fromAsync(Deno.readDir(`${folder.home}/asks`))).map(({ name }) => name);
    assertEquals(left.filter((name) => name.endsWith(".ask") || name.endsWith(".answer")), []);
  });
});

Deno.test("where nobody can be asked the request is refused, at once or after the time limit", async () => {
  await guarded({ policy: POLICY }, async ({ client }) => {
    assertStringIncludes(JSON.stringify(await client.callTool("echo", { text: "x" })), "cannot be given here");
  });
  await withTestFolder("ask", async (folder) => {
    await using approver = new Approver(folder);
    await approver.until("waiting for questions");
    await guardedIn(folder, { policy: { ...POLICY, limits: { askSeconds: 1 } } }, async ({ client }) => {
      const answer = await client.callTool("echo", { text: "late" }, 20_000);
      assertStringIncludes(JSON.stringify(answer), "did not come in time");
      await approver.until("it waits no longer");
      await approver.type("allow");
      assertEquals(refusedBy(await client.callTool("other", { text: "x" })), undefined);
    });
  });
});

Deno.test("an answer that was written without the key of the home is a no", async () => {
  await withTestFolder("ask", async (folder) => {
    await using approver = new Approver(folder);
    await approver.until("waiting for questions");
    await guardedIn(folder, { policy: POLICY }, async ({ client, received }) => {
      const call = client.callTool("echo", { text: "forged" }, 20_000);
      await approver.until('"forged"');
      const names = (await Array.fromAsync(Deno.readDir(`${folder.home}/asks`))).map(({ name }) => name);
      const id = names.find((name) => name.endsWith(".ask"))?.replace(/\.ask$/, "");
      await Deno.writeTextFile(`${folder.home}/asks/${id}.answer`, `allow ${"0".repeat(64)}`);
      assertEquals(refusedBy(await call), "tool/entry");
      assert(!(await received()).some((line) => line.includes("forged")));
    });
  });
});
