/**
 * A free socket for a permission broker, in a folder that is its owner's alone.
 *
 * @module
 */

import type { BrokerPlan } from "../cli/edge.ts";
import { BROKER_FOLDER } from "../sandbox/broker_socket.ts";
import { ServerStartError } from "./child_process.ts";

/** A start takes less than half of that; a socket that is older was left behind by a process that was killed. */
const STALE_MS = 60_000;
const NO_SOCKET = "no socket for its permission broker is free";
const NO_FOLDER = "the folder of its permission broker cannot be made";
const FOLDER_IS_OPEN = "the folder of its permission broker is open to others";

/** Listens on the first free socket of a plan. Throws {@linkcode ServerStartError} where there is none. */
export function takeBrokerSocket(
  { home, sockets }: BrokerPlan,
): { readonly listener: Deno.UnixListener; readonly path: string } {
  try {
    const folder = `${home}/${BROKER_FOLDER}`;
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, isDirectory } = Deno.lstatSync(folder);
    if (!isDirectory || (mode !== null && (mode & 0o077) !== 0)) {
      throw new ServerStartError(FOLDER_IS_OPEN, { hint: `Make it yours alone: chmod 700 ${JSON.stringify(folder)}` });
    }
  } catch (cause) {
    if (cause instanceof ServerStartError) throw cause;
    throw new ServerStartError(NO_FOLDER, { cause, hint: "Make the Sallyport home writable" });
  }
  for (const path of sockets) {
    removeStale(path);
    try {
      return { listener: Deno.listen({ transport: "unix", path }), path };
    } catch {
      // Taken by another session that is starting.
    }
  }
  throw new ServerStartError(NO_SOCKET, {
    hint: "Try again: too many servers of this name are starting, or less may be listened on than wrap would write",
  });
}

/** A socket is there for as long as a start takes. */
function removeStale(path: string): void {
  try {
    const made = Deno.lstatSync(path).mtime?.getTime() ?? 0;
    if (Date.now() - made > STALE_MS) Deno.removeSync(path);
  } catch {
    // There is none.
  }
}
