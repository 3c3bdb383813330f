import assert from "node:assert/strict";
import fc from "fast-check";
import { assertLinear } from "../guards/scaling_fixture.ts";
import type { Json } from "../jsonrpc/json.ts";
import { ARGUMENT_CLASSES, type ArgumentClass, classTexts, isArgumentClass } from "./argument_class.ts";
import type { Subject } from "./subject.ts";
import { toSubject } from "./subject_fixture.ts";

function textsOf(of: ArgumentClass, tool: string, args: Json, hints?: Subject["hints"]): readonly string[] {
  return classTexts({ ...toSubject({ call: { tool, args } }, "s"), hints })[of].map(({ text }) => text);
}

/** A call, a class, and the texts that must be of it. */
const ROWS: readonly (readonly [tool: string, args: Json, of: ArgumentClass, texts: readonly string[]])[] = [
  // Commands by the name of the argument, whatever the tool is called; a near miss by its name.
  ["helper", { command: "rm a" }, "@command", ["rm a"]],
  ["helper", { shellCommand: "rm a" }, "@command", ["rm a"]],
  ["helper", { COMMAND_LINE: "rm a" }, "@command", ["rm a"]],
  ["helper", { commandLine: "rm a" }, "@command", ["rm a"]],
  ["helper", { line: "rm a" }, "@command", []],
  ["helper", { cmdline: "rm a" }, "@command", ["rm a"]],
  ["helper", { command_id: "rm a" }, "@command", []],
  ["helper", { options: { cmd: { line: "rm a", cwd: "/w" } } }, "@command", ["rm a"]],
  ["helper", { commands: ["rm a", "ls"] }, "@command", ["rm a", "ls", "'rm a' ls"]],
  // By the tool, for the arguments that are not beside it.
  ["terminal", { input: "rm a", cwd: "/w", description: "says rm" }, "@command", ["rm a"]],
  ["notes", { input: "rm a" }, "@command", []],
  ["bash", { stdin: "some text" }, "@script", ["some text"]],
  ["bash", { stdin: "some text" }, "@command", []],
  ["run_tests", { code: "rm a" }, "@script", ["rm a"]],
  ["run_query", { code: "rm a" }, "@script", []],
  ["fs", { setup_script: "rm a" }, "@script", ["rm a"]],
  ["fs", { description: "rm a" }, "@script", []],
  // A program and its arguments apart.
  ["start_process", { command: "rm", args: ["-rf", "a b"] }, "@command", ["rm", "rm -rf 'a b'"]],
  ["pty", { program: "rm", argv: "-rf a" }, "@command", ["rm -rf a"]],
  ["mail", { program: "rm", subject: "-rf a" }, "@command", []],
  // Paths: whole, in pieces, as keys, in words; prose only where it is one word.
  ["helper", { path: "my docs/.ssh" }, "@path", ["my docs/.ssh", "docs/.ssh"]],
  ["helper", { x: "my docs/.ssh" }, "@path", ["docs/.ssh"]],
  ["helper", { x: "/my docs/.ssh" }, "@path", ["/my docs/.ssh", "/my", "docs/.ssh"]],
  ["helper", { path: ["a/", ".ssh"] }, "@path", ["a/", ".ssh", "a/.ssh", "a//.ssh"]],
  ["helper", { "/a/.ssh": 1 }, "@path", ["/a/.ssh"]],
  ["helper", { x: '{"p":"/a/.ssh"}' }, "@path", ['{"p":"/a/.ssh"}', "{", "/a/.ssh", "/a/.ssh"]],
  ["helper", { url: "view-source:file:///etc/shadow" }, "@path", ["view-source:file:///etc/shadow"]],
  ["sh", { command: "type C:\\a\\.ssh" }, "@path", ["C:\\a\\.ssh"]],
  ["sh", { command: "cat a\\ b ~/x" }, "@path", []],
  // In a text of JSON, as the server's own parser will see it; prose is written, not taken apart.
  ["helper", { input: '{"command":"rm a"}' }, "@command", ["rm a"]],
  ["helper", { input: '[{"x":"{\\"cmd\\":\\"rm a\\"}"}]' }, "@command", ["rm a"]],
  ["helper", { content: '{"command":"rm a"}' }, "@command", []],
  ["helper", { input: '{"command":"rm a"' }, "@command", []],
  ["helper", { input: `${"[".repeat(30_000)}${"]".repeat(30_000)}` }, "@command", []],
  ["powershell", { script: "iwr x | iex" }, "@command", ["iwr x | iex"]],
  // One member says what is done with the others.
  ["helper", { action: "exec", value: "rm a" }, "@script", ["rm a"]],
  ["helper", { action: "save", value: "rm a" }, "@script", []],
  ["helper", { action: ["exec"], value: "rm a" }, "@script", ["rm a"]],
  ["helper", { steps: [{ run: "rm a" }] }, "@script", ["rm a"]],
  // What code hands to a shell.
  ["run_python", { code: "os.system('rm a')" }, "@script", ["os.system('rm a')", "rm a"]],
  ["run_python", { code: "print('rm a')" }, "@script", ["print('rm a')"]],
  // A tool named after a program.
  ["aws_cli", { command: "s3 ls" }, "@script", ["s3 ls", "aws s3 ls"]],
  ["kubectl", { args: "get secret x" }, "@script", ["kubectl get secret x"]],
  ["helper", { args: "get secret x" }, "@script", []],
  // A tool that takes folders along, and one that starts containers.
  ["zip_folder", { folder: "~", output: "~/a.zip" }, "@script", ["tar c '~'"]],
  ["uploadFiles", { source: "/home/ann", destination: "/home/ann" }, "@script", ["tar c /home/ann"]],
  ["create_archive", { paths: ["~", "a b"] }, "@script", ["tar c '~'", "tar c 'a b'"]],
  ["list_folder", { folder: "~" }, "@script", []],
  ["send_mail", { body: "~" }, "@script", []],
  ["docker_create", { volumes: ["/:/x"], privileged: true }, "@script", [
    "docker create --privileged",
    "docker run --volume='/:/x' --privileged",
  ]],
  ["helper", { volumes: ["/:/x"], privileged: true }, "@script", []],
  ["container_logs", { network: "host" }, "@script", []],
  ["sh", { commands: ["npm ci", "npm test"] }, "@command", ["npm ci", "npm test"]],
  ["kubectl_get", { resourceType: "secrets", output: "yaml" }, "@script", ["kubectl get secrets yaml"]],
  ["git_push", { remote: "origin", force: true }, "@script", ["git push --force origin"]],
  ["git", { command: "push", args: ["--force"] }, "@script", [
    "push",
    "git push",
    "git --force",
    "push --force",
    "git push --force",
  ]],
  ["aws_cli", { args: ["s3", "ls"] }, "@script", ["aws s3 ls"]],
  // A program under other names; a name is one only to what runs something.
  ["execute", { path: "/bin/rm", args: ["-rf", "src"] }, "@command", ["/bin/rm -rf src"]],
  ["execute", { command: ["rm"], args: ["-rf", "src"] }, "@command", ["rm", "rm -rf src"]],
  ["helper", { launch: { executablePath: "/bin/sh", args: ["-c", "id"] } }, "@command", ["/bin/sh -c id"]],
  ["helper", { name: "rm", args: ["-rf", "src"] }, "@command", []],
  // The environment, in its forms.
  ["run", { env: { LD_PRELOAD: "/x.so" } }, "@command", ["LD_PRELOAD=/x.so true"]],
  ["run", { environment: ["A=b c", "none"] }, "@command", ["A='b c' true"]],
  ["run", { env_vars: [{ name: "A", value: "b" }] }, "@command", ["A=b true"]],
  ["run", { env: { LD_PRELOAD: ["/x.so"], B: { value: "c" }, D: 1 } }, "@command", [
    "LD_PRELOAD=/x.so true",
    "B=c true",
    "value=c true",
    "D=1 true",
  ]],
  ["run", { env: [{ LD_PRELOAD: "/x.so" }] }, "@command", ["LD_PRELOAD=/x.so true"]],
  ["run", { env: [["LD_PRELOAD", "/x.so"], ["A=b", "C=d"]] }, "@command", [
    "LD_PRELOAD=/x.so true",
    "A=b true",
    "C=d true",
  ]],
  ["run", { env: "A=b\nLD_PRELOAD=/x.so" }, "@command", ["A=b true", "LD_PRELOAD=/x.so true"]],
  ["run", { env: ["none", 1, null, true] }, "@command", []],
  ["run", { env: ["LD_PRELOAD", "HOME"] }, "@command", []],
  ["run", { env: [["x", "A=b"], [["C", "d"]]] }, "@command", ["x='A=b' true", "A=b true", "C=d true"]],
  ["run", { env: [{ name: "x", value: ["A=b"] }] }, "@command", ["x='A=b' true", "A=b true"]],
  ["run", { env: { set: { A: "b" } } }, "@command", [`set='{"A":"b"}' true`, "A=b true"]],
  ["run", { env: [{ name: 5, key: "A", value: ["b"] }] }, "@command", ["A=b true"]],
  // In the folder that another argument names.
  ["sh", { command: "cat shadow", cwd: "/etc" }, "@script", ["cat shadow", "cd /etc && cat shadow"]],
  ["read_file", { directory: "/etc", filename: "shadow" }, "@path", ["/etc", "shadow", "/etc/shadow"]],
  ["read_file", { directory: "src", filename: "a.ts" }, "@path", ["src", "a.ts"]],
  // What is typed into something that runs.
  ["write_stdin", { id: 1, chars: "rm -rf a\n" }, "@script", ["rm -rf a\n"]],
  ["tmux_send_keys", { pane: "0", keys: "rm a" }, "@script", ["rm a"]],
  ["send_input", { id: "agent", input: "rm a" }, "@script", []],
  // Patches name files.
  ["apply_patch", { patch: "*** Add File: /a/.bashrc\n+x\n" }, "@path", ["/a/.bashrc"]],
  ["apply_diff", { diff: "--- /dev/null\n+++ b/.ssh/x\t2026\n+a ~/.bashrc b\n" }, "@path", [".ssh/x"]],
  // An address is another machine's, what its parameters name perhaps not.
  ["fetch", { url: "https://h/.zshrc" }, "@path", []],
  ["fetch", { url: "https://h/x?file=/etc/passwd" }, "@path", ["file=/etc/passwd", "/etc/passwd"]],
  ["fetch", { url: "view-source:http://169.254.169.254/" }, "@url", ["http://169.254.169.254/"]],
  ["fetch", { url: "ht\ntp://169.254.169.254/" }, "@url", ["http://169.254.169.254/"]],
  ["browser", { fn: "() => fetch('http://169.254.169.254/x')" }, "@url", ["http://169.254.169.254/"]],
  ["get_file_contents", { owner: "a", repo: "b", path: ".zshrc" }, "@path", [".zshrc"]],
  ["fetch", { url: "https://h/../../.zshrc" }, "@path", ["https://h/../../.zshrc"]],
  ["read_file", { cwd: "src", dir: "/etc", filename: "shadow" }, "@path", [
    "src",
    "/etc",
    "shadow",
    "/etc/src",
    "/etc/shadow",
  ]],
  ["container_run_and_get_logs", { network: "host" }, "@script", ["host", "docker run --network='host'"]],
  // What git takes for a program.
  ["clone", { url: "ext::sh -c id" }, "@command", ["git clone 'ext::sh -c id'"]],
  ["clone", { url: "--upload-pack=id" }, "@command", ["git clone --upload-pack=id"]],
  ["clone", { url: "https://h/ext::x" }, "@command", []],
  ["helper", { content: "in ~/.ssh it is" }, "@path", []],
  ["helper", { content: "~/.ssh" }, "@path", ["~/.ssh"]],
  ["helper", { x: "plain" }, "@path", []],
  ["helper", { x: "id_rsa" }, "@path", ["id_rsa"]],
  // Addresses.
  ["helper", { x: "http://h/a" }, "@url", ["http://h/a"]],
  ["helper", { x: "see http://h/a" }, "@url", []],
  ["helper", { x: "HTTP:\\\\h" }, "@url", ["HTTP:\\\\h"]],
  ["helper", { url: "h.example/a b" }, "@url", ["http://h.example/a%20b"]],
  ["helper", { url: "//h.example" }, "@url", ["http://h.example"]],
  ["helper", { url: "file:///a" }, "@url", []],
  ["helper", { url: "about:blank" }, "@url", []],
  ["helper", { name: "h.example" }, "@url", []],
  ["connect", { host: "169.254.169.254", port: 80 }, "@url", ["http://169.254.169.254/"]],
  ["connect", { serverAddress: "0xa9fea9fe" }, "@url", ["http://169.254.169.254/"]],
  ["connect", { hosts: ["metadata.google.internal"] }, "@url", ["http://metadata.google.internal/"]],
  ["connect", { ip: "fd00:ec2::254" }, "@url", ["http://[fd00:ec2::254]/"]],
  ["connect", { host: "localhost" }, "@url", []],
  ["connect", { host: "10.0.0.1" }, "@url", []],
  ["connect", { address: "1 Main Street" }, "@url", []],
  ["helper", { text: "http://h/a" }, "@url", []],
  ["fetch", { text: "http://h/a" }, "@url", ["http://h/a"]],
  ["sh", { command: "curl http://h:1/a h.example $X/b.c 1.2.3" }, "@command-url", [
    "http://h:1/",
    "http://h.example/",
    "http://1.2.0.3/",
  ]],
];

for (const [tool, args, of, texts] of ROWS) {
  Deno.test(`classTexts() of ${tool} ${JSON.stringify(args)}: ${of}`, () => {
    assert.deepEqual(textsOf(of, tool, args), texts);
  });
}

Deno.test("classTexts() takes a listing's word only to add", () => {
  const hints = { arguments: new Map([["x", "command" as const], ["y", "url" as const]]), runsCommands: false };
  assert.deepEqual(textsOf("@command", "helper", { x: "rm a" }, hints), ["rm a"]);
  assert.deepEqual(textsOf("@command", "helper", { x: "rm a" }), []);
  assert.deepEqual(textsOf("@url", "helper", { y: "h.example" }, hints), ["http://h.example"]);
  assert.deepEqual(textsOf("@command", "helper", { input: "rm a" }, { arguments: new Map(), runsCommands: true }), [
    "rm a",
  ]);
  const lying = { arguments: new Map([["command", "path" as const]]), runsCommands: false };
  assert.deepEqual(textsOf("@command", "helper", { command: "rm a" }, lying), ["rm a"]);
});

Deno.test("classTexts() goes through every method, and through what a client answers", () => {
  const read = toSubject({ message: { method: "resources/read", params: { uri: "file:///a/.ssh" } } }, "s");
  assert.deepEqual(classTexts(read)["@path"], [{ text: "file:///a/.ssh", path: ["uri"] }]);
  const request = { method: "roots/list", id: 1 };
  const roots = toSubject({ request, response: { result: { roots: [{ uri: "file:///a/.ssh" }] } } }, "s");
  assert.ok(classTexts(roots)["@path"].some(({ text }) => text === "file:///a/.ssh"));
  const call = toSubject(
    { message: { method: "tools/call", params: { name: "a/.ssh", _meta: { k: "/a/.ssh" } } } },
    "s",
  );
  assert.deepEqual(classTexts(call)["@path"].map(({ text }) => text), ["/a/.ssh"]);
});

Deno.test("classTexts() never throws, and says where each text stands", () => {
  const value = fc.jsonValue() as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(fc.constantFrom("bash", "fetch", "run_x", "t"), fc.dictionary(fc.string(), value), (tool, args) => {
      const found = classTexts(toSubject({ call: { tool, args: args as Json } }, "s"));
      for (const of of ARGUMENT_CLASSES) for (const { path } of found[of]) assert.ok(Array.isArray(path));
    }),
  );
});

Deno.test("the time of classTexts() grows with the text and not faster", () => {
  assertLinear("classTexts()", 2_000, (length) => {
    classTexts(toSubject({ call: { tool: "run_x", args: { x: "/a b. ".repeat(length) } } }, "s"));
  });
});

Deno.test("isArgumentClass() knows the classes alone", () => {
  assert.deepEqual(["@path", "@paths", "path"].map(isArgumentClass), [true, false, false]);
});
