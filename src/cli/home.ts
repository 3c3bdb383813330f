/**
 * Where Sallyport keeps what is its own, and which folder the project is.
 *
 * @module
 */

import type { Edge } from "./edge.ts";

/** Where Sallyport's home is, or why there is none. */
export type HomeResult =
  | { readonly ok: true; readonly home: string; readonly userHome: string | undefined }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Finds the Sallyport home: `SALLYPORT_HOME`, else `.sallyport` in the person's home. */
export function findHome(edge: Edge): HomeResult {
  const userHome = edge.env(edge.platform === "windows" ? "USERPROFILE" : "HOME");
  const known = userHome !== undefined && isAbsolute(userHome) ? withoutSlash(userHome) : undefined;
  const given = edge.env("SALLYPORT_HOME");
  if (given !== undefined && given !== "") {
    if (isAbsolute(given)) return { ok: true, home: withoutSlash(given), userHome: known };
    return {
      ok: false,
      message: "SALLYPORT_HOME is not an absolute path",
      hint: "Set it to an absolute path outside your projects, or leave it unset",
    };
  }
  if (known !== undefined) return { ok: true, home: `${known}/.sallyport`, userHome: known };
  return {
    ok: false,
    message: "Cannot find the Sallyport home: neither SALLYPORT_HOME nor HOME is set",
    hint: "Set SALLYPORT_HOME to an absolute path",
  };
}

/** The project, or that there is none, or why it cannot be told. */
export type ProjectResult =
  | { readonly ok: true; readonly folder: string | undefined }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/**
 * Finds the project folder: the one given, else the nearest with `.git` from the working folder up, else the working
 * folder. The root, the person's home and what is above it are no project; a `.git` there (people keep their home in
 * one) makes none of what lies below it.
 */
export function findProject(edge: Edge, given: string | undefined, userHome: string | undefined): ProjectResult {
  if (given !== undefined) {
    const folder = edge.absolute(given);
    const kind = edge.kindOf(folder);
    if (kind === "folder") return { ok: true, folder: narrowEnough(edge, folder, userHome) };
    if (kind === "hidden") {
      const message = `Refusing to start: Deno may not read the project ${JSON.stringify(folder)}`;
      return { ok: false, message, hint: `Add --allow-read=${folder} to the deno run line` };
    }
    return {
      ok: false,
      message: `Project ${JSON.stringify(given)} is no folder`,
      hint: "Name a folder with --project",
    };
  }
  const start = withoutSlash(edge.workingFolder());
  for (let folder = start; folder !== ""; folder = parentOf(folder)) {
    const kind = edge.kindOf(`${folder}/.git`);
    if (kind === "hidden") {
      return {
        ok: false,
        message: `Cannot look for the project: Deno may not read ${JSON.stringify(folder)}`,
        hint: `Name the project with --project DIR, or add --allow-read=${folder} to the deno run line`,
      };
    }
    const project = kind === "nothing" ? undefined : narrowEnough(edge, folder, userHome);
    if (project !== undefined) return { ok: true, folder: project };
    if (parentOf(folder) === folder) break;
  }
  return { ok: true, folder: narrowEnough(edge, start, userHome) };
}

function narrowEnough(edge: Edge, folder: string, userHome: string | undefined): string | undefined {
  const real = edge.view.realPath(folder) ?? folder;
  const home = userHome === undefined ? undefined : edge.view.realPath(userHome) ?? userHome;
  if (real === "" || real === "/" || /^[A-Za-z]:[\\/]?$/.test(real)) return undefined;
  return home !== undefined && isInside(home, real) ? undefined : folder;
}

/** Whether a path is a folder or lies below it, by the letters. */
export function isInside(path: string, folder: string): boolean {
  const clean = withoutSlash(folder).replaceAll("\\", "/");
  return `${withoutSlash(path).replaceAll("\\", "/")}/`.startsWith(`${clean}/`);
}

function parentOf(folder: string): string {
  const slash = Math.max(folder.lastIndexOf("/"), folder.lastIndexOf("\\"));
  return slash < 0 ? "" : folder.slice(0, slash);
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, "");
}

function isAbsolute(path: string): boolean {
  return /^\/|^[A-Za-z]:[\\/]|^\\\\/.test(path);
}
