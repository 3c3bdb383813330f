/**
 * Clients' files: one that is read and edited changes in the one entry alone, and the entry then says what was asked; or
 * it is refused.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CLIENT_FILES } from "../../src/clients/client_files_fixture.ts";
import { type EntryPlaces, readEntries, type ServerEntry } from "../../src/clients/config_file.ts";
import { editEntry } from "../../src/clients/config_edit.ts";
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

/** The whole document as data, without how its servers are started. */
async function others(text: string, { format, shape }: EntryPlaces): Promise<unknown> {
  const value = format === "json"
    ? (await import("jsonc-parser")).parse(text, [], { allowTrailingComma: true })
    : format === "toml"
    ? (await import("smol-toml")).parse(text)
    : (await import("yaml")).parse(text, { logLevel: "silent" });
  return JSON.parse(JSON.stringify(value ?? null, (key, each) => {
    const isStart = key === shape.command || key === shape.args;
    return isStart ? undefined : typeof each === "bigint" ? String(each) : each;
  }));
}

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
        const edit = await editEntry(text, places, entry, NEXT);
        if (edit === undefined) continue;
        const changed = edit.text;
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
        assertEquals(await others(changed, places), await others(text, places));
      }
    },
  }),
);
