#!/usr/bin/env node
// @ts-check
/**
 * The program of the npm package: starts Sallyport under the Deno that was installed with it, with the permissions that
 * its words need, and is then nothing but its ears: signals go on, its end is ours.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { denoArguments, denoEnvironment, findDeno } from "./start.js";

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = process.platform === "win32" ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
const PROBLEM = 2;

/** @type {import("./start.js").World} */
const world = {
  platform: process.platform,
  arch: process.arch,
  cwd: process.cwd(),
  env: process.env,
  path,
  realPath: (at) => attempt(() => realpathSync(at)),
  readText: (at) => attempt(() => readFileSync(at, "utf8")),
  kindOf: (at) => attempt(() => kindOf(statSync(at))),
};

/**
 * @template T
 * @param {() => T} look A look at the disk.
 * @returns {T | undefined} What it gave; nothing where there is nothing to see.
 */
function attempt(look) {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/**
 * @param {import("node:fs").Stats} stat What is known of a path.
 * @returns {"file" | "folder" | undefined} What it is.
 */
function kindOf(stat) {
  if (stat.isFile()) return "file";
  return stat.isDirectory() ? "folder" : undefined;
}

/**
 * @param {string} why Why nothing was started.
 * @param {string} hint What to do.
 */
function refuse(why, hint) {
  process.stderr.write(`sallyport: error: Refusing to start: ${why}\nsallyport: hint: ${hint}\n`);
  process.exitCode = PROBLEM;
}

function main() {
  // Through every link: node_modules/.bin has one, npm link makes more.
  const here = realpathSync(path.dirname(fileURLToPath(import.meta.url)));
  const root = path.dirname(here);
  const deno = findDeno(world, root);
  if (!deno.ok) return refuse(deno.why, "Install the package again: npm install --global @sallyport/sallyport");
  const main = path.join(root, "lib", "main.js");
  const words = process.argv.slice(2);
  const made = denoArguments(world, { main, deno: deno.path, words });
  if (!made.ok) return refuse(made.why, "Use a path without one");
  const child = spawn(deno.path, made.args, { stdio: "inherit", env: denoEnvironment(process.env), windowsHide: true });
  /** @type {(signal: NodeJS.Signals) => void} */
  const passOn = (signal) => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  child.on("error", (error) => refuse(`cannot start ${deno.path}: ${error.message}`, "Install the package again"));
  child.on("exit", (code, signal) => {
    for (const each of SIGNALS) process.off(each, passOn);
    // Ended by a signal, we end by the same one, so that whoever waits for us sees it.
    if (signal !== null) process.kill(process.pid, signal);
    else process.exitCode = code ?? PROBLEM;
  });
}

main();
