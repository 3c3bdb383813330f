/**
 * The commit of this tree, for the programs that are built from it.
 *
 * @module
 */

const DIGITS = 12;

/** Its first twelve digits, with `-changed` where the tree differs from it; nothing where git does not say. */
export async function commitOf(root: string): Promise<string | undefined> {
  const head = await git(root, ["rev-parse", "HEAD"]);
  if (head === undefined || !/^[0-9a-f]{40}$/.test(head)) return undefined;
  const changes = await git(root, ["status", "--porcelain", "--untracked-files=no"]);
  return `${head.slice(0, DIGITS)}${changes === "" ? "" : "-changed"}`;
}

async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", { args: [...args], cwd: root, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}
