/**
 * A server that starts while the rest of the proxy is still being loaded: both take about as long, and neither needs the
 * other. Until the proxy takes it over, a signal to us is kept for it, and nothing of the server is read or sent on.
 *
 * @module
 */

import type { Platform } from "../sandbox/launch.ts";
import { type ServerCommand, startServer, stopServer } from "./child_process.ts";
import type { PermissionBroker } from "./permission_broker.ts";

/** What ends a proxy, by system. */
const STOP_SIGNALS: Readonly<Record<Platform, readonly Deno.Signal[]>> = {
  posix: ["SIGTERM", "SIGINT", "SIGHUP"],
  windows: ["SIGINT", "SIGBREAK"],
};

/** A server that runs, and that nobody talks to yet. */
export class EarlyServer {
  readonly child: Deno.ChildProcess;
  /** Set where the server has rights per call. */
  readonly broker: PermissionBroker | undefined;
  readonly #platform: Platform;
  #stop: (() => void) | undefined;
  #isStopped = false;

  /** Starts it; throws `ServerStartError`. */
  constructor(platform: Platform, command: ServerCommand, broker: PermissionBroker | undefined) {
    this.#platform = platform;
    this.broker = broker;
    const { environment } = command;
    const own = broker === undefined ? environment : { ...environment, DENO_PERMISSION_BROKER_PATH: broker.path };
    for (const name of STOP_SIGNALS[platform]) Deno.addSignalListener(name, this.#hear);
    try {
      this.child = startServer(platform, { ...command, environment: own });
    } catch (error) {
      this.#listenNoMore();
      broker?.close();
      throw error;
    }
  }

  /** From now on signals are the proxy's; one that came already is told at once. Returns what ends the listening. */
  onStop(stop: () => void): () => void {
    this.#stop = stop;
    if (this.#isStopped) stop();
    return () => this.#listenNoMore();
  }

  /** Ends a server that nobody can take over. */
  async abandon(): Promise<void> {
    await stopServer(this.#platform, this.child, "KILL");
    this.broker?.close();
    this.#listenNoMore();
  }

  readonly #hear = (): void => {
    this.#isStopped = true;
    this.#stop?.();
  };

  #listenNoMore(): void {
    for (const name of STOP_SIGNALS[this.#platform]) Deno.removeSignalListener(name, this.#hear);
  }
}
