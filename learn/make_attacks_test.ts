import { assert, assertEquals } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { COMMAND_ATTACKS } from "./attacks/command_attacks.ts";
import { PATH_ATTACKS } from "./attacks/path_attacks.ts";
import { SQL_ATTACKS } from "./attacks/sql_attacks.ts";
import { URI_ATTACKS, URL_ATTACKS } from "./attacks/url_attacks.ts";
import { ARGUMENT_ATTACKS, LOOKALIKE_ATTACKS, TOOL_ATTACKS } from "./attacks/call_attacks.ts";
import { countKinds } from "./evaluate.ts";
import { makeAttacks } from "./make_attacks.ts";
import { call, session } from "./profile_fixture.ts";
import { learn } from "./proposal.ts";

const KINDS = {
  path: "${PROJECT_DIR}/a",
  url: "https://a.example.com/",
  command: "ls",
  sql: "select a from b",
  item: "demo://a/b",
  size: 5,
};

Deno.test("each list is used on the places it is for, and each attack changes its call", async () => {
  const one = call("sqlite", KINDS);
  const { entries, seen } = await learn([session("a", [one, one]), session("b", [one])], PACKS);
  const attacks = makeAttacks(entries, seen);
  const kinds = countKinds(attacks);
  assertEquals([kinds.get("path"), kinds.get("url"), kinds.get("uri")], [
    PATH_ATTACKS.length,
    URL_ATTACKS.length,
    URI_ATTACKS.length,
  ]);
  assertEquals([kinds.get("sql"), kinds.get("command")], [SQL_ATTACKS.length, COMMAND_ATTACKS.length]);
  assertEquals([kinds.get("tool in disguise"), kinds.get("unlisted tool")], [
    LOOKALIKE_ATTACKS.length,
    TOOL_ATTACKS.length,
  ]);
  assertEquals(
    kinds.get("unlisted argument"),
    ARGUMENT_ATTACKS.filter(({ name }) => !Object.hasOwn(KINDS, name)).length,
  );
  const base = JSON.stringify(seen[0]?.args);
  assert(attacks.every(({ call: { args, tool } }) => JSON.stringify(args) !== base || tool !== "sqlite"));
  assertEquals(makeAttacks(entries, seen), attacks);
});

Deno.test("a number between those that were seen is no attack; at least 200 come of one plain tool with a command", async () => {
  const numbers = [call("t", { n: -50 }), call("t", { n: 50 })];
  const learned = await learn([session("a", numbers), session("b", numbers)], PACKS);
  const values = makeAttacks(learned.entries, learned.seen).filter(({ kind }) => kind === "number")
    .map(({ call: { args } }) => args["n"]);
  assertEquals([values.includes(-1), values.includes(0.5), values.includes(1e9)], [false, true, true]);
  const shell = [call("run", { command: "ls" }), call("run", { command: "cat a" })];
  const { entries, seen } = await learn([session("a", shell), session("b", shell)], PACKS);
  assert(makeAttacks(entries, seen).length >= 200);
});
