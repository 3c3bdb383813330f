/**
 * The firewall alone, hot: one call and its answer, many times, under the pack `baseline`. For profiles; prints µs a
 * round trip.
 *
 * @module
 */

import { loadPolicy } from "../src/policy/load_policy.ts";
import { PACKS } from "../packs/packs.ts";
import { policyJudge } from "../src/firewall/policy_judge.ts";
import { newProtection } from "../src/firewall/self_protection.ts";
import { newFirewall } from "../src/firewall/state.ts";
import { step } from "../src/firewall/step.ts";
import { REAL_FILE_VIEW } from "../src/io/real_file_view.ts";
import { loadCommandParser } from "../src/guards/shell.ts";

const { policy, problems } = await loadPolicy({ kind: "pack", name: "baseline" }, {
  readText: () => Promise.resolve({ ok: false, why: "none" }),
  packs: PACKS,
  variables: { home: "/root", projectDir: Deno.cwd(), env: {} },
  server: "s",
  command: [],
  view: REAL_FILE_VIEW,
  workingFolder: Deno.cwd(),
});
if (policy === undefined) throw new Error(JSON.stringify(problems));
const judge = policyJudge({ policies: { global: policy }, server: "s", hash: "h", today: () => "2026-11-30" });
const base = { home: "/root", workingFolder: Deno.cwd(), variables: {} };
const state = newFirewall({
  server: "s",
  sessionId: "s",
  version: "0",
  command: "c",
  judge,
  protection: newProtection({
    places: ["/root/.sallyport"],
    base,
    view: REAL_FILE_VIEW,
    shell: await loadCommandParser(),
  }),
  newId: () => "1",
});
state.tools.complete = true;
const encoder = new TextEncoder();
const size = Number(Deno.args[0] ?? 100);
const text = "the quick brown fox jumps over the lazy dog ".repeat(Math.ceil(size / 44)).slice(0, size);
const one = (id: number) => {
  const at = performance.now();
  const call = {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "echo", arguments: { text: `${id} ${text}` } },
  };
  step(state, {
    kind: "frame",
    side: "client",
    frame: { kind: "line", bytes: encoder.encode(JSON.stringify(call)) },
    nowMs: at,
  });
  const answer = { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: `${id} ${text}` }] } };
  step(state, {
    kind: "frame",
    side: "server",
    frame: { kind: "line", bytes: encoder.encode(JSON.stringify(answer)) },
    nowMs: at,
  });
};
const rounds = Number(Deno.args[1] ?? 20_000);
const CHUNKS = 20;
let id = 0;
let least = Infinity;
for (let chunk = 0; chunk <= CHUNKS; chunk++) {
  const began = performance.now();
  for (let round = 0; round < rounds / CHUNKS; round++) one(id++);
  // The first warms up; of the others the one that other work on the machine disturbed least.
  if (chunk > 0) least = Math.min(least, (performance.now() - began) * 1000 * CHUNKS / rounds);
}
console.log(`${least.toFixed(1)} µs a round trip`);
