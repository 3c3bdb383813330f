/**
 * The local files that a module is made of, as `deno info` tells them: it reads and parses, and runs nothing.
 *
 * @module
 */

import type { ImportQuestion } from "../cli/edge.ts";
import { readFileUri } from "../guards/file_uri.ts";

const MAX_MS = 20_000;
const CLOSED = ["--no-config", "--no-lock", "--no-remote", "--node-modules-dir=none"];

/** The files, those that are not there among them; nothing where Deno cannot tell. */
export async function importedFiles(question: ImportQuestion): Promise<readonly string[] | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(question.deno, {
      args: ["info", "--json", "--quiet", ...CLOSED, question.module],
      cwd: question.home,
      clearEnv: true,
      env: { ...question.environment, NO_COLOR: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal: AbortSignal.timeout(MAX_MS),
    }).output();
    const value: unknown = success ? JSON.parse(new TextDecoder().decode(stdout)) : undefined;
    return filesOf(value);
  } catch {
    return undefined;
  }
}

function filesOf(value: unknown): readonly string[] | undefined {
  if (typeof value !== "object" || value === null || !("modules" in value) || !Array.isArray(value.modules)) {
    return undefined;
  }
  const files: string[] = [];
  for (const module of value.modules) {
    const specifier: unknown = module?.specifier;
    if (typeof specifier !== "string") return undefined;
    if (!specifier.startsWith("file:")) continue;
    const path = readFileUri(specifier, Deno.build.os === "windows" ? "windows" : "posix");
    if (path === undefined) return undefined;
    files.push(path);
  }
  return files;
}
