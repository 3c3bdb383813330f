/**
 * The server as a process: in a group of its own, with an explicit environment, ended as a group.
 *
 * @module
 */

import { planLaunch, type Platform, stopProgram, type StopSignal, windowsCandidates } from "../sandbox/launch.ts";

/** What to start. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Its working folder; ours where absent. */
  readonly folder?: string | undefined;
}

/** The server could not be started. */
export class ServerStartError extends Error {
  override readonly name = "ServerStartError";
  /** Why, in a few words for the person. */
  readonly why: string;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;

  constructor(why: string, options: ErrorOptions & { readonly hint?: string } = {}) {
    super(`Cannot start the server: ${why}`, options);
    this.why = why;
    this.hint = options.hint;
  }
}

const UNQUOTABLE = "an argument cannot be passed safely to a batch file";

/** Starts a server with all three streams piped. */
export function startServer(platform: Platform, command: ServerCommand): Deno.ChildProcess {
  const program = platform === "windows" ? resolveOnWindows(command) : command.program;
  const plan = planLaunch(platform, program, command.args);
  if (!plan.ok) throw new ServerStartError(UNQUOTABLE);
  const { launch } = plan;
  try {
    return new Deno.Command(launch.program, {
      args: [...launch.args],
      clearEnv: true,
      env: { ...command.environment },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: platform === "posix",
      ...(command.folder === undefined ? {} : { cwd: command.folder }),
      ...(launch.raw ? { windowsRawArguments: true } : {}),
    }).spawn();
  } catch (cause) {
    throw new ServerStartError(startProblem(cause), { cause });
  }
}

function startProblem(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "no such program";
  if (error instanceof Deno.errors.NotCapable) return "Deno may not run it";
  if (error instanceof Deno.errors.PermissionDenied) return "it may not be executed";
  return error instanceof Error ? error.message.slice(0, 200) : "it did not start";
}

function resolveOnWindows(command: ServerCommand): string {
  const path = command.environment["PATH"] ?? Deno.env.get("PATH") ?? "";
  const endings = Deno.env.get("PATHEXT") ?? ".COM;.EXE;.BAT;.CMD";
  for (const candidate of windowsCandidates(command.program, path, endings)) {
    try {
      if (Deno.statSync(candidate).isFile) return candidate;
    } catch {
      // Not this one.
    }
  }
  return command.program;
}

/** Sends a signal to the server and all it started that stayed in its group. Never throws; the group may be gone. */
export async function stopServer(platform: Platform, child: Deno.ChildProcess, signal: StopSignal): Promise<void> {
  if (platform === "posix" && mayKillAny()) {
    try {
      Deno.kill(-child.pid, `SIG${signal}`);
    } catch {
      // The group is gone.
    }
    return;
  }
  const stop = stopProgram(platform, child.pid, signal);
  if (stop === undefined) return;
  try {
    const command = new Deno.Command(stop.program, {
      args: [...stop.args],
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    });
    await command.output();
  } catch {
    killDirectly(child, signal);
  }
}

/** The program that ends groups is missing: at least the server itself is ended. */
function killDirectly(child: Deno.ChildProcess, signal: StopSignal): void {
  try {
    child.kill(`SIG${signal}`);
  } catch {
    // It is gone.
  }
}

function mayKillAny(): boolean {
  return Deno.permissions.querySync({ name: "run" }).state === "granted";
}
