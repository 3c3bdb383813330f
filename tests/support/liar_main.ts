/**
 * Sallyport as it is, but for the Deno that servers run under: that is the program that `LIAR` names.
 *
 * @module
 */

import { run } from "../../src/cli/run.ts";
import { realEdge } from "../../src/io/edge.ts";

const edge = { ...realEdge(import.meta.url), denoPath: () => Deno.env.get("LIAR") ?? "" };
Deno.exit(await run(Deno.args, edge));
