/**
 * The servers in the files of every client on this machine, as they are now.
 *
 * @module
 */

import { type Client, type ClientFile, CLIENTS, pathsOf, type SystemFolders } from "../clients/client_table.ts";
import { readEntries, type ServerEntry } from "../clients/config_file.ts";
import { readWrapped, type Wrapped } from "../clients/wrapping.ts";
import type { Edge } from "./edge.ts";

/** One server in one file. */
export interface ClientServer {
  readonly client: Client;
  readonly file: ClientFile;
  /** The file's path. */
  readonly path: string;
  readonly entry: ServerEntry;
  /** How it is wrapped; absent where it is not. */
  readonly wrapped: Wrapped | undefined;
}

/** What was found, and which files could not be read. */
export interface ClientServers {
  readonly servers: readonly ClientServer[];
  readonly faults: readonly { readonly path: string; readonly why: string }[];
}

/** Where this machine keeps things. */
export function systemFolders(edge: Edge, userHome: string, project: string | undefined): SystemFolders {
  const system = edge.platform === "windows" ? "windows" : edge.isMac ? "macos" : "linux";
  const config = system === "windows"
    ? edge.env("APPDATA") ?? `${userHome}/AppData/Roaming`
    : system === "macos"
    ? `${userHome}/Library/Application Support`
    : `${userHome}/.config`;
  return { system, home: userHome, config, project };
}

/** Looks through every client's files; of a client that is named, through its files alone. */
export async function findClientServers(
  edge: Edge,
  folders: SystemFolders,
  clients: readonly string[] = [],
): Promise<ClientServers> {
  const servers: ClientServer[] = [];
  const faults: { readonly path: string; readonly why: string }[] = [];
  for (const client of CLIENTS) {
    if (clients.length > 0 && !clients.includes(client.id)) continue;
    for (const file of client.files) {
      const path = pathsOf(file, folders).find((each) => edge.kindOf(each) !== "nothing");
      if (path === undefined) continue;
      const found = await readServers(edge, client, file, path);
      if (typeof found === "string") {
        if (!faults.some((fault) => fault.path === path)) faults.push({ path, why: found });
      } else servers.push(...found);
    }
  }
  return { servers, faults };
}

/** The servers of one file, or why it cannot be read. */
export async function readServers(
  edge: Edge,
  client: Client,
  file: ClientFile,
  path: string,
): Promise<readonly ClientServer[] | string> {
  const reading = await edge.readText(path, { isExact: true });
  if (!reading.ok) return reading.why;
  const entries = await readEntries(reading.text, file);
  if (!entries.ok) return entries.why;
  return entries.entries.map((entry) => {
    const wrapped = entry.words === undefined ? undefined : readWrapped(entry.words);
    return { client, file, path, entry, wrapped };
  });
}
