/**
 * `${HOME}`, `${TMPDIR}`, `${PROJECT_DIR}` and `${env:NAME}` in a policy. The values are given; nothing here looks at the
 * environment.
 *
 * @module
 */

import { showValue, suggest } from "./problem.ts";

/** The values of variables; one that is absent is not set. */
export interface Variables {
  readonly home?: string | undefined;
  readonly tmpdir?: string | undefined;
  readonly projectDir?: string | undefined;
  /** Folder of Sallyport itself, which no project may be. */
  readonly sallyportHome?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** What expanding a text gives: the text, or why not. */
export type Expansion =
  | { readonly ok: true; readonly text: string }
  | {
    readonly ok: false;
    readonly code: "unknown-variable" | "unsafe-project";
    readonly fault: string;
    readonly hint?: string | undefined;
  };

const NAMES = ["HOME", "TMPDIR", "PROJECT_DIR", "env:NAME"];

/**
 * Puts values in place of the variables in a text; `$${` stands for `${` itself. Each value goes through `escape`, so
 * that a `*` in a folder's name stays that character in a glob.
 *
 * @example A folder below the home
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(expandVariables("${HOME}/notes", { home: "/home/ann" }), { ok: true, text: "/home/ann/notes" });
 * ```
 */
export function expandVariables(
  text: string,
  variables: Variables,
  escape: (value: string) => string = (value) => value,
): Expansion {
  let failed: Expansion | undefined;
  const expanded = text.replace(/(\$?)\$\{([^}]*)(\}?)/g, (whole, dollar: string, name: string, end: string) => {
    if (dollar !== "") return whole.slice(1);
    const found: Expansion = end === "" ? unknown(`\${${name}`) : valueOf(name, variables);
    if (found.ok) return escape(found.text);
    failed ??= found;
    return "";
  });
  return failed ?? { ok: true, text: expanded };
}

function valueOf(name: string, variables: Variables): Expansion {
  if (name === "HOME") return known(name, variables.home);
  if (name === "TMPDIR") return known(name, variables.tmpdir);
  if (name === "PROJECT_DIR") return projectDir(variables);
  if (!/^env:[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return unknown(name);
  const variable = name.slice("env:".length);
  const { env = {} } = variables;
  return known(name, Object.hasOwn(env, variable) ? env[variable] : undefined);
}

function known(name: string, value: string | undefined): Expansion {
  if (value !== undefined && value !== "") return { ok: true, text: value };
  return { ok: false, code: "unknown-variable", fault: `the variable ${showValue(name)} has no value` };
}

function unknown(name: string): Expansion {
  const hint = suggest(name, NAMES) ?? "Write $${ if the characters themselves are meant";
  return { ok: false, code: "unknown-variable", fault: `${showValue(name)} is not a variable`, hint };
}

/** The project's folder, unless a policy about it would be a policy about everything the person has. */
function projectDir(variables: Variables): Expansion {
  const found = known("PROJECT_DIR", variables.projectDir);
  if (!found.ok) return found;
  const project = normalFolder(found.text);
  const homes = [variables.home, variables.sallyportHome].filter((path) => path !== undefined && path !== "");
  const isAbove = homes.some((path) => `${normalFolder(path ?? "")}/`.startsWith(`${project}/`));
  const sallyportHome = variables.sallyportHome === undefined ? undefined : normalFolder(variables.sallyportHome);
  const isInside = sallyportHome !== undefined && `${project}/`.startsWith(`${sallyportHome}/`);
  if (!isAbove && !isInside && isAbsoluteBelowRoot(project)) return { ok: true, text: found.text };
  const fault = "the project folder is the file system's root, the home, a folder above it, or Sallyport's own";
  return { ok: false, code: "unsafe-project", fault, hint: "Name the project with --project DIR" };
}

/** Forward slashes, no `.`, `..` or empty step, no slash at the end; the root is the empty text. */
function normalFolder(path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll("\\", "/").split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(/^[A-Za-z]:$/.test(step) ? step.toLowerCase() : step);
  }
  const isAbsolute = /^[/\\]/.test(path);
  return (isAbsolute ? "/" : "") + steps.join("/");
}

function isAbsoluteBelowRoot(folder: string): boolean {
  return /^\/[^/]|^[a-z]:\/[^/]/.test(folder);
}
