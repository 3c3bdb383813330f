/**
 * How a server's program is started and ended on each system. Pure: says what to run, runs nothing.
 *
 * @module
 */

/** The two families of systems. */
export type Platform = "posix" | "windows";

/** What to start. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether the arguments are a command line as they stand (Windows batch files), not to be quoted again. */
  readonly raw: boolean;
}

/** A launch, or why there can be none. */
export type LaunchPlan =
  | { readonly ok: true; readonly launch: Launch }
  | { readonly ok: false; readonly why: "unquotable" };

const BATCH_REGEXP = /\.(?:cmd|bat)$/i;
/** Inside `cmd /c "..."` these cannot be made harmless by quoting (CVE-2024-24576 and its kind). */
const UNQUOTABLE_REGEXP = /["%!\r\n\0]/;

/**
 * Plans the start of a program. On Windows a batch file (`npx.cmd`) runs through `cmd.exe /d /s /c` with every word
 * quoted; an argument that no quoting makes safe there is a refusal. `program` is the resolved path.
 */
export function planLaunch(platform: Platform, program: string, args: readonly string[]): LaunchPlan {
  if (platform === "posix" || !BATCH_REGEXP.test(program)) return { ok: true, launch: { program, args, raw: false } };
  const words = [program, ...args];
  if (words.some((word) => UNQUOTABLE_REGEXP.test(word))) return { ok: false, why: "unquotable" };
  const line = words.map((word) => `"${word.replace(/\\+$/, "$&$&")}"`).join(" ");
  return { ok: true, launch: { program: "cmd.exe", args: ["/d", "/s", "/c", `"${line}"`], raw: true } };
}

/**
 * The paths under which Windows looks for a program, in order: as named, then with each ending of `PATHEXT`, in each
 * folder of `PATH`. The working folder is not searched.
 */
export function windowsCandidates(program: string, path: string, pathExt: string): readonly string[] {
  const endings = pathExt.split(";").filter((ending) => ending !== "");
  const hasEnding = endings.some((ending) => program.toLowerCase().endsWith(ending.toLowerCase()));
  const names = hasEnding ? [program] : endings.map((ending) => program + ending);
  if (/[\\/]/.test(program)) return names;
  const folders = path.split(";").filter((folder) => /^[A-Za-z]:[\\/]|^\\\\/.test(folder));
  return folders.flatMap((folder) => names.map((name) => `${folder.replace(/[\\/]$/, "")}\\${name}`));
}

/** The signal that ends a process, as asked nicely or not. */
export type StopSignal = "TERM" | "KILL";

/**
 * The program that ends a server with all it started, for when only named programs may be run: `kill` on the process
 * group, `taskkill` on the tree. Windows has no asking nicely for console programs: closing their input is that.
 */
export function stopProgram(platform: Platform, pid: number, signal: StopSignal): Launch | undefined {
  if (platform === "posix") return { program: "kill", args: [`-${signal}`, "--", `-${pid}`], raw: false };
  if (signal === "TERM") return undefined;
  return { program: "taskkill", args: ["/T", "/F", "/PID", String(pid)], raw: false };
}

/** Signals by which a process may end, with their numbers on Linux and macOS where both agree. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

/** The exit code that tells how a server ended: its own, or 128 and the number of its signal. */
export function exitCodeOf(status: { readonly code: number; readonly signal: string | null }): number {
  if (status.signal === null) return status.code;
  return 128 + (SIGNAL_NUMBERS[status.signal] ?? 0);
}
