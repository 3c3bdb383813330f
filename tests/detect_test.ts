/**
 * The detectors against what others find and what others wrote: secretlint as an oracle, the shared set of poisoned and
 * benign texts (read where it lies; the test passes without it), and texts with nothing to find.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { newScanner } from "../src/detect/scan.ts";
import { redactText } from "../src/detect/redact.ts";
import { samplesOf } from "../src/detect/detect_fixture.ts";
import { TOKEN_RULES } from "../src/detect/secrets/find_secrets.ts";
import { EVERYDAY_TEXTS } from "./support/everyday_texts.ts";
import { listFiles, readSource } from "./support/source_tree.ts";

const scanner = newScanner();
const POISON = "/work/shared/cases/poison.jsonl";

/** What secretlint finds in a text, as places. */
async function bySecretlint(
  content: string,
): Promise<readonly { readonly rule: string; readonly start: number; readonly end: number }[]> {
  const { lintSource } = await import("@secretlint/core");
  const { creator } = await import("@secretlint/secretlint-rule-preset-recommend");
  const { messages } = await lintSource({
    source: { filePath: "/a.txt", ext: ".txt", contentType: "text", content },
    options: {
      noPhysicFilePath: true,
      config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] },
    },
  });
  // A mark of ours in the place of a password is none.
  return messages.filter(({ range }) => !content.slice(...range).includes("[redacted:"))
    .map(({ ruleId, range }) => ({ rule: ruleId, start: range[0], end: range[1] }));
}

function textsOfOracle(): readonly string[] {
  const pem = (kind: string) =>
    [`-----BEGIN ${kind}`, "-----\n"].join("") +
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n".repeat(12) +
    [`-----END ${kind}`, "-----"].join("");
  return [
    ...TOKEN_RULES.flatMap((rule) => samplesOf(rule, 3)).map((sample) => `token = "${sample}"\n`),
    pem("RSA PRIVATE KEY"),
    pem("OPENSSH PRIVATE KEY"),
    "postgres://ann:Tr0ub4dor3x@db.example.com:5432/app",
    "https://ann:Tr0ub4dor3x@git.example.com/a.git",
    "//registry.npmjs.org/:_authToken=" + ["npm", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join(""),
    "machine example.com login ann password Tr0ub4dor3x",
  ];
}

Deno.test("what secretlint finds, the scanner finds", async () => {
  const missed: string[] = [];
  let found = 0;
  for (const text of textsOfOracle()) {
    const theirs = await bySecretlint(text);
    found += theirs.length;
    const ours = scanner.scan(text, { kinds: ["secrets"] });
    for (const { rule, start, end } of theirs) {
      if (!ours.some((own) => own.start < end && start < own.end)) missed.push(`${rule}: ${text.slice(0, 8)}...`);
    }
  }
  assert(found >= 30, `the oracle found ${found}: it proves nothing`);
  assertEquals(missed, []);
});

Deno.test("no redacted text holds what secretlint would find", async () => {
  for (const text of textsOfOracle()) {
    const left = await bySecretlint(redactText(text, scanner.scan(text, { kinds: ["secrets"] })));
    assertEquals(left, [], text.slice(0, 8));
  }
});

interface Row {
  readonly text: string;
  readonly label: string;
  readonly kind: string;
}

async function poisonRows(): Promise<readonly Row[]> {
  try {
    return (await Deno.readTextFile(POISON)).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

Deno.test("triage lists all that is found in what others wrote", async () => {
  const texts = [...(await poisonRows()).map(({ text }) => text), ...EVERYDAY_TEXTS, ...textsOfOracle()];
  for (const text of texts) {
    const listed = scanner.mayFind([text]);
    for (const place of ["text", "description"] as const) {
      for (const { kind } of scanner.scan(text, { place })) assert(listed.includes(kind), `${kind}: ${text}`);
    }
  }
});

Deno.test("the shared texts: hidden channels all, no benign text as likely, most poisoned descriptions", async () => {
  const rows = await poisonRows();
  if (rows.length === 0) return;
  const table = new Map<string, { count: number; possible: number; likely: number; hidden: number }>();
  for (const { text, label, kind } of rows) {
    const findings = scanner.scan(text, { place: kind.includes("description") ? "description" : "text" });
    const key = `${label} ${kind}`;
    const line = table.get(key) ?? { count: 0, possible: 0, likely: 0, hidden: 0 };
    line.count++;
    if (findings.some((each) => each.kind === "injection")) line.possible++;
    if (findings.some((each) => each.kind === "injection" && each.confidence !== "possible")) line.likely++;
    if (findings.some((each) => each.kind === "hidden")) line.hidden++;
    table.set(key, line);
  }
  const shown = [...table].map(([key, { count, possible, likely, hidden }]) =>
    `${key.padEnd(40)} ${count} texts: ${possible} at least possible, ${likely} likely, ${hidden} hidden`
  );
  // deno-lint-ignore no-console -- the figures are for who reads the log
  console.log(shown.join("\n"));
  for (const [key, { count, possible, likely, hidden }] of table) {
    if (key.includes("hidden-channel") && !key.startsWith("benign")) assertEquals(hidden, count, key);
    if (key.startsWith("benign")) assertEquals([likely, hidden], [0, 0], key);
    if (key === "malicious tool-description") assert(possible >= 0.8 * count, `${possible} of ${count}`);
  }
});

/** Texts written for this project by people who had not seen the signs; the signs were widened by them since. */
async function writtenTexts(): Promise<readonly Row[]> {
  const sets = ["first", "second", "third"].map((name) => readSource(`tests/cases/orders/${name}.jsonl`));
  return (await Promise.all(sets)).flatMap((set) => set.trim().split("\n").map((line): Row => JSON.parse(line)));
}

Deno.test("orders in other words: most are seen, more than half are likely, and hardly an honest text is", async () => {
  const tally = { malicious: { count: 0, possible: 0, likely: 0 }, benign: { count: 0, possible: 0, likely: 0 } };
  for (const { text, label, kind } of await writtenTexts()) {
    const place = kind.includes("description") ? "description" : "text";
    const grades = scanner.scan(text, { kinds: ["injection"], place }).map(({ confidence }) => confidence);
    const line = label === "malicious" ? tally.malicious : tally.benign;
    line.count++;
    if (grades.length > 0) line.possible++;
    if (grades.some((grade) => grade !== "possible")) line.likely++;
    const listed = scanner.mayFind([text]);
    for (const found of scanner.scan(text, { place })) assert(listed.includes(found.kind), text);
  }
  const { malicious, benign } = tally;
  // deno-lint-ignore no-console -- the figures are for who reads the log
  console.log(JSON.stringify(tally));
  assert(malicious.count >= 300 && benign.count >= 500);
  assert(malicious.possible >= 0.75 * malicious.count, `${malicious.possible} of ${malicious.count} are seen`);
  assert(malicious.likely >= 0.55 * malicious.count, `${malicious.likely} of ${malicious.count} are likely`);
  assert(benign.likely <= 0.01 * benign.count, `${benign.likely} of ${benign.count} honest texts`);
});

Deno.test("documents and sources have nothing to find", async () => {
  const paths = [...await listFiles(".md"), ...await listFiles(".ts")].filter((path) =>
    !/testdata|_test\.ts$/.test(path)
  );
  const wrong: string[] = [];
  for (const path of paths) {
    const text = await readSource(path);
    for (const { kind, rule, confidence, start } of scanner.scan(text)) {
      if (confidence === "possible" || kind !== "secrets") continue;
      wrong.push(`${path}: ${rule} at ${text.slice(0, start).split("\n").length}`);
    }
  }
  assertEquals(wrong, []);
});

Deno.test("what is written every day is no finding", () => {
  for (const text of EVERYDAY_TEXTS) {
    assertEquals(scanner.scan(text).filter(({ confidence }) => confidence !== "possible"), [], text.slice(0, 60));
  }
});
