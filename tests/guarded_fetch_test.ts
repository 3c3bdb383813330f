/**
 * `guardedFetch` against real sockets on 127.0.0.1: what is refused is never sent, and what is sent goes to the address
 * that was judged. DNS cannot be reached here, so most tests hand a resolver in; the connections are real.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { type FetchOptions, type FetchResult, guardedFetch } from "../guards.ts";
import { type RawAnswer, startRawServer } from "./support/raw_server.ts";
import { readSource } from "./support/source_tree.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const LOOPBACK = () => Promise.resolve(["127.0.0.1"]);

function redirect(location: string, status = 302): string {
  return `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
}

/** Options under which a server of the test may be asked, by the name `api.example.com`. */
function local(port: number, more: Partial<FetchOptions> = {}): FetchOptions {
  return {
    hosts: ["*.example.com"],
    ports: [port],
    privateAddresses: true,
    resolve: LOOPBACK,
    seconds: 20,
    ...more,
  };
}

function summary(result: FetchResult): string {
  return result.ok ? `${result.status} ${new TextDecoder().decode(result.body)}` : result.reason;
}

/** Asks a server that gives this answer. */
async function asked(
  answer: RawAnswer,
  more: Partial<FetchOptions> = {},
): Promise<{ got: string; requests: string[] }> {
  await using server = startRawServer(answer);
  const result = await guardedFetch(`http://api.example.com:${server.port}/x?y`, local(server.port, more));
  return { got: summary(result), requests: server.requests };
}

Deno.test("guardedFetch() refuses a name whose addresses are not all public, and sends nothing", async () => {
  await using server = startRawServer(() => OK);
  const url = `http://api.example.com:${server.port}/`;
  const denied: (readonly string[])[] = [
    ["127.0.0.1"],
    ["1.1.1.1", "127.0.0.1"],
    ["127.0.0.1", "1.1.1.1"],
    ["::ffff:127.0.0.1"],
    ["::ffff:8.8.8.8"],
    ["::127.0.0.1"],
    ["64:ff9b::7f00:1"],
    ["fe80::1%eth0"],
    ["0x7f.1"],
    ["2130706433"],
    ["localhost"],
    ["169.254.169.254"],
  ];
  for (const addresses of denied) {
    for (const hosts of ["public", ["api.example.com"]] as const) {
      const options = { ...local(server.port), hosts, privateAddresses: undefined };
      const result = await guardedFetch(url, { ...options, resolve: () => Promise.resolve(addresses) });
      // `example.com` is public by its name, so that it is the address that counts.
      assertEquals(result, { ok: false, reason: "blocked: not a public address" }, addresses.join(" "));
    }
  }
  assertEquals(server.requests, []);
  assertEquals(summary(await guardedFetch(url, local(server.port))), "200 ok");
});

Deno.test("guardedFetch() reaches servers of one's own when told to, never what only looks like one", async () => {
  await using server = startRawServer(() => OK);
  const url = `http://api.example.com:${server.port}/`;
  for (const address of ["169.254.169.254", "100.100.100.200", "0.0.0.0", "::ffff:127.0.0.1", "fd00:ec2::254"]) {
    const result = await guardedFetch(
      url,
      local(server.port, { resolve: () => Promise.resolve(["127.0.0.1", address]) }),
    );
    assertEquals(summary(result), "blocked: not a public address", address);
  }
  assertEquals(server.requests, []);
  // A host that is written as an address in the list wants the option all the same.
  const literal = { hosts: ["127.0.0.1"], ports: [server.port] };
  const byAddress = `http://127.0.0.1:${server.port}/`;
  assertEquals(summary(await guardedFetch(byAddress, literal)), "blocked: not a public address");
  assertEquals(summary(await guardedFetch(byAddress, { ...literal, privateAddresses: true })), "200 ok");
});

Deno.test("guardedFetch() asks the system for a name, and judges what it says", async () => {
  await using server = startRawServer(() => OK);
  const options = { hosts: ["localhost"], ports: [server.port] };
  const url = `http://localhost:${server.port}/`;
  assertEquals(summary(await guardedFetch(url, options)), "blocked: not a public address");
  assertEquals(server.requests, []);
  assertEquals(summary(await guardedFetch(url, { ...options, privateAddresses: true })), "200 ok");
});

Deno.test("guardedFetch() connects to the address it judged, whatever a second answer would be", async () => {
  await using judged = startRawServer(() => OK);
  let questions = 0;
  const resolve = () => Promise.resolve(questions++ === 0 ? ["127.0.0.1"] : ["127.9.9.9"]);
  const url = `http://api.example.com:${judged.port}/`;
  assertEquals(summary(await guardedFetch(url, local(judged.port, { resolve }))), "200 ok");
  assertEquals([questions, judged.requests.length], [1, 1]);
  assert(judged.requests[0]?.includes(`\r\nhost: api.example.com:${judged.port}\r\n`));
});

Deno.test("guardedFetch() judges a name anew at each redirect", async () => {
  const { got, requests } = await asked(() => redirect("/again"), {
    resolve: (() => {
      let questions = 0;
      return () => Promise.resolve(questions++ === 0 ? ["127.0.0.1"] : ["169.254.169.254"]);
    })(),
  });
  assertEquals([got, requests.length], ["blocked: not a public address", 1]);
});

Deno.test("guardedFetch() follows no redirect to a place that is not allowed", async () => {
  await using inner = startRawServer(() => OK);
  const denied = [
    [`http://127.0.0.1:${inner.port}/`, "blocked: host not in the list"],
    [`//127.0.0.1:${inner.port}/`, "blocked: host not in the list"],
    [`http://2130706433:${inner.port}/`, "blocked: host not in the list"],
    [`http://[::ffff:127.0.0.1]:${inner.port}/`, "blocked: host not in the list"],
    [`http://user@api.example.com:${inner.port}/`, "blocked: credentials in a URL"],
    [`http://api.example.com:${inner.port}\\@x/`, "blocked: redirect not allowed"],
    ["http://api.example.com:22/", "blocked: port not in the list"],
    ["file:///etc/passwd", "blocked: redirect not allowed"],
    ["ftp://api.example.com/", "blocked: scheme not in the list"],
    ["http:/x", "blocked: redirect not allowed"],
  ] as const;
  for (const [location, reason] of denied) {
    assertEquals((await asked(() => redirect(location))).got, reason, location);
  }
  assertEquals(inner.requests, []);
  const there = await asked((request) => request.startsWith("GET /x?y ") ? redirect("/there") : OK);
  assertEquals([there.got, there.requests.length], ["200 ok", 2]);
});

Deno.test("guardedFetch() ends a circle of redirects", async () => {
  const { got, requests } = await asked(() => redirect("/x?y"), { maxRedirects: 3 });
  assertEquals([got, requests.length], ["blocked: too many redirects", 4]);
  const none = await asked(() => redirect("/x?y"), { maxRedirects: 0 });
  assertEquals([none.got, none.requests.length], ["blocked: too many redirects", 1]);
  // Without a location there is nowhere to go.
  assertEquals((await asked(() => "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")).got, "302 ");
});

Deno.test("guardedFetch() leaves keys with the origin they were for", async () => {
  await using other = startRawServer(() => OK);
  await using first = startRawServer(() => redirect(`http://b.example.com:${other.port}/`));
  const headers = { Authorization: "Bearer k", Cookie: "c=1", "X-Api-Key": "k", Accept: "text/plain" };
  const options = local(first.port, { headers, ports: [first.port, other.port] });
  assertEquals(summary(await guardedFetch(`http://a.example.com:${first.port}/`, options)), "200 ok");
  assert(/authorization: Bearer k/.test(first.requests[0] ?? ""));
  assertEquals(/authorization|cookie|api-key/i.test(other.requests[0] ?? "authorization"), false);
  assert(/accept: text\/plain/.test(other.requests[0] ?? ""));
});

Deno.test("guardedFetch() sends a body and rewrites the method as the Fetch standard does", async () => {
  for (const [status, second] of [[302, "GET /there"], [303, "GET /there"], [307, "POST /there"]] as const) {
    const { got, requests } = await asked(
      (request) => request.includes(" /there ") ? OK : redirect("/there", status),
      { method: "POST", body: "a=1", headers: { "Content-Type": "text/plain" } },
    );
    assertEquals(got, "200 ok");
    assert(/^POST \/x\?y [\s\S]*content-length: 3\r\n[\s\S]*a=1$/.test(requests[0] ?? ""), requests[0]);
    assert(requests[1]?.startsWith(second), requests[1]);
    assertEquals(requests[1]?.endsWith("a=1"), status === 307);
  }
});

Deno.test("guardedFetch() sends nothing for a request that is not a plain one", async () => {
  for (
    const [more, reason] of [
      [{ method: "CONNECT" }, "blocked: request not allowed"],
      [{ headers: { Host: "169.254.169.254" } }, "blocked: request not allowed"],
      [{ headers: { X: "a\r\nHost: b" } }, "blocked: request not allowed"],
      [{ body: "x" }, "blocked: request not allowed"],
      [{ schemes: ["ftp"] }, "blocked: guard options"],
      [{ hosts: "public" }, "blocked: guard options"],
      [{ seconds: 0 }, "blocked: guard options"],
      [{ seconds: NaN }, "blocked: guard options"],
      [{ maxBytes: -1 }, "blocked: guard options"],
      [{ maxRedirects: 21 }, "blocked: guard options"],
      [{ hosts: [] }, "blocked: guard options"],
      [{ hosts: [1] as unknown as string[] }, "blocked: guard options"],
    ] as const
  ) {
    assertEquals(await asked(() => OK, more), { got: reason, requests: [] });
  }
  assertEquals((await asked(() => OK, { headers: { "X-Host": "x" } })).got, "200 ok");
});

Deno.test("guardedFetch() refuses what the URL guard refuses", async () => {
  for (
    const [url, reason] of [
      [1, "blocked: not a string"],
      ["http://user:pw@api.example.com/", "blocked: credentials in a URL"],
      ["http://other.example.org/", "blocked: host not in the list"],
    ] as const
  ) assertEquals(summary(await guardedFetch(url, local(80))), reason);
});

Deno.test("guardedFetch() takes no body over the limit, however it is packed", async () => {
  const body = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${"a".repeat(length)}`;
  const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"5\r\naaaaa\r\n".repeat(30)}0\r\n\r\n`;
  const endless = `HTTP/1.1 200 OK\r\n\r\n${"a".repeat(300_000)}`;
  for (const answer of [body(101), chunked, endless]) {
    assertEquals((await asked(() => answer, { maxBytes: 100 })).got, "blocked: answer too large");
  }
  assertEquals((await asked(() => body(100), { maxBytes: 100 })).got, `200 ${"a".repeat(100)}`);
  const packed = (plain: Uint8Array, coding = "gzip", cut = 0) => {
    const bytes = new Uint8Array(gzipSync(plain));
    const head = new TextEncoder().encode(
      `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length - cut}\r\n\r\n`,
    );
    return Uint8Array.of(...head, ...bytes.subarray(0, bytes.length - cut));
  };
  const bomb = packed(new Uint8Array(50_000_000));
  assert(bomb.length < 100_000);
  assertEquals((await asked(() => bomb, { maxBytes: 100_000 })).got, "blocked: answer too large");
  const small = new TextEncoder().encode("unpacked");
  assertEquals((await asked(() => packed(small))).got, "200 unpacked");
  assertEquals((await asked(() => packed(small, "br"))).got, "blocked: answer not readable");
  assertEquals((await asked(() => packed(small, "gzip, gzip"))).got, "blocked: answer not readable");
  assertEquals((await asked(() => packed(small, "gzip", 5))).got, "blocked: answer not readable");
});

Deno.test("guardedFetch() refuses answers that two readers could take apart differently, or that are cut", async () => {
  const bad = [
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    "HTTP/1.1 200 OK\nContent-Length: 1\n\na",
    "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 1\r\n\r\na",
    `HTTP/1.1 200 OK\r\nX: ${"a".repeat(100_000)}\r\nContent-Length: 1\r\n\r\na`,
    "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "SSH-2.0-OpenSSH\r\n",
    "",
  ];
  for (const answer of bad) {
    assertEquals((await asked(() => answer)).got, "blocked: answer not readable", answer.slice(0, 80));
  }
  const good = [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\n\r\nabc",
  ];
  for (const answer of good) assertEquals((await asked(() => answer)).got, "200 abc");
  assertEquals((await asked(() => "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")).got, "404 ");
});

Deno.test("guardedFetch() ends in time, wherever the other side falls silent", async () => {
  const silences: RawAnswer[] = [() => undefined];
  for (const silence of silences) assertEquals((await asked(silence, { seconds: 0.2 })).got, "blocked: out of time");
  // The name is never resolved.
  const pending = { resolve: () => new Promise<never>(() => {}), seconds: 0.1 };
  assertEquals((await asked(() => OK, pending)).got, "blocked: out of time");
  // The body never ends.
  const half = startSilentAfter("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
  try {
    const result = await guardedFetch(`http://api.example.com:${half.port}/`, local(half.port, { seconds: 0.2 }));
    assertEquals(summary(result), "blocked: out of time");
  } finally {
    await half.end();
  }
  // The handshake is never answered.
  const mute = startSilentAfter("");
  try {
    const result = await guardedFetch(`https://api.example.com:${mute.port}/`, local(mute.port, { seconds: 0.2 }));
    assertEquals(summary(result), "blocked: out of time");
  } finally {
    await mute.end();
  }
});

/** A server that says this and then nothing, with the connection open. */
function startSilentAfter(text: string): { readonly port: number; end(): Promise<void> } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepting = (async () => {
    const connection = await listener.accept();
    await connection.write(new TextEncoder().encode(text));
    while (await connection.read(new Uint8Array(4096)).catch(() => null) !== null);
    connection.close();
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    async end() {
      await accepting;
      listener.close();
    },
  };
}

Deno.test("guardedFetch() says when nobody is there, and tries the next address that was judged", async () => {
  await using server = startRawServer(() => OK);
  const url = `http://api.example.com:${server.port}/`;
  const resolve = (...addresses: string[]) => ({ resolve: () => Promise.resolve(addresses) });
  // Nobody listens on the other loopback addresses, and the permissions of the tests do not go there.
  assertEquals(
    summary(await guardedFetch(url, local(server.port, resolve("127.0.0.9")))),
    "blocked: cannot be reached",
  );
  assertEquals(summary(await guardedFetch(url, local(server.port, resolve("127.0.0.9", "127.0.0.1")))), "200 ok");
  assertEquals(summary(await guardedFetch(url, local(server.port, resolve()))), "blocked: name does not resolve");
  const failing = { resolve: () => Promise.reject(new Error("Cannot resolve: test")) };
  assertEquals(summary(await guardedFetch(url, local(server.port, failing))), "blocked: name does not resolve");
});

Deno.test("guardedFetch() leaves time for the next address when one is silent", async () => {
  const [ca, cert, key] = await Promise.all(
    ["ca.pem", "name.pem", "server.key"].map((file) => readSource(`tests/fixtures/tls/${file}`)),
  ) as [string, string, string];
  await using server = startRawServer(() => OK, { cert, key });
  // The first connection is taken and never shaken hands with; the second is handed on.
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const serving = (async () => {
    const mute = await listener.accept();
    const heard = await listener.accept();
    const behind = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    await Promise.allSettled([heard.readable.pipeTo(behind.writable), behind.readable.pipeTo(heard.writable)]);
    mute.close();
  })();
  try {
    const resolve = () => Promise.resolve(["127.0.0.1", "127.0.0.1"]);
    const options = local(port, { resolve, caCerts: [ca], seconds: 3 });
    assertEquals(summary(await guardedFetch(`https://api.example.com:${port}/`, options)), "200 ok");
    await serving;
  } finally {
    listener.close();
  }
});

Deno.test("guardedFetch() reads no body where there is none", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nContent-Encoding: gzip\r\n\r\n";
  assertEquals((await asked(() => head, { method: "HEAD", maxBytes: 10 })).got, "200 ");
  assertEquals((await asked(() => "HTTP/1.1 204 No\r\n\r\n")).got, "204 ");
});

Deno.test("guardedFetch() wants a certificate for the name, from an authority it knows", async () => {
  const [ca, name, ip, key] = await Promise.all(
    ["ca.pem", "name.pem", "ip.pem", "server.key"].map((file) => readSource(`tests/fixtures/tls/${file}`)),
  ) as [string, string, string, string];
  await using byName = startRawServer(() => OK, { cert: name, key });
  await using byAddress = startRawServer(() => OK, { cert: ip, key });
  const ask = async (host: string, port: number, caCerts: readonly string[] | undefined) => {
    const options = local(port, { hosts: ["*.example.com", "127.0.0.1"], caCerts });
    return summary(await guardedFetch(`https://${host}:${port}/`, options));
  };
  const refusedTls = "blocked: cannot be reached";
  assertEquals(await ask("api.example.com", byName.port, undefined), refusedTls);
  assertEquals(await ask("evil.example.com", byName.port, [ca]), refusedTls);
  assertEquals(await ask("127.0.0.1", byName.port, [ca]), refusedTls);
  assertEquals(await ask("api.example.com", byAddress.port, [ca]), refusedTls);
  assertEquals([byName.requests, byAddress.requests], [[], []]);
  assertEquals(await ask("api.example.com", byName.port, [ca]), "200 ok");
  assertEquals(await ask("127.0.0.1", byAddress.port, [ca]), "200 ok");
  // Plain HTTP is never a way out of a redirect from https.
  await using plain = startRawServer(() => OK);
  await using secure = startRawServer(() => redirect(`http://api.example.com:${plain.port}/`), { cert: name, key });
  const options = local(secure.port, { ports: [secure.port, plain.port], caCerts: [ca] });
  const result = await guardedFetch(`https://api.example.com:${secure.port}/`, options);
  assertEquals([summary(result), plain.requests.length], ["blocked: redirect not allowed", 0]);
});
