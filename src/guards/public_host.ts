/**
 * Whether a host may be on the public internet, as far as its name or address says. A name can still lead to a private
 * address: only who resolves it can know.
 *
 * @module
 */

import { isPublicAddress, parseIpAddress } from "./ip_address.ts";

/** Top-level names that no public server has, and networks use inside. */
const PRIVATE_TOP_LABELS: ReadonlySet<string> = new Set([
  "alt",
  "arpa",
  "belkin",
  "cluster",
  "consul",
  "corp",
  "dlink",
  "docker",
  "example",
  "gateway",
  "home",
  "homestation",
  "internal",
  "intra",
  "intranet",
  "invalid",
  "lan",
  "k8s",
  "kube",
  "local",
  "localdomain",
  "localhost",
  "localnet",
  "mesos",
  "mshome",
  "nomad",
  "onion",
  "priv",
  "private",
  "router",
  "svc",
  "test",
  "workgroup",
]);

/**
 * Names, with all below them, that lead where their asker wishes: wildcard services that answer with an address spelled in
 * the name, names that mean loopback, rebinding services. Then names of metadata services.
 */
const STEERED_NAMES: ReadonlySet<string> = new Set([
  "1u.ms",
  "127-0-0-1.org.uk",
  "42foo.com",
  "addr.tools",
  "backname.io",
  "beweb.com",
  "bgp.rip",
  "ddev.site",
  "fuf.me",
  "lacolhost.com",
  "lndo.site",
  "local-ip.co",
  "local-ip.sh",
  "local.gd",
  "localhost.direct",
  "localho.st",
  "localtest.me",
  "lock.cmpxchg8b.com",
  "lvh.me",
  "nip.io",
  "rbndr.us",
  "rebind.it",
  "rebind.network",
  "rebinder.it",
  "smackaho.st",
  "sslip.io",
  "traefik.me",
  "ulh.us",
  "vcap.me",
  "xip.io",
  "xip.name",
  "yoogle.com",
  "instance-data.ec2.internal",
  "metadata.goog",
]);

/** An address spelled inside a name, with dots or dashes. */
const EMBEDDED_ADDRESS_REGEXP = /(?<![a-z0-9])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?![a-z0-9])/g;

/**
 * Says whether a name, as `new URL` gives it and without a final dot, may be one of the public internet: more than one
 * label, no private top level, no known service that leads to any address, no private address spelled in it.
 */
export function isPublicName(name: string): boolean {
  const labels = name.split(".");
  const top = labels.at(-1);
  if (labels.length < 2 || top === undefined || PRIVATE_TOP_LABELS.has(top)) return false;
  for (let index = 0; index < labels.length - 1; index++) {
    if (STEERED_NAMES.has(labels.slice(index).join("."))) return false;
  }
  for (const [, ...parts] of name.matchAll(EMBEDDED_ADDRESS_REGEXP)) {
    const address = parseIpAddress(parts.map(Number).join("."));
    if (address !== undefined && !isPublicAddress(address)) return false;
  }
  return true;
}
