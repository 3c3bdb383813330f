/**
 * What scanning costs: `deno task bench:scan`. Aims (DESIGN.md section 12): 1 MB of clean text 30 ms, the worst text 120
 * ms, 10 KB under 1 ms.
 *
 * @module
 */

import { newScanner } from "../src/detect/scan.ts";
import { SCAN_TEXTS } from "./scan_texts.ts";

const scanner = newScanner();
for (const { name, text: make } of SCAN_TEXTS) {
  const text = make();
  scanner.scan(text.slice(0, 10_000));
  Deno.bench(name, { group: "scan", n: 10, warmup: 2 }, () => void scanner.scan(text));
}
