/**
 * Policies for tests, loaded from text without any file.
 *
 * @module
 */

import { posix } from "node:path";
import type { FileView } from "../guards/file_view.ts";
import type { CompiledPolicy } from "./compiled_policy.ts";
import { loadPolicy, type LoadPorts, type LoadResult } from "./load_policy.ts";
import { formatProblem } from "./problem.ts";

/** What a fixture may say beside the policy's text. */
export interface FixtureOptions extends Partial<Omit<LoadPorts, "readText" | "packs">> {
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly packs?: Readonly<Record<string, string>> | undefined;
  /** Name of the policy file; its ending says how it is read. */
  readonly file?: string | undefined;
}

const VARIABLES = { home: "/home/ann", tmpdir: "/tmp", projectDir: "/home/ann/project", env: { TEAM: "blue" } };

/** Ordinary files everywhere; what is called `out` leads to `/etc`. */
const VIEW: FileView = {
  look: (path) => path.endsWith("/out") ? { kind: "link", target: "/etc" } : { kind: "folder" },
  realPath: (path) => posix.normalize(path).replace(/^.*\/out(?=\/|$)/, "/etc"),
  linkTarget: (path) => path.endsWith("/out") ? "/etc" : undefined,
  linksIn: () => new Set(["out"]),
};

/** Loads a policy from text, with its problems. */
export function loadFixture(text: string, options: FixtureOptions = {}): Promise<LoadResult> {
  const file = options.file ?? "/home/ann/project/sallyport.jsonc";
  const files: Readonly<Record<string, string>> = { ...options.files, [file]: text };
  return loadPolicy({ kind: "file", path: file }, {
    variables: VARIABLES,
    server: "files",
    command: ["node", "server.js"],
    view: VIEW,
    workingFolder: "/home/ann/project",
    ...options,
    packs: new Map(Object.entries(options.packs ?? {})),
    readText: (path) => {
      const found = Object.hasOwn(files, path) ? files[path] : undefined;
      return Promise.resolve(
        found === undefined ? { ok: false, why: "the file does not exist" } : { ok: true, text: found },
      );
    },
  });
}

/** Loads a policy that must have no problems. `version` is added. */
export async function policyFixture(body: object, options: FixtureOptions = {}): Promise<CompiledPolicy> {
  const { policy, problems } = await loadFixture(JSON.stringify({ version: 1, ...body }), options);
  if (policy !== undefined) return policy;
  throw new TypeError(`Cannot load fixture: ${problems.map(formatProblem).join("; ")}`);
}
