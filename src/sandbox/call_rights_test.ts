import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertLinear } from "../guards/scaling_fixture.ts";
import { callNames } from "./call_names.ts";
import {
  type AccessVerdict,
  judgeAccess,
  type Moment,
  newCallRights,
  newRights,
  type PathView,
  type Rights,
  type RightsOptions,
} from "./call_rights.ts";
import { NO_PERMISSIONS } from "./permission_set.ts";

/** Links of a made-up file system, by their path; and what is there beside them. */
interface Tree {
  readonly links?: Readonly<Record<string, string>>;
  readonly there?: readonly string[];
}

/** Follows links from the front, as often as any stand in the path. */
function viewOf({ links = {}, there = [] }: Tree): PathView {
  const resolve = (path: string): string | undefined => {
    for (let round = 0; round < 40; round++) {
      const link = Object.keys(links).find((each) => path === each || path.startsWith(`${each}/`));
      if (link === undefined) return path;
      path = `${links[link]}${path.slice(link.length)}`;
    }
    return undefined;
  };
  const kindOf = (path: string) => {
    if (Object.hasOwn(links, path)) return "link";
    if (there.includes(path)) return "file";
    return there.some((each) => each.startsWith(`${path}/`)) ? "folder" : "nothing";
  };
  return { resolve, kindOf };
}

const TREE: Tree = {
  there: ["/data/a.txt", "/data/dir/b.txt", "/data/dir2/c.txt", "/data/sub/policy.jsonc", "/other/o.txt"],
  links: {
    "/data/out": "/home/a/.ssh",
    "/data/dir/across": "/data/dir2",
    "/data/dir/in": "/data/dir/deep",
    "/named": "/data",
    "/data/loop": "/data/loop/x",
    "/data/home/back": "/data/dir",
  },
};
const SET = { ...NO_PERMISSIONS, read: ["/data"], write: ["/data"], net: ["api.test", "127.0.0.1:80"] };

interface Asked extends Partial<RightsOptions> {
  /** The arguments of the calls in flight. */
  readonly calls?: readonly object[];
  readonly hasCalled?: boolean;
  readonly tree?: Tree;
}

function ask(permission: string, value: string | null, asked: Asked = {}): AccessVerdict {
  const { calls = [], hasCalled = calls.length > 0, tree = TREE, ...rest } = asked;
  const view = viewOf(tree);
  const options: RightsOptions = {
    platform: "posix",
    set: SET,
    startup: NO_PERMISSIONS,
    closed: { unread: ["/data/home"], unwritten: ["/data/sub/policy.jsonc"] },
    variables: [],
    ...rest,
  };
  return judgeAccess({ permission, value }, { rights: newRights(options, view), moment: momentOf(), view });

  function momentOf(): Moment {
    const place = { platform: "posix", home: "/home/a", folders: ["/data"] } as const;
    const rights = calls.map((args, index) =>
      newCallRights(String(index), callNames(JSON.parse(JSON.stringify(args)), place), options, view)
    );
    return { calls: rights, hasCalled };
  }
}

function said(verdict: AccessVerdict): string {
  return verdict.isAllowed ? verdict.by : verdict.why;
}

/** A question that is refused, and a near one that is not; with the arguments of the call in flight. */
const PATHS: readonly (readonly [args: object, refused: string, why: string, near: string])[] = [
  [{ path: "/data/a.txt" }, "/data/a.txtx", "no-call", "/data/a.txt"],
  [{ path: "/data/dir" }, "/data/dir2/c.txt", "no-call", "/data/dir/b.txt"],
  [{ path: "/data/dir" }, "/data/dir/../a.txt", "no-call", "/data/dir/../dir/b.txt"],
  [{ path: "/data/dir/" }, "/data/di", "no-call", "/data/dir"],
  [{ path: "/data/dir/b.txt" }, "/data/dir", "no-call", "/data//./dir/b.txt"],
  [{ path: "/data/A.txt" }, "/data/a.txt", "no-call", "/data/A.txt"],
  [{ path: "/data/../data/a.txt" }, "/data/../a.txt", "not-in-set", "/data/a.txt"],
  [{ path: "a.txt" }, "a.txt", "unclear", "/data/a.txt"],
  [{ path: "/data/a.txt" }, "./a.txt", "unclear", "/data/a.txt"],
  [{ path: "/data/a%2etxt" }, "/data/a.txt", "no-call", "/data/a%2etxt"],
  [{ uri: "file:///data/a%2etxt" }, "/data/a%2etxt", "no-call", "/data/a.txt"],
  [{ path: "/data" }, "/data/a\0", "unclear", "/data/a"],
  [{ path: "/data" }, "/data/a\ufffd", "unclear", "/data/a\u00fd"],
  [{ path: "/data" }, "/database", "not-in-set", "/data/base"],
  [{ path: "/other/o.txt" }, "/other/o.txt", "not-in-set", "/data/x"],
  [{ path: "~/.ssh/id_rsa" }, "/home/a/.ssh/id_rsa", "not-in-set", "/data/x"],
  [{ path: "/data" }, "/data/out/id_rsa", "leads-out", "/data/outer"],
  [{ path: "/data" }, "/data/out", "leads-out", "/data/oute"],
  [{ path: "/data" }, "/data/loop", "leads-out", "/data/loo"],
  [{ path: "/data/dir" }, "/data/dir/across/c.txt", "no-call", "/data/dir/in/x"],
  [{ path: "/data/out" }, "/data/out/id_rsa", "leads-out", "/data/x"],
  [{ path: "/data" }, "/data/home/sallyport.jsonc", "closed", "/data/homes"],
  [{ path: "/data" }, "/data/x/../home", "closed", "/data/x"],
  [{ path: "/data" }, "/data/home/back/b.txt", "closed", "/data/dir/b.txt"],
  [{ content: "/data/a.txt" }, "/data/a.txt", "no-call", "/data/x"],
];

for (const [args, refused, why, near] of PATHS) {
  Deno.test(`judgeAccess() refuses read of ${JSON.stringify(refused)} for ${JSON.stringify(args)}: ${why}`, () => {
    assertEquals(said(ask("read", refused, { calls: [args] })), why);
    const other = near === "/data/x" ? { path: near } : args;
    assertEquals(ask("read", near, { calls: [other] }), { isAllowed: true, by: "call", calls: ["0"] });
  });
}

Deno.test("judgeAccess() follows links of the named path, in either spelling", () => {
  for (const value of ["/named/a.txt", "/data/a.txt"]) {
    const set = { ...SET, read: ["/named"] };
    assertEquals(said(ask("read", value, { set, calls: [{ path: "/named/a.txt" }] })), "call");
    assertEquals(said(ask("read", value, { set, calls: [{ path: "/named/b.txt" }] })), "no-call");
  }
});

Deno.test("judgeAccess() keeps what a call named when the link behind it changes", () => {
  const before = viewOf({ links: { "/data/l": "/data/dir" } });
  const after = viewOf({ links: { "/data/l": "/data/dir2" } });
  const options: RightsOptions = {
    platform: "posix",
    set: SET,
    startup: NO_PERMISSIONS,
    closed: { unread: [], unwritten: [] },
    variables: [],
  };
  const call = newCallRights("1", { paths: ["/data/l"], hosts: [] }, options, before);
  const rights = newRights(options, before);
  const moment = { calls: [call], hasCalled: true };
  const request = { permission: "read", value: "/data/l/c.txt" };
  assertEquals(said(judgeAccess(request, { rights, moment, view: before })), "call");
  assertEquals(said(judgeAccess(request, { rights, moment, view: after })), "no-call");
});

Deno.test("judgeAccess() refuses to write, move or remove what is closed, and what holds it", () => {
  const calls = [{ path: "/data" }];
  for (const value of ["/data/sub/policy.jsonc", "/data/sub", "/data", "/data/home/x", "/data/home", "/named/sub"]) {
    const set = { ...SET, write: ["/data", "/named"] };
    assertEquals(said(ask("write", value, { calls, set })), "closed", value);
  }
  for (const value of ["/data/sub/policy.json", "/data/subs"]) {
    assertEquals(said(ask("write", value, { calls })), "call", value);
  }
  assertEquals(said(ask("read", "/data/sub/policy.jsonc", { calls })), "call", "it may be read");
});

Deno.test("judgeAccess() lets parents be looked at while what is named is not there", () => {
  const calls = [{ path: "/data/dir/new/deep.txt" }];
  for (const value of ["/data/dir/new", "/data/dir", "/data"]) {
    assertEquals(said(ask("read", value, { calls })), value === "/data" ? "folder" : "call", value);
    assertEquals(said(ask("write", value, { calls })), value === "/data" ? "closed" : "no-call", value);
  }
  for (const value of ["/data/dir/b.txt", "/data/dir/news", "/"]) {
    assertEquals(ask("read", value, { calls }).isAllowed, false, value);
  }
  assertEquals(said(ask("read", "/data/dir", { calls: [{ path: "/data/dir/b.txt" }] })), "no-call");
});

Deno.test("judgeAccess() lets the folders of the set themselves be looked at, and no file of it", () => {
  const set = { ...SET, read: ["/data", "/named", "/other/o.txt", "/nowhere"] };
  for (const value of ["/data", "/data/", "/named", "/data/dir/.."]) {
    assertEquals(said(ask("read", value, { set })), "folder", value);
  }
  for (const value of ["/data/dir", "/data/a.txt", "/other/o.txt", "/nowhere", "/data/loop"]) {
    assertEquals(ask("read", value, { set }).isAllowed, false, value);
  }
  assertEquals(said(ask("write", "/data", { set, closed: { unread: [], unwritten: [] } })), "no-call");
});

Deno.test("judgeAccess() lets a draft be written beside what is named", () => {
  const calls = [{ path: "/data/a.txt" }];
  for (const value of ["/data/a.txt.0f3a.tmp", "/data/a.txt.tmp"]) {
    assertEquals(said(ask("write", value, { calls })), "call", value);
  }
  const refused = [
    ...[
      "/data/a.txt.bak",
      "/data/b.txt.tmp",
      "/data/a.tmp",
      "/data/dir/a.txt.tmp",
      "/data/a.txt.x/y.tmp",
      "/a.txt.tmp",
    ],
    "/data/a.txt.a.b.tmp",
  ];
  for (const value of refused) assertEquals(ask("write", value, { calls }).isAllowed, false, value);
  const tree = { links: { "/data/a.txt.tmp": "/data/dir/b.txt" } };
  assertEquals(said(ask("write", "/data/a.txt.tmp", { calls, tree })), "no-call");
});

Deno.test("judgeAccess() gives what startup holds at any time, closed things and links apart", () => {
  const startup = { ...NO_PERMISSIONS, read: ["/data"], net: ["api.test"], env: ["A"], sys: ["hostname"], ffi: ["/l"] };
  const set = { ...SET, env: ["A", "B"], sys: ["hostname", "cpus"], ffi: ["/l"] };
  const own = { startup, set, variables: ["A", "B", "C"] };
  for (
    const [kind, value] of [["read", "/data/x"], ["net", "api.test:9"], ["env", "A"], ["sys", "hostname"]] as const
  ) {
    assertEquals(said(ask(kind, value, own)), "startup", kind);
  }
  assertEquals(said(ask("ffi", "/l/x.so", own)), "startup");
  assertEquals(said(ask("ffi", "/data/x.so", { ...own, set: { ...set, ffi: ["/data"] } })), "no-call");
  assertEquals(said(ask("read", "/data/home/x", own)), "closed");
  assertEquals(said(ask("read", "/data/out/x", own)), "leads-out");
  for (const [kind, value] of [["env", "B"], ["sys", "cpus"], ["write", "/data/x"]] as const) {
    assertEquals(said(ask(kind, value, own)), "no-call", kind);
    assertEquals(said(ask(kind, value, { ...own, calls: [{ path: "/data/x" }] })), "call", kind);
  }
  assertEquals(said(ask("env", "C", { ...own, calls: [{}] })), "not-in-set");
  assertEquals(said(ask("sys", "uid", { ...own, calls: [{}] })), "not-in-set");
  assertEquals(said(ask("env", "NOT_THERE", own)), "unset");
  assertEquals(said(ask("env", "HTTPS_PROXY", own)), "not-in-set");
});

Deno.test("judgeAccess() never gives all of a kind, a program, a remote module or what it does not know", () => {
  const all = { ...SET, run: ["sh"], sys: ["hostname"], ffi: ["/l"] };
  const own = { set: all, startup: all, calls: [{ path: "/data" }], variables: [] };
  for (const kind of ["read", "write", "net", "env", "sys", "ffi", "other"]) {
    assertEquals(said(ask(kind, null, own)), "all-at-once", kind);
  }
  for (const kind of ["run", "import"]) {
    assertEquals([said(ask(kind, null, own)), said(ask(kind, "sh", own))], ["never", "never"]);
  }
  assertEquals(said(ask("other", "x", own)), "never");
  assertEquals(said(ask("write", "<TMP>", own)), "unclear");
  assertEquals(said(ask("net", "unix:/data/x.sock", own)), "unclear");
});

Deno.test("judgeAccess() lists variables before the first call alone, and only those of startup", () => {
  const startup = { ...NO_PERMISSIONS, env: ["A"] };
  const own = { startup, set: startup };
  assertEquals(said(ask("env", null, { ...own, variables: ["A"] })), "unset");
  assertEquals(said(ask("env", null, { ...own, variables: ["A", "B"] })), "all-at-once");
  assertEquals(said(ask("env", null, { ...own, variables: ["A"], hasCalled: true })), "all-at-once");
});

/** Hosts: a call that names one, a question that is refused, a near one that is not. */
const HOSTS: readonly (readonly [url: string, refused: string, why: string, near: string])[] = [
  ["https://api.test/x", "api.test:80", "no-call", "api.test:443"],
  ["https://api.test/x", "api.test.evil:443", "not-in-set", "api.test"],
  ["http://api.test:8/", "api.test:80", "no-call", "api.test:8"],
  ["http://127.0.0.1/", "localhost:80", "not-in-set", "127.0.0.1:80"],
  ["http://127.0.0.1/", "127.0.0.1:81", "not-in-set", "127.0.0.1:80"],
  ["http://localhost/", "127.0.0.1:80", "no-call", "127.0.0.1:80"],
  ["http://[::1]/", "[::1]:80", "not-in-set", "127.0.0.1:80"],
];

for (const [url, refused, why, near] of HOSTS) {
  Deno.test(`judgeAccess() refuses net ${refused} for ${url}: ${why}`, () => {
    assertEquals(said(ask("net", refused, { calls: [{ url }] })), why);
    const calls = [{ url: url.includes("localhost") || url.includes("[") ? "http://127.0.0.1/" : url }];
    assertEquals(said(ask("net", near, { calls })), "call");
  });
}

Deno.test("judgeAccess() names every call that justifies it", () => {
  const calls = [{ path: "/data/a.txt" }, { path: "/data/dir" }, { path: "/data" }];
  assertEquals(ask("read", "/data/dir/b.txt", { calls }), { isAllowed: true, by: "call", calls: ["1", "2"] });
});

const STEPS = fc.constantFrom(
  "data",
  "dir",
  "dir2",
  "out",
  "across",
  "in",
  "a.txt",
  "home",
  "..",
  ".",
  "",
  "sub",
  "x.tmp",
);
const PATH = fc.array(STEPS, { maxLength: 6 }).map((steps) => `/${steps.join("/")}`);
const VIEW = viewOf(TREE);
const OPTIONS: RightsOptions = {
  platform: "posix",
  set: SET,
  startup: NO_PERMISSIONS,
  closed: { unread: ["/data/home"], unwritten: ["/data/sub/policy.jsonc"] },
  variables: [],
};
const RIGHTS: Rights = newRights(OPTIONS, VIEW);

function judgeFor(kind: string, value: string, named: readonly string[]): AccessVerdict {
  const calls = named.map((path, index) =>
    newCallRights(
      String(index),
      callNames({ path }, { platform: "posix", home: undefined, folders: [] }),
      OPTIONS,
      VIEW,
    )
  );
  return judgeAccess({ permission: kind, value }, {
    rights: RIGHTS,
    moment: { calls, hasCalled: true },
    view: VIEW,
  });
}

Deno.test("judgeAccess() lets nothing out of the set or into what is closed, for any paths", () => {
  let allowed = 0;
  fc.assert(
    fc.property(fc.constantFrom("read", "write"), PATH, fc.array(PATH, { maxLength: 3 }), (kind, value, named) => {
      const { isAllowed } = judgeFor(kind, value, named);
      if (!isAllowed) return;
      allowed++;
      const steps: string[] = [];
      for (const step of value.split("/")) {
        if (step === "..") steps.pop();
        else if (step !== "" && step !== ".") steps.push(step);
      }
      const real = VIEW.resolve(`/${steps.join("/")}`) ?? "";
      assertEquals(`${real}/`.startsWith("/data/"), true, real);
      assertEquals(`${real}/`.startsWith("/data/home/"), false, real);
    }),
    { numRuns: 3_000, seed: 8 },
  );
  assertEquals(allowed > 20, true, `only ${allowed} were allowed at all`);
});

Deno.test("judgeAccess() gives to several calls together what it gives to one of them, and to none a folder of the set", () => {
  fc.assert(fc.property(PATH, fc.array(PATH, { maxLength: 3 }), (value, named) => {
    const together = judgeFor("read", value, named).isAllowed;
    const alone = judgeFor("read", value, []);
    assertEquals(alone.isAllowed, alone.isAllowed && alone.by === "folder");
    assertEquals(together, alone.isAllowed || named.some((each) => judgeFor("read", value, [each]).isAllowed));
  }));
});

Deno.test("judgeAccess() costs as much as the calls in flight name", () => {
  const moments = new Map([1_000, 8_000].map((length) => {
    const paths = Array.from({ length }, (_, index) => `/data/${index}`);
    return [length, { calls: [newCallRights("1", { paths, hosts: [] }, OPTIONS, VIEW)], hasCalled: true }];
  }));
  assertLinear("judgeAccess()", 1_000, (length) => {
    const moment = moments.get(length) ?? { calls: [], hasCalled: true };
    judgeAccess({ permission: "read", value: "/data/none" }, { rights: RIGHTS, moment, view: VIEW });
  });
});
