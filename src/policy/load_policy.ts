/**
 * A policy from its file: reads it and all it extends, then compiles them for one server. The reading itself is the
 * caller's; nothing here touches the file system.
 *
 * @module
 */

import { closureHash, type ClosurePart } from "./closure.ts";
import { compileAll } from "./compile_policy.ts";
import type { FileView } from "../guards/file_view.ts";
import type { CompiledPolicy, Trust } from "./compiled_policy.ts";
import { readPolicy } from "./file/read_policy.ts";
import type { Extension, Policy } from "./policy.ts";
import { type Problem, showValue, suggest } from "./problem.ts";
import { expandVariables, type Variables } from "./variables.ts";

/** What loading a policy needs from outside. */
export interface LoadPorts {
  /** Reads a file's text; `why` is a short phrase such as `the file does not exist`. */
  readonly readText: (path: string) => Promise<TextReading>;
  /** The texts of the packs, by name. */
  readonly packs: ReadonlyMap<string, string>;
  readonly variables: Variables;
  /** The server's name for the person. */
  readonly server: string;
  /** Resolved program and arguments that start the server. */
  readonly command: readonly string[];
  /** What conditions about paths may see; absent, they see nothing and refuse what they would have to look at. */
  readonly view?: FileView | undefined;
  /** Where the server's relative paths start. */
  readonly workingFolder?: string | undefined;
  /** Whether a policy with this closure hash is trusted; absent, it is. */
  readonly trustOf?: ((hash: string) => Trust) | undefined;
}

/** What reading a file gives. */
export type TextReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string };

/** Where a policy is to be found. */
export type PolicyReference =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "pack"; readonly name: string };

/** A loaded policy. It is there exactly when there are no problems. */
export interface LoadResult {
  readonly policy?: CompiledPolicy | undefined;
  readonly problems: readonly Problem[];
  readonly closure: readonly ClosurePart[];
  readonly hash: string;
}

/** How deep policies may extend each other. */
export const MAX_EXTENDS_DEPTH = 8;

/** How many files and packs one policy may be made of. */
export const MAX_CLOSURE_PARTS = 64;

/** One file of a policy, in the order in which rules count. */
export interface Layer {
  readonly kind: "file" | "pack";
  readonly policy: Policy;
}

interface Loading {
  readonly ports: LoadPorts;
  readonly layers: Layer[];
  readonly problems: Problem[];
  readonly closure: ClosurePart[];
}

/** Who asked for a file: its position is where a problem with the file is shown. */
interface Asker {
  readonly kind: "file" | "pack";
  readonly file: string;
  readonly extension: Extension;
  readonly trail: readonly string[];
}

/** Loads a policy with everything it extends. Collects every problem; throws only if a port does. */
export async function loadPolicy(reference: PolicyReference, ports: LoadPorts): Promise<LoadResult> {
  const loading: Loading = { ports, layers: [], problems: [], closure: [] };
  if (reference.kind === "file") await loadFile(loading, reference.path, undefined);
  else await loadPack(loading, reference.name, undefined);
  const { closure } = loading;
  const hash = closureHash(closure);
  const trust = ports.trustOf === undefined ? "trusted" : ports.trustOf(hash);
  const layers = [...byKind(loading.layers, "file"), ...byKind(loading.layers, "pack")];
  const compiled = await compileAll(layers, { ...ports, trust });
  const problems = [...loading.problems, ...compiled.problems];
  return { policy: problems.length === 0 ? compiled.policy : undefined, problems, closure, hash };
}

function byKind(layers: readonly Layer[], kind: Layer["kind"]): Layer[] {
  return layers.filter((layer) => layer.kind === kind);
}

async function loadFile(loading: Loading, path: string, asker: Asker | undefined): Promise<void> {
  if (!mayLoad(loading, "file", path, asker)) return;
  const reading = await loading.ports.readText(path);
  if (!reading.ok) {
    const fault = `${showValue(path)} cannot be read: ${reading.why}`;
    const hint = asker === undefined ? "Make it a readable file, or name another one with -c" : undefined;
    report(loading, asker, path, { code: "cannot-read", fault, hint });
    return;
  }
  await loadText(loading, { kind: "file", name: path, text: reading.text }, asker);
}

async function loadPack(loading: Loading, name: string, asker: Asker | undefined): Promise<void> {
  if (!mayLoad(loading, "pack", name, asker)) return;
  const text = loading.ports.packs.get(name);
  if (text === undefined) {
    const names = [...loading.ports.packs.keys()];
    const hint = suggest(name, names) ?? "A file is named with its ending or a slash, such as ./team.jsonc";
    report(loading, asker, name, { code: "unknown-pack", fault: `${showValue(name)} is not a pack`, hint });
    return;
  }
  await loadText(loading, { kind: "pack", name, text }, asker);
}

async function loadText(loading: Loading, part: ClosurePart, asker: Asker | undefined): Promise<void> {
  loading.closure.push(part);
  const file = part.kind === "pack" ? `pack:${part.name}` : part.name;
  const { policy, problems } = await readPolicy(file, part.text);
  loading.problems.push(...problems);
  if (policy === undefined) return;
  loading.layers.push({ kind: part.kind, policy });
  const trail = [...(asker?.trail ?? []), keyOf(part.kind, part.name)];
  for (const extension of policy.extends) await loadExtension(loading, { kind: part.kind, file, extension, trail });
}

async function loadExtension(loading: Loading, asker: Asker): Promise<void> {
  const expansion = expandVariables(asker.extension.reference, loading.ports.variables);
  if (!expansion.ok) return report(loading, asker, asker.file, expansion);
  const reference = expansion.text;
  if (!isFileReference(reference)) return await loadPack(loading, reference, asker);
  if (asker.kind === "pack") {
    return report(loading, asker, asker.file, { code: "wrong-value", fault: "a pack extends only packs" });
  }
  await loadFile(loading, resolvePath(asker.file, reference), asker);
}

/** Names with a slash or a known ending are files, all others packs. */
function isFileReference(reference: string): boolean {
  return /[/\\]|\.(?:jsonc?|ya?ml)$/i.test(reference);
}

function resolvePath(from: string, reference: string): string {
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(reference)) return normalPath(reference.replaceAll("\\", "/"));
  return normalPath(`${folderOf(from.replaceAll("\\", "/"))}/${reference.replaceAll("\\", "/")}`);
}

/** A path with `.`, `..` and double slashes resolved by its letters. */
function normalPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    const last = steps.at(-1);
    if (step === "" || step === ".") continue;
    if (step === ".." && last !== undefined && last !== "..") steps.pop();
    else if (step !== ".." || !path.startsWith("/")) steps.push(step);
  }
  return (path.startsWith("/") ? "/" : "") + (steps.join("/") || (path.startsWith("/") ? "" : "."));
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}

function keyOf(kind: string, name: string): string {
  return `${kind}:${kind === "file" ? normalPath(name.replaceAll("\\", "/")) : name}`;
}

/** Whether to go on with a file or pack; one that is there already is not read twice. */
function mayLoad(loading: Loading, kind: "file" | "pack", name: string, asker: Asker | undefined): boolean {
  const trail = asker?.trail ?? [];
  const key = keyOf(kind, name);
  if (trail.includes(key)) {
    report(loading, asker, name, { code: "extends-cycle", fault: `${showValue(name)} extends itself in the end` });
    return false;
  }
  if (trail.length >= MAX_EXTENDS_DEPTH || loading.closure.length >= MAX_CLOSURE_PARTS) {
    report(loading, asker, name, { code: "extends-depth", fault: "it extends too many policies" });
    return false;
  }
  return !loading.closure.some((part) => keyOf(part.kind, part.name) === key);
}

function report(
  loading: Loading,
  asker: Asker | undefined,
  name: string,
  found: Pick<Problem, "code" | "hint"> & { readonly fault: string },
): void {
  const { line, column } = asker?.extension.place ?? { line: 1, column: 1 };
  const what = asker === undefined ? "policy" : `"extends" of policy`;
  const message = `Cannot read ${what}: ${found.fault}`;
  loading.problems.push({ code: found.code, message, hint: found.hint, file: asker?.file ?? name, line, column });
}
