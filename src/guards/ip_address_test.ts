import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import {
  type IpAddress,
  isInnerAddress,
  isLoopbackAddress,
  isPublicAddress,
  isSameAddress,
  parseIpAddress,
  unmapped,
} from "./ip_address.ts";

function read(text: string): IpAddress {
  const address = parseIpAddress(text);
  assert(address !== undefined, text);
  return address;
}

Deno.test("parseIpAddress() reads nothing that readers take in two ways", () => {
  for (
    const text of [
      ...[
        "",
        ".",
        ":",
        "1.2.3",
        "1.2.3.4.5",
        "01.2.3.4",
        "1.2.3.256",
        "0x7f.0.0.1",
        "1.2.3.4 ",
        " 1.2.3.4",
        "1e1.0.0.1",
      ],
      ...[
        ":::",
        "1::2::3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        "12345::",
        "g::",
        "[::1]",
        "::1%lo",
      ],
      ...["1.2.3.4::", "::1.2.3", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "::01.2.3.4"],
    ]
  ) assertEquals(parseIpAddress(text), undefined, text);
});

Deno.test("parseIpAddress() reads what URL writes, as the oracle does", () => {
  const word = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  fc.assert(fc.property(fc.array(word, { minLength: 8, maxLength: 8 }), (words) => {
    const long = words.map((each) => each.toString(16)).join(":");
    const short = new URL(`http://[${long}]/`).hostname.slice(1, -1);
    assertEquals(read(short).parts, words);
    assertEquals(read(long).parts, ipaddr.IPv6.parse(long).parts);
    assert(isSameAddress(read(short), read(long)));
  }));
  fc.assert(fc.property(fc.ipV4(), (text) => assertEquals(read(text).parts, ipaddr.IPv4.parse(text).octets)));
});

Deno.test("isPublicAddress() passes no address that the oracle finds a special range for", () => {
  const near = fc.constantFrom(
    "10.0.0",
    "127.0.0",
    "169.254.169",
    "172.31.255",
    "192.168.1",
    "100.64.0",
    "8.8.8",
    "198.18.0",
  );
  const v4 = fc.oneof(
    fc.ipV4(),
    fc.tuple(near, fc.integer({ min: 0, max: 255 })).map(([net, host]) => `${net}.${host}`),
  );
  fc.assert(fc.property(v4, (text) => {
    const isPlain = ipaddr.IPv4.parse(text).range() === "unicast" && text !== "168.63.129.16";
    assertEquals(isPublicAddress(read(text)), isPlain, text);
  }));
  const net = fc.constantFrom(
    "2001",
    "2001:db8",
    "2002",
    "2606",
    "2620:4f:8000",
    "fe80",
    "fc00",
    "64:ff9b",
    "3fff",
    "2a00",
    "ff02",
  );
  fc.assert(fc.property(fc.tuple(net, fc.integer({ min: 1, max: 0xffff })), ([prefix, host]) => {
    const text = `${prefix}::${host.toString(16)}`;
    if (isPublicAddress(read(text))) assertEquals(ipaddr.IPv6.parse(text).range(), "unicast", text);
  }));
});

Deno.test("isPublicAddress() refuses each special range, and passes its neighbour", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["10.255.255.255", "11.0.0.0"],
    ["100.127.255.255", "100.128.0.0"],
    ["169.254.169.254", "169.253.0.1"],
    ["172.31.0.1", "172.32.0.1"],
    ["192.0.0.192", "192.0.1.1"],
    ["168.63.129.16", "168.63.129.17"],
    ["239.1.1.1", "223.255.255.255"],
    ["2001:1ff::1", "2001:200::1"],
    ["2002:7f00:1::", "2003::1"],
    ["::7f00:1", "2606:4700::1"],
    ["::ffff:8.8.8.8", "2a00:1450::1"],
    ["64:ff9b::808:808", "2400::1"],
    ["3fff:fff::1", "3fff:1000::1"],
  ];
  for (const [special, neighbour] of pairs) {
    assertEquals([isPublicAddress(read(special)), isPublicAddress(read(neighbour))], [false, true], special);
  }
});

Deno.test("isLoopbackAddress() knows the machine itself in every form, and its neighbours", () => {
  for (const text of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::"]) {
    assert(isLoopbackAddress(read(text)), text);
  }
  for (const text of ["128.0.0.1", "::2", "10.0.0.1", "::ffff:10.0.0.1", "1::"]) {
    assert(!isLoopbackAddress(read(text)), text);
  }
});

Deno.test("unmapped() finds the IPv4 address in a mapped one only", () => {
  assertEquals(unmapped(read("::ffff:1.2.3.4")), { family: 4, parts: [1, 2, 3, 4] });
  assertEquals(unmapped(read("::fffe:1.2.3.4")).family, 6);
});

Deno.test("isInnerAddress() knows servers of one's own from what only looks like them", () => {
  const others = [
    "0.0.0.0",
    "169.254.169.254",
    "100.100.100.200",
    "192.0.0.192",
    "224.0.0.1",
    "1.1.1.1",
    "168.63.129.16",
  ]
    .concat(["fe80::1", "fd00:ec2::254", "::ffff:127.0.0.1", "::7f00:1", "::", "ff02::1", "64:ff9b::7f00:1"]);
  for (const address of others) assertEquals(isInnerAddress(read(address)), false, address);
  for (const address of ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd00::1"]) {
    assertEquals(isInnerAddress(read(address)), true, address);
  }
});
