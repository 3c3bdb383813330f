/**
 * Looks for processes that outlive a session, through `ps`: Deno lets nobody read `/proc` without `--allow-all`. A
 * process is known by a mark in its command line, which no environment list can take away.
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
  for (const line of (await ps("-eww", "-o", "pid=,pgid=,stat=,args=")).split("\n")) {
    const [, pid, group, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined || state === undefined || /^[ZX]/.test(state) || !command.includes(mark)) continue;
    found.push({ pid: Number(pid), group: Number(group), command });
  }
  return found;
}

async function ps(...args: string[]): Promise<string> {
  const output = await new Deno.Command("ps", { args, stdout: "piped", stderr: "null" }).output();
  return new TextDecoder().decode(output.stdout);
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
  const kilobytes = (await ps("-o", "rss=", "-p", String(pid))).trim();
  return kilobytes === "" ? NaN : Number(kilobytes) / 1024;
}
