/**
 * A server of the corpus: how it is started, what its folder holds, and what a client does with it in each session. All
 * of it was written, and recorded, before the generaliser in learn/ was.
 *
 * @module
 */

import type { Step } from "../support/sdk_clients.ts";
import type { Dice } from "./seeded_random.ts";

/** One server and its users. */
export interface CorpusServer {
  readonly name: string;
  /** Fills the project folder. */
  prepare(folder: string): Promise<void>;
  /** Starts the server; `modules` is a folder with the npm packages that are not in deno.json. */
  command(folder: string, modules: string): readonly string[];
  /** What the client does in one session: at least 30 requests. */
  session(folder: string, dice: Dice, index: number): readonly Step[];
}

/** Sessions of each server. */
export const SESSIONS = 15;

/** Where the choices begin. */
export const SEED = 20_261_130;
