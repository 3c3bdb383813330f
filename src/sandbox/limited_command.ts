/**
 * A command under limits of the kernel: `prlimit` of util-linux sets them for itself and then becomes the command, so that
 * the process, its group and its pipes are the same. Source: prlimit(1), setrlimit(2).
 *
 * @module
 */

import type { ResourceLimits } from "../policy/policy.ts";

const MIB = 1024 * 1024;

/**
 * The least memory with which Deno 2.9.6 starts: V8 sets aside some hundred MiB that it never touches. Seen: 512 MiB are
 * too few, 1,024 enough.
 */
export const MIN_DENO_MEMORY_MB = 1024;

/** What stands in front of the command, behind the name of `prlimit`. A core file would hold the server's memory. */
export function limitArguments(
  { memoryMb, cpuSeconds, openFiles, fileMb }: ResourceLimits,
  command: readonly string[],
): readonly string[] {
  const flag = (name: string, value: number | undefined) => value === undefined ? [] : [`--${name}=${value}`];
  return [
    "--core=0",
    // What a process may write: unlike the address space, which V8 sets aside by the terabyte, this is what it uses.
    ...flag("data", memoryMb === undefined ? undefined : memoryMb * MIB),
    ...flag("cpu", cpuSeconds),
    ...flag("nofile", openFiles),
    ...flag("fsize", fileMb === undefined ? undefined : fileMb * MIB),
    "--",
    ...command,
  ];
}

/** The limits in words. */
export function describeLimits({ memoryMb, cpuSeconds, openFiles, fileMb }: ResourceLimits): string {
  const parts = [
    memoryMb === undefined ? undefined : `${memoryMb} MiB of memory`,
    cpuSeconds === undefined ? undefined : `${cpuSeconds} s of processor time`,
    openFiles === undefined ? undefined : `${openFiles} open files`,
    fileMb === undefined ? undefined : `files up to ${fileMb} MiB`,
  ];
  return `${parts.filter((part) => part !== undefined).join(", ")} for each of its processes`;
}

/** The strictest of several: of each limit the least. Nothing where there is none. */
export function strictestLimits(all: readonly (ResourceLimits | undefined)[]): ResourceLimits | undefined {
  const least = (pick: (limits: ResourceLimits) => number | undefined) => {
    const values = all.flatMap((limits) => limits === undefined ? [] : pick(limits) ?? []);
    return values.length === 0 ? undefined : Math.min(...values);
  };
  const limits: ResourceLimits = {
    memoryMb: least((each) => each.memoryMb),
    cpuSeconds: least((each) => each.cpuSeconds),
    openFiles: least((each) => each.openFiles),
    fileMb: least((each) => each.fileMb),
  };
  return Object.values(limits).every((value) => value === undefined) ? undefined : limits;
}
