/**
 * What each pack must say to samples and near misses; apart from the packs, since nobody should pay for them at start.
 *
 * @module
 */

import baseline from "./testdata/baseline.jsonc" with { type: "text" };
import companyLaptop from "./testdata/company-laptop.jsonc" with { type: "text" };
import core from "./testdata/core.jsonc" with { type: "text" };
import localDev from "./testdata/local-dev.jsonc" with { type: "text" };
import recipeFetch from "./testdata/recipe-fetch.jsonc" with { type: "text" };
import recipeFilesystem from "./testdata/recipe-filesystem.jsonc" with { type: "text" };
import recipeGithub from "./testdata/recipe-github.jsonc" with { type: "text" };
import recipePostgres from "./testdata/recipe-postgres.jsonc" with { type: "text" };
import recipeShell from "./testdata/recipe-shell.jsonc" with { type: "text" };
import recipeSqlite from "./testdata/recipe-sqlite.jsonc" with { type: "text" };
import strict from "./testdata/strict.jsonc" with { type: "text" };

/** A policy with tests for each pack, by the pack's name. */
export const PACK_SAMPLES: ReadonlyMap<string, string> = new Map([
  ["core", core],
  ["baseline", baseline],
  ["local-dev", localDev],
  ["company-laptop", companyLaptop],
  ["strict", strict],
  ["recipe-filesystem", recipeFilesystem],
  ["recipe-github", recipeGithub],
  ["recipe-shell", recipeShell],
  ["recipe-postgres", recipePostgres],
  ["recipe-sqlite", recipeSqlite],
  ["recipe-fetch", recipeFetch],
]);
