/**
 * One HTTP request over a connection that is there already, and its answer up to a limit. `node:http` reads the answer:
 * it refuses two lengths, a length beside chunks, bare line feeds, folded and oversized headers, and a body that is cut.
 *
 * @module
 */

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { OutgoingRequest } from "../guards/outgoing_request.ts";

/** Thrown when a body is longer than allowed. */
export class TooLargeError extends Error {}

/** An answer whose body is still to be read. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Reads the body, unpacked if it is `gzip`. Throws `TooLargeError` when it is longer than so many bytes, packed or not;
   * another error when it is cut, faulty or packed in another way.
   */
  body(maxBytes: number): Promise<Uint8Array>;
}

/** Longest head of an answer, in bytes. */
const MAX_HEAD_BYTES = 32 * 1024;

/**
 * Sends a request and waits for the head of its answer. Throws when there is none that can be read; whoever gave the
 * connection ends it.
 */
export async function exchange(socket: Socket, url: URL, request: OutgoingRequest): Promise<OpenAnswer> {
  const { request: start } = await import("node:http");
  if (socket.destroyed) throw new Error("Cannot send: closed");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = start({
      createConnection: () => socket,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...Object.fromEntries(request.headers),
        host: url.host,
        "accept-encoding": "gzip",
        connection: "close",
        ...(request.body === undefined ? {} : { "content-length": String(request.body.length) }),
      },
      setHost: false,
      insecureHTTPParser: false,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    outgoing.on("upgrade", () => reject(new Error("Cannot read the answer: another protocol")));
    socket.once("close", () => reject(new Error("Cannot read the answer: closed")));
    outgoing.end(request.body);
  });
  // An error after the head, before anybody reads the body.
  response.on("error", () => {});
  const headers = readHeaders(response.rawHeaders);
  return {
    status: response.statusCode ?? 0,
    headers,
    body: (maxBytes) => readBody(response, { coding: headers.get("content-encoding") ?? "", maxBytes }),
  };
}

function readHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < raw.length; index += 2) headers.append(raw[index] ?? "", raw[index + 1] ?? "");
  return headers;
}

async function readBody(
  response: IncomingMessage,
  { coding, maxBytes }: { readonly coding: string; readonly maxBytes: number },
): Promise<Uint8Array> {
  const plain = coding === "" || coding.toLowerCase() === "identity";
  const packed = await collect(response, maxBytes);
  if (!response.complete) throw new Error("Cannot read the answer: cut");
  if (plain || packed.length === 0) return packed;
  if (!/^(?:x-)?gzip$/i.test(coding)) throw new Error("Cannot read the answer: coding");
  const [{ createGunzip }, { Readable: Source }] = await Promise.all([import("node:zlib"), import("node:stream")]);
  // A stream, so that what is unpacked beyond the limit is one small piece.
  return await collect(Source.from([packed]).compose(createGunzip()), maxBytes);
}

async function collect(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > maxBytes) throw new TooLargeError("Cannot read the answer: too large");
    pieces.push(piece);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
