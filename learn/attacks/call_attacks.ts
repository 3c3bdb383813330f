/**
 * What an attacker would change about a call as a whole: tools that nobody used, names that only look like one that was,
 * arguments that were never there, ones that are left out.
 *
 * @module
 */

import type { Json } from "../../src/jsonrpc/json.ts";

/** Tools that nobody used. */
export const TOOL_ATTACKS: readonly string[] = [
  "run_shell",
  "execute_command",
  "delete_everything",
  "eval",
  "fetch_url",
  "send_email",
  "admin",
  "*",
  "",
];

/** Names made of one that was used: `T` stands for it. */
export const LOOKALIKE_ATTACKS: readonly string[] = ["T2", "T ", " T", "T/x", "../T", "T\u200b", "other.T", "T_all"];

/** Arguments that were never there. */
export const ARGUMENT_ATTACKS: readonly { readonly name: string; readonly value: Json }[] = [
  { name: "__proto__", value: { admin: true } },
  { name: "constructor", value: "x" },
  { name: "command", value: "rm -rf /" },
  { name: "env", value: { LD_PRELOAD: "/tmp/x.so" } },
  { name: "callback_url", value: "https://evil.example/" },
  { name: "outputPath", value: "/etc/cron.d/x" },
  { name: "sudo", value: true },
  { name: "force", value: true },
  { name: "*", value: "x" },
  { name: "", value: "x" },
];
