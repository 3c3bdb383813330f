/**
 * What no path may be spelled with: everything that another reader could take for another path than we do. By the
 * letters alone; nothing is looked at.
 *
 * @module
 */

import type { Reason } from "./guard.ts";
import type { Platform } from "./split_path.ts";

/** Longest path, in UTF-16 units; Linux takes no more bytes. */
export const MAX_PATH_CHARS = 4096;

/** Longest name of one file, in bytes, on every file system in use here. */
export const MAX_STEP_BYTES = 255;

/** Control, format (bidirectional, zero-width, tag) and private characters, line separators, lone surrogates, U+FFFD. */
const HIDDEN_REGEXP = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u034f\u115f\u1160\u3164\uffa0\ufe00-\ufe0f\ufffd]/u;
/** Slashes and backslashes that only look so; NFKC turns some of them into the real ones. */
const SLASH_LOOKALIKES_REGEXP = /[\u2044\u2215\u29f5\u29f8\u29f9\u2571\u2572\ufe68\uff0f\uff3c]/;
/** Escapes of NUL and controls, `$ % . / : \ ~`, of two bytes past ASCII (overlong forms too), and `%u`. */
const ESCAPE_REGEXP = /%(?:[01][0-9a-f]|2[45ef]|3a|5c|7[ef]|u[0-9a-f]{4})|(?:%[89a-f][0-9a-f]){2}/i;
const VARIABLE_REGEXP = /^~|\$[A-Za-z_{(]|%[A-Za-z_][A-Za-z0-9_()]*%|%[A-Za-z_]\w*:~|![A-Za-z_]\w*!/;
const SCHEME_REGEXP = /^[A-Za-z][A-Za-z0-9+.-]*:[\\/]|^(?:file|url|jar|data|view-source):/i;
/** Steps of dots and spaces other than `.` and `..`: another system reads them as one of these. */
const DOTTED_REGEXP = /^[.\s]+$/;
const DEVICE_NAME_REGEXP =
  /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])\s*(?:[.:]|$)/i;

/** Says what is wrong with the spelling of a path, absolute or relative; nothing when all read it alike. */
export function spellingFault(path: string, platform: Platform): Reason | undefined {
  if (path === "") return "blocked: empty";
  if (path.length > MAX_PATH_CHARS) return "blocked: too long";
  if (HIDDEN_REGEXP.test(path)) return "blocked: hidden characters";
  // Some readers trim a value, and some take quotes for a shell's.
  if (/^[\s"'`]|\s$/.test(path)) return "blocked: ambiguous spelling";
  if (SLASH_LOOKALIKES_REGEXP.test(path) || ESCAPE_REGEXP.test(path)) return "blocked: ambiguous spelling";
  const plain = path.normalize("NFKC");
  if (VARIABLE_REGEXP.test(path) || VARIABLE_REGEXP.test(plain)) return "blocked: variable or home in a path";
  const steps = path.split(/[\\/]/);
  if (plain !== path && changesSteps(steps, plain)) return "blocked: ambiguous spelling";
  for (const step of steps) {
    if (step !== "." && step !== ".." && DOTTED_REGEXP.test(step)) return "blocked: ambiguous spelling";
    if (step.length * 3 > MAX_STEP_BYTES && new TextEncoder().encode(step).length > MAX_STEP_BYTES) {
      return "blocked: too long";
    }
  }
  return platform === "windows" ? windowsFault(path, steps) : posixFault(path);
}

/** Whether the compatibility form has other separators, or a step that turns into dots. */
function changesSteps(steps: readonly string[], plain: string): boolean {
  const plainSteps = plain.split(/[\\/]/);
  return plainSteps.length !== steps.length ||
    plainSteps.some((step, index) => step !== steps[index] && DOTTED_REGEXP.test(step));
}

function posixFault(path: string): Reason | undefined {
  if (SCHEME_REGEXP.test(path)) return "blocked: URI where a path is expected";
  if (path.includes("\\") || path.startsWith("//")) return "blocked: ambiguous spelling";
  return isSystemView(path) ? "blocked: device or process file" : undefined;
}

/** `/proc` and `/dev`: what is there is no file, and leads to every other one. */
export function isSystemView(path: string): boolean {
  return /^[\\/](?:\.?[\\/])*(?:proc|dev)(?:[\\/]|$)/i.test(path);
}

function windowsFault(path: string, steps: readonly string[]): Reason | undefined {
  // UNC, verbatim and device paths, paths from the root of an unnamed drive, paths from the folder of a drive.
  if (/^[\\/]/.test(path) || /^[A-Za-z]:(?![\\/])/.test(path)) return "blocked: ambiguous spelling";
  const withoutDrive = /^[A-Za-z]:[\\/]/.test(path) ? path.slice(2) : path;
  if (SCHEME_REGEXP.test(withoutDrive)) return "blocked: URI where a path is expected";
  if (/[<>"|?*:]/.test(withoutDrive) || withoutDrive.startsWith("//")) return "blocked: ambiguous spelling";
  for (const step of steps) {
    if (/~\d/.test(step) || DEVICE_NAME_REGEXP.test(step)) return "blocked: short or reserved name";
    if (step !== "." && step !== ".." && /[. ]$/.test(step)) return "blocked: ambiguous spelling";
  }
  return undefined;
}
