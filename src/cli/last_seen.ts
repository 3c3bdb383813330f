/**
 * The day of a server's last session, from the names of the log's files: no file is opened.
 *
 * @module
 */

import { serverInFileName, sessionFileParts } from "../../audit/session_file.ts";
import type { Edge } from "./edge.ts";

/** The day, as `2026-11-30` in UTC; nothing where the log has no session of this server. */
export function lastSeen(edge: Edge, home: string, server: string): string | undefined {
  const wanted = serverInFileName(server);
  const newest = (...parts: readonly string[]) => edge.list([home, "audit", ...parts].join("/")).toReversed();
  for (const year of newest()) {
    for (const month of newest(year)) {
      for (const day of newest(year, month)) {
        const names = newest(year, month, day);
        const isOwn = (name: string) => sessionFileParts(`${year}/${month}/${day}/${name}`)?.server === wanted;
        if (names.some(isOwn)) return `${year}-${month}-${day}`;
      }
    }
  }
  return undefined;
}
