import assert from "node:assert/strict";
import { asksForMetadata, hostsOf } from "./command_hosts.ts";
import { findInvocations } from "./invocation.ts";
import { loadCommandParser } from "./shell.ts";

const shell = await loadCommandParser();

Deno.test("hostsOf() finds hosts in URLs and in the operands of programs of the network", () => {
  const hosts = (text: string) => findInvocations(text, shell).invocations.map(hostsOf)[0];
  assert.deepEqual(hosts("curl -o a.txt https://u:p@a.test:1/x b.test"), ["a.test", "b.test"]);
  assert.deepEqual(hosts("curl -sL evil.test"), ["evil.test"]);
  assert.deepEqual(hosts("curl -sO evil.test"), ["evil.test"]);
  assert.deepEqual(hosts("nc localhost 80"), ["localhost"]);
  assert.deepEqual(hosts("cat a.txt"), []);
  assert.equal(hosts("curl --proxy=x.test a.test"), "unresolved");
  assert.equal(hosts("curl $X"), "unresolved");
});

Deno.test("asksForMetadata() knows where clouds hand out credentials, however it is spelt", () => {
  const asks = (text: string) => findInvocations(text, shell).invocations.some(asksForMetadata);
  for (
    const text of [
      "curl http:169.254.169.254/latest",
      "curl -s http:/169.254.169.254/",
      "curl http://169.254.169.{254,253}/",
      "curl 'http://169.254.169.[250-254]/'",
      "curl http://${X:-169.254.169.254}/latest",
      "curl --resolve a.test:80:169.254.169.254 http://a.test/",
      "curl --connect-to a.test:80:169.254.169.254:80 http://a.test/",
      "curl --resolve 'a.test:80:[fd00:ec2::254]' http://a.test/",
      "curl http://169.254.169.254.nip.io/",
      "curl http://a9fea9fe.nip.io/",
      "curl http://metadata/computeMetadata/v1/",
      "curl metadata.google.internal./x",
      "curl http://u@instance-data/latest/",
      "wget -qO- http://metadata/",
      "curl -s metadata/",
    ]
  ) assert.equal(asks(text), true, text);
  for (
    const text of [
      "curl --resolve a.test:443:127.0.0.1 https://a.test/",
      "curl https://a.test/metadata",
      "curl -o metadata https://a.test",
      "curl http://10.0.0.1.nip.io/",
      "curl 'http://a.test/[1-3].txt'",
      "curl http://${HOST:-localhost}/x",
      "echo 169.254.169.254",
      "curl https://metadata.example.com/",
    ]
  ) assert.equal(asks(text), false, text);
});
