/**
 * A server behind a wall of the system: bubblewrap's words (Linux), in which the file system is read-only, the homes, the
 * temporary folders and the sockets are empty, and there is no network, but for what is named.
 *
 * Facts, tried with bubblewrap 0.8.0: mounts are made in the order of the words, so what is named stands behind what hides
 * it; a source or a place that is not there ends the start; links inside are followed inside; a server dies with its
 * `bwrap`, and so does what it started, because they have a process table of their own.
 *
 * @module
 */

/** What a server behind a wall may do. All paths are absolute, real, and there. */
export interface Wall {
  /** What may be read although it lies in something hidden. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly net: boolean;
  /** Folders that look empty. */
  readonly hidden: readonly string[];
  /** Folders that look empty wherever they lie. */
  readonly closed: readonly string[];
  /** Files that cannot be written wherever they lie. */
  readonly unwritten: readonly string[];
  readonly workingFolder: string;
}

/** What is hidden beside the homes, and there on every Linux: files of the moment, and sockets of whatever runs. */
export const HIDDEN_FOLDERS: readonly string[] = ["/tmp", "/var/tmp", "/run"];

/** Where names are looked up by machines with systemd; without it a server with the network finds no host. */
const RESOLVER = "/run/systemd/resolve";

/** The arguments of `bwrap` in front of a server's own words. */
export function bwrapArguments(wall: Wall, words: readonly string[]): readonly string[] {
  const { read, write, net, hidden, closed, unwritten } = wall;
  const bound = [
    ...read.filter((path) => !write.includes(path)).map((path) => ["--ro-bind", path] as const),
    ...write.map((path) => ["--bind", path] as const),
    // An outer folder first: it would cover what lies in it.
  ].sort(([, one], [, other]) => one.length - other.length);
  return [
    "--unshare-all",
    ...net ? ["--share-net"] : [],
    // Without a session of its own it could type into the terminal that started us.
    ...["--die-with-parent", "--new-session"],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...hidden.flatMap((folder) => ["--tmpfs", folder]),
    ...net ? ["--ro-bind-try", RESOLVER, RESOLVER] : [],
    ...bound.flatMap(([flag, path]) => [flag, path, path]),
    ...closed.flatMap((folder) => ["--tmpfs", folder]),
    ...unwritten.flatMap((file) => ["--ro-bind", file, file]),
    ...["--chdir", isVisible(wall, wall.workingFolder) ? wall.workingFolder : "/"],
    "--",
    ...words,
  ];
}

/** Whether a path can be seen from behind a wall. */
export function isVisible({ read, write, hidden, closed }: Wall, path: string): boolean {
  if (closed.some((folder) => isIn(path, folder))) return false;
  return !hidden.some((folder) => isIn(path, folder)) || [...read, ...write].some((folder) => isIn(path, folder));
}

function isIn(path: string, folder: string): boolean {
  return `${path}/`.startsWith(folder === "/" ? "/" : `${folder}/`);
}
