/**
 * Sallyport's entry: builds the edge, runs one command, leaves with its exit code.
 *
 * @module
 */

import { readBuiltFrom } from "./src/cli/built_from.ts";
import { run } from "./src/cli/run.ts";
import { realEdge } from "./src/io/edge.ts";

if (import.meta.main) {
  const { args, commit } = readBuiltFrom(Deno.args, { isCompiled: Deno.build.standalone });
  Deno.exit(await run(args, realEdge(import.meta.url), commit));
}
