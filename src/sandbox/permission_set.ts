/**
 * A set of Deno permissions as a policy writes it, made into flags of `deno run`. What cannot be said to Deno exactly is
 * refused: no value may turn into two, or into none.
 *
 * Facts, seen under Deno 2.9.6: a list is split at each comma, and nothing quotes one; `--allow-read` without a value
 * lets in everything; `--ignore-env` makes a variable look as if it were not set, where servers would end at a refusal,
 * and `--allow-env=NAME` lets one through all the same; `--deny-*` wins over `--allow-*`.
 *
 * @module
 */

import type { DenoSandbox, PermissionLists } from "../policy/policy.ts";
import { expandVariables, type Variables } from "../policy/variables.ts";

/** Kinds of permissions, in the order of their flags. */
export const PERMISSION_KINDS = ["read", "write", "net", "env", "run", "sys", "ffi"] as const;

/** One kind of permission. */
export type PermissionKind = typeof PERMISSION_KINDS[number];

/** What each kind lets in; an empty list is none. */
export type PermissionSet = Readonly<Record<PermissionKind, readonly string[]>>;

/** A set, or one sentence that says what is wrong with what was written. */
export type PermissionReading =
  | {
    readonly ok: true;
    readonly set: PermissionSet;
    /** With rights per call: what is permitted at any time. It is in `set`, too. */
    readonly startup?: PermissionSet | undefined;
  }
  | { readonly ok: false; readonly why: string };

/** Nothing is permitted. */
export const NO_PERMISSIONS: PermissionSet = { read: [], write: [], net: [], env: [], run: [], sys: [], ffi: [] };

const PATH_REGEXP = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const HOST_REGEXP = /^(?:(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;
const VARIABLE_REGEXP = /^[A-Za-z_][A-Za-z0-9_()]*$/;
const PROGRAM_REGEXP = /^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$/;
/** The names that Deno 2.9.6 knows; another one ends it at its start. */
export const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  ..."cpus gid getegid getPriority hostname homedir loadavg networkInterfaces osRelease osUptime".split(" "),
  ..."setPriority statfs systemMemoryInfo uid userInfo username".split(" "),
]);
const MAX_PORT = 65_535;

/**
 * Reads the set of a policy, its variables expanded. `startup` belongs to it: what a server may do at any time it may do
 * at its start. Refused is what cannot be kept: `import`, and with `perCall` all of `run` and `ffi` outside `startup`.
 */
export function readPermissionSet(lists: DenoSandbox, variables: Variables): PermissionReading {
  if ([lists, lists.startup ?? {}].some((part) => (part.import ?? []).length > 0)) {
    return { ok: false, why: "sandbox.deno.import cannot be given: a server under Deno loads no remote module" };
  }
  const fault = lists.perCall === true ? perCallFault(lists) : undefined;
  if (fault !== undefined) return { ok: false, why: fault };
  const reading = readLists([lists, lists.startup ?? {}], variables);
  if (!reading.ok || lists.perCall !== true) return reading;
  const startup = readLists([lists.startup ?? {}], variables);
  return startup.ok ? { ...reading, startup: startup.set } : startup;
}

/** Says what a set asks for that no single call can be given, or nothing. */
function perCallFault(lists: DenoSandbox): string | undefined {
  if ([lists, lists.startup ?? {}].some((part) => (part.run ?? []).length > 0)) {
    return "sandbox.deno.run cannot be given with perCall: Deno does not say which program is to run";
  }
  if ((lists.ffi ?? []).length === 0) return undefined;
  return "sandbox.deno.ffi cannot be given to a call: with perCall it stands in startup, or nowhere";
}

function readLists(parts: readonly PermissionLists[], variables: Variables): PermissionReading {
  const set: Record<PermissionKind, readonly string[]> = { ...NO_PERMISSIONS };
  for (const kind of PERMISSION_KINDS) {
    const values: string[] = [];
    for (const text of parts.flatMap((part) => part[kind] ?? [])) {
      const expanded = expandVariables(text, variables);
      if (!expanded.ok) return { ok: false, why: `sandbox.deno.${kind}: ${expanded.fault}` };
      const fault = valueFault(kind, expanded.text);
      if (fault !== undefined) return { ok: false, why: `sandbox.deno.${kind}: ${quoted(expanded.text)} ${fault}` };
      values.push(expanded.text);
    }
    set[kind] = [...new Set(values)];
  }
  return { ok: true, set };
}

/** Says why a value cannot be given to Deno, or nothing. */
export function valueFault(kind: PermissionKind, value: string): string | undefined {
  switch (kind) {
    case "read":
    case "write":
    case "ffi":
      return pathFault(value);
    case "net":
      return isHost(value) ? undefined : "is no host, such as api.example.com or 127.0.0.1:8080";
    case "env":
      return VARIABLE_REGEXP.test(value) ? undefined : "is no name of a variable";
    case "run":
      return PROGRAM_REGEXP.test(value) ? undefined : PATH_REGEXP.test(value) ? pathFault(value) : "is no program";
    case "sys":
      return SYSTEM_NAMES.has(value) ? undefined : "is no name that Deno has under sys";
  }
}

/** Says why a path cannot stand in a list of Deno's, or nothing. */
export function pathFault(path: string): string | undefined {
  if (path.includes(",")) return "has a comma, at which Deno would split it";
  if (/\p{Cc}/u.test(path)) return "has a control character";
  if (!PATH_REGEXP.test(path)) return "is no absolute path; begin it with / or a variable such as ${PROJECT_DIR}";
  if (path.split(/[\\/]/).includes("..")) return "has a step up; name the folder itself";
  return undefined;
}

function isHost(value: string): boolean {
  const found = HOST_REGEXP.exec(value);
  return found !== null && (found[1] === undefined || (Number(found[1]) > 0 && Number(found[1]) <= MAX_PORT));
}

/** Folders that stay closed whatever is permitted. None may have a {@linkcode pathFault}. */
export interface ClosedFolders {
  /** Neither read nor written. */
  readonly unread: readonly string[];
  /** Not written. */
  readonly unwritten: readonly string[];
}

/** The flags of `deno run` for a set that was read, and no other. A kind without a value has no flag. */
export function permissionFlags(set: PermissionSet, closed: ClosedFolders): readonly string[] {
  const flags = PERMISSION_KINDS.filter((kind) => set[kind].length > 0)
    .map((kind) => `--allow-${kind}=${set[kind].join(",")}`);
  const { unread, unwritten } = closed;
  const unwrittenAtAll = [...new Set([...unread, ...unwritten])];
  return [
    "--ignore-env",
    ...flags,
    ...(unread.length > 0 ? [`--deny-read=${unread.join(",")}`] : []),
    ...(unwrittenAtAll.length > 0 ? [`--deny-write=${unwrittenAtAll.join(",")}`] : []),
  ];
}

/** A set in words for a person: what is permitted, then what is not. */
export function describePermissions(set: PermissionSet): string {
  const given = PERMISSION_KINDS.filter((kind) => set[kind].length > 0);
  const missing = PERMISSION_KINDS.filter((kind) => set[kind].length === 0);
  const none = missing.length === 0 ? [] : [`no ${missing.join(", ")}`];
  return [...given.map((kind) => `${kind} ${set[kind].map(quoted).join(" ")}`), ...none].join("; ");
}

function quoted(value: string): string {
  const text = value.replace(/\p{C}/gu, "?");
  return /^[A-Za-z0-9_./:@*[\]-]+$/.test(text) ? text : JSON.stringify(text);
}
