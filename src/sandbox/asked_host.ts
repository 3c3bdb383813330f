/**
 * Hosts as Deno asks its broker for them, and as a permission set lists them.
 *
 * @module
 */

/** A host that is asked for. */
export interface AskedHost {
  /** Lower case, IPv6 in brackets as `new URL` writes it. */
  readonly host: string;
  /** Absent where only the name is looked up. */
  readonly port: number | undefined;
}

const HOST_REGEXP = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** Reads `host`, `host:port` or `[IPv6]:port`; nothing for anything else, sockets of the file system above all. */
export function readAskedHost(value: string): AskedHost | undefined {
  const [, written, digits] = HOST_REGEXP.exec(value) ?? [];
  if (written === undefined) return undefined;
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && port > MAX_PORT) return undefined;
  const host = canonical(written);
  return host === undefined ? undefined : { host, port };
}

/**
 * Whether an entry of a set (`example.com`, `example.com:443`, `*.example.com`) lets a host in. A name is never the
 * address that it leads to, and an entry with a port lets its name be looked up.
 */
export function hostAllows(entry: string, asked: AskedHost): boolean {
  const isWild = entry.startsWith("*.");
  const own = readAskedHost(isWild ? entry.slice(2) : entry);
  if (own === undefined) return false;
  if (own.port !== undefined && asked.port !== undefined && own.port !== asked.port) return false;
  return isWild ? asked.host.endsWith(`.${own.host}`) && !asked.host.startsWith(".") : own.host === asked.host;
}

function canonical(host: string): string | undefined {
  if (!host.startsWith("[")) return host.toLowerCase();
  return URL.parse(`http://${host}/`)?.hostname.toLowerCase();
}
