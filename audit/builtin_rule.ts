/**
 * What the built-in rules mean: those with a slash in their name.
 *
 * @module
 */

const MEANINGS: Readonly<Record<string, string>> = {
  "default/allow": "No rule and no entry of the policy speaks of it, and the policy allows what it does not know.",
  "default/deny": "No rule and no entry of the policy speaks of it, and what it does not know is refused.",
  "default/ask":
    "No rule and no entry of the policy speaks of it, and a person is to be asked about what it does not know.",
  "tool/condition": "The policy has an entry for this tool, and one of its conditions on an argument did not hold.",
  "tool/argument": "The policy has an entry for this tool, which does not name an argument that was there.",
  "tool/required": "The policy has an entry for this tool, and an argument that it requires was missing.",
  "method/protocol": "The protocol itself needs this message, and no rule forbids it.",
  "self/protected": "It touches Sallyport's own files or a client's config. No policy can allow that.",
  "audit/unrecorded": "The audit log could not be written, and nothing passes without a record.",
  "error/internal": "It could not be judged because of a fault in Sallyport, and what cannot be judged is refused.",
  "error/time": "Judging it took more than ten seconds, and what cannot be judged is refused.",
  "project/rule":
    "A rule of the project's own policy refused it; a policy that is not trusted is not named to the client.",
  "limit/rate": "There were more calls in a minute than the policy's limit.",
  "limit/seconds": "The server took longer than the policy's limit for one call.",
  "limit/in-flight": "More requests were without an answer than the policy's limit.",
};

const FAMILIES: Readonly<Record<string, string>> = {
  frame: "The line is no message that every reader would take for the same one.",
  session: "It does not fit what came before in this session: an id, an answer, a direction or a task.",
  limit: "A limit of the policy was passed.",
  tool: "Something about the tool itself was not in order: its name, its definition, or which tool is meant.",
  method: "The policy has an entry for this method, and it does not hold.",
  sandbox:
    "The server asked its Deno for something that no right of its permission set and of the calls in flight covers.",
  list: "A list of the server could not be read, so that what it hides cannot be judged.",
};

/**
 * A sentence about a built-in rule; nothing for a name that is not built in.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(builtinRule("limit/rate"), "There were more calls in a minute than the policy's limit.");
 * assertEquals(builtinRule("ssh-keys"), undefined);
 * ```
 */
export function builtinRule(name: string): string | undefined {
  if (Object.hasOwn(MEANINGS, name)) return MEANINGS[name];
  const slash = name.indexOf("/");
  const family = slash < 0 ? "" : name.slice(0, slash);
  return Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : undefined;
}
