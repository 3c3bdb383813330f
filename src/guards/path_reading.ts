/**
 * The ways a string can mean a path: percent escapes, `file:` URIs, `~` and `$HOME`, backslashes, compatibility
 * characters. Reads generously, since it serves refusals: a string that some reader takes for a path is one here.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";

/** Where relative paths start and what the names for the home stand for. Absolute paths. */
export interface PathBase {
  readonly home: string | undefined;
  readonly workingFolder: string;
  /** Values of variables that a path may name, such as `SALLYPORT_HOME`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

const MAX_DECODINGS = 3;
// deno-lint-ignore no-control-regex -- invisible characters are what is taken out
const INVISIBLE_REGEXP = /[\0-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const SLASH_LOOKALIKES_REGEXP = /[\\\u2044\u2215\u29f8\u29f5\uff0f\uff3c]/g;

/** Reads a string as an absolute path with forward slashes, not resolved yet; or nothing, when it cannot be one. */
export function readAsPath(text: string, base: PathBase): string {
  let path = decodePercent(text.trim()).normalize("NFKC").replace(INVISIBLE_REGEXP, "");
  path = path.replace(SLASH_LOOKALIKES_REGEXP, "/").replace(/^["'`]+|["'`]+$/g, "");
  path = stripScheme(path);
  path = withoutProcLinks(expandHome(path, base), base);
  if (path.startsWith("/") || /^[A-Za-z]:\//.test(path)) return path;
  return `${base.workingFolder}/${path}`;
}

/** Linux shows the root and the working folder of a process as links, which need no permission of ours to be followed. */
function withoutProcLinks(path: string, base: PathBase): string {
  const link = /^\/[/.]*proc\/[/.]*(?:self|thread-self|\d+)\/[/.]*(?:task\/+\d+\/[/.]*)?(root|cwd)(?=\/|$)/i;
  const match = link.exec(path);
  if (match === null) return path;
  const rest = path.slice(match[0].length);
  return withoutProcLinks(match[1]?.toLowerCase() === "root" ? rest || "/" : `${base.workingFolder}${rest}`, base);
}

function decodePercent(text: string): string {
  let decoded = text;
  for (let round = 0; round < MAX_DECODINGS && decoded.includes("%"); round++) {
    const next = decoded.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeRun);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

function decodeRun(run: string): string {
  const bytes = Uint8Array.from(run.slice(1).split("%"), (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}

/** Any scheme with a path behind it counts, since servers have schemes of their own for files. */
function stripScheme(path: string): string {
  // A scheme may stand in front of another one: `view-source:file:`, `jar:file:`.
  const outer = /^(?:[A-Za-z][A-Za-z0-9+.-]+:){1,4}(?=[A-Za-z][A-Za-z0-9+.-]+:\/)/.exec(path);
  if (outer !== null) return stripScheme(path.slice(outer[0].length));
  const match = /^[A-Za-z][A-Za-z0-9+.-]+:(?:\/\/[^/]*)?(?=[/~$%.]|[A-Za-z]:)/.exec(path);
  if (match === null) return path;
  const rest = path.slice(match[0].length).replace(/[?#].*$/, "");
  return rest.replace(/^\/(?=[A-Za-z]:\/|~)/, "");
}

function expandHome(path: string, base: PathBase): string {
  const home = base.home;
  const withVariables = path.replace(
    /\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?|%([A-Za-z_][A-Za-z0-9_]*)%|\$env:([A-Za-z_][A-Za-z0-9_]*)/g,
    (whole, dollar: string | undefined, percent: string | undefined, shell: string | undefined) =>
      variable(dollar ?? percent ?? shell ?? "", base) ?? whole,
  );
  if (home === undefined) return withVariables;
  return withVariables.replace(/^~[A-Za-z0-9_-]*(?=\/|$)/, home);
}

function variable(name: string, base: PathBase): string | undefined {
  const upper = name.toUpperCase();
  if (upper === "HOME" || upper === "USERPROFILE") return base.home;
  if (upper === "PWD") return base.workingFolder;
  return base.variables[upper];
}

/**
 * Splits a path into components as they are compared: `.` and empty ones gone, `..` resolved by the letters, folded,
 * without the trailing dots, spaces and streams that Windows ignores.
 */
export function pathComponents(path: string): string[] {
  const components: string[] = [];
  for (const raw of path.split("/")) {
    if (raw === "" || raw === ".") continue;
    if (raw === "..") {
      components.pop();
      continue;
    }
    components.push(comparable(raw));
  }
  return components;
}

function comparable(component: string): string {
  const folded = foldName(component);
  if (/^[a-z]:$/.test(folded)) return folded;
  const plain = folded.replace(/:.*$/, "").replace(/[. ]+$/, "");
  return plain === "" ? folded : plain;
}
