/**
 * What becomes of a server at its start: under Deno, behind a wall, as it is, or not at all.
 *
 * @module
 */

import type { PermissionSet } from "../sandbox/permission_set.ts";
import type { InForce, Surroundings } from "./in_force.ts";
import type { BrokerPlan } from "./edge.ts";
/** What is known of a start. */
export interface SandboxOptions {
  readonly where: Surroundings;
  readonly inForce: InForce;
  /** Names of the variables that the server gets. */
  readonly names: readonly string[];
  /** Whether the person asks for it, whatever the policy says. */
  readonly isAsked: boolean;
}

/** What becomes of a server. */
export type ServerSandbox =
  | { readonly kind: "off" }
  | SandboxedServer
  | WalledServer
  /** The policy lets it run without. */
  | { readonly kind: "fallback"; readonly why: string }
  | RefusedServer;

/** A server that does not start. */
export interface RefusedServer {
  readonly kind: "refused";
  readonly why: string;
  readonly hint: string;
  /** Whether the policy is at fault, not the server or the place. */
  readonly isPolicy: boolean;
}

/** A server behind a wall of the system. */
export interface WalledServer {
  readonly kind: "wall";
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What had to be looked at. */
  readonly looked: readonly string[];
  /** What it sees, in words. */
  readonly text: string;
}

/** A server under Deno. */
export interface SandboxedServer {
  readonly kind: "on";
  readonly program: string;
  readonly args: readonly string[];
  /** Variables that its Deno needs besides those that pass. */
  readonly environment: Readonly<Record<string, string>>;
  /** What runs: `npm:NAME@VERSION`, or a file. */
  readonly module: string;
  readonly set: PermissionSet;
  /** The permissions in words. */
  readonly text: string;
  /** Set where each right is for a call that justifies it. */
  readonly broker?: BrokerPlan | undefined;
}
