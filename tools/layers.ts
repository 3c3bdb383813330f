/**
 * Which folder may import which: the table behind the lint rule `house/layering` and `tests/boundaries_test.ts`.
 * Says nothing about tests, tools, the bench or examples, which may import anything.
 *
 * @module
 */

/** One place in the tree, and what its source may import. */
export interface Layer {
  /** Path from the root: a folder without a final slash, or one file. */
  readonly path: string;
  /** 0 imports nothing of ours; a layer imports its own level only where the table names it. */
  readonly level: number;
  /** Other places it may import. Its own folder is always allowed. */
  readonly imports: readonly string[];
  /** Whether it may import packages (npm and `@std`); `node:` modules are the business of `no-ambient-effects`. */
  readonly packages: "any" | "none";
}

const MESSAGES = ["src/hash", "src/text", "src/jsonrpc", "src/mcp"];
const JUDGING = [...MESSAGES, "src/guards", "src/detect", "src/policy"];
const PURE = [...JUDGING, "src/sandbox", "src/clients", "audit", "learn", "src/firewall", "packs"];

/** The layers, lowest first. Policies ask guards and detectors, so these two know nothing of policies. */
export const LAYERS: readonly Layer[] = [
  { path: "std", level: 0, imports: [], packages: "any" },
  { path: "src/hash", level: 0, imports: [], packages: "any" },
  { path: "src/text", level: 0, imports: [], packages: "none" },
  { path: "src/jsonrpc", level: 0, imports: [], packages: "none" },
  { path: "src/mcp", level: 1, imports: ["src/jsonrpc"], packages: "none" },
  { path: "src/guards", level: 2, imports: MESSAGES, packages: "any" },
  { path: "src/detect", level: 2, imports: MESSAGES, packages: "any" },
  { path: "packs", level: 2, imports: [], packages: "none" },
  { path: "src/policy", level: 2, imports: [...MESSAGES, "src/guards", "src/detect", "packs"], packages: "any" },
  { path: "src/sandbox", level: 3, imports: JUDGING, packages: "none" },
  { path: "src/clients", level: 3, imports: MESSAGES, packages: "any" },
  { path: "audit", level: 3, imports: JUDGING, packages: "none" },
  { path: "learn", level: 3, imports: [...JUDGING, "src/sandbox", "audit"], packages: "any" },
  { path: "src/firewall", level: 3, imports: [...JUDGING, "src/sandbox", "src/clients", "audit"], packages: "none" },
  { path: "src/cli", level: 4, imports: PURE, packages: "any" },
  { path: "src/io", level: 5, imports: [...PURE, "src/cli"], packages: "any" },
  { path: "guards.ts", level: 6, imports: ["src/guards", "src/io"], packages: "none" },
  { path: "main.ts", level: 6, imports: ["src/cli", "src/io"], packages: "none" },
];

/** The places that may name what is around them: `Deno`, `node:` modules, timers. */
export const EDGE: readonly string[] = ["src/io", "main.ts"];

/** The layer of a file, by its path from the root with `/`; none for tests, tools and the like. */
export function layerOf(path: string): Layer | undefined {
  return LAYERS.find((layer) => path === layer.path || path.startsWith(`${layer.path}/`));
}

/** Says whether a file is a test or made for tests alone (`_fixture.ts`, `testdata/`), which no layer binds. */
export function isTestFile(path: string): boolean {
  return /_(?:test|fixture)\.ts$/.test(path) || path.split("/").includes("testdata");
}

/**
 * Says why a file of one layer may not import another file, or nothing when it may.
 *
 * @example The policy may ask a message, never the firewall
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(importProblem("src/policy/a.ts", "src/mcp/b.ts"), undefined);
 * assertEquals(importProblem("src/policy/a.ts", "src/firewall/b.ts"), "src/policy may not import src/firewall");
 * ```
 */
export function importProblem(from: string, to: string): string | undefined {
  const source = layerOf(from);
  if (source === undefined || isTestFile(from)) return undefined;
  const target = layerOf(to);
  if (target === undefined) return isDataFile(to) ? undefined : `${source.path} may not import ${to}`;
  if (target === source || source.imports.includes(target.path)) {
    return isTestFile(to) ? `${source.path} may not import the test ${to}` : undefined;
  }
  return `${source.path} may not import ${target.path}`;
}

/** Root files that are data, such as `deno.json` for the version. */
function isDataFile(path: string): boolean {
  return path === "deno.json" || path === "LICENSE" || /^docs\/.+\.(?:json|jsonc|md)$/.test(path);
}
