/**
 * What a server's Deno asks its broker: a line is exactly the next request or a fault, and nothing is allowed that the set
 * does not hold.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { posix } from "node:path";
import { readAskedHost } from "../../src/sandbox/asked_host.ts";
import { readBrokerRequest } from "../../src/sandbox/broker_protocol.ts";
import { callNames } from "../../src/sandbox/call_names.ts";
import { judgeAccess, newCallRights, newRights, type PathView } from "../../src/sandbox/call_rights.ts";
import { readPermissionAudit } from "../../src/sandbox/permission_audit.ts";
import { NO_PERMISSIONS, type PermissionSet } from "../../src/sandbox/permission_set.ts";
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedText } from "./mutate.ts";

const EXPECTED = { id: 3, pid: 7 };
const SET: PermissionSet = {
  ...NO_PERMISSIONS,
  read: ["/srv/data"],
  write: ["/srv/data/out"],
  net: ["api.example.com:443"],
  env: ["TOKEN"],
};
const VALUES = [
  "/srv/data/a.txt",
  "/srv/data/out/b",
  "/etc/passwd",
  "api.example.com:443",
  "[::1]:80",
  "TOKEN",
  "<TMP>",
  "unix:/s",
];
const KINDS = ["read", "write", "net", "env", "run", "sys", "ffi", "import", "odd"];
/** Nothing is a link. */
const VIEW: PathView = { resolve: (path) => path, kindOf: () => "file" };
const PLACE = { platform: "posix", home: "/home/u", folders: ["/srv/data"] } as const;
const CALL = {
  path: "/srv/data/a.txt",
  output: "/srv/data/out/b",
  url: "https://api.example.com/v1",
  other: "../../etc/passwd",
};

function line(permission: string, value: string | null): string {
  return JSON.stringify({
    v: 1,
    pid: EXPECTED.pid,
    id: EXPECTED.id,
    datetime: "2026-11-30T00:00:00Z",
    permission,
    value,
  });
}

const LINES = [
  ...KINDS.flatMap((kind) => VALUES.slice(0, 6).map((value) => line(kind, value))),
  line("read", null),
  line("run", null),
];
const WORDS = [
  '"v":1,',
  '"v":2,',
  '"id":3,',
  '"id":"3",',
  '"pid":7,',
  '"permission":"read",',
  '"value":null,',
  "..",
  "/",
  "//",
  "/../",
  "\\u0000",
  "null",
];

/** Whether the set, by its letters, could hold a value at all. */
function isInSet(permission: string, value: string): boolean {
  if (permission === "read" || permission === "write") {
    const path = posix.normalize(value).replace(/^\/\//, "/");
    return SET[permission].some((folder) => path === folder || path.startsWith(`${folder}/`));
  }
  if (permission === "net") return /^api\.example\.com(?::443)?$/i.test(value);
  return permission === "env" && value === "TOKEN";
}

/** The target. */
export const BROKER: FuzzTarget = fuzzTarget(
  "broker",
  "a line is the next request or a fault; nothing outside the set is allowed",
  () => {
    const options = {
      platform: "posix",
      set: SET,
      startup: NO_PERMISSIONS,
      closed: { unread: ["/srv/data/closed"], unwritten: [] },
      variables: ["TOKEN"],
    } as const;
    const rights = newRights(options, VIEW);
    const calls = [newCallRights("c", callNames(CALL, PLACE), options, VIEW)];
    return {
      inputs: fc.tuple(
        mutatedText(LINES, { words: WORDS }),
        mutatedText(VALUES, { words: WORDS }),
        fc.constantFrom(...KINDS),
      ),
      check([text, value, kind]) {
        readPermissionAudit(text, SET);
        const host = readAskedHost(value);
        if (host !== undefined) assertEquals(readAskedHost(host.host)?.host, host.host);
        const reading = readBrokerRequest(text, EXPECTED);
        if (reading.ok) {
          const loose = JSON.parse(text);
          assertEquals([loose.v, loose.pid, loose.id], [1, EXPECTED.pid, EXPECTED.id]);
          assertEquals([loose.permission, loose.value], [reading.request.permission, reading.request.value]);
        }
        const names = callNames({ path: value, [value]: value }, PLACE);
        assert(names.paths.every((path) => path.startsWith("/") && !path.includes("/../")), "a path that is not plain");
        const asked = [{ permission: kind, value }, ...(reading.ok ? [reading.request] : [])];
        for (const { permission, value } of asked) {
          const verdict = judgeAccess({ permission, value }, {
            rights,
            moment: { calls, hasCalled: true },
            view: VIEW,
          });
          if (!verdict.isAllowed || verdict.by === "unset") continue;
          assert(value !== null && isInSet(permission, value), `allowed ${permission} by ${verdict.by}`);
        }
      },
    };
  },
);
