import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

const LIST = { url: { hosts: ["api.example.com"] } };

testTable([
  [LIST, "https://api.example.com/v1", BOTH],
  [LIST, "https://other.example.com/", NEITHER],
  [LIST, "not a URL", NEITHER],
  [LIST, "https://user@api.example.com/", REFUSES],
  [LIST, "https://api.example.com:8443/", REFUSES],
  [LIST, "https://x%61.example.com/", REFUSES],
  [LIST, 5, REFUSES],
  [LIST, ["https://api.example.com/"], REFUSES],
  [{ each: LIST }, ["https://api.example.com/"], BOTH],
  [{ not: LIST }, "https://other.example.com/", BOTH],
  [{ not: LIST }, "https://api.example.com/", NEITHER],
  [{ not: LIST }, "https://user@api.example.com/", REFUSES],
  [{ not: LIST }, "data:,x", BOTH],
  [{ url: { hosts: "public" } }, "https://example.com/", BOTH],
  [{ not: { url: { hosts: "public" } } }, "http://169.254.169.254/", BOTH],
  [{ not: { url: { hosts: "public" } } }, { to: "http://2852039166/" }, REFUSES],
  [{ url: { hosts: "api.example.com", schemes: ["https"], ports: [8443] } }, "https://api.example.com:8443/", BOTH],
]);

testFaults([
  [{ url: {} }, 'missing-field: "hosts" is missing'],
  [{ url: "public" }, "wrong-type: it is a string, not an object"],
  [{ url: { hosts: [] } }, "no-effect: the list is empty"],
  [{ url: { hosts: ["*"] } }, "bad-pattern: the URL condition does not compile: a host in it matches every host"],
  [{ url: { hosts: "public", schemes: ["file"] } }, 'wrong-value: "file" is none of'],
  [{ url: { hosts: "public", ports: [65536] } }, "wrong-value: 65536 is not a whole number from 1 to 65535"],
  [{ url: { host: "public" } }, 'unknown-field: "host" is not a field'],
]);
