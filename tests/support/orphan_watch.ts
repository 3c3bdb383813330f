/**
 * Looks for processes that outlive a session, through `/proc` (Linux). A process is known by a mark in its command
 * line, which no environment list can take away.
 *
 * @module
 */

/** A process that is alive. */
export interface LiveProcess {
  readonly pid: number;
  readonly group: number;
  readonly command: string;
}

/** A mark that no other process has; pass `--mark=MARK` to whatever is started. */
export function newMark(): string {
  return `sallyport-${crypto.randomUUID()}`;
}

/** Every live process with the mark in its command line. Zombies do not count. */
export async function findMarked(mark: string): Promise<LiveProcess[]> {
  const found: LiveProcess[] = [];
  for await (const entry of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(entry.name)) continue;
    try {
      const command = (await Deno.readTextFile(`/proc/${entry.name}/cmdline`)).replaceAll("\0", " ").trim();
      if (!command.includes(mark)) continue;
      const stat = await Deno.readTextFile(`/proc/${entry.name}/stat`);
      const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state !== "Z" && state !== "X") found.push({ pid: Number(entry.name), group: Number(group), command });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

/** Polls until no process has the mark; gives those that are left after the time. */
export async function waitUntilGone(mark: string, timeoutMs = 10_000): Promise<LiveProcess[]> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const left = await findMarked(mark);
    if (left.length === 0 || performance.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Kills what a failed test left behind. */
export async function killMarked(mark: string): Promise<void> {
  for (const { pid } of await findMarked(mark)) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

/** Resident memory of a process in megabytes; NaN when it is gone. */
export async function residentMegabytes(pid: number): Promise<number> {
  try {
    const status = await Deno.readTextFile(`/proc/${pid}/status`);
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  } catch {
    return NaN;
  }
}
