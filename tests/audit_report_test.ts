/**
 * The report of the real program on real logs, as a file and in a real browser. `SALLYPORT_PICTURES=FOLDER` keeps the
 * pictures that are taken.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { audit, runSession } from "./support/audit_log.ts";
import { Chromium, findChromium } from "./support/chromium.ts";
import { guardedIn, withTestFolder } from "./support/guarded_session.ts";
import type { TestFolder } from "./support/sallyport.ts";

const MARKUP = "<img src=x onerror=\"document.title='hacked'\">";

/** A session with calls that pass, that are refused, and that have markup for a name. */
async function recordSession(folder: TestFolder): Promise<void> {
  const policy = { version: 1, default: "allow", tools: { never: "deny" } };
  await guardedIn(folder, { policy }, async ({ client }) => {
    for (let index = 0; index < 5; index++) await client.callTool("echo", { text: `call ${index}` });
    await client.callTool("never", {});
    await client.callTool(MARKUP, { text: "</script><script>document.title='hacked'</script>" });
    await client.close();
  });
}

Deno.test("audit report writes a private file, and never over another one unasked", async () => {
  await withTestFolder("report", async (folder) => {
    await recordSession(folder);
    const path = join(folder.project, "report.html");
    const first = await audit(folder, "report", "-o", "report.html");
    assertEquals([first.code, first.stdout], [0, ""], first.stderr);
    const { mode } = await Deno.stat(path);
    if (Deno.build.os !== "windows") assertEquals((mode ?? 0) & 0o777, 0o600);
    const page = await Deno.readTextFile(path);
    assertStringIncludes(page, "Nothing in the log is broken.");
    assertStringIncludes(page, "<code>never</code>");
    assertEquals([page.includes("<img"), page.includes("call 3")], [false, false]);
    await Deno.writeTextFile(path, "mine");
    assertEquals((await audit(folder, "report", "-o", "report.html")).code, 2);
    assertEquals(await Deno.readTextFile(path), "mine");
    assertEquals((await audit(folder, "report", "-o", "report.html", "--force")).code, 0);
    assertStringIncludes(await Deno.readTextFile(path), "<!DOCTYPE html>");
    const { code, stdout } = await audit(folder, "report", "-o", "-", "--tool", "never");
    assertEquals([code, stdout.startsWith("<!DOCTYPE html>")], [0, true]);
  });
});

Deno.test({
  name: "audit report follows no link that stands where its file goes",
  ignore: Deno.build.os === "windows",
  async fn() {
    await withTestFolder("report", async (folder) => {
      await runSession(folder, 1);
      const [link, target] = [join(folder.project, "report.html"), join(folder.project, "notes.txt")];
      // A link that leads nowhere looks like no file.
      await Deno.symlink(target, link);
      const { code, stderr } = await audit(folder, "report", "-o", "report.html");
      assertEquals(code, 2, stderr);
      await Deno.writeTextFile(target, "mine");
      assertEquals((await audit(folder, "report", "-o", "report.html")).code, 2);
      assertEquals((await audit(folder, "report", "-o", "report.html", "--force")).code, 0);
      assertEquals(await Deno.readTextFile(target), "mine", "the link was replaced");
    });
  },
});

/** Adds a file that no proxy wrote: all kinds of records over days, with all kinds of names. */
async function forgeSession(folder: TestFolder): Promise<void> {
  const session = "f0f0f0f0f0f0";
  const tools = ["read_text_file", "write_file", "search", "query", "<b onclick=alert(1)>bold", "x".repeat(10_000)];
  const call = (index: number) => ({ side: "client", method: "tools/call", tool: tools[index % 7 % tools.length] });
  const kinds = [
    (index: number) => ({
      kind: "verdict",
      ...call(index),
      verdict: "allow",
      rule: "default/allow",
      message: "request",
    }),
    (index: number) => ({
      kind: "outcome",
      ...call(index),
      of: index,
      outcome: "result",
      ms: index * 37 % 400,
      bytes: 900,
    }),
    (index: number) => ({ kind: "verdict", ...call(index), verdict: "allow", rule: "reads", message: "request" }),
    (index: number) => ({
      ...{ kind: "verdict", ...call(index), verdict: "deny", rule: "no-ssh-keys", message: "request" },
      ...{ reason: "matched a deny rule", pointer: "/path", condition: "path" },
    }),
    (index: number) => ({
      kind: "verdict",
      ...call(index),
      verdict: "ask",
      rule: "writes",
      reason: "a person decides",
    }),
    (index: number) => ({
      kind: "ask",
      ...call(index),
      of: index,
      rule: "writes",
      via: "terminal",
      answer: "allow",
      ms: 9,
    }),
    (index: number) => ({
      ...{ kind: "finding", ...call(index), side: "server", detector: "secrets", rule: "aws-access-key-id" },
      ...{ confidence: "likely", count: 1, pointer: "/content/0/text" },
    }),
    (index: number) => ({
      kind: "drift",
      definition: "tool",
      name: tools[index % 5],
      rule: "pin/changed",
      before: "a1",
      after: "b2",
    }),
    () => ({ kind: "note", note: "\u001b[2J\u202e--></script><script>alert(1)</script>" }),
    (index: number) => ({ kind: "outcome", ...call(index), outcome: "refused", rule: "</style>'\"&", ms: 3, bytes: 3 }),
  ];
  const begun = Date.UTC(2026, 10, 28, 6);
  const lines = Array.from({ length: 600 }, (_, index) => {
    const kind = kinds[index % kinds.length];
    const time = new Date(begun + Math.floor(index * 310 + (index % 60) * 40) * 1000).toISOString();
    return JSON.stringify({ v: 1, session, seq: index + 1, time, ...kind?.(index) });
  });
  await Deno.mkdir(join(folder.home, "audit", "2026/11/28"), { recursive: true });
  const file = join(folder.home, "audit", `2026/11/28/everything-060000-${session}.jsonl`);
  await Deno.writeTextFile(file, lines.map((line) => `${line}\n`).join(""));
}

/** What is asked of a page in the browser. */
const PROBE = `(() => {
  const input = document.getElementById("words");
  const shown = () => document.querySelectorAll("#rows tbody tr:not([hidden])").length;
  const all = shown();
  input.value = "aws-access-key-id";
  input.dispatchEvent(new Event("input"));
  const some = shown();
  input.value = "";
  input.dispatchEvent(new Event("input"));
  return {
    title: document.title,
    scripts: document.scripts.length,
    strangers: document.querySelectorAll("img, iframe, link, b, [onclick], [onerror], [style]").length,
    isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    isStyled: getComputedStyle(document.querySelector("th")).fontWeight === "600",
    back: getComputedStyle(document.body).backgroundColor,
    all, some, again: shown(),
  };
})()`;

const chromium = findChromium();

Deno.test({
  name: "the report of a hostile log runs nothing, loads nothing and fits, in a real browser in light and dark",
  ignore: Deno.build.os === "windows",
  async fn() {
    if (chromium === undefined) {
      console.warn("Not tested: there is no Chromium here (apt-get install chromium)");
      return;
    }
    await withTestFolder("report", async (folder) => {
      await recordSession(folder);
      await forgeSession(folder);
      const { code } = await audit(folder, "report", "-o", "report.html");
      assertEquals(code, 1, "the forged file is found");
      const url = pathToFileURL(join(folder.project, "report.html")).href;
      await using browser = await Chromium.start(chromium);
      for (const scheme of ["light", "dark"] as const) {
        for (const width of [1280, 390]) {
          const { picture, value } = await browser.look(url, { width, scheme }, PROBE);
          const pictures = Deno.env.get("SALLYPORT_PICTURES");
          if (pictures !== undefined) await Deno.writeFile(join(pictures, `report-${width}-${scheme}.png`), picture);
          const { all, some, again, back, ...rest } = value as Record<string, unknown>;
          assertEquals(rest, {
            title: "Sallyport audit report",
            scripts: 1,
            strangers: 0,
            isTooWide: false,
            isStyled: true,
          }, `${scheme} ${width}`);
          assert(Number(some) > 0 && Number(some) < Number(all) && all === again, `${some} of ${all}, then ${again}`);
          assertEquals(back, scheme === "dark" ? "rgb(18, 21, 27)" : "rgb(255, 255, 255)");
        }
      }
      assertEquals(browser.complaints, []);
      assertEquals(new Set(browser.requests), new Set([url]));
      // Markup that came through would do nothing, and would be seen here.
      const { value } = await browser.look(
        url,
        { width: 1280, scheme: "light" },
        `document.body.append(Object.assign(document.createElement("script"), { textContent: "document.title = 'hacked'" }));
        document.title`,
      );
      assertEquals(value, "Sallyport audit report");
      assertStringIncludes(browser.complaints.join("\n"), "Content Security Policy");
    });
  },
});
