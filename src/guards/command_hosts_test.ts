import assert from "node:assert/strict";
import { hostsOf } from "./command_hosts.ts";
import { findInvocations } from "./invocation.ts";
import { loadCommandParser } from "./shell.ts";

const shell = await loadCommandParser();

Deno.test("hostsOf() finds hosts in URLs and in the operands of programs of the network", () => {
  const hosts = (text: string) => findInvocations(text, shell).invocations.map(hostsOf)[0];
  assert.deepEqual(hosts("curl -o a.txt https://u:p@a.test:1/x b.test"), ["a.test", "b.test"]);
  assert.deepEqual(hosts("nc localhost 80"), ["localhost"]);
  assert.deepEqual(hosts("cat a.txt"), []);
  assert.equal(hosts("curl --proxy=x.test a.test"), "unresolved");
  assert.equal(hosts("curl $X"), "unresolved");
});
