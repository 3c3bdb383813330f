/**
 * Whether a host may be on the public internet, as far as its name or address says. A name can still lead to a private
 * address: only who resolves it can know.
 *
 * @module
 */

import type ipaddr from "ipaddr.js";

/** Top-level names that no public server has, and networks use inside. */
const PRIVATE_TOP_LABELS: ReadonlySet<string> = new Set([
  "alt",
  "arpa",
  "cluster",
  "corp",
  "docker",
  "example",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "private",
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

/** Addresses that `ipaddr.js` takes for public and that are not: Azure's wire server. */
const PRIVATE_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** An address spelled inside a name, with dots or dashes. */
const EMBEDDED_ADDRESS_REGEXP = /(?<![a-z0-9])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?![a-z0-9])/g;

/**
 * Says whether an address is one of the public internet. IPv6 must be global unicast (2000::/3), which leaves out every
 * form that carries an IPv4 address (`::/96`, mapped, NAT64); 6to4 and Teredo within it have ranges of their own.
 */
export function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast" || PRIVATE_ADDRESSES.has(address.toString())) return false;
  if (address.kind() === "ipv4") return true;
  const [first = 0, second = 0] = address.toByteArray();
  // 3fff::/20 is for documentation.
  return first >> 5 === 1 && !(first === 0x3f && second === 0xff);
}

/** Kinds of addresses that servers of one's own have, by the names of `ipaddr.js`. */
const INNER_RANGES: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"]);

/** Addresses among these that give out keys of the machine: the metadata services of Alibaba (IPv4) and AWS (IPv6). */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(["100.100.100.200", "fd00:ec2::254"]);

/**
 * Says whether an address may be a server of one's own: loopback, private, carrier-grade NAT. Link-local addresses are
 * none, nor is any other that a metadata service answers at, nor one that carries an IPv4 address in IPv6.
 */
export function isInnerAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return INNER_RANGES.has(address.range()) && !METADATA_ADDRESSES.has(address.toString());
}

/**
 * Says whether a name, as `new URL` gives it and without a final dot, may be one of the public internet: more than one
 * label, no private top level, no known service that leads to any address, no private address spelled in it.
 */
export function isPublicName(name: string, parser: typeof ipaddr): boolean {
  const labels = name.split(".");
  const top = labels.at(-1);
  if (labels.length < 2 || top === undefined || PRIVATE_TOP_LABELS.has(top)) return false;
  for (let index = 0; index < labels.length - 1; index++) {
    if (STEERED_NAMES.has(labels.slice(index).join("."))) return false;
  }
  for (const [, ...parts] of name.matchAll(EMBEDDED_ADDRESS_REGEXP)) {
    const spelled = parts.map(Number).join(".");
    if (parser.IPv4.isValidFourPartDecimal(spelled) && !isPublicAddress(parser.IPv4.parse(spelled))) return false;
  }
  return true;
}
