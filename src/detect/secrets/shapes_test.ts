import assert from "node:assert/strict";
import { randomText, said } from "../detect_fixture.ts";
import { SHAPE_RULES } from "./shapes.ts";

const BODY = Array.from({ length: 6 }, () => `MII${randomText(61)}`).join("\n");
/** Parts of a key block, apart so that no scanner takes this file for one. */
const [BEGIN, END, KEY] = ["-----BEGIN", "-----END", "PRIVATE KEY-----"];

function found(text: string): string[] {
  return said(text, "secrets");
}

Deno.test("private-key takes the whole block, in each form in which it comes", () => {
  for (const kind of ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA "]) {
    const block = `${BEGIN} ${kind}${KEY}\n${BODY}\n${END} ${kind}${KEY}`;
    assert.deepEqual(found(`before\n${block}\nafter`), [`private-key: ${block}`], kind);
    const escaped = block.replaceAll("\n", "\\n");
    assert.deepEqual(found(`{"key":"${escaped}"}`), [`private-key: ${escaped}`], kind);
    const windows = block.replaceAll("\n", "\r\n");
    assert.deepEqual(found(windows), [`private-key: ${windows}`], kind);
  }
  const pgp =
    `${BEGIN} PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n${BODY}\n=abcd\n${END} PGP PRIVATE KEY BLOCK-----`;
  assert.deepEqual(found(pgp), [`private-key: ${pgp}`]);
  const headers =
    `${BEGIN} RSA ${KEY}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n${BODY}\n${END} RSA ${KEY}`;
  assert.deepEqual(found(headers), [`private-key: ${headers}`]);
});

Deno.test("private-key without its end is taken to where the key ends", () => {
  const cut = `${BEGIN} ${KEY}\n${BODY}\n`;
  assert.deepEqual(found(`x ${cut}`), [`private-key: ${cut}`]);
  const [only] = found(`${cut}; then more`);
  assert(only?.includes(BODY));
});

Deno.test("private-key passes headers alone, public keys and certificates", () => {
  const near = [
    `${BEGIN} ${KEY}`,
    `starts with "${BEGIN} RSA ${KEY}" and ends`,
    `${BEGIN} ${KEY}\n...\n${END} ${KEY}`,
    `${BEGIN} PUBLIC KEY-----\n${BODY}\n${END} PUBLIC KEY-----`,
    `${BEGIN} CERTIFICATE-----\n${BODY}\n${END} CERTIFICATE-----`,
    `${BEGIN} PGP PUBLIC KEY BLOCK-----\n\n${BODY}\n${END} PGP PUBLIC KEY BLOCK-----`,
  ];
  for (const text of near) assert.deepEqual(found(text), [], text.slice(0, 60));
});

Deno.test("putty-private-key goes to its checksum", () => {
  const file = `${"PuTTY"}-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n${BODY}\nPrivate-MAC: ${
    "0a1b".repeat(16)
  }`;
  assert.deepEqual(found(`${file}\nrest`), [`putty-private-key: ${file}`]);
  assert.deepEqual(found("a PuTTY-User-Key-File is a file"), []);
});

Deno.test("url-credentials takes the password of any scheme", () => {
  const secret = `Zx9${"q"}Lm4w`;
  const urls = [
    ...[
      "postgres://app:S@db.internal:5432/x",
      "mongodb+srv://app:S@cluster0.ab1c.mongodb.net",
      "https://ann:S@a.example",
    ],
    ...[
      "redis://:S@cache:6379/0",
      "amqps://u:S@[::1]:5671",
      "ftp://u:S@host",
      "https://x-access-token:S@github.com/a/b",
    ],
  ];
  for (const url of urls) {
    assert.deepEqual(found(`url ${url.replace("S", secret)} end`), [`url-credentials: ${secret}`], url);
  }
  assert.deepEqual(found(`mysql://u:${secret}@x@host/db`), [`url-credentials: ${secret}@x`]);
});

Deno.test("url-credentials passes hosts, ports and places to fill in", () => {
  const near = [
    ...[
      "redis://localhost:6379",
      "postgres://user:password@localhost/db",
      "postgres://user:pass@host",
      "http://a.example:8080/@x",
    ],
    ...[
      "postgres://${USER}:${PASSWORD}@host",
      "https://user:<token>@host",
      "https://a.example/x:y@z",
      "postgres://postgres:postgres@db",
    ],
    ...["mysql://u:****@h", "https://$USER:$PASS@h", "https://{user}:{password}@h", "see http://host:1234@"],
  ];
  for (const text of near) assert.deepEqual(found(text), [], text);
});

Deno.test("connection-string takes the password among its parts", () => {
  const secret = `kD8${"!"}vPq2m`;
  const string = `Server=tcp:db.internal,1433;Database=app;User Id=sa;Password=${secret};Encrypt=true`;
  assert.deepEqual(found(`"${string}"`), [`connection-string: ${secret}`]);
  assert.deepEqual(found(`Pwd=${secret};Uid=sa;Server=db`), [`connection-string: ${secret}`]);
  for (const near of ["password=abc;", "Server=db;Password=password;", "Server=db;Password=${PASSWORD};"]) {
    assert.deepEqual(found(near), [], near);
  }
});

Deno.test("netrc, docker-auth and kubernetes-secret take what their files hold", () => {
  const secret = `aT7${"h"}Jw2Qz`;
  assert.deepEqual(found(`machine a.example\n  login ann\n  password ${secret}\n`), [`netrc: ${secret}`]);
  assert.deepEqual(found("machine learning needs a login and a password policy"), []);
  const auth = btoa(`ann:${secret}`);
  assert.deepEqual(found(`{"auths":{"r.example":{"auth":"${auth}"}}}`), [`docker-auth: ${auth}`]);
  assert.deepEqual(found(`{"auth": "${btoa("no colon in here")}"}`), []);
  const data = `\n  password: ${btoa(secret)}\n  user: YWRtaW4=`;
  assert.deepEqual(found(`kind: Secret\nmetadata:\n  name: x\ndata:${data}`), [`kubernetes-secret: ${data}`]);
  assert.deepEqual(found(`kind: SecretStore\nspec:\n  name: x`), []);
});

Deno.test("authorization-header and bearer-token take what a request shows", () => {
  const token = randomText(32);
  assert.deepEqual(found(`Authorization: Bearer ${token}`), [`authorization-header: ${token}`]);
  const basic = btoa(`ann:${token.slice(0, 9)}`);
  assert.deepEqual(found(`curl -H "authorization: Basic ${basic}"`), [`authorization-header: ${basic}`]);
  assert.deepEqual(found(`send Bearer ${token}.`), [`bearer-token: ${token}.`]);
  for (
    const near of [
      "Authorization: Bearer <token>",
      "Authorization: Bearer YOUR_TOKEN_1",
      "Authorization: Basic abcdefgh",
      "bearer of news and other long words 1",
    ]
  ) {
    assert.deepEqual(found(near), [], near);
  }
});

Deno.test("jwt is known by its header, signed or not", () => {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, "");
  const token = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: "ann", admin: true })}.${randomText(43)}`;
  assert.deepEqual(found(`cookie=${token}; x`), [`jwt: ${token}`]);
  const bare = `${part({ alg: "none" })}.${part({ sub: "ann" })}.`;
  assert.deepEqual(found(`"${bare}"`), [`jwt: ${bare}`]);
  const documented = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: "1234567890", name: "John Doe" })}.${
    randomText(43)
  }`;
  for (
    const near of [documented, `${part({ a: "b", c: "d" })}.${part({ e: "f" })}.x`, "eyJhbGciOiJ.eyJ", "eyJ.eyJ.eyJ"]
  ) {
    assert.deepEqual(found(near), [], near);
  }
});

Deno.test("curl-user and password-flag take what a command line shows", () => {
  const secret = `wQ5${"t"}Rb8n`;
  assert.deepEqual(found(`curl -u ann:${secret} https://a.example`), [`curl-user: ${secret}`]);
  assert.deepEqual(found(`mysql --password=${secret} db`), [`password-flag: ${secret}`]);
  for (
    const near of [
      "redis-cli -u redis://localhost:6379",
      "run --password $PASS",
      "--password-file secrets1.txt",
      "-u user:pass",
    ]
  ) {
    assert.deepEqual(found(near), [], near);
  }
});

Deno.test("SHAPE_RULES are each named once", () => {
  assert.equal(new Set(SHAPE_RULES.map(({ id }) => id)).size, SHAPE_RULES.length);
});
