import assert from "node:assert/strict";
import { assertLinear } from "../../guards/scaling_fixture.ts";
import { matchesOf, randomText, samplesOf } from "../detect_fixture.ts";
import { checksumDigits } from "./crc32.ts";
import { type FoundSecret, NAMED_RULES, newSecretFinder, TOKEN_RULES } from "./find_secrets.ts";
import { SHAPE_RULES } from "./shapes.ts";

const find = newSecretFinder();

function covers(found: readonly FoundSecret[], rule: string, start: number, end: number): boolean {
  return found.some((each) => each.rule === rule && each.start <= start && each.end >= end);
}

Deno.test("the table has 120 kinds and more, each named once", () => {
  const ids = [...TOKEN_RULES, ...NAMED_RULES, ...SHAPE_RULES].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert(ids.length >= 120, `${ids.length} kinds`);
  for (const id of ids) assert.match(id, /^[a-z0-9-]{2,40}$/);
});

Deno.test("every token is found bare, in quotes, in JSON, in a URL and behind an escape", () => {
  const missed = new Set<string>();
  for (const rule of TOKEN_RULES) {
    const samples = samplesOf(rule, 8);
    assert(samples.length > 0, rule.id);
    for (const sample of samples) {
      for (
        const [before, after] of [["", ""], ['key="', '"'], ['{"a":"', '"}'], ["?k=", "&x=1"], ["line\\n", "\\n"], [
          "(",
          ").",
        ]] as const
      ) {
        const found = find(`${before}${sample}${after}`);
        const [start, end] = [before.length, before.length + sample.length];
        if (!covers(found, rule.id, start, end)) missed.add(`${rule.id} in ${before}...${after}`);
      }
    }
  }
  assert.deepEqual([...missed], []);
});

Deno.test("no token is found when it is cut, inside a word, or in the place of a documented one", () => {
  for (const rule of TOKEN_RULES) {
    const isExact = /\{\d+\}$/.test(rule.pattern.source);
    for (const sample of samplesOf(rule, 4)) {
      const has = (text: string) => find(text).some((each) => each.rule === rule.id);
      if (/^[A-Za-z0-9]/.test(sample)) {
        assert(
          !find(`q${sample}`).some((each) => each.rule === rule.id && each.start === 1),
          `${rule.id} inside a word`,
        );
      }
      if (isExact && /^[\w-]/.test(sample.slice(-1))) assert(!has(sample.slice(0, -1)), `${rule.id} one short`);
      if (isExact && /[A-Za-z0-9]$/.test(sample)) assert(!has(`${sample}7`), `${rule.id} one long`);
      assert(!has(sample.replace(/[A-Za-z0-9]/g, "x")), `${rule.id} masked`);
    }
  }
});

Deno.test("every value that a name tells is found next to it, in each spelling, and not without it", () => {
  for (const rule of NAMED_RULES) {
    const [name = ""] = rule.names;
    const samples = matchesOf(rule.value, 12).filter((text) =>
      text.length <= 256 && /\d/.test(text) && /^[\w+/.~:-]+={0,2}$/.test(text)
    );
    assert(samples.length > 0, rule.id);
    for (const sample of samples) {
      for (
        const text of [
          `${name}_token_key=${sample}`,
          `"${name.charAt(0)}${name.slice(1).replaceAll("_", "-")}-secret-key": "${sample}"`,
          `${name.toUpperCase()}_AUTH_KEY: ${sample}`,
        ]
      ) {
        const at = text.indexOf(sample);
        assert(find(text).some((each) => each.start <= at && each.end >= at + sample.length), `${rule.id}: ${text}`);
      }
      assert(!find(`colour=${sample}`).some((each) => each.rule === rule.id), rule.id);
    }
  }
});

Deno.test("a checksum that holds makes a token certain; one that does not leaves it likely", () => {
  const random = randomText(30);
  const [right] = find(`ghp_${random}${checksumDigits(random)}`);
  assert.deepEqual([right?.rule, right?.confidence], ["github-token", "certain"]);
  const [wrong] = find(`npm_${random}${checksumDigits(`${random}x`)}`);
  assert.deepEqual([wrong?.rule, wrong?.confidence], ["npm-token", "likely"]);
});

Deno.test("hashes, ids and templates are no secrets", () => {
  const hash = randomText(40, "0123456789abcdef");
  const near = [
    ...[
      `commit ${hash}`,
      `commit_token: ${hash}`,
      `"sha256": "${randomText(64, "0123456789abcdef")}"`,
      `etag-token="${hash}"`,
    ],
    ...[
      `"integrity": "sha512-${randomText(86)}=="`,
      `token_digest=${hash}`,
      "id: 550e8400-e29b-41d4-a716-446655440000",
    ],
    ...["token: ${{ secrets.GITHUB_TOKEN }}", "API_KEY=$API_KEY1", "api_key: <your-api-key-1>", "token = {{token1}}"],
    ...[
      "AKIAIOSFODNN7EXAMPLE",
      "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ],
    ...[
      `data:image/png;base64,${randomText(400)}`,
      "password: string",
      "const token = getToken(user1)",
      "secret=process.env.SECRET1",
    ],
    ...[
      "redis://localhost:6379",
      `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${randomText(43)} ann@host`,
      "task-1234 risk-management",
    ],
  ];
  for (const text of near) assert.deepEqual(find(text), [], text);
});

Deno.test("newSecretFinder() asks a person's own pattern only where its keyword stands", () => {
  const asked: string[] = [];
  const own = {
    name: "acme",
    keywords: ["acme_"],
    *find(text: string) {
      asked.push(text);
      for (const match of text.matchAll(/acme_[a-z0-9]{8}/g)) {
        yield { start: match.index, end: match.index + match[0].length };
      }
    },
  };
  const finder = newSecretFinder([own]);
  assert.deepEqual(finder("nothing here"), []);
  assert.deepEqual(finder("x ACME_ acme_1a2b3c4d acme_"), [{ rule: "acme", start: 8, end: 21, confidence: "likely" }]);
  assert.equal(asked.length, 1);
  const always = newSecretFinder([{ ...own, keywords: [] }]);
  assert.equal(always("acme_1a2b3c4d").length, 1);
});

Deno.test("no rule costs more than the text is long, on text built against it", () => {
  for (const rule of TOKEN_RULES) {
    const [sample = ""] = samplesOf(rule, 1);
    // As near to a match as can be, again and again; and the keyword alone, which asks for the pattern each time.
    for (const unit of [` ${sample.slice(0, -1)}`, ` ${rule.keywords[0]}`, sample.slice(0, 12)]) {
      assertLinear(
        `${rule.id} ${unit.length}`,
        1500,
        (length) => void find(unit.repeat(Math.ceil(length / unit.length))),
      );
    }
  }
  for (const rule of NAMED_RULES) {
    const unit = `${rule.names[0]}_key=`;
    for (const text of [unit, `${unit}a1`, `${unit}"`]) {
      assertLinear(`${rule.id} ${text}`, 1500, (length) => void find(text.repeat(Math.ceil(length / text.length))));
    }
  }
});

Deno.test("no shape costs more than the text is long, on text built against it", () => {
  const units = [
    ...[
      "-----BEGIN PRIVATE ",
      "-----BEGIN PRIVATE KEY-----\n",
      `-----BEGIN PRIVATE KEY-----\n${"MIIE".repeat(8)}\n`,
      "-----END ",
      "---- BEGIN ",
    ],
    ...[
      "PuTTY-User-Key-File-2: x\n",
      "://",
      "a://b:c",
      "a://b:c@",
      "password=a;",
      'pwd="',
      "Server=a;Password=b;",
      "machine a login ",
      "machine  ",
    ],
    ...[
      '"auth":"YWJj',
      'auth"',
      "authorization: bearer ",
      "Bearer a1",
      "eyJ",
      ".eyJ",
      "eyJhbGciOiJ.",
      " -u a:b",
      "--password a",
      "kind: secret\ndata:\n a: b",
      "kind: secret",
    ],
    ...["password=", "token:", "a", "A", "1", "x.", "aB3", "sk-", "=", "\\n", "%41", "\\u0041", "key-"],
  ];
  for (const unit of units) {
    assertLinear(JSON.stringify(unit), 12_000, (length) => void find(unit.repeat(Math.ceil(length / unit.length))));
  }
});
