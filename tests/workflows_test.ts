/**
 * The workflows of the hosted CI, read as YAML and held to what is really there: tasks, files, targets, pins, rights.
 * Nothing here runs them: that takes the hosted CI.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { parse } from "yaml";
import { TARGETS } from "../tools/compile.ts";
import { readSource, ROOT } from "./support/source_tree.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly "runs-on"?: string;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const NAMES = ["ci.yml", "nightly.yml", "release.yml"] as const;
const TEXTS: ReadonlyMap<string, string> = new Map(
  await Promise.all(NAMES.map(async (name) => [name, await readSource(`.github/workflows/${name}`)] as const)),
);

function workflow(name: typeof NAMES[number]): Workflow {
  return parse(TEXTS.get(name) ?? "");
}

function steps(name: typeof NAMES[number]): Step[] {
  return Object.values(workflow(name).jobs).flatMap((job) => job.steps ?? []);
}

Deno.test("there are these workflows and no others", async () => {
  const found: string[] = [];
  for await (const entry of Deno.readDir(`${ROOT}/.github/workflows`)) found.push(entry.name);
  assertEquals(found.toSorted(), [...NAMES]);
});

Deno.test("every task and every file that a workflow names is there", async () => {
  const { tasks } = JSON.parse(await readSource("deno.json"));
  let named = 0;
  for (const { run = "" } of NAMES.flatMap(steps)) {
    for (const [, task = ""] of run.matchAll(/\bdeno task ([a-z:]+)/g)) {
      assert(Object.hasOwn(tasks, task), `there is no task ${task}`);
      named++;
    }
  }
  assert(named > 10);
  for (const file of ["install.sh", "install.ps1"]) assert((await readSource(file)).length > 0);
});

Deno.test("every action is pinned by a whole commit, with its version beside it", () => {
  const commits = new Map<string, string>();
  for (const [name, text] of TEXTS) {
    const lines = text.split("\n").filter((line) => /\buses:/.test(line));
    for (const line of lines) {
      if (/uses: \.\/\.github\/workflows\/ci\.yml$/.test(line)) continue;
      const [, action = "", commit = ""] = /uses: ([\w./-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/.exec(line) ?? [];
      assert(commit !== "", `${name}: ${line}`);
      assertEquals(commits.get(action) ?? commit, commit, `${action} in two versions`);
      commits.set(action, commit);
      assert(action.startsWith("actions/"), `${action} is not of GitHub itself`);
    }
  }
  assertEquals(commits.size, 5);
});

Deno.test("nothing runs with the rights of the repository for a stranger's change", () => {
  for (const name of NAMES) {
    const triggers = Object.keys(workflow(name).on);
    for (const bad of ["pull_request_target", "workflow_run", "issue_comment", "issues"]) {
      assert(!triggers.includes(bad), `${name}: ${bad}`);
    }
    assert(!/pull_request_target/.test(TEXTS.get(name) ?? ""));
  }
  assertEquals(Object.keys(workflow("release.yml").on), ["push"]);
});

Deno.test("each job has the rights it needs and no more, and an end", () => {
  for (const name of NAMES) {
    const { permissions, jobs } = workflow(name);
    assertEquals(permissions, {}, name);
    for (const [id, job] of Object.entries(jobs)) {
      assert(job.permissions !== undefined, `${name} ${id} says its rights`);
      assert(job.uses !== undefined || (job["timeout-minutes"] ?? 0) > 0, `${name} ${id} ends`);
    }
  }
  const rights = (job: Job | undefined) =>
    Object.entries(job?.permissions ?? {}).map(([key, value]) => `${key} ${value}`);
  for (const job of Object.values(workflow("ci.yml").jobs)) assertEquals(rights(job), ["contents read"]);
  const { test, build, github, npm } = workflow("release.yml").jobs;
  assertEquals(rights(test), ["contents read"]);
  assertEquals(rights(build), ["contents read", "id-token write", "attestations write"]);
  assertEquals(rights(github), ["contents write"]);
  assertEquals(rights(npm), ["contents read", "id-token write"]);
  assertEquals([build?.needs, github?.needs, npm?.needs], ["test", "build", "build"]);
});

Deno.test("no text of a stranger stands in a script, no secret outside the job that wants it, no credential is kept", () => {
  for (const step of NAMES.flatMap(steps)) {
    assert(!(step.run ?? "").includes("${{"), step.run);
    if (step.uses?.startsWith("actions/checkout@")) assertEquals(step.with?.["persist-credentials"], false);
  }
  for (const name of NAMES) {
    for (const [id, job] of Object.entries(workflow(name).jobs)) {
      const secrets = JSON.stringify(job).includes("secrets.");
      assertEquals(secrets, name === "release.yml" && id === "npm", `${name} ${id}`);
    }
  }
});

Deno.test("the tests run on each system that there is a program for, with the Deno that deno.json is locked for", async () => {
  const { linux, others } = workflow("ci.yml").jobs;
  const systems = [linux?.["runs-on"], ...others?.strategy?.matrix.os ?? []].map((os) => os?.split("-")[0] ?? "");
  const wanted: Readonly<Record<string, string>> = { ubuntu: "linux", macos: "darwin", windows: "windows" };
  for (const target of TARGETS) {
    assert(systems.some((system) => target.includes(wanted[system] ?? "?")), `no tests for ${target}`);
  }
  const versions = new Set(
    [...TEXTS.values()].flatMap((text) => [...text.matchAll(/deno@([\d.]+)/g)].map(([, v]) => v)),
  );
  assertEquals([...versions], [JSON.parse(await readSource("npm/package.json")).dependencies.deno]);
});

Deno.test("the install scripts know the programs that are built, by their names", async () => {
  const [sh, ps1] = [await readSource("install.sh"), await readSource("install.ps1")];
  for (const target of TARGETS) {
    if (target.includes("windows")) {
      assert(ps1.includes(`'sallyport-${target}.exe'`), target);
      continue;
    }
    const [machine = "", ...rest] = target.split("-");
    assert(sh.includes(`machine=${machine} ;;`) && sh.includes(`"sallyport-$machine-${rest.join("-")}"`), target);
  }
});
