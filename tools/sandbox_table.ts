/**
 * Prints the table of docs/sandbox.md: servers from npm, the permission set that `sallyport sandbox minimise` learned of
 * each, and how many calls are answered with that set as they are without a sandbox. Fetches packages that are missing.
 *
 *     deno task sandbox:table [NAME...]
 *
 * @module
 */

import { CACHED, FETCHED, learnAndRun, setText, short } from "../tests/support/learned_sandbox.ts";
import type { LooseMessage } from "../tests/support/run_process.ts";

function isSame(one: LooseMessage, other: LooseMessage): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function fetchPackage(name: string): Promise<void> {
  const flags = ["cache", "--quiet", "--no-config", "--no-lock", "--node-modules-dir=none"];
  const { success } = await new Deno.Command(Deno.execPath(), { args: [...flags, `npm:${name}`] }).output();
  if (!success) throw new Error(`${name} cannot be fetched`);
}

console.log("| server | learned set | answered as without a sandbox | taken |\n| --- | --- | --- | --- |");
for (const server of [...CACHED, ...FETCHED]) {
  if (Deno.args.length > 0 && !Deno.args.includes(server.name)) continue;
  await fetchPackage(server.package);
  const { set, bare, sandboxed } = await learnAndRun(server);
  const same = sandboxed.filter((answer, index) => isSame(answer, bare[index])).length;
  const remark = server.remark === "" ? "" : ` (${server.remark})`;
  const dropped = set.dropped.map(({ permission, value }) => `\`${permission}\` \`${short(value)}\``);
  const cells = [
    `\`${server.name}\``,
    setText(set),
    `${same} of ${bare.length}${remark}`,
    dropped.length === 0 ? "" : dropped.join(", "),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
