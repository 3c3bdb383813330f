/**
 * Judges requests by a policy that is not in force, in made-up folders: a file system that has changed since says nothing
 * about what a call was.
 *
 * @module
 */

import type { FileView } from "../src/guards/file_view.ts";
import { judge } from "../src/policy/evaluate.ts";
import { loadPolicy, type LoadPorts } from "../src/policy/load_policy.ts";
import type { Verdict } from "../src/policy/verdict.ts";
import { MADE_UP } from "./place_names.ts";
import { type ReplayCall, subjectOf } from "./replay_call.ts";

/** Judges one request. */
export type ReplayJudge = (call: ReplayCall) => Verdict;

/** What judging needs beside the policy. */
export interface ReplayWorld {
  readonly server: string;
  /** The texts of the packs, by name. */
  readonly packs: LoadPorts["packs"];
}

/** Ordinary files and folders everywhere, no links. */
const PLAIN_VIEW: FileView = {
  look: () => ({ kind: "folder" }),
  realPath: (path) => path,
  linkTarget: () => undefined,
  linksIn: () => new Set(),
};

/** Loads a policy's text. Throws where it has problems: a policy of our own must have none. */
export async function newReplayJudge(text: string, { server, packs }: ReplayWorld): Promise<ReplayJudge> {
  const { policy, problems } = await loadPolicy({ kind: "file", path: "/sallyport/own/learned.jsonc" }, {
    readText: () => Promise.resolve({ ok: true, text }),
    packs,
    variables: { ...MADE_UP },
    server,
    command: [],
    view: PLAIN_VIEW,
    workingFolder: MADE_UP.projectDir,
  });
  const [problem] = problems;
  if (policy === undefined) {
    throw new TypeError(`Cannot load the learned policy: ${problem?.message} (${problem?.line}:${problem?.column})`);
  }
  return (call) => judge(policy, subjectOf(call, server), { today: "1970-01-01" });
}
