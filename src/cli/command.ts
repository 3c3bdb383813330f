/**
 * A subcommand: what it is called, what its help says, what it does.
 *
 * @module
 */

import type { Edge } from "./edge.ts";

/** One subcommand. */
export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help text, ending in an example. */
  readonly usage: string;
  /** The help of a part of it, where these words name one. */
  usageOf?(args: readonly string[]): Promise<string | undefined>;
  /** Runs it; returns the exit code. */
  run(args: readonly string[], edge: Edge): Promise<number>;
}

/** A subcommand by name, and its one-line summary for the help. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CliCommand>;
}

/** The words of a command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What to do about it. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
