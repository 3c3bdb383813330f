/**
 * The only writer of text for people on stderr: `sallyport: error: ...` and, behind it, `sallyport: hint: ...`.
 *
 * @module
 */

import { formatProblem, type Problem } from "../policy/problem.ts";
import type { Edge } from "./edge.ts";

/** Says what went wrong and what to do about it. */
export function reportError(edge: Edge, message: string, hint?: string): void {
  edge.err(`sallyport: error: ${message}\n`);
  if (hint !== undefined) edge.err(`sallyport: hint: ${hint}\n`);
}

/** Says what is worth knowing. */
export function reportNote(edge: Edge, message: string): void {
  edge.err(`sallyport: ${message}\n`);
}

/** Says what is wrong with policies, one problem a line, each with its hint. */
export function reportProblems(edge: Edge, problems: readonly Problem[]): void {
  edge.err(problems.map((problem) => `${formatProblem(problem)}\n`).join(""));
}
