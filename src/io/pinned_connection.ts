/**
 * A connection to one address that was checked, with TLS for the name that was asked for.
 *
 * Measured under Deno 2.9.6: a `Deno.createHttpClient` whose `proxy` is a chosen TCP address sends `https:` requests there
 * without TLS, and has no other way to choose an address; `Deno.startTls` keeps the name but leaves HTTP to be written by
 * hand. `node:net` connects to a literal address without asking any resolver, `node:tls` verifies the name over that
 * socket, and `node:http` speaks on it through llhttp, which is strict.
 *
 * @module
 */

import { isSameAddress, parseIpAddress, unmapped } from "../guards/ip_address.ts";
import type { Socket } from "node:net";

/** Where to connect, and whom to find there. */
export interface ConnectionTarget {
  /** An IP address as `parseIpAddress()` reads it. */
  readonly address: string;
  readonly port: number;
  /** For TLS: the name or address that the certificate must be for; nothing for plain TCP. */
  readonly tlsName: string | undefined;
  /** Certificate authorities, as PEM, in place of the built-in ones. */
  readonly caCerts: readonly string[] | undefined;
}

/**
 * Connects. Rejects when the address cannot be reached, the certificate is not for the name or not trusted, or the signal
 * fires; nothing has been sent then but a TLS handshake.
 */
export async function connectPinned(target: ConnectionTarget, signal: AbortSignal): Promise<Socket> {
  const { connect } = await import("node:net");
  signal.throwIfAborted();
  const socket = connect({ host: target.address, port: target.port });
  try {
    await readied(socket, "connect", signal);
    assertPeer(socket, target.address);
    return target.tlsName === undefined ? socket : await secure(socket, { ...target, tlsName: target.tlsName }, signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The one who answers must be the one who was checked, whatever the layers below do. */
function assertPeer(socket: Socket, address: string): void {
  const [peer, wanted] = [parseIpAddress(socket.remoteAddress ?? ""), parseIpAddress(address)];
  if (peer !== undefined && wanted !== undefined && isSameAddress(unmapped(peer), unmapped(wanted))) return;
  throw new Error("Cannot connect: another address answered");
}

async function secure(
  socket: Socket,
  { tlsName, caCerts }: ConnectionTarget & { readonly tlsName: string },
  signal: AbortSignal,
): Promise<Socket> {
  const [{ checkServerIdentity, connect }, { isIP }] = await Promise.all([import("node:tls"), import("node:net")]);
  const secured = connect({
    socket,
    // An address is no server name (RFC 6066 section 3).
    ...(isIP(tlsName) === 0 ? { servername: tlsName } : { host: tlsName, servername: "" }),
    ...(caCerts === undefined ? {} : { ca: [...caCerts] }),
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    // Said, so that no variable of the environment can say otherwise.
    rejectUnauthorized: true,
    checkServerIdentity: (_, certificate) => {
      // Without a name of its kind `node:tls` takes the common name, which RFC 9525 section 6.3 forbids.
      const kind = isIP(tlsName) === 0 ? "DNS:" : "IP Address:";
      if (certificate.subjectaltname?.includes(kind) !== true) {
        return new Error("Cannot connect: certificate without it");
      }
      return checkServerIdentity(tlsName, certificate);
    },
  });
  try {
    await readied(secured, "secureConnect", signal);
    if (!secured.authorized) throw new Error("Cannot connect: certificate not trusted");
    return secured;
  } catch (error) {
    secured.destroy();
    throw error;
  }
}

function readied(socket: Socket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      signal.removeEventListener("abort", onAbort);
      socket.off("close", onClose);
      settle();
    };
    const onClose = () => done(() => reject(new Error("Cannot connect: closed")));
    const onAbort = () => done(() => reject(new Error("Cannot connect: out of time")));
    // An error without a listener would end the process, so this one stays for as long as the socket lives.
    socket.on("error", (error) => done(() => reject(error)));
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);
    socket.once(event, () => done(resolve));
    socket.once("close", onClose);
  });
}
