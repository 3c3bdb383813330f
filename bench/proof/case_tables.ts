/**
 * The case tables of the guards and the samples of the packs.
 *
 * @module
 */

import { parse } from "@std/jsonc";
import { COMMAND_CASES, commandOptionsOf } from "../../src/guards/command_fixture.ts";
import { guardCommand } from "../../src/guards/command.ts";
import { newPathGuard } from "../../src/guards/path.ts";
import { optionsOf, PATH_CASES, treeView, viewFor } from "../../src/guards/path_fixture.ts";
import { loadCommandParser } from "../../src/guards/shell.ts";
import { newSqlGuard, type SqlOptions } from "../../src/guards/sql.ts";
import { newUrlGuard, type UrlOptions } from "../../src/guards/url.ts";
import sqlCases from "../../tests/cases/guards/sql.jsonc" with { type: "text" };
import urlCases from "../../tests/cases/guards/urls.jsonc" with { type: "text" };
import { allOf, type ProofPart, type Taken } from "./part.ts";
import { passedOf, runTests } from "./run_tests.ts";

interface Case<Options> {
  readonly input: string;
  readonly options: Options;
  readonly verdict: "allow" | "deny";
}

function rowsOf<Options>(text: string): readonly Case<Options>[] {
  return parse(text) as unknown as readonly Case<Options>[];
}

/** Counts the rows that come out as the table says. */
function judged(verdicts: readonly { readonly ok: boolean; readonly verdict: "allow" | "deny" }[]): Taken {
  const right = verdicts.filter(({ ok, verdict }) => ok === (verdict === "allow")).length;
  const denied = verdicts.filter(({ verdict }) => verdict === "deny").length;
  const { got, holds } = allOf(right, verdicts.length);
  return { got: `${got} right, ${verdicts.length - right} wrong (${denied} to refuse)`, holds };
}

async function sqlTaken(): Promise<Taken> {
  const verdicts = [];
  for (const { input, options, verdict } of rowsOf<SqlOptions>(sqlCases)) {
    verdicts.push({ ok: (await newSqlGuard(options))(input).ok, verdict });
  }
  return judged(verdicts);
}

/** The part of the guards. */
export const GUARD_CASES: ProofPart = {
  name: "guards",
  title: "the guards' case tables (tests/cases/guards)",
  command: "deno test --no-prompt --ignore-env=LOG_TOKENS,LOG_STREAM src/guards",
  figures: [
    { name: "path", must: "all right" },
    { name: "url", must: "all right" },
    { name: "sql", must: "all right" },
    { name: "command", must: "all right" },
  ],
  async take() {
    const parser = await loadCommandParser();
    return new Map([
      [
        "path",
        judged(
          PATH_CASES.map((row) => ({
            ok: newPathGuard(optionsOf(row), viewFor(row))(row.input).ok,
            verdict: row.verdict,
          })),
        ),
      ],
      [
        "url",
        judged(
          rowsOf<UrlOptions>(urlCases).map(({ input, options, verdict }) => ({
            ok: newUrlGuard(options)(input).ok,
            verdict,
          })),
        ),
      ],
      ["sql", await sqlTaken()],
      [
        "command",
        judged(
          COMMAND_CASES.map((row) => ({
            ok: guardCommand(row.input, commandOptionsOf(row), parser, treeView()).ok,
            verdict: row.verdict,
          })),
        ),
      ],
    ]);
  },
};

const PACK_FIGURE = "tests of the packs' samples and near misses that pass";

/** The part of the packs. */
export const PACK_SAMPLES_PART: ProofPart = {
  name: "packs",
  title: "each rule of each pack, with a sample and a near miss",
  command: "deno test --no-prompt -P=test packs",
  figures: [{ name: PACK_FIGURE, must: "all" }],
  async take() {
    const { passed, of } = passedOf(await runTests(["packs"]));
    return new Map([[PACK_FIGURE, allOf(passed, of)]]);
  },
};
