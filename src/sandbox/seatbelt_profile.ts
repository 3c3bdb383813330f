/**
 * A server behind a wall of the system, on macOS: a profile for `sandbox-exec`, which says the same as the words of
 * bubblewrap do on Linux. Written from Apple's manual page and the profiles that come with macOS, and NOT TRIED.
 *
 * @module
 */

import type { Wall } from "./bwrap_command.ts";

/** What is hidden on every Mac beside the homes. */
export const HIDDEN_MAC_FOLDERS: readonly string[] = ["/private/tmp", "/private/var/tmp"];

/** The profile. Of two rules that fit, the last counts. */
export function seatbeltProfile({ read, write, net, hidden, closed, unwritten }: Wall): string {
  const paths = (kind: "subpath" | "literal", of: readonly string[]) =>
    of.map((path) => `(${kind} ${quoted(path)})`).join(" ");
  const rule = (verdict: string, what: string, of: string) => of === "" ? [] : [`(${verdict} ${what} ${of})`];
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-fork process-exec signal sysctl-read mach-lookup ipc-posix-shm file-read*)",
    '(allow file-write* (literal "/dev/null") (literal "/dev/dtracehelper"))',
    ...rule("deny", "file-read* file-write*", paths("subpath", hidden)),
    ...rule("allow", "file-read*", paths("subpath", [...read, ...write])),
    ...rule("allow", "file-write*", paths("subpath", write)),
    ...rule("deny", "file-read* file-write*", paths("subpath", closed)),
    ...rule("deny", "file-write*", paths("literal", unwritten)),
    net ? "(allow network*)" : "(deny network*)",
  ].join("\n");
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&")}"`;
}
