/**
 * `sallyport wrap` and `sallyport unwrap`: puts Sallyport in front of a server in its client's file, and takes it out.
 *
 * @module
 */

import { CLIENTS } from "../clients/client_table.ts";
import { type ClientServer, findClientServers, systemFolders } from "./client_servers.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome, findProject } from "./home.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError, reportNote } from "./report.ts";
import { shownWords } from "./shown_words.ts";
import { isHostileEnvironment } from "./start.ts";
import { isBehindUs, unwrapOne, wrapOne, wrappedWords } from "./wrap_servers.ts";

const WRAP_USAGE = `Usage: sallyport wrap NAME [--client CLIENT] [--dry-run] [--project DIR]
       sallyport wrap --check | --refresh

Puts Sallyport in front of the server NAME in every client's file that names
it. Only the command and its arguments change; comments, order and every other
key stay. Never starts a server.

  --client CLIENT      only in this client's files
  --dry-run            shows what would change, changes nothing
  --check              changes nothing; exit 1 when a server is not wrapped
  --refresh            writes the flags of wrapped servers anew
  --project DIR        the project whose files are looked at, too

Exit code: 0 done, 1 something is not wrapped (--check), 2 a problem.

Example:
  sallyport wrap files --dry-run
`;

const UNWRAP_USAGE = `Usage: sallyport unwrap NAME [--client CLIENT] [--project DIR]
       sallyport unwrap --all

Puts the server's own command back, byte for byte where nothing else in its
entry changed.

Exit code: 0 done, 2 a problem.

Example:
  sallyport unwrap --all
`;

/** The command. */
export const WRAP: CliCommand = {
  name: "wrap",
  summary: "put Sallyport in front of a server in its client's file",
  usage: WRAP_USAGE,
  run: runWrap,
};

/** The command. */
export const UNWRAP: CliCommand = {
  name: "unwrap",
  summary: "take Sallyport out again, byte for byte",
  usage: UNWRAP_USAGE,
  run: runUnwrap,
};

/** What both look at. */
export interface Looked {
  readonly home: string;
  readonly userHome: string;
  readonly project: string | undefined;
  readonly servers: readonly ClientServer[];
  /** Whether a file could not be read; it was told. */
  readonly isPartial: boolean;
}

/** Finds every client's servers; says what is in the way. */
export async function lookAtClients(
  edge: Edge,
  options: { readonly client?: string | undefined; readonly project?: string | undefined },
): Promise<Looked | undefined> {
  const { client } = options;
  if (client !== undefined && !CLIENTS.some(({ id }) => id === client)) {
    throw new UsageError("Unknown client", `The clients are: ${CLIENTS.map(({ id }) => id).join(", ")}`);
  }
  const home = findHome(edge);
  if (!home.ok || home.userHome === undefined) {
    reportError(
      edge,
      home.ok ? "Cannot find your home: HOME is not set" : home.message,
      "Set HOME to your home folder",
    );
    return undefined;
  }
  const project = findProject(edge, options.project, home.userHome);
  if (!project.ok) {
    reportError(edge, project.message, project.hint);
    return undefined;
  }
  const folders = systemFolders(edge, home.userHome, project.folder);
  const { servers, faults } = await findClientServers(edge, folders, client === undefined ? [] : [client]);
  for (const { path, why } of faults) {
    reportError(edge, `Cannot read ${JSON.stringify(path)}: ${why}`, "It is left as it is");
  }
  const place = { home: home.home, userHome: home.userHome, project: project.folder };
  return { ...place, servers, isPartial: faults.length > 0 };
}

async function runWrap(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: ["client", "project"],
    switches: ["dry-run", "check", "refresh"],
    words: 1,
  });
  const [name] = flags.words;
  const [isCheck, isRefresh] = [flags.switches.has("check"), flags.switches.has("refresh")];
  if ((name === undefined) === !(isCheck || isRefresh)) {
    throw new UsageError("Name one server, or give --check or --refresh", "See: sallyport wrap --help");
  }
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const looked = await lookAtClients(edge, { client: flags.values["client"], project: flags.values["project"] });
  if (looked === undefined) return EXIT.problem;
  if (isCheck) return check(edge, looked);
  const { servers } = looked;
  const chosen = isRefresh
    ? servers.filter(({ wrapped }) => wrapped !== undefined)
    : servers.filter(({ entry }) => entry.name === name);
  if (chosen.length === 0 && name !== undefined) {
    reportError(
      edge,
      `No client's file names a server ${JSON.stringify(name)}`,
      "To see which there are: sallyport status",
    );
    return EXIT.problem;
  }
  return await wrapAll(edge, looked, chosen, { isDry: flags.switches.has("dry-run") });
}

function check(edge: Edge, { servers, isPartial }: Looked): number {
  const open = servers.filter((server) => server.entry.words !== undefined && !isBehindUs(edge, server));
  for (const { client, path, entry } of open) edge.out(`not wrapped: ${client.name}: ${entry.name} (${path})\n`);
  if (isPartial) return EXIT.problem;
  return open.length === 0 ? EXIT.done : EXIT.finding;
}

/** Wraps servers one after the other; says what changed, or would. */
export async function wrapAll(
  edge: Edge,
  { home, userHome, project, isPartial }: Looked,
  servers: readonly ClientServer[],
  { isDry }: { readonly isDry: boolean },
): Promise<number> {
  let exit: number = isPartial ? EXIT.problem : EXIT.done;
  for (const server of servers) {
    const { entry, client, path } = server;
    if (entry.words === undefined) {
      reportNote(
        edge,
        `${client.name}: ${entry.name} is not covered yet (${
          entry.url === undefined ? "we do not read how it is started" : "it is called by its address"
        })`,
      );
      continue;
    }
    const made = await wrappedWords(edge, server, { home, userHome, project });
    if (!made.ok) {
      reportError(edge, `Cannot wrap ${entry.name} in ${JSON.stringify(path)}: ${made.why}`, "Rename it");
      exit = EXIT.problem;
      continue;
    }
    const { words } = made;
    if (JSON.stringify(words) === JSON.stringify(entry.words)) {
      reportNote(edge, `${client.name}: ${entry.name} is wrapped already`);
      continue;
    }
    if (isDry) {
      edge.out(`${path} (${entry.place})\n- ${shownWords(entry.words)}\n+ ${shownWords(words)}\n`);
      continue;
    }
    const result = await wrapOne(edge, server, words, home);
    if (result.ok) reportNote(edge, `wrapped ${client.name}: ${entry.name} in ${path}`);
    else {
      reportError(
        edge,
        `Cannot wrap ${entry.name} in ${JSON.stringify(path)}: ${result.why}`,
        "The file is left as it is",
      );
      exit = EXIT.problem;
    }
  }
  return exit;
}

async function runUnwrap(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["client", "project"], switches: ["all"], words: 1 });
  const [name] = flags.words;
  if ((name === undefined) !== flags.switches.has("all")) {
    throw new UsageError("Name one server, or give --all", "See: sallyport unwrap --help");
  }
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const looked = await lookAtClients(edge, { client: flags.values["client"], project: flags.values["project"] });
  if (looked === undefined) return EXIT.problem;
  const chosen = looked.servers.filter(({ entry, wrapped }) =>
    wrapped !== undefined && (name === undefined || entry.name === name)
  );
  if (chosen.length === 0) {
    reportNote(edge, name === undefined ? "nothing is wrapped" : `${JSON.stringify(name)} is not wrapped`);
    return looked.isPartial ? EXIT.problem : EXIT.done;
  }
  let exit: number = looked.isPartial ? EXIT.problem : EXIT.done;
  for (const server of chosen) {
    const result = await unwrapOne(edge, server, looked.home);
    const { entry, client, path } = server;
    if (result.ok) reportNote(edge, `unwrapped ${client.name}: ${entry.name} in ${path}`);
    else {
      reportError(
        edge,
        `Cannot unwrap ${entry.name} in ${JSON.stringify(path)}: ${result.why}`,
        "The file is left as it is",
      );
      exit = EXIT.problem;
    }
  }
  return exit;
}
