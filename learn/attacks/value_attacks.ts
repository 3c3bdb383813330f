/**
 * What an attacker, or a confused model, would put in place of any value: another type, a secret on its way out, hidden
 * text, far too much.
 *
 * @module
 */

import type { Json } from "../../src/jsonrpc/json.ts";

/** Values of another type; those of the type that was seen are left out where they are used. */
export const TYPE_ATTACKS: readonly { readonly type: string; readonly value: Json }[] = [
  { type: "null", value: null },
  { type: "boolean", value: true },
  { type: "number", value: 7 },
  { type: "string", value: "x" },
  { type: "array", value: [] },
  { type: "array", value: ["/etc/passwd"] },
  { type: "array", value: [["x"]] },
  { type: "object", value: {} },
  { type: "object", value: { path: "/etc/passwd" } },
  { type: "object", value: { $ne: "" } },
];

/** Secrets, put together here so that no scanner takes this file for a leak. */
export const SECRET_ATTACKS: readonly string[] = [
  ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_"),
  ["AKIA", "IOSFODNN7QRSTUVW"].join(""),
  ["xoxb", "123456789012", "1234567890123", "abcdefABCDEF123456abcdef"].join("-"),
  ["sk_live", "4eC39HqLyjWDarjtT1zdp7dc"].join("_"),
  ["-----BEGIN RSA ", "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq1\n-----END RSA ", "PRIVATE KEY-----"].join(""),
];

/** Numbers that are no count of anything. */
export const NUMBER_ATTACKS: readonly Json[] = [-1e9, 1e9, 1e300, -1, 0.5, 1e15, "1", "0x10"];

/** Texts far beyond what a field is for. */
export const TEXT_ATTACKS: readonly string[] = [
  "x".repeat(200_000),
  `plain\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065} words`,
  "plain\u202ewords",
  "a\u0000b",
];
