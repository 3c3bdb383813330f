/**
 * The policies that ship with Sallyport, by the name that `extends` uses.
 *
 * @module
 */

import baseline from "./baseline.jsonc" with { type: "text" };
import companyLaptop from "./company-laptop.jsonc" with { type: "text" };
import core from "./core.jsonc" with { type: "text" };
import localDev from "./local-dev.jsonc" with { type: "text" };
import recipeFetch from "./recipe-fetch.jsonc" with { type: "text" };
import recipeFilesystem from "./recipe-filesystem.jsonc" with { type: "text" };
import recipeGithub from "./recipe-github.jsonc" with { type: "text" };
import recipePostgres from "./recipe-postgres.jsonc" with { type: "text" };
import recipeShell from "./recipe-shell.jsonc" with { type: "text" };
import recipeSqlite from "./recipe-sqlite.jsonc" with { type: "text" };
import strict from "./strict.jsonc" with { type: "text" };

/** Every pack's text: profiles first, then recipes for servers. */
export const PACKS: ReadonlyMap<string, string> = new Map([
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
