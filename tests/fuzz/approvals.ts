/**
 * The files of approvals: an answer is the very text that the approver's key makes, or it denies; a question that is no
 * question is not shown.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ApprovalDesk, ApprovalQueue } from "../../src/io/approval_queue.ts";
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedBytes } from "./mutate.ts";

const KEY = new Uint8Array(32).fill(7);
const ID = `sallyport-${"0a".repeat(16)}`;
const ANSWERS = ["allow", "session", "deny"] as const;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function removeFolder(folder: string): void {
  Deno.removeSync(folder, { recursive: true });
}

/** The target. */
export const APPROVALS: FuzzTarget = fuzzTarget(
  "approvals",
  "an answer is the very text that the key makes, or it denies; a question that is none is not shown",
  async () => {
    const home = await Deno.makeTempDir({ prefix: "sallyport-fuzz-" });
    globalThis.addEventListener("unload", () => removeFolder(home));
    const file = `${home}/asks/${ID}.answer`;
    const question = `${home}/asks/${ID}.ask`;
    const [desk, other] = [new ApprovalDesk(home, KEY), new ApprovalDesk(home, new Uint8Array(32))];
    assertEquals(desk.beat(), undefined);
    const real = new Map<string, typeof ANSWERS[number]>();
    const seeds: Uint8Array[] = [];
    for (const answer of ANSWERS) {
      other.answer(ID, answer);
      seeds.push(await Deno.readFile(file));
      desk.answer(ID, answer);
      seeds.push(await Deno.readFile(file));
      real.set(await Deno.readTextFile(file), answer);
    }
    const questions = [JSON.stringify({ id: ID, text: "call of run (rule r)" })].map((text) => encoder.encode(text));
    return {
      inputs: fc.tuple(mutatedBytes(seeds, { words: ["allow ", "session ", "deny ", "\n"] }), mutatedBytes(questions)),
      async check([answer, ask]) {
        desk.beat();
        const queue = new ApprovalQueue(home, KEY);
        assert(queue.ask(ID, "run a command"), "the approver is not seen");
        await Deno.writeFile(file, answer);
        const due = real.get(decoder.decode(answer)) ?? "deny";
        assertEquals(queue.answers(), [[ID, due]]);
        await Deno.remove(file);
        await Deno.writeFile(question, ask);
        for (const shown of desk.waiting()) assert(shown.id === ID && typeof shown.text === "string");
        queue.over(ID);
      },
    };
  },
);
