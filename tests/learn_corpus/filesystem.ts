/**
 * A person who works on a small program: reads around, searches, edits, keeps notes.
 *
 * @module
 */

import { join } from "node:path";
import type { Step } from "../support/sdk_clients.ts";
import { npmServer } from "../support/sallyport.ts";
import type { CorpusServer } from "./corpus_server.ts";
import { type Dice, prose } from "./seeded_random.ts";

const SOURCES = [
  "main",
  "server",
  "router",
  "store",
  "render",
  "config",
  "mail",
  "queue",
  "user",
  "order",
  "price",
  "tax",
]
  .map((name) => `src/${name}.ts`);
const PARTS = ["button", "list", "form", "table", "menu"].map((name) => `src/ui/${name}.tsx`);
const TESTS = ["store", "router", "price", "tax", "mail"].map((name) => `tests/${name}_test.ts`);
const DOCS = ["README.md", "docs/guide.md", "docs/install.md", "docs/api.md", "docs/faq.md", "CHANGELOG.md"];
const CONFIGS = ["package.json", "deno.json", "tsconfig.json", ".editorconfig"];
const FOLDERS = ["src", ".", "docs", "tests", "src/ui", "notes", "assets"];
const PATTERNS = ["**/*.ts", "**/*_test.ts", "*.md", "**/*.tsx", "**/store*", "**/*.json"];

/** The files of the project. */
export const FILES: readonly string[] = [...SOURCES, ...PARTS, ...TESTS, ...DOCS, ...CONFIGS];

/** server-filesystem over a project. */
export const FILESYSTEM_CORPUS: CorpusServer = {
  name: "filesystem",
  async prepare(folder) {
    for (const name of ["src/ui", "docs", "tests", "notes", "assets"]) {
      await Deno.mkdir(join(folder, name), { recursive: true });
    }
    for (const name of FILES) {
      await Deno.writeTextFile(join(folder, name), `// ${name}\nexport const one = 1;\nexport const two = 2;\n`);
    }
    await Deno.writeFile(join(folder, "assets", "logo.png"), Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10));
    await Deno.writeFile(join(folder, "assets", "icon.png"), Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10));
  },
  command: (folder) => npmServer("server-filesystem", folder),
  session: (folder, dice, index) => [
    { list: "tools" },
    { call: "list_allowed_directories" },
    ...Array.from({ length: dice.whole(34, 44) }, () => work(folder, dice, index)).flat(),
  ],
};

function work(folder: string, dice: Dice, index: number): Step[] {
  const file = () => join(folder, dice.one([SOURCES, DOCS, TESTS, PARTS, CONFIGS].map((group) => dice.one(group))));
  const place = () => join(folder, dice.one(FOLDERS));
  switch (
    dice.one(["read", "list", "part", "edit", "search", "write", "many", "info", "tree", "move", "sizes", "media"])
  ) {
    case "read":
      return [{ call: "read_text_file", args: { path: file() } }];
    case "part":
      return [
        {
          call: "read_text_file",
          args: { path: file(), [dice.one(["head", "tail"])]: dice.one([10, 20, 50, 40, 100, 200]) },
        },
      ];
    case "list":
      return [{ call: "list_directory", args: { path: place() } }];
    case "edit": {
      const path = file();
      const edits = [{ oldText: "export const one", newText: `// ${prose(dice, 5)}\nexport const one` }];
      const look: Step = { call: "edit_file", args: { path, edits, dryRun: true } };
      return dice.chance(0.4) ? [look, { call: "edit_file", args: { path, edits, dryRun: false } }] : [
        { call: "edit_file", args: { path, edits } },
      ];
    }
    case "search": {
      const found: Step = { call: "search_files", args: { path: place(), pattern: dice.one(PATTERNS) } };
      return dice.chance(0.5) ? [found, { call: "read_text_file", args: { path: file() } }] : [found];
    }
    case "write":
      return [
        {
          call: "write_file",
          args: {
            path: join(folder, dice.chance(0.7) ? `notes/day-${index}-${dice.whole(1, 9)}.md` : dice.one(SOURCES)),
            content: `# ${prose(dice, 4)}\n\n${prose(dice, dice.whole(10, 120))}\n`,
          },
        },
      ];
    case "many":
      return [
        { call: "read_multiple_files", args: { paths: Array.from({ length: dice.whole(2, 5) }, file) } },
      ];
    case "info":
      return [{ call: "get_file_info", args: { path: file() } }];
    case "tree":
      return [{ call: "directory_tree", args: { path: place() } }];
    case "move": {
      const from = join(folder, `notes/draft-${index}-${dice.whole(1, 99)}.md`);
      return [
        { call: "write_file", args: { path: from, content: `${prose(dice, 12)}\n` } },
        { call: "move_file", args: { source: from, destination: from.replace("draft", "final") } },
      ];
    }
    case "sizes":
      return [
        { call: "list_directory_with_sizes", args: { path: place(), sortBy: dice.one(["size", "name"]) } },
      ];
    default:
      return [{
        call: "read_media_file",
        args: { path: join(folder, dice.one(["assets/logo.png", "assets/icon.png"])) },
      }];
  }
}
