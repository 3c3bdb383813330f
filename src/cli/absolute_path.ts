/**
 * Paths made absolute by their letters: no file system is asked. (`node:path` would do it, and cost a tenth of a start.)
 *
 * @module
 */

/** Puts a relative path behind a folder and resolves `.`, `..` and double slashes; POSIX and Windows spellings. */
export function absolutePath(path: string, folder: string): string {
  const isAbsolute = /^[\\/]|^[A-Za-z]:[\\/]/.test(path);
  const whole = isAbsolute ? path : `${folder}/${path}`;
  const drive = /^[A-Za-z]:/.exec(whole)?.[0] ?? "";
  const isWindows = drive !== "" || whole.startsWith("\\\\");
  const steps: string[] = [];
  for (const step of whole.slice(drive.length).split(isWindows ? /[\\/]/ : "/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  if (whole.startsWith("\\\\")) return `\\\\${steps.join("\\")}`;
  return drive === "" ? `/${steps.join("/")}` : `${drive}\\${steps.join("\\")}`;
}
