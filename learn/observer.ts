/**
 * Turns what a proxy saw into the lines of an observation file. Knows of each request how it ended, whether an order to
 * the model came before it, and which of its values the server said first.
 *
 * @module
 */

import type { Observed, ObservedRequest } from "../audit/observed.ts";
import type { Outcome } from "../audit/record.ts";
import { newScanner } from "../src/detect/scan.ts";
import { Heard } from "./heard.ts";
import type { Apart, CallLine, Fact } from "./observation.ts";
import { type Folders, newPlaceNamer } from "./place_names.ts";
import { type FactMaker, isCut, toFact } from "./to_fact.ts";

/** What an observer is told at its start. */
export interface ObserverOptions {
  readonly folders: Folders;
  /** Key of the hashes that stand for values that are not kept. */
  readonly salt: Uint8Array;
}

/** Requests without an end that are remembered. */
const MAX_OPEN = 20_000;

/** The facts of a request that has no end yet. */
interface OpenRequest {
  readonly request: ObservedRequest;
  readonly args: Fact | undefined;
  readonly isPoisoned: boolean;
}

/** Methods that carry the protocol and say nothing of what is used. */
const PLUMBING_REGEXP = /^(?:initialize|ping|server\/discover|notifications\/.*|.*\/list|logging\/setLevel|tasks\/.*)$/;

/** Whether a method carries the protocol alone. */
export function isPlumbing(method: string): boolean {
  return PLUMBING_REGEXP.test(method);
}

/** One session's observer. */
export class Observer {
  readonly #maker: FactMaker;
  readonly #open = new Map<number, OpenRequest>();
  #isPoisoned = false;
  #lost = 0;

  constructor({ folders, salt }: ObserverOptions) {
    this.#maker = { scanner: newScanner(), salt, nameplaces: newPlaceNamer(folders), heard: new Heard() };
    for (const folder of Object.values(folders)) this.#maker.heard.own(folder ?? "");
  }

  /** How many requests got no line. */
  get lost(): number {
    return this.#lost;
  }

  /** Takes in one thing; gives the line of a request that has ended with it. */
  take(what: Observed): CallLine | undefined {
    switch (what.kind) {
      case "request":
        return this.#begin(what);
      case "said":
        this.#maker.heard.hear(what.content, what.source);
        if (what.isPoisoned) this.#isPoisoned = true;
        return undefined;
      case "outcome":
        return this.#end(what.of, what.outcome);
    }
  }

  /** The session is over: requests that nobody answered have ended in an error. */
  finish(): CallLine[] {
    return [...this.#open.keys()].map((seq) => this.#end(seq, "unanswered")).filter((line) => line !== undefined);
  }

  /** Values are looked at when they come, for what the server says afterwards taints none of them. */
  #begin(request: ObservedRequest): CallLine | undefined {
    const isRoots = request.side === "server" && request.method === "roots/list";
    if (isPlumbing(request.method) && !isRoots) return undefined;
    this.#maker.heard.startRequest();
    const args = request.args === undefined ? undefined : toFact(request.args, this.#maker);
    const open: OpenRequest = { request, args, isPoisoned: this.#isPoisoned };
    if (!request.passed) return toLine(open, "refused");
    if (this.#open.size >= MAX_OPEN) {
      this.#lost++;
      return undefined;
    }
    this.#open.set(request.seq, open);
    return undefined;
  }

  #end(seq: number, outcome: Outcome): CallLine | undefined {
    const open = this.#open.get(seq);
    this.#open.delete(seq);
    return open && toLine(open, outcome === "result" ? undefined : outcome === "refused" ? "refused" : "error");
  }
}

function toLine({ request, args, isPoisoned }: OpenRequest, ended: Apart | undefined): CallLine {
  const { side, method, tool } = request;
  const apart = isPoisoned
    ? "after an injection"
    : ended ?? (args !== undefined && isCut(args) ? "too large" : undefined);
  return {
    kind: "call",
    side,
    method,
    ...(tool === undefined ? {} : { tool }),
    ...(apart === undefined ? {} : { apart }),
    ...(args === undefined ? {} : { args }),
  };
}
