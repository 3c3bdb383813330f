import { assertEquals } from "@std/assert";
import { sha256Hex } from "../src/hash/sha256.ts";
import { closureHash } from "../src/policy/closure.ts";
import { keptPolicyText, readKeptPolicy } from "./kept_policy.ts";

const PARTS = [{ kind: "file", name: "/h/sallyport.jsonc", text: '{"version":1} // a\n' }] as const;
const PART = { source: "/h/sallyport.jsonc", hash: closureHash(PARTS), trust: "trusted", parts: PARTS };

Deno.test("readKeptPolicy() refuses texts that do not give the hash, and reads what was kept", () => {
  const hash = sha256Hex(`${PART.hash}  `);
  const text = keptPolicyText({ global: PART });
  assertEquals(readKeptPolicy(text, hash)?.global, { ...PART, parts: [...PARTS] });
  assertEquals(readKeptPolicy(text.replace("// a", "// b"), hash), undefined);
  assertEquals(readKeptPolicy(text.replaceAll(PART.hash, "0".repeat(64)), hash), undefined);
  assertEquals(readKeptPolicy(text, "0".repeat(64)), undefined);
  for (const broken of ["", "{", "null", "{}", '{"global":5}']) assertEquals(readKeptPolicy(broken, hash), undefined);
});

Deno.test("readKeptPolicy() reads the policies of a project with the person's", () => {
  const text = keptPolicyText({ global: PART, project: { ...PART, trust: "untrusted" } });
  assertEquals(readKeptPolicy(text, sha256Hex(`${PART.hash} ${PART.hash} untrusted`))?.project?.trust, "untrusted");
  assertEquals(readKeptPolicy(text, sha256Hex(`${PART.hash} ${PART.hash} trusted`)), undefined);
});
