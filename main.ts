/**
 * Sallyport's entry: builds the edge, runs one command, leaves with its exit code.
 *
 * @module
 */

import { run } from "./src/cli/run.ts";
import { realEdge } from "./src/io/edge.ts";

if (import.meta.main) Deno.exit(await run(Deno.args, realEdge(import.meta.url)));
