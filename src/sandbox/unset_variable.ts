/**
 * Which variables a server may ask for that its process does not have. Its Deno asks the same for reading as for
 * setting, so no name may do that, once set, steers what Deno itself does.
 *
 * Facts, seen under Deno 2.9.6: `fetch` goes through the proxy that `HTTP_PROXY` names, set while it runs, and asks for
 * the host of the address alone; `DENO_DIR` and `DENO_AUDIT_PERMISSIONS` do nothing once it runs. That TLS libraries write
 * what `SSLKEYLOGFILE` names is known of them, and was not seen here.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";
import type { Platform } from "../guards/split_path.ts";

/** Those that Sallyport sets for the server's Deno, and one that Deno's Node layer looks for. */
const HARMLESS: ReadonlySet<string> = new Set([
  "DENO_DIR",
  "DENO_NO_UPDATE_CHECK",
  "DENO_NO_PACKAGE_JSON",
  "DENO_NODE_SHIM_ACTIVE",
  "DENO_PERMISSION_BROKER_PATH",
]);
const STEERING_REGEXP = /^(?:DENO_|OTEL_|LD_|DYLD_|SSL|NODE_OPTIONS$)|KEYLOG/i;
const PROXY_REGEXP = /PROXY$/i;

/** Whether a name that is not set may be asked for. With nothing of `net` in the set there is nothing for a proxy. */
export function mayAskUnset(name: string, { hasNet }: { readonly hasNet: boolean }): boolean {
  if (HARMLESS.has(name)) return true;
  return !STEERING_REGEXP.test(name) && !(hasNet && PROXY_REGEXP.test(name));
}

/** Whether two names are one variable: on Windows in any case. */
export function sameName(a: string, b: string, platform: Platform): boolean {
  return a === b || (platform === "windows" && foldName(a) === foldName(b));
}
