/**
 * What the policies and the person say of a server's sandbox, before anything is looked at: small, since every start
 * asks for it, and only a start that wants a sandbox loads the rest.
 *
 * @module
 */

import type { SandboxOptions as SandboxPolicy } from "../policy/policy.ts";
import type { SandboxOptions, ServerSandbox } from "./server_sandbox.ts";

/** What is wanted: a permission set, a wall, and whether the server may run without. */
export type WantedSandbox =
  & { readonly lists: SandboxPolicy["deno"] }
  & Pick<SandboxPolicy, "bwrap">
  & { readonly fallback: NonNullable<SandboxPolicy["fallback"]> };

/** The set and the decision that count: the machine's, else the person's, else those of a trusted project. */
export function wantedSandbox({ inForce, isAsked }: SandboxOptions): WantedSandbox {
  const machines = inForce.machine?.policy.sandbox;
  if (machines?.deno !== undefined || machines?.bwrap !== undefined) {
    return { lists: machines.deno, bwrap: machines.bwrap, fallback: machines.fallback ?? "refuse" };
  }
  const own = inForce.global.policy.sandbox;
  const { project } = inForce;
  const theirs = project?.policy.trust === "trusted" ? project.policy.sandbox : {};
  // What the person asked for is not given up because a project says so.
  const isOwn = isAsked || own.deno !== undefined || own.bwrap !== undefined;
  const fallback = own.fallback ?? (isOwn ? "refuse" : theirs.fallback ?? "refuse");
  const from = own.deno === undefined && own.bwrap === undefined ? theirs : own;
  return { lists: from.deno, bwrap: from.bwrap, fallback };
}

/** Whether nobody asks for a sandbox. */
export function wantsNoSandbox(options: SandboxOptions): boolean {
  const { lists, bwrap } = wantedSandbox(options);
  return lists === undefined && bwrap === undefined && !options.isAsked;
}

/** The variables that a server gets: beside a broker only those of its set, since there nothing else hides the others. */
export function sandboxedNames(names: readonly string[], sandbox: ServerSandbox): readonly string[] {
  return sandbox.kind === "on" && sandbox.broker !== undefined ? sandbox.broker.rights.variables : names;
}
