import assert from "node:assert/strict";
import { randomText } from "../detect_fixture.ts";
import { GENERIC_NAMES, isGenericSecret } from "./generic.ts";

function is(
  name: string,
  value: string,
  form: { isQuoted?: boolean; isSetting?: boolean } = { isQuoted: true },
): boolean {
  const span = { start: 0, end: value.length };
  return isGenericSecret({ name, value, span, isQuoted: form.isQuoted ?? false, isSetting: form.isSetting ?? false });
}

Deno.test("isGenericSecret() takes random values and passwords next to a telling name", () => {
  assert(is("api_key", randomText(32)));
  assert(is("client_secret", randomText(40, "0123456789abcdef")));
  assert(is("password", `Tr0ub4dor${"&"}3`));
  assert(is("db_password", `s3cr3t${"-"}Horse`, { isSetting: true }));
});

Deno.test("isGenericSecret() passes what a name or a form explains", () => {
  const value = randomText(32);
  for (const name of ["public_key", "token_id", "secret_name", "password_hash", "token_url", "key_version", "tokens"]) {
    assert(!is(name, value), name);
  }
  const values = [
    ...["process.env.API_KEY_2", "getToken2()", "https://a.example/b2", "./path/to/key2.pem", "true", "${TOKEN2}"],
    ...["correct-horse-battery", "550e8400-e29b-41d4-a716-446655440000", "sha512-abc123", "SOME_NAME", "your-key-123"],
    ...["aaaaaaaaaaaaaaaaaaa1", "config.secrets.token1"],
  ];
  for (const each of values) assert(!is("token", each), each);
  assert(!is("password", `Tr0ub4dor${"&"}3`, {}), "in the middle of code, without quotes");
});

Deno.test("GENERIC_NAMES are in the form that the automaton needs", () => {
  for (const name of GENERIC_NAMES) assert.match(name, /^[a-z_]+$/);
});
