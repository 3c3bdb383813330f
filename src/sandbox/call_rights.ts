/**
 * Whether a server may do what it asks its permission broker for: it must be in the permission set, and a call in flight
 * must justify it, or `startup` must hold it. Everything else is refused.
 *
 * - `read`, `write`: a call justifies the paths that its arguments name and, where such a path is a folder, all below it.
 *   Links are followed before anything is compared: what leads out of the set, or out of what the call names, is refused.
 *   The folders of the set themselves may be looked at any time, what is in them may not: servers do so at their start.
 *   For a path that is not there yet its parents may be looked at themselves, and for one that is written a draft beside
 *   it (`NAME.XXXX.tmp`), since servers make folders and replace files so.
 * - `net`: a call justifies the hosts of its addresses, with their ports.
 * - `env`, `sys`: no argument names them, so any call justifies what is in the set. A variable that the process does not
 *   have may be asked for at any time, as it is only seen to be missing.
 * - `ffi`: `startup` alone. `run`, `import` and all of a kind at once: never, but for the list of variables before the
 *   first call, while it holds nothing that `startup` does not.
 *
 * Deno's own `--deny-*` are without effect beside a broker, so what stays closed is kept closed here.
 *
 * @module
 */

import {
  collapse,
  joinPath,
  type Platform,
  splitAbsolute,
  type SplitPath,
  startsWithPath,
} from "../guards/split_path.ts";
import type { AccessRequest } from "./broker_protocol.ts";
import { hostAllows, readAskedHost } from "./asked_host.ts";
import type { CallNames, NamedHost } from "./call_names.ts";
import { mayAskUnset, sameName } from "./unset_variable.ts";
import type { ClosedFolders, PermissionSet } from "./permission_set.ts";

/** What is known of the file system at the moment of a question. */
export interface PathView {
  /**
   * The real path, every link followed; for what is not there, that of the folder it would be in with the rest behind it.
   * Nothing where it cannot be told, or where a link leads to nothing.
   */
  resolve(path: string): string | undefined;
  /** What is at a path, a link not followed; `unknown` where nobody may look. */
  kindOf(path: string): "nothing" | "file" | "folder" | "link" | "unknown";
}

/** What a server may ever do, and what is closed to it. */
export interface RightsOptions {
  readonly platform: Platform;
  readonly set: PermissionSet;
  /** What it may do at any time. */
  readonly startup: PermissionSet;
  readonly closed: ClosedFolders;
  /** The person's variables that its process has. */
  readonly variables: readonly string[];
}

/** A path twice: by its letters, and with its links followed. */
interface Place {
  readonly named: SplitPath;
  readonly real: SplitPath;
}

/** The same, made ready. */
export interface Rights extends RightsOptions {
  readonly folders: Readonly<Record<"set" | "startup", Readonly<Record<"read" | "write" | "ffi", readonly Place[]>>>>;
  readonly shut: Readonly<Record<"unread" | "unwritten", readonly Place[]>>;
}

/** A call in flight, its paths resolved when it was sent on. */
export interface CallRights {
  readonly id: string;
  readonly paths: readonly Place[];
  readonly hosts: readonly NamedHost[];
}

/** What is going on when a server asks. */
export interface Moment {
  readonly calls: readonly CallRights[];
  /** Whether any call was sent on yet. */
  readonly hasCalled: boolean;
}

/** Why something is refused. */
export type RefusalWhy = "all-at-once" | "never" | "unclear" | "closed" | "not-in-set" | "leads-out" | "no-call";

/** The answer, and by what right. */
export type AccessVerdict =
  | { readonly isAllowed: true; readonly by: "startup" | "unset" | "folder" }
  /** The calls that justify it: with several in flight nobody can say which of them asked. */
  | { readonly isAllowed: true; readonly by: "call"; readonly calls: readonly string[] }
  | { readonly isAllowed: false; readonly why: RefusalWhy };

const REFUSED = (why: RefusalWhy): AccessVerdict => ({ isAllowed: false, why });
/** A path that Deno could not hand on as it is. */
const UNREAD_REGEXP = /[\0\ufffd\p{Cs}]/u;
const DRAFT_REGEXP = /^\.(?:[A-Za-z0-9_-]{1,64}\.)?tmp$/;

/** Makes ready what is compared with every question: the folders of the set are looked up once, at the start. */
export function newRights(options: RightsOptions, view: PathView): Rights {
  const { platform, set, startup, closed } = options;
  const places = (paths: readonly string[]) => paths.flatMap((path) => placeOf(path, platform, view) ?? []);
  const folders = ({ read, write, ffi }: PermissionSet) => ({
    read: places(read),
    write: places(write),
    ffi: places(ffi),
  });
  const shut = (paths: readonly string[]) =>
    paths.flatMap((path) => {
      const named = splitClean(path, platform);
      return named === undefined ? [] : [placeOf(path, platform, view) ?? { named, real: named }];
    });
  return {
    ...options,
    folders: { set: folders(set), startup: folders(startup) },
    shut: { unread: shut(closed.unread), unwritten: shut(closed.unwritten) },
  };
}

/** What a call gives a right to, from what its arguments name. */
export function newCallRights(id: string, names: CallNames, { platform }: RightsOptions, view: PathView): CallRights {
  return { id, hosts: names.hosts, paths: names.paths.flatMap((path) => placeOf(path, platform, view) ?? []) };
}

/** Decides about one question. Looks through `view` alone. */
export function judgeAccess(
  { permission, value }: Omit<AccessRequest, "id">,
  { rights, moment, view }: { readonly rights: Rights; readonly moment: Moment; readonly view: PathView },
): AccessVerdict {
  if (value === null) return judgeAll(permission, rights, moment);
  switch (permission) {
    case "read":
    case "write":
    case "ffi":
      return judgePath(permission, value, { rights, moment, view });
    case "net":
      return judgeHost(value, rights, moment);
    case "env":
      return judgeVariable(value, rights, moment);
    case "sys":
      if (rights.startup.sys.includes(value)) return { isAllowed: true, by: "startup" };
      return rights.set.sys.includes(value) ? byAnyCall(moment) : REFUSED("not-in-set");
  }
  return REFUSED("never");
}

function judgeAll(permission: string, { startup, platform, variables }: Rights, { hasCalled }: Moment): AccessVerdict {
  if (permission === "run" || permission === "import") return REFUSED("never");
  const isListed = variables.every((name) => startup.env.some((each) => sameName(each, name, platform)));
  return permission === "env" && !hasCalled && isListed ? { isAllowed: true, by: "unset" } : REFUSED("all-at-once");
}

function judgeVariable(name: string, rights: Rights, moment: Moment): AccessVerdict {
  const { platform, set, startup, variables } = rights;
  const isIn = (list: readonly string[]) => list.some((each) => sameName(each, name, platform));
  if (isIn(startup.env)) return { isAllowed: true, by: "startup" };
  if (isIn(set.env)) return byAnyCall(moment);
  const hasNet = set.net.length > 0;
  return !isIn(variables) && mayAskUnset(name, { hasNet }) ? { isAllowed: true, by: "unset" } : REFUSED("not-in-set");
}

function byAnyCall({ calls }: Moment): AccessVerdict {
  return calls.length > 0 ? { isAllowed: true, by: "call", calls: calls.map(({ id }) => id) } : REFUSED("no-call");
}

function judgeHost(value: string, { set, startup }: Rights, { calls }: Moment): AccessVerdict {
  const asked = readAskedHost(value);
  if (asked === undefined) return REFUSED("unclear");
  if (startup.net.some((entry) => hostAllows(entry, asked))) return { isAllowed: true, by: "startup" };
  if (!set.net.some((entry) => hostAllows(entry, asked))) return REFUSED("not-in-set");
  const naming = calls.filter(({ hosts }) =>
    hosts.some(({ host, ports }) => host === asked.host && (asked.port === undefined || ports.includes(asked.port)))
  );
  return naming.length > 0 ? { isAllowed: true, by: "call", calls: naming.map(({ id }) => id) } : REFUSED("no-call");
}

interface Judging {
  readonly rights: Rights;
  readonly moment: Moment;
  readonly view: PathView;
}

function judgePath(kind: "read" | "write" | "ffi", value: string, { rights, moment, view }: Judging): AccessVerdict {
  const { platform, folders, shut } = rights;
  const named = splitClean(value, platform);
  if (named === undefined) return REFUSED("unclear");
  const isIn = (place: Place, roots: readonly Place[]) => roots.some((root) => isBelow(place, root, platform));
  const closed = kind === "write" ? [...shut.unread, ...shut.unwritten] : shut.unread;
  // A folder that holds something closed is not moved, nor removed with all that is in it.
  const isShut = (path: SplitPath) =>
    closed.some((each) => isNamedBelow(path, each, platform) || (kind === "write" && holds(path, each, platform)));
  // By its letters first: what is out of the set anyway is not looked at.
  if (isShut(named)) return REFUSED("closed");
  if (!folders.set[kind].some((root) => isNamedBelow(named, root, platform))) return REFUSED("not-in-set");
  const place = placeOf(value, platform, view);
  if (place === undefined) return REFUSED("leads-out");
  if (isShut(place.real)) return REFUSED("closed");
  if (isIn(place, folders.startup[kind])) return { isAllowed: true, by: "startup" };
  if (!isIn(place, folders.set[kind])) return REFUSED("leads-out");
  if (kind === "ffi") return REFUSED("no-call");
  const isRoot = folders.set[kind].some(({ real }) => isSamePath(real, place.real, platform));
  if (kind === "read" && isRoot && view.kindOf(joinPath(place.real, platform)) === "folder") {
    return { isAllowed: true, by: "folder" };
  }
  const naming = moment.calls.filter(({ paths }) =>
    paths.some((own) => isJustified(kind, place, { own, platform, view }))
  );
  return naming.length > 0 ? { isAllowed: true, by: "call", calls: naming.map(({ id }) => id) } : REFUSED("no-call");
}

/** Whether a path that a call names is, holds, or needs another. */
function isJustified(
  kind: "read" | "write",
  place: Place,
  { own, platform, view }: { readonly own: Place; readonly platform: Platform; readonly view: PathView },
): boolean {
  if (isBelow(place, own, platform)) return true;
  if (isDraftOf(place, own, platform)) return true;
  const isParent = [own.named, own.real].some((path) => startsWithPath(path, place.named, platform)) &&
    startsWithPath(own.real, place.real, platform);
  return kind === "read" && isParent && view.kindOf(joinPath(own.real, platform)) === "nothing";
}

/** A file beside another one, under its name with an ending that says it is not to stay. */
function isDraftOf({ named, real }: Place, own: Place, platform: Platform): boolean {
  const isBeside = (path: SplitPath, other: SplitPath) => {
    const name = other.steps.at(-1);
    const draft = path.steps.at(-1);
    if (name === undefined || draft === undefined || path.steps.length !== other.steps.length) return false;
    const folder = { drive: other.drive, steps: other.steps.slice(0, -1) };
    return startsWithPath(path, folder, platform) && draft.startsWith(name) &&
      DRAFT_REGEXP.test(draft.slice(name.length));
  };
  return [own.named, own.real].some((path) => isBeside(named, path)) && isBeside(real, own.real);
}

/** Whether a place is a folder or below it, by its letters and really. */
function isBelow(place: Place, folder: Place, platform: Platform): boolean {
  return isNamedBelow(place.named, folder, platform) && startsWithPath(place.real, folder.real, platform);
}

function isNamedBelow(named: SplitPath, folder: Place, platform: Platform): boolean {
  return startsWithPath(named, folder.named, platform) || startsWithPath(named, folder.real, platform);
}

function isSamePath(a: SplitPath, b: SplitPath, platform: Platform): boolean {
  return a.steps.length === b.steps.length && startsWithPath(a, b, platform);
}

function holds(path: SplitPath, inner: Place, platform: Platform): boolean {
  return startsWithPath(inner.named, path, platform) || startsWithPath(inner.real, path, platform);
}

function placeOf(path: string, platform: Platform, view: PathView): Place | undefined {
  const named = splitClean(path, platform);
  if (named === undefined) return undefined;
  const real = view.resolve(joinPath(named, platform));
  const split = real === undefined ? undefined : splitClean(real, platform);
  return split === undefined ? undefined : { named, real: split };
}

/** Deno takes `..` by the letters before it opens what it asked for, so it is taken so here. */
function splitClean(path: string, platform: Platform): SplitPath | undefined {
  const split = UNREAD_REGEXP.test(path) ? undefined : splitAbsolute(path, platform);
  return split === undefined ? undefined : collapse(split);
}
