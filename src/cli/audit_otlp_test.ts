import { assertEquals, assertStringIncludes } from "@std/assert";
import type { PostResult } from "./audit_edge.ts";
import { auditWorld } from "./testdata/audit_world.ts";
import { type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const URL_ = "http://127.0.0.1:4318/v1/logs";

function answered(status: number, retryAfterSeconds?: number): PostResult {
  return { kind: "answered", status, retryAfterSeconds };
}

async function exported(answers: readonly PostResult[], world: FakeWorld) {
  const sent: { url: string; body: string }[] = [];
  const waits: number[] = [];
  const audit = { ...world.audit, answers, sent, waits };
  const ran = await runIn(["audit", "export", "--otlp", URL_], { ...world, audit });
  const records = sent.map(({ body }) => JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords.length);
  return { ran, records, waits };
}

Deno.test("audit export --otlp sends nothing without the permission, and says which", async () => {
  const { world } = await auditWorld();
  const { ran, records } = await exported([answered(200)], { ...world, missing: ["net 127.0.0.1:4318"] });
  assertEquals([ran.exit, records], [2, []]);
  assertStringIncludes(ran.err(), "Add --allow-net=127.0.0.1:4318");
  for (const url of ["x", "file:///x", "http://user:word@h/"]) {
    assertEquals((await runIn(["audit", "export", "--otlp", url], world)).exit, 2, url);
  }
});

Deno.test("audit export --otlp sends the headers of the variable, and nothing where they cannot be read", async () => {
  const { world } = await auditWorld();
  const run = async (text: string, status = 200) => {
    const sent: { url: string; body: string; headers?: readonly (readonly [string, string])[] }[] = [];
    const audit = { ...world.audit, answers: [answered(status)], sent };
    const env = { OTEL_EXPORTER_OTLP_HEADERS: text };
    return { ran: await runIn(["audit", "export", "--otlp", URL_], { ...world, audit, env }), sent };
  };
  const good = await run("authorization=Bearer%20t");
  assertEquals([good.ran.exit, good.sent[0]?.headers], [0, [["authorization", "Bearer t"]]]);
  const bad = await run("authorization");
  assertEquals([bad.ran.exit, bad.sent.length], [2, 0]);
  assertStringIncludes((await run("", 401)).ran.err(), "OTEL_EXPORTER_OTLP_HEADERS");
});

Deno.test("audit export --otlp remembers what was taken, and sends only what is new", async () => {
  const { world } = await auditWorld();
  const first = await exported([answered(200)], world);
  assertEquals([first.ran.exit, first.records], [0, [10]]);
  const files = Object.fromEntries(first.ran.files);
  assertEquals((await exported([answered(200)], { ...world, files })).records, []);
  const file = Object.keys(files).find((path) => path.includes("bbbbbbbbbbbb")) ?? "";
  const grown = { ...files, [file]: `${files[file]}${files[file]?.split("\n")[1]}\n` };
  assertEquals((await exported([answered(200)], { ...world, files: grown })).records, [1]);
});

Deno.test("audit export --otlp tries again where that can help, waits as it is told, and gives up in the end", async () => {
  const { world } = await auditWorld();
  const again = await exported(
    [answered(503), answered(429, 5), { kind: "failed", why: "reset" }, answered(200)],
    world,
  );
  assertEquals([again.ran.exit, again.records.length, again.waits], [0, 4, [1000, 5000, 4000]]);
  const refused = await exported([answered(400)], world);
  assertEquals([refused.ran.exit, refused.records.length], [1, 1]);
  assertStringIncludes(refused.ran.err(), "it answered with status 400");
  const dead = await exported([{ kind: "failed", why: "reset" }], world);
  assertEquals([dead.ran.exit, dead.records.length, dead.waits.at(-1)], [1, 8, 30_000]);
  assertEquals([...dead.ran.files.keys()].some((path) => path.includes("/otlp/")), false);
});

Deno.test("audit export --otlp begins anew behind a memory that is no use, and for a file that was begun anew", async () => {
  const { world } = await auditWorld();
  const first = await exported([answered(200)], world);
  const files = Object.fromEntries(first.ran.files);
  const memory = Object.keys(files).find((path) => path.includes("/otlp/")) ?? "";
  for (const text of ["{", "null", '{"url":"http://other/","files":{}}', '{"files":5}']) {
    assertEquals(
      (await exported([answered(200)], { ...world, files: { ...files, [memory]: text } })).records,
      [10],
      text,
    );
  }
  const file = Object.keys(files).find((path) => path.includes("bbbbbbbbbbbb")) ?? "";
  const anew = { ...files, [file]: `${files[file]?.split("\n")[0]}\n` };
  assertEquals((await exported([answered(200)], { ...world, files: anew })).records, [1]);
  delete files[file];
  assertEquals((await exported([answered(200)], { ...world, files })).records, []);
});

Deno.test("audit export --otlp says when it cannot remember, and sends only what is asked for", async () => {
  const { world } = await auditWorld();
  const forgetful = await exported([answered(200)], { ...world, writeProblem: "the disk is full" });
  assertEquals(forgetful.ran.exit, 1);
  assertStringIncludes(forgetful.ran.err(), "could not be remembered");
  const sent: { url: string; body: string }[] = [];
  const audit = { ...world.audit, answers: [answered(200)], sent };
  const words = [
    "audit",
    "export",
    "--otlp",
    "https://collector.example/v1/logs",
    "--verdict",
    "deny",
    "--session",
    "aaaaaaaaaaaa",
  ];
  assertEquals((await runIn(words, { ...world, audit })).exit, 0);
  assertEquals(JSON.parse(sent[0]?.body ?? "").resourceLogs[0].scopeLogs[0].logRecords.length, 1);
  assertEquals((await runIn(words, { ...world, audit, missing: ["net collector.example:443"] })).exit, 2);
});
