import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { PERMISSION_KINDS, type PermissionKind } from "../src/sandbox/permission_set.ts";
import { keepOnly, learnPermissions, type SessionUses, valuesOf } from "./learned_permissions.ts";
import { MADE_UP, toVariables, withMadeUpFolders } from "./place_names.ts";

/** Uses written short: `kind value`, with a `!` in front where it was before the first call. */
function session(name: string, uses: readonly string[], above?: string): SessionUses {
  return {
    session: name,
    above,
    uses: uses.map((text) => {
      const [permission = "", ...words] = text.replace(/^!/, "").split(" ");
      const isStartup = text.startsWith("!");
      return { permission: permission as PermissionKind, value: words.join(" "), count: 1, isStartup };
    }),
  };
}

function learned(...uses: readonly string[]) {
  const { calls, startup, ungiven } = learnPermissions([session("1", uses)]);
  const short = (set: typeof calls) =>
    PERMISSION_KINDS.flatMap((kind) => set[kind].map(({ value }) => `${kind} ${value}`));
  return { calls: short(calls), startup: short(startup), ungiven: ungiven.map(({ value, why }) => `${value}: ${why}`) };
}

Deno.test("the root, the home, a high folder and what keeps secrets are never given", () => {
  const wide = ["/", "/etc", "${HOME}", "${TMPDIR}", "${HOME}/.ssh/id_rsa", "/etc/shadow", "${PROJECT_DIR}/.env"];
  const { calls, ungiven } = learned(...wide.map((path) => `read ${path}`), "read ${HOME}/notes/a");
  assertEquals(calls, ["read ${HOME}/notes/a"]);
  assertEquals(ungiven.length, wide.length);
});

Deno.test("no folder that the project is in is given, and one beside it is", () => {
  const uses = ["read ${HOME}/work/one/a", "read ${HOME}/work/two/b"];
  const shared = learnPermissions([session("1", uses)]).calls.read;
  assertEquals(shared.map(({ value }) => value), ["${HOME}/work"]);
  const known = learnPermissions([session("1", [...uses, "read ${HOME}/work"], "${HOME}/work")]);
  assertEquals(known.calls.read.map(({ value }) => value), ["${HOME}/work/one/a", "${HOME}/work/two/b"]);
  assertEquals(known.ungiven.map(({ why }) => why), ["the project is in it"]);
});

Deno.test("what Deno cannot be told is not given", () => {
  const { calls, ungiven } = learned("read ${PROJECT_DIR}/a,b", "read ${PROJECT_DIR}/c/d", "read relative");
  assertEquals(calls, ["read ${PROJECT_DIR}/c/d"]);
  assertEquals(ungiven.length, 2);
});

Deno.test("paths are the deepest folder that they share, apart for each root; one file is itself", () => {
  assertEquals(
    learned("read ${PROJECT_DIR}/src/a", "read ${PROJECT_DIR}/src/ui/b", "read ${HOME}/.config/x/c", "write /var/x/d")
      .calls,
    ["read ${HOME}/.config/x/c", "read ${PROJECT_DIR}/src", "write /var/x/d"],
  );
  assertEquals(learned("read /usr/lib/a/1", "read /usr/lib/a/2", "read /usr/share/b").calls, [
    "read /usr/lib/a",
    "read /usr/share/b",
  ]);
});

Deno.test("a folder that is looked at before the first call is for the calls in it; another thing is of the start", () => {
  assertEquals(
    learned("!read ${PROJECT_DIR}", "read ${PROJECT_DIR}/src/a", "!read ${PROJECT_DIR}/memory.json", "!env A", "env B"),
    {
      calls: ["read ${PROJECT_DIR}", "env B"],
      startup: ["read ${PROJECT_DIR}/memory.json", "env A"],
      ungiven: [],
    },
  );
  assertEquals(learned("!env A", "env A", "!sys hostname").startup, ["env A", "sys hostname"]);
});

Deno.test("each value says how many uses in how many sessions are behind it", () => {
  const { calls, sessions } = learnPermissions([
    session("1", ["net a.example:443", "read ${PROJECT_DIR}/a"]),
    session("2", ["net a.example:443", "read ${PROJECT_DIR}/b"]),
    session("3", ["read ${PROJECT_DIR}/b"]),
  ]);
  assertEquals(calls.net, [{ value: "a.example:443", uses: 2, sessions: 2 }]);
  assertEquals(calls.read, [{ value: "${PROJECT_DIR}", uses: 3, sessions: 3 }]);
  assertEquals(sessions, 3);
});

Deno.test("a list that no person reads is cut, and what is missing is told", () => {
  const { calls, ungiven } = learned(...Array.from({ length: 103 }, (_, index) => `env NAME_${index}`));
  assertEquals([calls.length, ungiven.length], [100, 3]);
});

Deno.test("a name that Deno would not take is not given, and one beside it is", () => {
  const { calls, ungiven } = learned("sys everything", "sys hostname", "env A=B", "net a b", "net [::1]:80");
  assertEquals(calls, ["net [::1]:80", "sys hostname"]);
  assertEquals(ungiven.length, 3);
});

Deno.test("keepOnly() leaves what another set holds, where it was", () => {
  const learnt = learnPermissions([session("1", ["!env A", "env B", "read ${PROJECT_DIR}/a"])]);
  const left = keepOnly(learnt, { ...valuesOf(learnt), env: ["A"], read: [] });
  assertEquals([left.startup.env.length, left.calls.env.length, left.calls.read.length], [1, 0, 0]);
});

const step = fc.constantFrom("a", "b", "c", ".ssh", "etc", "sallyport", "home");
const path = fc.tuple(
  fc.constantFrom("", "${HOME}", "${PROJECT_DIR}", "${TMPDIR}"),
  fc.array(step, { maxLength: 5 }),
).map(([root, steps]) => [root, ...steps].join("/") || "/");
const use = fc.record({
  permission: fc.constantFrom<PermissionKind>("read", "write"),
  value: path,
  count: fc.integer({ min: 1, max: 9 }),
  isStartup: fc.boolean(),
});

Deno.test("whatever was used, each use is in the set or is told, and the set holds no wide folder", () => {
  fc.assert(fc.property(fc.array(use, { maxLength: 12 }), fc.option(path), (uses, above) => {
    const learnt = learnPermissions([{ session: "1", above: above ?? undefined, uses }]);
    const set = valuesOf(learnt);
    const aboveFolder = above === null ? undefined : withMadeUpFolders(above);
    for (const { permission, value } of uses) {
      const whole = withMadeUpFolders(value);
      const isHeld = set[permission].some((held) =>
        whole === withMadeUpFolders(held) || whole.startsWith(`${withMadeUpFolders(held)}/`)
      );
      const isTold = learnt.ungiven.some((one) => one.permission === permission && one.value === value);
      assert(isHeld || isTold, `${permission} ${value}`);
    }
    for (const kind of ["read", "write"] as const) {
      assert(set[kind].length === 0 || uses.some(({ permission }) => permission === kind), "nothing without a use");
      for (const held of set[kind]) {
        const whole = withMadeUpFolders(held);
        assertEquals(toVariables(whole), held);
        assert(!["", "/", MADE_UP.home, MADE_UP.tmpdir, "/sallyport"].includes(whole), held);
        assert(!`${MADE_UP.projectDir}`.startsWith(`${whole}/`), held);
        assert(aboveFolder === undefined || !`${aboveFolder}/`.startsWith(`${whole}/`), held);
      }
    }
  }));
});

Deno.test("the order of what was used changes nothing", () => {
  fc.assert(fc.property(fc.array(use, { maxLength: 8 }), (uses) => {
    const one = learnPermissions([{ session: "1", uses }]);
    const other = learnPermissions([{ session: "1", uses: uses.toReversed() }]);
    assertEquals(valuesOf(one), valuesOf(other));
  }));
});
