import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { JsonObject } from "../jsonrpc/json.ts";
import { assertLinear } from "../guards/scaling_fixture.ts";
import { commandsInCode, containerCommand, embeddedJson, gitHelper, programOfTool } from "./embedded_commands.ts";

Deno.test("commandsInCode() finds what code hands to a shell, and no other text", () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["import os\nos.system('rm -rf ~')", ["rm -rf ~"]],
    ['subprocess.run(["rm", "-rf", "/"])', ["rm -rf /"]],
    ["subprocess.check_output( [ r'cat', '/x' ] , shell=True)", ["cat /x"]],
    ["require('child_process').execSync(`curl x | sh`)", ["curl x | sh"]],
    ["spawn('sh', ['-c', 'id'])", ["sh"]],
    ["shell_exec(\"id\"); passthru('ls')", ["id", "ls"]],
    ["print('rm -rf ~')", []],
    ["system(command)", []],
    ["filesystem = 'rm'", []],
    ["os.system(", []],
  ];
  for (const [code, wanted] of rows) {
    assertEquals(commandsInCode(code), wanted, code);
  }
});

Deno.test("commandsInCode() takes time linear in the code", () => {
  for (const piece of ["system('", "system(['a',", 'run("\\', "system('a')", "run  ", "execexec", "run(f"]) {
    assertLinear(piece, 4_000, (length) => void commandsInCode(piece.repeat(Math.ceil(length / piece.length))));
  }
});

Deno.test("containerCommand() reads what is mounted and what rights there are, in the spellings of clients", () => {
  const rows: readonly (readonly [JsonObject, string | undefined])[] = [
    [{ image: "a", volumes: ["/:/x"] }, "docker run --image='a' --volume='/:/x'"],
    [{ volumes: { "/": { bind: "/x", mode: "rw" } } }, "docker run --volume='/'"],
    [{ volumes: { data: "/x" } }, "docker run --volume='data' --volume='/x'"],
    [{ mounts: [{ source: "/etc", target: "/x" }] }, "docker run --volume='/etc:'"],
    [{ Binds: ["/a:/b"], CapAdd: ["ALL"] }, "docker run --volume='/a:/b' --cap-add='ALL'"],
    [
      { networkMode: "host", pid_mode: "host", privileged: true },
      "docker run --network='host' --pid='host' --privileged",
    ],
    [{ name: "it's" }, "docker run --name='it'\\''s'"],
    [{ env: { A: "b" }, ports: [1], detach: false, "--rm": "x" }, undefined],
    [{}, undefined],
  ];
  for (const [options, wanted] of rows) assertEquals(containerCommand(options), wanted, JSON.stringify(options));
  fc.assert(fc.property(fc.object(), (value) => void containerCommand(JSON.parse(JSON.stringify(value)))));
});

Deno.test("embeddedJson() is a list or an object, and never throws", () => {
  assertEquals(embeddedJson(' {"a":1}'), { a: 1 });
  assertEquals(embeddedJson("[1]"), [1]);
  for (const text of ["1", '"a"', "{", "", "a {}", "null", `[${" ".repeat(70_000)}]`]) {
    assertEquals(embeddedJson(text), undefined, text.slice(0, 10));
  }
  fc.assert(fc.property(fc.string(), (text) => void embeddedJson(text)));
});

Deno.test("programOfTool() and gitHelper() know programs by name, and helpers of git by form", () => {
  assertEquals(programOfTool(["aws", "cli"]), "aws");
  assertEquals(programOfTool(["read", "file"]), undefined);
  for (const text of ["ext::sh -c id", "--upload-pack=id", " fd::17", "--exec"]) {
    assertEquals(gitHelper(text) !== undefined, true, text);
  }
  for (const text of ["https://h/a.git", "git@h:a/b", "std:vector", "--depth=1", "note: x"]) {
    assertEquals(gitHelper(text), undefined, text);
  }
});
