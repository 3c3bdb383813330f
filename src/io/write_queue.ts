/**
 * A queue in front of a pipe. What waits is joined into few writes; who fills the queue waits for it to drain, so a side
 * that does not read cannot grow memory.
 *
 * @module
 */

const HIGH_BYTES = 1024 * 1024;
const LOW_BYTES = 256 * 1024;
const MAX_WRITE_BYTES = 1024 * 1024;

/** The writing end of a pipe. */
export interface Sink {
  /** Writes all of the bytes; rejects when nobody reads them any more. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** A stream's sink. */
export function streamSink(stream: WritableStream<Uint8Array>): Sink {
  const writer = stream.getWriter();
  // The writes tell of a broken pipe; this promise would tell it once more, to nobody.
  writer.closed.catch(() => {});
  return { write: (bytes) => writer.write(bytes), close: () => writer.close() };
}

/** The sink of one of our own standard streams: its calls cost less than a stream in front of them. */
export function fileSink(file: { write(bytes: Uint8Array): Promise<number>; close(): void }): Sink {
  return {
    async write(bytes) {
      for (let offset = 0; offset < bytes.length;) offset += await file.write(bytes.subarray(offset));
    },
    close() {
      file.close();
      return Promise.resolve();
    },
  };
}

/** Bytes on their way to a pipe. */
export class WriteQueue {
  readonly #sink: Sink;
  readonly #onBroken: () => void;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #isWriting = false;
  #isBroken = false;
  #isEnding = false;
  #wantsEmpty = false;
  #drained: PromiseWithResolvers<void> | undefined;
  readonly #done = Promise.withResolvers<void>();
  /** Bytes handed to the pipe so far: tells progress from standstill. */
  written = 0;

  /** `onBroken` is called once, when the pipe has no reader any more. */
  constructor(sink: Sink, onBroken: () => void) {
    this.#sink = sink;
    this.#onBroken = onBroken;
  }

  /** Adds bytes; after the end or on a broken pipe they are dropped. */
  push(bytes: Uint8Array): void {
    if (this.#isBroken || this.#isEnding || bytes.length === 0) return;
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#isWriting) return;
    // What else is pushed in this turn goes out with it.
    this.#isWriting = true;
    queueMicrotask(() => void this.#write());
  }

  /** Bytes that wait. */
  get size(): number {
    return this.#bytes;
  }

  /** Resolves when there is room, at once if there is. */
  room(limit: number = HIGH_BYTES): Promise<void> {
    if (this.#bytes <= limit || this.#isBroken) return Promise.resolve();
    if (limit < LOW_BYTES) this.#wantsEmpty = true;
    this.#drained ??= Promise.withResolvers<void>();
    return this.#drained.promise;
  }

  /** Closes the pipe once everything is written; resolves then, or when the pipe broke. */
  end(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      if (!this.#isWriting) void this.#write();
    }
    return this.#done.promise;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      while (this.#waiting.length > 0) {
        const next = this.#take();
        await this.#sink.write(next);
        this.written += next.length;
        this.#bytes -= next.length;
        if (this.#bytes <= LOW_BYTES && (this.#bytes === 0 || !this.#wantsEmpty)) this.#release();
      }
      if (this.#isEnding) {
        await this.#sink.close();
        this.#done.resolve();
      }
    } catch {
      this.#break();
    }
    this.#isWriting = false;
  }

  /** Joins what waits, as far as one write may be long. */
  #take(): Uint8Array {
    const first = this.#waiting[0];
    if (this.#waiting.length === 1 && first !== undefined) {
      this.#waiting = [];
      return first;
    }
    let count = 0;
    let length = 0;
    for (const piece of this.#waiting) {
      if (count > 0 && length + piece.length > MAX_WRITE_BYTES) break;
      length += piece.length;
      count++;
    }
    const joined = new Uint8Array(length);
    let offset = 0;
    for (const piece of this.#waiting.splice(0, count)) {
      joined.set(piece, offset);
      offset += piece.length;
    }
    return joined;
  }

  #break(): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#waiting = [];
    this.#bytes = 0;
    this.#release();
    this.#done.resolve();
    this.#onBroken();
  }

  #release(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }
}
