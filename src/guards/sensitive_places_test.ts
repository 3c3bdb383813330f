import assert from "node:assert/strict";
import { foldName } from "../jsonrpc/fold.ts";
import { SENSITIVE_KINDS, SENSITIVE_NAMES, SENSITIVE_PLACES } from "./sensitive_places.ts";

Deno.test("every sensitive place is written folded and named once", () => {
  const names = SENSITIVE_PLACES.map(({ components, counts }) => `${counts} ${components.join("/")}`);
  assert.deepEqual(names, [...new Set(names)].map(foldName));
  assert.ok(SENSITIVE_PLACES.every(({ components }) => components.every((component) => component !== "")));
});

Deno.test("every kind has a place or a name", () => {
  for (const kind of SENSITIVE_KINDS) {
    assert.ok([...SENSITIVE_PLACES, ...SENSITIVE_NAMES].some((place) => place.kind === kind), kind);
  }
});

Deno.test("SENSITIVE_NAMES knows keys and environment files from what looks like them", () => {
  const isNamed = (name: string) => SENSITIVE_NAMES.some(({ regexp }) => regexp.test(name));
  for (const name of ["id_rsa", ".env", ".env.local", "a.kdbx", "private.pem", "my-private-key.pem"]) {
    assert.ok(isNamed(name), name);
  }
  for (const name of ["id_rsa.pub", ".env.example", ".environment", "a.pem", "key.ts", "private.md"]) {
    assert.ok(!isNamed(name), name);
  }
});

Deno.test("SENSITIVE_NAMES knows what holds credentials by its name, and what only looks so", () => {
  const isNamed = (name: string) => SENSITIVE_NAMES.some(({ regexp }) => regexp.test(name));
  const named = [
    ...["prod.env", "app-production.env", "secrets.env", ".flaskenv", "terraform.tfvars", "prod.auto.tfvars.json"],
    ...["terraform.tfstate", "terraform.tfstate.backup", "serviceaccountkey.json", "my-service-account.json"],
    ...[
      "app-firebase-adminsdk-x1.json",
      "gcp-key.json",
      "server.key",
      "tls.key",
      "ca.prod.key",
      "privkey1.pem",
      "key.pem",
    ],
    "tls-key.pem",
  ];
  const passed = [
    ...["process.env", "import.meta.env", "example.env", "env.ts", "environment.env.md", "example.tfvars", "main.tf"],
    ...["serviceaccount.ts", "service.json", "messages.key", "pub_key.pem", "public-key.pem", "cert.pem", "monkey.pem"],
    ...["keyboard.key.ts", "turkey.md"],
  ];
  for (const name of named) assert.ok(isNamed(name), name);
  for (const name of passed) assert.ok(!isNamed(name), name);
});
