/**
 * Wraps servers in their clients' files, and takes them out again: one splice at a time, each compared before it is
 * written, and remembered so that it goes back byte for byte.
 *
 * @module
 */

import type { Installation } from "../clients/wrapping.ts";
import { programFolder, startsInstallation, wrapWords } from "../clients/wrapping.ts";
import { editEntry, readBack } from "../clients/config_edit.ts";
import { readEntries, type ServerEntry } from "../clients/config_file.ts";
import type { ClientServer } from "./client_servers.ts";
import type { Edge } from "./edge.ts";
import { serverNeeds } from "./server_needs.ts";

/** Where things are, for a wrapped server. */
export interface WrapPlace {
  /** The Sallyport home. */
  readonly home: string;
  readonly userHome: string;
  readonly project: string | undefined;
}

/** What came of an edit. */
export type EditResult = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** How this program is started from a client's file. */
export function installationOf(edge: Edge, server: ClientServer): Installation {
  if (server.file.scope === "project") return { kind: "path" };
  const { program } = edge;
  if (program.kind === "compiled") return { kind: "compiled", program: program.path };
  if (program.kind === "packed") return { kind: "packed", deno: edge.denoPath(), main: program.main };
  return { kind: "deno", deno: edge.denoPath(), main: program.main, config: program.config };
}

/** Whether this Sallyport stands in front of a server, and not another program that has its mark. */
export function isBehindUs(edge: Edge, server: ClientServer): boolean {
  if (server.wrapped === undefined) return false;
  return startsInstallation(server.entry.words ?? [], installationOf(edge, server));
}

/** The command that a server is started by once it is wrapped, or why it cannot be. */
export type WrappedWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Makes the command of a server; of one that is wrapped, with what a person added to it. */
export async function wrappedWords(edge: Edge, server: ClientServer, place: WrapPlace): Promise<WrappedWords> {
  const { entry, client, file, wrapped } = server;
  const words = wrapped?.words ?? entry.words ?? [];
  const own = file.scope === "project" ? place.project : undefined;
  // A server that works in one folder works for that project.
  const folder = own ??
    words.slice(1).find((word) => /^(?:\/|[A-Za-z]:[\\/])/.test(word) && edge.kindOf(word) === "folder");
  const permissions = await serverNeeds(edge, {
    home: place.home,
    userHome: place.userHome,
    project: folder,
    config: wrapped?.config,
    server: entry.name,
    command: words,
    variables: entry.variables,
    isSandboxed: wrapped?.isSandboxed === true,
  });
  const installation = installationOf(edge, server);
  const hasFlags = installation.kind === "deno" || installation.kind === "packed";
  const paths = [...permissions.read, ...permissions.write, ...permissions.run, ...programFolder(installation)];
  const split = paths.find((path) => path.includes(","));
  if (hasFlags && split !== undefined) {
    return { ok: false, why: `Deno would split the permission for ${JSON.stringify(split)} at its comma` };
  }
  const made = wrapWords({
    name: entry.name,
    client: client.id,
    words,
    variables: entry.variables,
    project: folder,
    added: wrapped?.added ?? [],
    permissions,
  }, installation);
  return { ok: true, words: made };
}

/** What was changed in a file, so that it can be put back. */
export interface WrapRecord {
  readonly path: string;
  /** The members that lead to the server. */
  readonly place: string;
  /** The entry's text before and after. */
  readonly before: string;
  readonly after: string;
}

/** Writes a server's entry with other words; remembers what was there. */
export async function wrapOne(
  edge: Edge,
  server: ClientServer,
  words: readonly string[],
  home: string,
): Promise<EditResult> {
  const current = await findAgain(edge, server);
  if ("why" in current) return { ok: false, why: current.why };
  const { text, entry } = current;
  if (entry.rewrite === undefined) return { ok: false, why: "its command cannot be read" };
  const edit = await editEntry(text, server.file, entry, words);
  if (edit === undefined) return { ok: false, why: "the edit would change more than this server" };
  const why = await edge.replaceText(server.path, text, edit.text, `${home}/backups`);
  if (why !== undefined) return { ok: false, why };
  const before = server.wrapped === undefined ? text.slice(entry.span.start, entry.span.end) : undefined;
  const after = edit.text.slice(edit.entry.span.start, edit.entry.span.end);
  await remember(edge, home, { path: server.path, place: entry.place, before, after });
  return { ok: true };
}

/** Puts a server's own command back: byte for byte where nothing else changed in its entry. */
export async function unwrapOne(edge: Edge, server: ClientServer, home: string): Promise<EditResult> {
  const current = await findAgain(edge, server);
  if ("why" in current) return { ok: false, why: current.why };
  const { text, entry } = current;
  const known = (await readRecords(edge, home)).find((each) => each.path === server.path && each.place === entry.place);
  const { start, end } = entry.span;
  const own = text.slice(start, end);
  const inner = server.wrapped?.words ?? [];
  const edit = known !== undefined && known.after === own
    ? await readBack(text, server.file, entry, {
      text: text.slice(0, start) + known.before + text.slice(end),
      words: inner,
    })
    : await editEntry(text, server.file, entry, inner);
  if (edit === undefined) return { ok: false, why: "its command cannot be put back" };
  const why = await edge.replaceText(server.path, text, edit.text, `${home}/backups`);
  if (why !== undefined) return { ok: false, why };
  await forget(edge, home, server.path, entry.place);
  return { ok: true };
}

async function findAgain(
  edge: Edge,
  { path, file, entry }: ClientServer,
): Promise<{ readonly text: string; readonly entry: ServerEntry } | { readonly why: string }> {
  const reading = await edge.readText(path, { isExact: true });
  if (!reading.ok) return { why: reading.why };
  const entries = await readEntries(reading.text, file);
  if (!entries.ok) return { why: entries.why };
  const found = entries.entries.find((each) => each.place === entry.place);
  if (found === undefined || JSON.stringify(found.words) !== JSON.stringify(entry.words)) {
    return { why: "it changed in the meantime" };
  }
  return { text: reading.text, entry: found };
}

function recordsPath(home: string): string {
  return `${home}/wrapped.json`;
}

/** What is wrapped, as it was remembered. */
export async function readRecords(edge: Edge, home: string): Promise<readonly WrapRecord[]> {
  const reading = await edge.readText(recordsPath(home));
  return reading.ok ? parseRecords(reading.text) : [];
}

function parseRecords(text: string | undefined): readonly WrapRecord[] {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value !== "object" || value === null || !("wrapped" in value) || !Array.isArray(value.wrapped)) {
      return [];
    }
    return value.wrapped.filter(isRecord);
  } catch {
    return [];
  }
}

function isRecord(value: unknown): value is WrapRecord {
  if (typeof value !== "object" || value === null) return false;
  const each = value as Record<string, unknown>;
  return ["path", "place", "before", "after"].every((key) => typeof each[key] === "string");
}

async function remember(
  edge: Edge,
  home: string,
  { before, ...record }: Omit<WrapRecord, "before"> & { readonly before: string | undefined },
): Promise<void> {
  await edge.updatePrivate(recordsPath(home), (text) => {
    const known = parseRecords(text);
    const isSame = (each: WrapRecord) => each.path === record.path && each.place === record.place;
    // Wrapped again, a server still goes back to what it was first.
    const first = before ?? known.find(isSame)?.before;
    if (first === undefined) return undefined;
    return formatRecords([...known.filter((each) => !isSame(each)), { ...record, before: first }]);
  });
}

async function forget(edge: Edge, home: string, path: string, place: string): Promise<void> {
  await edge.updatePrivate(
    recordsPath(home),
    (text) => formatRecords(parseRecords(text).filter((each) => each.path !== path || each.place !== place)),
  );
}

function formatRecords(wrapped: readonly WrapRecord[]): string {
  return `${JSON.stringify({ version: 1, wrapped }, undefined, 2)}\n`;
}
