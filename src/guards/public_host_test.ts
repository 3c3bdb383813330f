import assert from "node:assert/strict";
import ipaddr from "ipaddr.js";
import { isInnerAddress, isPublicAddress, isPublicName } from "./public_host.ts";

Deno.test("isPublicAddress() knows the public from what is not", () => {
  const inside = ["0.0.0.0", "10.1.1.1", "127.0.0.1", "169.254.169.254", "192.0.0.192", "198.18.0.1", "240.0.0.1"]
    .concat(["::1", "::7f00:1", "::ffff:8.8.8.8", "64:ff9b:1::1", "fec0::1", "2002:808:808::", "2001::1", "3fff::1"]);
  for (const address of inside) assert.equal(isPublicAddress(ipaddr.parse(address)), false, address);
  for (const address of ["1.1.1.1", "198.20.0.1", "2606:4700::1", "3ffe:1::1", "2003::1"]) {
    assert.equal(isPublicAddress(ipaddr.parse(address)), true, address);
  }
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
  for (const address of others) assert.equal(isInnerAddress(ipaddr.parse(address)), false, address);
  for (const address of ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd00::1"]) {
    assert.equal(isInnerAddress(ipaddr.parse(address)), true, address);
  }
});

Deno.test("isPublicName() refuses names of inside networks and names that lead anywhere", () => {
  for (const name of ["localhost", "db", "printer.local", "nip.io", "a.b.sslip.io", "x-127.0.0.1-y.example.com"]) {
    assert.equal(isPublicName(name, ipaddr), false, name);
  }
  for (const name of ["example.com", "local.example.com", "v1-2-3.example.com", "999.999.999.999.example.com"]) {
    assert.equal(isPublicName(name, ipaddr), true, name);
  }
});
