/**
 * What a server that may write can move away from under a closed name. Deno refuses to rename what is closed, but not a
 * folder around it, and then judges by the new letters (seen under Deno 2.9.6).
 *
 * @module
 */

import type { FoundLink } from "./stray_links.ts";

/**
 * Whether something can be brought under another name by renaming a folder around it. `writable` are the folders that
 * may be written. Right in the only such folder nothing can: that folder has nowhere to go.
 */
export function isMovable(path: string, writable: readonly string[]): boolean {
  const whole = withSlash(path);
  const roots = writable.map(withSlash);
  const around = roots.filter((root) => whole !== root && whole.startsWith(root)).toSorted((a, b) =>
    a.length - b.length
  );
  const [outermost] = around;
  if (outermost === undefined) return false;
  const parent = whole.replace(/[^/]*\/$/, "");
  return parent !== outermost || roots.some((root) => !root.startsWith(outermost));
}

/**
 * Whether a link can lead elsewhere once the folder that it is in was moved up: it is relative and climbs two folders or
 * more. One that climbs one stays in the folder that its own can be moved into.
 */
export function canDrift(link: FoundLink): boolean {
  if (link.text === undefined) return true;
  const steps = link.text.split(/[\\/]/);
  if (/^(?:[\\/]|[A-Za-z]:)/.test(link.text)) return false;
  let depth = 0;
  for (const step of steps) {
    if (step === "..") depth--;
    else if (step !== "" && step !== ".") depth++;
    if (depth < -1) return true;
  }
  return false;
}

function withSlash(path: string): string {
  return `${path.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
}
