/**
 * `sallyport trust --machine-key`: pins the key that the machine's policy must be signed with. Pinning the first key only
 * makes things stricter and needs nobody, so that installers can do it; a change or an end of it needs a person.
 *
 * @module
 */

import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { machineKeyPath, readPublicKey } from "./machine_policy.ts";
import { reportError, reportNote } from "./report.ts";

/** Pins the key of a PEM file, or takes that very key back; returns the exit code. */
export async function pinMachineKey(
  edge: Edge,
  file: string,
  { isRevoked }: { readonly isRevoked: boolean },
): Promise<number> {
  const home = findHome(edge);
  if (!home.ok) return refuse(edge, home.message, home.hint);
  const shown = JSON.stringify(file);
  const reading = await edge.readText(edge.absolute(file));
  if (!reading.ok) return refuse(edge, `Cannot read ${shown}: ${reading.why}`, "Name the public key's file");
  const key = readPublicKey(reading.text);
  if (key === undefined) {
    return refuse(edge, `${shown} is no Ed25519 public key in PEM`, "Make it with: openssl pkey -in KEY -pubout");
  }
  const path = machineKeyPath(home.home);
  const before = edge.kindOf(path) === "nothing" ? undefined : await edge.readText(path);
  const known = before?.ok ? before.text.trim() : undefined;
  if (isRevoked && known !== key) {
    reportNote(edge, "this key is not pinned");
    return EXIT.done;
  }
  if (!isRevoked && known === key) {
    reportNote(edge, "this key is pinned already");
    return EXIT.done;
  }
  if (before !== undefined) {
    const { stdin, stderr } = edge.terminals();
    if (!stdin || !stderr) {
      reportError(edge, "Changing the pinned key needs a terminal", "Run this in a terminal of your own");
      return EXIT.impossible;
    }
    const what = isRevoked ? "Take the key of the machine's policy back" : "Put this key in place of the pinned one";
    if (edge.ask(`${what}? Type "trust" to say yes:`) !== "trust") {
      reportNote(edge, "nothing changed");
      return EXIT.finding;
    }
  }
  const why = isRevoked ? await edge.remove(path) : await edge.writePrivate(path, `${key}\n`);
  if (why !== undefined) {
    return refuse(edge, `Cannot write ${JSON.stringify(path)}: ${why}`, "Make the Sallyport home writable");
  }
  reportNote(edge, isRevoked ? "the key is taken back" : `only a policy of this machine signed by ${key} counts now`);
  return EXIT.done;
}

function refuse(edge: Edge, message: string, hint: string): number {
  reportError(edge, message, hint);
  return EXIT.problem;
}
