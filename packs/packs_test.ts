import { assert, assertEquals } from "@std/assert";
import { BLIND_VIEW, type FileView } from "../src/guards/file_view.ts";
import { policyJudge } from "../src/firewall/policy_judge.ts";
import { newProtection } from "../src/firewall/self_protection.ts";
import { type CaseContext, judgeCase } from "../src/cli/judge_case.ts";
import type { Json, JsonObject } from "../src/jsonrpc/json.ts";
import type { CompiledPolicy } from "../src/policy/compiled_policy.ts";
import { loadPolicy } from "../src/policy/load_policy.ts";
import type { PolicyTest } from "../src/policy/policy.ts";
import { formatProblem } from "../src/policy/problem.ts";
import { toSubject } from "../src/policy/subject_fixture.ts";
import { PACKS } from "./packs.ts";
import { PACK_SAMPLES } from "./samples_fixture.ts";

/** A file system in which everything is there and nothing is a link. */
const PLAIN_VIEW: FileView = {
  look: () => ({ kind: "folder" }),
  realPath: (path) => path,
  linkTarget: () => undefined,
  linksIn: () => new Set(),
};

/** What a pack's samples say, as a person's policy that extends it. */
async function load(name: string): Promise<CompiledPolicy> {
  // No file of ours holds what a scanner of secrets would stop at.
  const pieces = ["AKIAQ3E", "GBTXTVJNKLMRP"] as const;
  const text = (PACK_SAMPLES.get(name) ?? "").replaceAll("@@AKIA@@", pieces.join(""))
    .replaceAll("@@AKIA1@@", pieces[0]).replaceAll("@@AKIA2@@", pieces[1]);
  const { policy, problems } = await loadPolicy({ kind: "file", path: "/home/ann/samples.jsonc" }, {
    readText: () => Promise.resolve({ ok: true, text }),
    packs: PACKS,
    variables: { home: "/home/ann", projectDir: "/home/ann/project", tmpdir: "/tmp", env: {} },
    server: "files",
    command: [],
    view: PLAIN_VIEW,
    workingFolder: "/home/ann/project",
  });
  assertEquals(problems.map(formatProblem), []);
  assert(policy !== undefined);
  return policy;
}

/** The firewall itself with a pack as its policy. */
function contextOf(global: CompiledPolicy): CaseContext {
  return {
    server: "files",
    judge: policyJudge({ policies: { global }, server: "files", hash: "h", today: () => "2026-11-30" }),
    protection: newProtection({
      places: [],
      base: { home: "/home/ann", workingFolder: "/w", variables: {} },
      view: BLIND_VIEW,
    }),
  };
}

function wordsOf({ call, message, response }: PolicyTest): ReadonlySet<string> {
  const text = JSON.stringify(call === undefined ? message ?? response : call.args);
  return new Set(text.toLowerCase().match(/[a-z]{2,}/g));
}

for (const name of PACKS.keys()) {
  Deno.test(`the pack ${name} passes its own tests`, async () => {
    const policy = await load(name);
    assert(policy.tests.length > 0);
    for (const test of policy.tests) {
      const { expect, rule, place: _, ...message } = test;
      const judged = judgeCase(message as Json, contextOf(policy));
      assert(!("error" in judged), JSON.stringify(message));
      assertEquals([judged.verdict, rule ?? judged.rule], [expect, judged.rule], JSON.stringify(message));
    }
  });

  Deno.test(`every rule of the pack ${name} has a sample that it refuses, and a near miss`, async () => {
    const policy = await load(name);
    for (const { name: rule, action, when, file } of [...policy.rules.rules, ...policy.responses.rules]) {
      if (file !== `pack:${name}`) continue;
      const samples = policy.tests.filter((test) => test.rule === rule && test.expect === action);
      assert(samples.length > 0, `no test of ${name} is decided by the rule ${rule}`);
      const fits = (test: PolicyTest) => when.fits(toSubject(test, "files"));
      // Of a rule about names alone everything that fits is decided by it.
      const looksAtNamesAlone = policy.tests.filter(fits).every((test) => test.rule === rule);
      // A near miss goes to a tool that the rule speaks of, and looks in part like what the rule refuses.
      const words = new Set(samples.flatMap((sample) => [...wordsOf(sample)]));
      const isNear = (test: PolicyTest) =>
        test.expect === "allow" && (looksAtNamesAlone || fits(test)) &&
        [...wordsOf(test)].some((word) => words.has(word) && !FILLERS.has(word));
      assert(policy.tests.some(isNear), `no test of ${name} is a near miss of the rule ${rule}`);
    }
  });

  Deno.test(`the pack ${name} lets both handshakes and what every session needs pass`, async () => {
    const policy = await load(name);
    const context = contextOf(policy);
    for (const message of HANDSHAKE) {
      const isCall = (message as JsonObject)["method"] === "tools/call";
      if (isCall && policy.default !== "allow") continue;
      const verdict = judgeCase({ message }, context);
      assert("verdict" in verdict && verdict.verdict === "allow", JSON.stringify([message, verdict]));
    }
  });
}

const FILLERS: ReadonlySet<string> = new Set(["path", "command", "home", "app", "content"]);

const CLIENT = { name: "c", version: "1" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const HANDSHAKE: readonly Json[] = [
  { method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT } },
  {
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {
        roots: { listChanged: true },
        sampling: {},
        elicitation: { form: {}, url: {} },
        experimental: {},
      },
      clientInfo: { ...CLIENT, icons: [] },
    },
  },
  { method: "notifications/initialized" },
  { method: "notifications/initialized", params: { _meta: {} } },
  { method: "server/discover", params: { _meta: META } },
  { method: "ping" },
  { method: "ping", params: { _meta: {} } },
  { method: "tools/list", params: {} },
  { method: "tools/list", params: { cursor: "c", _meta: META } },
  { method: "logging/setLevel", params: { level: "debug" } },
  { method: "subscriptions/listen", params: { notifications: { toolsListChanged: true, resourceSubscriptions: [] } } },
  {
    method: "tools/call",
    params: { name: "search", arguments: { ids: [1, 2], filter: {}, tags: [], deep: [[], {}], n: null } },
  },
  {
    method: "tools/call",
    params: { name: "run_command", arguments: { argv: [], env: {}, timeout: 5, codes: [0, 1] } },
  },
];
