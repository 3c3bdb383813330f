/**
 * Where the permission broker of a server listens. Deno lets a program listen on a socket only by its exact path (seen
 * under Deno 2.9.6: `--allow-net=unix:FOLDER` lets in nothing below the folder, and `unix:*` ends it), so each server has
 * sixteen fixed names, made of its own name. A socket is there only from the start of a server until its Deno has
 * connected, so that sixteen servers of one name can start at once, and any number can run.
 *
 * @module
 */

import { sha256Hex } from "../hash/sha256.ts";

/** How many servers of one name can be starting at once. */
export const BROKER_SOCKETS = 16;

/** The folder of the sockets in the Sallyport home; its owner's alone. */
export const BROKER_FOLDER = "run";

/** Bytes that the path of a socket may have: 108 with the NUL on Linux, 104 on macOS. */
const MAX_SOCKET_BYTES = 103;

/** The paths of a server's sockets. */
export function brokerSockets(home: string, server: string): readonly string[] {
  const name = sha256Hex(`broker\0${home}\0${server}`).slice(0, 12);
  return Array.from(
    { length: BROKER_SOCKETS },
    (_, index) => `${home}/${BROKER_FOLDER}/${name}-${index.toString(16)}`,
  );
}

/** Why a path cannot be that of a socket, or nothing. */
export function socketFault(path: string): string | undefined {
  if (path.includes(",")) return "has a comma, at which Deno would split it";
  const bytes = new TextEncoder().encode(path).length;
  return bytes > MAX_SOCKET_BYTES ? `is longer than a socket's may be (${MAX_SOCKET_BYTES} bytes)` : undefined;
}

/** What `--allow-net` must list for a socket. */
export function socketHost(path: string): string {
  return `unix:${path}`;
}
