/**
 * What the scanner finds, and what it finds wrongly.
 *
 * @module
 */

import { samplesOf } from "../../src/detect/detect_fixture.ts";
import { redactText } from "../../src/detect/redact.ts";
import { newScanner } from "../../src/detect/scan.ts";
import { TOKEN_RULES } from "../../src/detect/secrets/find_secrets.ts";
import { EVERYDAY_TEXTS } from "../../tests/support/everyday_texts.ts";
import { listFiles, readSource } from "../../tests/support/source_tree.ts";
import { allOf, type ProofPart, type Taken } from "./part.ts";

/** Read where it lies; the figures say so where it is not there. */
const POISON = "/work/shared/cases/poison.jsonl";
const LEAST_POISONED = 0.8;

const FIGURES = {
  kinds: "kinds of secrets of which samples are found",
  redacted: "samples of which nothing is left after redaction",
  own: "false secrets in our own documents and sources",
  everyday: "everyday texts with nothing found",
  hidden: "shared texts: hidden channels found",
  poisoned: "shared texts: poisoned descriptions at least possible",
  benign: "shared texts: benign ones with a likely or hidden finding",
  seen: "texts written for this: orders at least possible",
  likely: "texts written for this: orders that are likely",
  honest: "texts written for this: honest ones that are likely",
} as const;

interface PoisonRow {
  readonly text: string;
  readonly label: string;
  readonly kind: string;
}

async function poisonRows(): Promise<PoisonRow[] | undefined> {
  try {
    return (await Deno.readTextFile(POISON)).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch {
    return undefined;
  }
}

const WRITTEN = ["first", "second", "third"].map((name) => `tests/cases/orders/${name}.jsonl`);
const LEAST_SEEN = 0.75;
const LEAST_LIKELY = 0.55;
const MOST_HONEST = 0.01;

async function writtenTexts(): Promise<[string, Taken][]> {
  const scanner = newScanner();
  const sets = await Promise.all(WRITTEN.map((path) => readSource(path)));
  const rows = sets.flatMap((set) => set.trim().split("\n").map((line): PoisonRow => JSON.parse(line)));
  const graded = rows.map(({ text, label, kind }) => {
    const place = kind.includes("description") ? "description" : "text";
    const found = scanner.scan(text, { kinds: ["injection"], place });
    return {
      isBenign: label === "benign",
      isSeen: found.length > 0,
      isLikely: found.some(({ confidence }) => confidence !== "possible"),
    };
  });
  const orders = graded.filter(({ isBenign }) => !isBenign);
  const honest = graded.filter(({ isBenign }) => isBenign);
  const seen = orders.filter(({ isSeen }) => isSeen).length;
  const likely = orders.filter(({ isLikely }) => isLikely).length;
  const wrong = honest.filter(({ isLikely }) => isLikely).length;
  return [
    [FIGURES.seen, { got: `${seen} of ${orders.length}`, holds: seen >= LEAST_SEEN * orders.length }],
    [FIGURES.likely, { got: `${likely} of ${orders.length}`, holds: likely >= LEAST_LIKELY * orders.length }],
    [FIGURES.honest, { got: `${wrong} of ${honest.length}`, holds: wrong <= MOST_HONEST * honest.length }],
  ];
}

function sharedTexts(rows: readonly PoisonRow[] | undefined): [string, Taken][] {
  if (rows === undefined) {
    return [FIGURES.hidden, FIGURES.poisoned, FIGURES.benign].map((name) => [name, { got: "the texts are not here" }]);
  }
  const scanner = newScanner();
  const scanned = rows.map(({ text, label, kind }) => {
    const found = scanner.scan(text, { place: kind.includes("description") ? "description" : "text" });
    return {
      isBenign: label === "benign",
      kind,
      isPossible: found.some((each) => each.kind === "injection"),
      isLikely: found.some((each) => each.kind === "injection" && each.confidence !== "possible"),
      isHidden: found.some((each) => each.kind === "hidden"),
    };
  });
  const channels = scanned.filter(({ isBenign, kind }) => !isBenign && kind.includes("hidden-channel"));
  const poisoned = scanned.filter(({ isBenign, kind }) => !isBenign && kind === "tool-description");
  const possible = poisoned.filter(({ isPossible }) => isPossible).length;
  const benign = scanned.filter(({ isBenign }) => isBenign);
  const wrong = benign.filter(({ isLikely, isHidden }) => isLikely || isHidden).length;
  return [
    [FIGURES.hidden, allOf(channels.filter(({ isHidden }) => isHidden).length, channels.length)],
    [FIGURES.poisoned, {
      got: `${possible} of ${poisoned.length}`,
      holds: poisoned.length > 0 && possible >= LEAST_POISONED * poisoned.length,
    }],
    [FIGURES.benign, { got: `${wrong} of ${benign.length}`, holds: benign.length > 0 && wrong === 0 }],
  ];
}

async function ownTexts(): Promise<Taken> {
  const scanner = newScanner();
  const paths = [...await listFiles(".md"), ...await listFiles(".ts")].filter((path) =>
    !/testdata|_test\.ts$/.test(path)
  );
  let wrong = 0;
  for (const path of paths) {
    const found = scanner.scan(await readSource(path), { kinds: ["secrets"] });
    wrong += found.filter(({ confidence }) => confidence !== "possible").length;
  }
  return { got: `${wrong} in ${paths.length} files`, holds: paths.length > 0 && wrong === 0 };
}

/** The part. */
export const SCANNER_PART: ProofPart = {
  name: "scanner",
  title: "secrets, hidden text and orders to a model",
  command: "deno test --no-prompt -P=test tests/detect_test.ts",
  figures: [
    { name: FIGURES.kinds, must: "all" },
    { name: FIGURES.redacted, must: "all" },
    { name: FIGURES.own, must: "0" },
    { name: FIGURES.everyday, must: "all" },
    { name: FIGURES.hidden, must: "all" },
    { name: FIGURES.poisoned, must: "at least 80 %" },
    { name: FIGURES.benign, must: "0" },
    { name: FIGURES.seen, must: "at least 75 %" },
    { name: FIGURES.likely, must: "at least 55 %" },
    { name: FIGURES.honest, must: "at most 1 %" },
  ],
  async take() {
    const scanner = newScanner();
    const samples = TOKEN_RULES.map((rule) => samplesOf(rule, 3).map((sample) => `token = "${sample}"\n`));
    const found = (text: string) => scanner.scan(text, { kinds: ["secrets"] });
    const texts = samples.flat();
    const clean = texts.filter((text) => found(redactText(text, found(text))).length === 0).length;
    const quiet = EVERYDAY_TEXTS.filter((text) =>
      scanner.scan(text).every(({ confidence }) => confidence === "possible")
    );
    return new Map<string, Taken>([
      [
        FIGURES.kinds,
        allOf(samples.filter((all) => all.every((text) => found(text).length > 0)).length, samples.length),
      ],
      [FIGURES.redacted, allOf(clean, texts.length)],
      [FIGURES.own, await ownTexts()],
      [FIGURES.everyday, allOf(quiet.length, EVERYDAY_TEXTS.length)],
      ...sharedTexts(await poisonRows()),
      ...await writtenTexts(),
    ]);
  },
};
