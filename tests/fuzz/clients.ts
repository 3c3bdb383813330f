/**
 * Clients' files: one that is read and edited changes in the one entry alone, and the entry then says what was asked; or
 * it is refused.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CLIENT_FILES } from "../../src/clients/client_files_fixture.ts";
import { readEntries, type ServerEntry } from "../../src/clients/config_file.ts";
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedText } from "./mutate.ts";

const WORDS: readonly string[] = [
  ...[
    '"command":"x",',
    '"args":["a"],',
    '"mcpServers":{',
    '"a":{',
    "//",
    "/*",
    "*/",
    ",",
    ":",
    "}",
    "]",
    "- ",
    "command: x\n",
    "cmd: x\n",
  ],
  ...[
    "[mcp_servers.b]\n",
    "[[a]]\n",
    'command = "x"\n',
    "args = []\n",
    "'''",
    '"""',
    "&a ",
    "*a",
    "<<: *a\n",
    "|\n",
    ">-\n",
    "# ",
    "? ",
  ],
  ...['"__proto__":{},', '"command":1,', "null", "\ufeff", "\t", "---\n", "!!str "],
];
const NEXT = ["/opt/s p/sallyport", "--name", 'a "b"\\', "--", "é", ""];

/** All that a reader says of an entry but where it stands. */
function said({ name, place, words, url, variables }: ServerEntry): unknown {
  return { name, place, words, url, variables };
}

/** The target. */
export const CLIENTS_FILES: FuzzTarget = fuzzTarget(
  "clients",
  "an edit of a client's file changes the one entry alone, which then says what was asked; or it is refused",
  () => ({
    inputs: fc.oneof(
      ...CLIENT_FILES.map(({ text, places }) =>
        mutatedText([
          text,
          ...CLIENT_FILES.filter((other) => other.places.format === places.format).map((other) => other.text),
        ], {
          words: WORDS,
        }).map((changed) => ({ text: changed, places }))
      ),
    ),
    async check({ text, places }) {
      const reading = await readEntries(text, places);
      if (!reading.ok) return;
      for (const [index, entry] of reading.entries.entries()) {
        const { start, end } = entry.span;
        assert(start >= 0 && start <= end && end <= text.length, "an entry outside the text");
        if (entry.rewrite === undefined) continue;
        const changed = entry.rewrite(NEXT);
        assert(
          changed.startsWith(text.slice(0, start)) && changed.endsWith(text.slice(end)),
          "bytes beside the entry moved",
        );
        const again = await readEntries(changed, places);
        assert(again.ok, "what was written cannot be read");
        assertEquals(
          again.entries.map(said),
          reading.entries.map((each, at) => at === index ? said({ ...each, words: NEXT }) : said(each)),
        );
      }
    },
  }),
);
