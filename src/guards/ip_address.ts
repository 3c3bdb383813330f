/**
 * IP addresses as `new URL` writes them, and the ranges that are not the public internet. By hand: a package for it
 * costs 40 ms at every start, and what counts as public is for us to say.
 *
 * @module
 */

/** An address: 4 bytes of IPv4, or 8 words of 16 bits of IPv6. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly parts: readonly number[];
}

/**
 * Reads an address: four decimal numbers without leading zeros, or IPv6 in any form of RFC 4291, without brackets and
 * without a zone. Nothing for every other text.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseIpAddress("::ffff:10.0.0.1")?.parts, [0, 0, 0, 0, 0, 0xffff, 0x0a00, 1]);
 * assert.equal(parseIpAddress("010.0.0.1"), undefined);
 * ```
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const parts = text.includes(":") ? parseWords(text) : parseBytes(text);
  return parts && { family: text.includes(":") ? 6 : 4, parts };
}

/** Says whether two addresses are the same one. */
export function isSameAddress(a: IpAddress, b: IpAddress): boolean {
  return a.family === b.family && a.parts.every((part, index) => part === b.parts[index]);
}

/** An address inside another: the IPv4 address of `::ffff:0:0/96`, which systems take for that address itself. */
export function unmapped(address: IpAddress): IpAddress {
  const { family, parts } = address;
  if (family === 4 || !parts.slice(0, 5).every((word) => word === 0) || parts[5] !== 0xffff) return address;
  return { family: 4, parts: parts.slice(6).flatMap((word) => [word >> 8, word & 0xff]) };
}

function parseBytes(text: string): number[] | undefined {
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return undefined;
  const bytes = text.split(".").map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function parseWords(text: string): number[] | undefined {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text)) return undefined;
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => readGroups(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  if (halves.length === 1) return head.length === 8 ? head : undefined;
  const zeros = 8 - head.length - (tail ?? []).length;
  return zeros < 1 ? undefined : [...head, ...Array<number>(zeros).fill(0), ...(tail ?? [])];
}

/** The groups of one half; only the last group of an address may be dotted. */
function readGroups(half: string, isLast: boolean): number[] | undefined {
  if (half === "") return [];
  const groups = half.split(":");
  const words: number[] = [];
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(group)) {
      words.push(Number.parseInt(group, 16));
      continue;
    }
    const bytes = isLast && index === groups.length - 1 ? parseBytes(group) : undefined;
    if (bytes === undefined) return undefined;
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    words.push(a << 8 | b, c << 8 | d);
  }
  return words;
}

/** A range: the address it begins with, and how many bits of it count. */
interface Range {
  readonly address: IpAddress;
  readonly bits: number;
}

function ranges(text: string): readonly Range[] {
  return text.trim().split(/\s+/).map((range) => {
    const [start = "", bits = ""] = range.split("/");
    const address = parseIpAddress(start);
    if (address === undefined) throw new SyntaxError(`Cannot read range: "${range}" has no address`);
    return { address, bits: Number(bits) };
  });
}

/**
 * IPv4 that is not public: the special-purpose registry of IANA (RFC 6890), with the ranges that lead to services of
 * the network (AS112, AMT, 6to4 relays), multicast, and 168.63.129.16, the wire server of Azure.
 */
const PRIVATE_V4 = ranges(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32
`);

/** Within global unicast: protocol assignments (Teredo among them), documentation, 6to4, AS112. */
const PRIVATE_V6 = ranges("2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20");

const GLOBAL_UNICAST = ranges("2000::/3");
const LOOPBACK = ranges("127.0.0.0/8 ::1/128");

/**
 * Says whether an address is one of the public internet. IPv6 must be global unicast (2000::/3), which leaves out every
 * form that carries an IPv4 address (`::/96`, mapped, NAT64).
 */
export function isPublicAddress(address: IpAddress): boolean {
  if (address.family === 4) return !isIn(address, PRIVATE_V4);
  return isIn(address, GLOBAL_UNICAST) && !isIn(address, PRIVATE_V6);
}

/** Says whether an address is the machine itself, also written as an IPv6 address. */
export function isLoopbackAddress(address: IpAddress): boolean {
  const plain = unmapped(address);
  return isIn(plain, LOOPBACK) || plain.parts.every((part) => part === 0);
}

/** Servers of one's own: loopback, private, carrier-grade NAT, unique local (RFC 1918, 6598, 4193). */
const INNER = ranges("127.0.0.0/8 ::1/128 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7");

/** Addresses among these that give out keys of the machine: the metadata services of Alibaba (IPv4) and AWS (IPv6). */
const METADATA = ranges("100.100.100.200/32 fd00:ec2::254/128");

/**
 * Says whether an address may be a server of one's own. Link-local addresses are none, nor is any other that a metadata
 * service answers at, nor one that carries an IPv4 address in IPv6.
 */
export function isInnerAddress(address: IpAddress): boolean {
  return isIn(address, INNER) && !isIn(address, METADATA);
}

function isIn(address: IpAddress, list: readonly Range[]): boolean {
  const width = address.family === 4 ? 8 : 16;
  return list.some((range) =>
    range.address.family === address.family &&
    range.address.parts.every((part, index) => {
      const bits = Math.min(width, Math.max(0, range.bits - index * width));
      return part >> (width - bits) === (address.parts[index] ?? 0) >> (width - bits);
    })
  );
}
