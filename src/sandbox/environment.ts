/**
 * Which variables a server gets: always an explicit list.
 *
 * @module
 */

import type { Platform } from "./launch.ts";

/** What the MCP SDKs pass by default (`getDefaultEnvironment`, SDK 1 and 2). */
const DEFAULT_NAMES: Readonly<Record<Platform, readonly string[]>> = {
  posix: ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"],
  windows: (
    "APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PROCESSOR_ARCHITECTURE SYSTEMDRIVE SYSTEMROOT TEMP USERNAME " +
    "USERPROFILE PROGRAMFILES"
  ).split(" "),
};

/**
 * The names to pass: those of the policy, else the default set; and those of `--pass-env` on top. A name that is listed
 * nowhere is not passed, so `LD_PRELOAD`, `NODE_OPTIONS` and their like pass only when named.
 */
export function passedNames(
  platform: Platform,
  policy: readonly string[] | undefined,
  flags: readonly string[],
): readonly string[] {
  return [...new Set([...(policy ?? DEFAULT_NAMES[platform]), ...flags])].sort();
}

/** The variables of a server. A value that is a shell function (it starts with `()`) is not passed. */
export function serverEnvironment(
  names: readonly string[],
  read: (name: string) => string | undefined,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of names) {
    const value = read(name);
    if (value !== undefined && !value.startsWith("()")) environment[name] = value;
  }
  return environment;
}

/** Whether a name can be an environment variable's. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_()]*$/.test(name);
}
