/**
 * What becomes of a server, looked at once more where it is a file: what a file imports by a literal, at its top or
 * later, Deno reads without asking, from any place and as plain text, too (seen under Deno 2.9.6). So a file that names
 * another one outside of what it may read does not start.
 *
 * @module
 */

import type { Edge } from "./edge.ts";
import { widthFault } from "./folder_faults.ts";
import { isInside } from "./home.ts";
import { sandboxServer } from "./sandbox_server.ts";
import type { RefusedServer, SandboxedServer, SandboxOptions, ServerSandbox } from "./server_sandbox.ts";

/** Decides about a server. Starts nothing of it. */
export async function checkedSandbox(edge: Edge, options: SandboxOptions): Promise<ServerSandbox> {
  const sandbox = sandboxServer(edge, options);
  if (sandbox.kind !== "on" || sandbox.module.startsWith("npm:")) return sandbox;
  return await importFault(edge, options, sandbox) ?? sandbox;
}

async function importFault(
  edge: Edge,
  { where }: SandboxOptions,
  { program, module, set, environment }: SandboxedServer,
): Promise<RefusedServer | undefined> {
  const files = await edge.importedFiles({ deno: program, module, environment, home: where.home });
  if (files === undefined) {
    return refused("Deno cannot tell what its file imports", `Try it: deno info ${JSON.stringify(module)}`);
  }
  const real = (path: string) => edge.view.realPath(path) ?? path;
  const folder = module.replace(/[\\/][^\\/]*$/, "") || "/";
  const own = widthFault(where, real(folder)) === undefined ? [folder] : [];
  const roots = [...own, ...set.read].map(real);
  const isOpen = (path: string) => path === real(module) || roots.some((root) => isInside(path, root));
  const homes = [where.home, real(where.home)];
  const outside = files.find((file) => {
    const path = real(file);
    return !isOpen(path) || homes.some((home) => isInside(path, home));
  });
  if (outside === undefined) return undefined;
  const hint =
    "Deno would read it without asking: move it beside the server, or permit its folder in sandbox.deno.read";
  return refused(`its file imports ${JSON.stringify(outside)}, which it may not read`, hint);
}

/** It is no matter of the place but of the server: it never falls back. */
function refused(why: string, hint: string): RefusedServer {
  return { kind: "refused", why, hint, isPolicy: false };
}
