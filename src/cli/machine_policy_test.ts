import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { machineKeyPath, machinePlaces, readMachinePolicy, readPublicKey } from "./machine_policy.ts";
import { fakeEdge, fakeSignature, type FakeWorld, policy } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const { policy: POLICY, signature: SIGNATURE, folder: FOLDER } = machinePlaces("posix");
const KEY = "k".repeat(43);
const TEXT = policy({ default: "allow" });

function base64(base64Url: string): string {
  return `${base64Url.replaceAll("-", "+").replaceAll("_", "/")}==`;
}

/** A world in which the machine's policy is signed as it is. */
const SIGNED: Readonly<Record<string, string>> = {
  [POLICY]: TEXT,
  [SIGNATURE]: `${base64(fakeSignature(KEY, TEXT))}\n`,
  [machineKeyPath(HOME)]: `${KEY}\n`,
};

async function read(files: FakeWorld["files"], more: FakeWorld = {}) {
  return await readMachinePolicy(fakeEdge({ ...more, files: files ?? {} }).edge, HOME);
}

async function problemOf(files: FakeWorld["files"], more: FakeWorld = {}): Promise<string> {
  const found = await read(files, more);
  assert(found.kind === "problem", found.kind);
  return `${found.problem.code}: ${found.problem.message}`;
}

Deno.test("readMachinePolicy() is a problem wherever it cannot be told what holds", async () => {
  for (const more of [{ missing: [`read ${FOLDER}`] }, { hidden: [POLICY] }]) {
    assertStringIncludes(await problemOf({}, more), "cannot-read: ");
  }
  const { [POLICY]: _, ...gone } = SIGNED;
  assertStringIncludes(
    await problemOf(gone),
    "not-signed: Cannot use the policy of this machine: a key for it is pinned",
  );
  const changes = [
    { [POLICY]: `${TEXT} ` },
    { [POLICY]: `\ufeff${TEXT}` },
    { [SIGNATURE]: "" },
    { [SIGNATURE]: undefined },
    { [SIGNATURE]: base64(fakeSignature("x".repeat(43), TEXT)) },
    { [SIGNATURE]: fakeSignature(KEY, TEXT) },
    { [machineKeyPath(HOME)]: "" },
    { [machineKeyPath(HOME)]: undefined },
    { [machineKeyPath(HOME)]: `${KEY}x` },
  ];
  for (const change of changes) {
    assertStringIncludes(await problemOf({ ...SIGNED, ...change }), "did not sign it", JSON.stringify(change));
  }
});

Deno.test("readMachinePolicy() gives what is there, signed or without a key", async () => {
  assertEquals(await read({}), { kind: "none" });
  const reading = { ok: true, text: TEXT } as const;
  assertEquals(await read(SIGNED), { kind: "found", path: POLICY, reading, isSigned: true });
  assertEquals(await read({ [POLICY]: `\ufeff${TEXT}` }), { kind: "found", path: POLICY, reading, isSigned: false });
  // What cannot be read is a problem for the one who loads it.
  const found = await read({ [POLICY]: undefined });
  assertEquals(found.kind === "found" && found.reading.ok, false);
});

Deno.test("machinePlaces() names one place, whatever the environment says", () => {
  assertEquals(machinePlaces("windows").policy, "C:/ProgramData/sallyport/policy.jsonc");
  assertEquals(machinePlaces("posix").signature, "/etc/sallyport/policy.jsonc.sig");
});

const PEM = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
`;

Deno.test("readPublicKey() takes an Ed25519 key in PEM and nothing else", () => {
  assertEquals(readPublicKey(PEM), "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE");
  assertEquals(readPublicKey(PEM.replaceAll("\n", "\r\n")), "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE");
  const others = [
    "",
    "x",
    PEM.replaceAll("PUBLIC", "PRIVATE"),
    PEM.replace("MCowBQYDK2VwAyEA", "MCowBQYDK2VuAyEA"),
    PEM.replace("ZuE=", "ZuEA"),
    PEM.replace("MCow", "MCo"),
    `${PEM}${PEM}`,
    PEM.replace("rXAxZuE=", "rXAx ZuE=\nAAAA"),
  ];
  for (const other of others) assertEquals(readPublicKey(other), undefined, other);
});
