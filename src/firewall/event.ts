/**
 * What can happen to a session: all that goes into `step`.
 *
 * @module
 */

import type { SandboxRecord } from "../../audit/record.ts";
import type { Frame } from "../jsonrpc/frame_splitter.ts";
import type { PinTable } from "../detect/definition/pins.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { Send } from "./command.ts";
import type { AskAnswer } from "./ask_form.ts";
import type { Judge } from "./judge.ts";
import type { Protection } from "./self_protection.ts";

/** A policy that comes into force, and what is protected with it. */
export interface NextPolicy {
  readonly judge: Judge;
  readonly protection: Protection;
}

/** One event. `nowMs` is a monotonic time in milliseconds. */
export type FirewallEvent =
  | { readonly kind: "frame"; readonly side: Side; readonly frame: Frame; readonly nowMs: number }
  | { readonly kind: "closed"; readonly side: Side; readonly nowMs: number }
  | { readonly kind: "ended"; readonly exit: number; readonly nowMs: number }
  | { readonly kind: "tick"; readonly nowMs: number }
  /** A new policy is in force, or one that was changed could not be read and the old one stays. */
  | { readonly kind: "policy"; readonly next: NextPolicy | undefined; readonly nowMs: number }
  /** A person has accepted definitions in the meantime. */
  | { readonly kind: "pins"; readonly known: PinTable; readonly nowMs: number }
  /** A person has answered a question, or nobody is there to. */
  | { readonly kind: "answered"; readonly id: string; readonly answer: AskAnswer; readonly nowMs: number }
  /** A server with rights per call asked its Deno for something. */
  | { readonly kind: "access"; readonly bodies: readonly SandboxRecord[]; readonly nowMs: number }
  /** The clock was set back by so much; records keep the later time. */
  | { readonly kind: "clock"; readonly backMs: number }
  /** Records could not be written; these messages were held back because of it. */
  | { readonly kind: "unrecorded"; readonly held: readonly Send[]; readonly nowMs: number }
  /** A record could be written again; so many before it could not, or a log that was there is gone. */
  | { readonly kind: "recorded"; readonly lost: number };
