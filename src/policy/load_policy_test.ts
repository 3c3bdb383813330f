import assert from "node:assert/strict";
import { judge } from "./evaluate.ts";
import { loadPolicy } from "./load_policy.ts";
import { type FixtureOptions, loadFixture } from "./policy_fixture.ts";
import { formatProblem } from "./problem.ts";
import { toSubject } from "./subject_fixture.ts";

const rule = (name: string, then: string, tool = "t") => ({ name, when: { tool }, then });
const text = (body: object) => JSON.stringify({ version: 1, ...body });

async function shown(body: object, options: FixtureOptions = {}): Promise<string[]> {
  return (await loadFixture(text(body), options)).problems.map(formatProblem);
}

Deno.test("loadPolicy() shows a missing file at the place that names it", async () => {
  assert.deepEqual(await shown({ extends: ["./team.jsonc"] }), [
    '/home/ann/project/sallyport.jsonc:1:25: Cannot read "extends" of policy: ' +
    '"/home/ann/project/team.jsonc" cannot be read: the file does not exist [cannot-read]',
  ]);
});

Deno.test("loadPolicy() suggests a pack", async () => {
  const [problem] = await shown({ extends: ["baselin"] }, { packs: { baseline: text({}) } });
  assert.match(problem ?? "", /"baselin" is not a pack \[unknown-pack\]\n {2}Did you mean "baseline"\?/);
});

Deno.test("loadPolicy() ends a circle, and reads a file once that two extend", async () => {
  const files = {
    "/home/ann/project/a.jsonc": text({ extends: ["b.jsonc"] }),
    "/home/ann/project/b.jsonc": text({ extends: ["./a.jsonc"] }),
  };
  const [problem] = await shown({ extends: ["a.jsonc"] }, { files });
  assert.match(problem ?? "", /b\.jsonc.*extends itself in the end \[extends-cycle\]/);
  const shared = { ...files, "/home/ann/project/b.jsonc": text({ rules: [rule("r", "deny")] }) };
  const { closure, problems } = await loadFixture(text({ extends: ["a.jsonc", "b.jsonc"] }), { files: shared });
  assert.deepEqual(problems, []);
  assert.equal(closure.length, 3);
});

Deno.test("loadPolicy() stops at a depth", async () => {
  const files: Record<string, string> = {};
  for (let depth = 0; depth < 20; depth++) {
    files[`/home/ann/project/${depth}.jsonc`] = text({ extends: [`${depth + 1}.jsonc`] });
  }
  const [problem] = await shown({ extends: ["0.jsonc"] }, { files });
  assert.match(problem ?? "", /\[extends-depth\]/);
});

Deno.test("loadPolicy() lets a pack extend packs, not files", async () => {
  const packs = { p: text({ extends: ["/etc/x.jsonc"] }), q: text({ extends: ["r"] }), r: text({}) };
  assert.match((await shown({ extends: ["p"] }, { packs }))[0] ?? "", /^pack:p:1:.*a pack extends only packs/);
  assert.deepEqual(await shown({ extends: ["q"] }, { packs }), []);
});

Deno.test("loadPolicy() puts your rules first, then your files', then packs'", async () => {
  const { policy } = await loadFixture(
    text({ extends: ["p", "./team.jsonc"], rules: [rule("mine", "deny", "x")] }),
    {
      packs: { p: text({ rules: [rule("pack", "deny")] }) },
      files: { "/home/ann/project/team.jsonc": text({ rules: [rule("team", "deny")] }) },
    },
  );
  assert.deepEqual(policy?.rules.rules.map(({ name }) => name), ["mine", "team", "pack"]);
  assert.equal(policy && judge(policy, toSubject({ call: { tool: "t", args: {} } }, "s")).rule, "team");
});

Deno.test("loadPolicy() gives no policy while there is a problem anywhere", async () => {
  const { policy, problems } = await loadFixture(text({ extends: ["p"] }), { packs: { p: text({ tolos: {} }) } });
  assert.equal(policy, undefined);
  assert.equal(problems[0]?.file, "pack:p");
});

Deno.test("loadPolicy() loads a pack as the whole policy", async () => {
  const { policy } = await loadPolicy({ kind: "pack", name: "p" }, {
    readText: () => Promise.resolve({ ok: false, why: "no files here" }),
    packs: new Map([["p", text({ default: "allow" })]]),
    variables: {},
    server: "s",
    command: [],
  });
  assert.equal(policy?.default, "allow");
});

Deno.test("loadPolicy() does not give an untrusted policy a say about servers", async () => {
  const body = text({ servers: { files: { tools: { t: "allow" } } }, tools: { t: "deny" } });
  const judged = async (trust: "trusted" | "untrusted") => {
    const { policy } = await loadFixture(body, { trustOf: () => trust });
    return policy && judge(policy, toSubject({ call: { tool: "t", args: {} } }, "files")).action;
  };
  assert.equal(await judged("untrusted"), "deny");
  assert.equal(await judged("trusted"), "allow");
});

Deno.test("loadPolicy() merges options, and takes mode and default from the file asked for", async () => {
  const packs = {
    p: text({
      mode: "observe",
      default: "allow",
      limits: { inFlight: 3, callSeconds: 9 },
      environment: { pass: ["A"] },
    }),
  };
  const { policy } = await loadFixture(text({ extends: ["p"], limits: { inFlight: 5 } }), { packs });
  assert.deepEqual(policy?.limits, { inFlight: 5, callSeconds: 9 });
  assert.deepEqual(policy?.environment, { pass: ["A"], set: [] });
  assert.deepEqual([policy?.mode, policy?.default], ["enforce", "deny"]);
});
