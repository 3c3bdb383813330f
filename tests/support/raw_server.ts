/**
 * A server on 127.0.0.1 that answers each connection with bytes of the test's choosing, and remembers what it was sent.
 *
 * @module
 */

/** The server, running. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** The head and what came with it of each request, in order. */
  readonly requests: string[];
}

/** What to send for the request of that text; nothing keeps the connection open and silent. */
export type RawAnswer = (request: string) => string | Uint8Array | undefined;

/** Starts one, with TLS if there is a certificate. */
export function startRawServer(answer: RawAnswer, tls?: { readonly cert: string; readonly key: string }): RawServer {
  const address = { hostname: "127.0.0.1", port: 0 };
  const listener = tls === undefined ? Deno.listen(address) : Deno.listenTls({ ...address, ...tls });
  const requests: string[] = [];
  const open = new Set<Deno.Conn>();
  const serve = async (connection: Deno.Conn) => {
    open.add(connection);
    try {
      const text = await readRequest(connection);
      if (text === "") return;
      requests.push(text);
      const answered = answer(text);
      if (answered === undefined) {
        // Until the client has gone.
        await connection.read(new Uint8Array(1));
        return;
      }
      const bytes = typeof answered === "string" ? new TextEncoder().encode(answered) : answered;
      for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
    } catch {
      // The client may end whenever it likes.
    } finally {
      open.delete(connection);
      try {
        connection.close();
      } catch {
        // Closed by the end of the test.
      }
    }
  };
  const accepting = (async () => {
    const served: Promise<void>[] = [];
    try {
      for (;;) served.push(serve(await listener.accept()));
    } catch {
      await Promise.all(served);
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    requests,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) connection.close();
      await accepting;
    },
  };
}

async function readRequest(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(64 * 1024);
  let text = "";
  for (;;) {
    const count = await connection.read(buffer);
    if (count === null) return text;
    text += new TextDecoder().decode(buffer.subarray(0, count));
    const end = text.indexOf("\r\n\r\n");
    const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
    if (end !== -1 && text.length >= end + 4 + length) return text;
  }
}
