import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { LineProcess } from "./support/run_process.ts";
import { makeTestFolder, npmServer, sallyportCommand } from "./support/sallyport.ts";
import { ROOT } from "./support/source_tree.ts";

/** The words of the entry that README shows, put where this test has things; the server is the same one, from the cache. */
async function readmeCommand(home: string, project: string): Promise<string[]> {
  const readme = await Deno.readTextFile(join(ROOT, "README.md"));
  const block = /<!-- narrow[^>]*-->\s*```json\n([\s\S]*?)```/.exec(readme)?.[1];
  assert(block !== undefined, "README has the narrow entry");
  const { command, args } = JSON.parse(block).mcpServers.files;
  const words: string[] = [command, ...args];
  const end = words.indexOf("--");
  const [program = "", ...rest] = npmServer("server-filesystem", project);
  const own = words.slice(0, end).map((word) =>
    word
      .replaceAll("/opt/sallyport", ROOT)
      .replaceAll("/home/ann/.sallyport", home)
      .replaceAll("/home/ann/project", project)
      .replace("=npx,", `=${program},`)
  );
  own[0] = Deno.execPath();
  return [...own, "--", program, ...rest];
}

Deno.test("the entry that README shows starts a real server, with those permissions and no others", async () => {
  await using folder = await makeTestFolder("readme");
  const { home } = folder;
  const command = await readmeCommand(home, folder.project);
  await Deno.writeTextFile(join(folder.project, "note.txt"), "hello");
  await using client = new LineProcess(command, { cwd: folder.project, env: folder.env });
  await client.initialize();
  const answer = await client.callTool("read_text_file", { path: join(folder.project, "note.txt") });
  assertEquals(answer.result.content[0].text, "hello");
  const refused = await client.callTool("read_text_file", { path: join(home, "sallyport.jsonc") });
  assert(refused.result.content[0].text.includes("self/protected"), JSON.stringify(refused));
});

Deno.test("with any permission of the entry missing, Sallyport does not start and names the flag", async () => {
  await using folder = await makeTestFolder("readme-missing");
  const { home } = folder;
  const command = await readmeCommand(home, folder.project);
  const flags = command.filter((word) => word.startsWith("--allow-"));
  assertEquals(flags.length, 4);
  for (const flag of flags) {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: command.slice(1).filter((word) => word !== flag),
      cwd: folder.project,
      env: folder.env,
      stdin: "null",
    }).output();
    const said = new TextDecoder().decode(stderr);
    assertEquals([code, stdout.length], [2, 0], said);
    assert(said.includes(`Add ${flag.split("=")[0]}`), `${flag}: ${said}`);
  }
});

Deno.test("the policy that README shows loads and judges as it reads", async () => {
  await using folder = await makeTestFolder("readme-policy");
  const readme = await Deno.readTextFile(join(ROOT, "README.md"));
  const policy = /```jsonc\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  await Deno.mkdir(folder.home, { recursive: true });
  await Deno.writeTextFile(join(folder.home, "sallyport.jsonc"), policy);
  const inside = join(folder.project, "a.txt");
  const pairs: readonly [tool: string, argument: string, denied: string, allowed: string][] = [
    ["read_text_file", "path", join(folder.project, "..", "x"), inside],
    ["read_text_file", "path", join(folder.project, ".env"), inside],
    ["query", "sql", "delete from orders", "select * from orders"],
    ["fetch", "url", "http://127.1/", "https://api.example.com/x"],
    ["shell", "command", "git -C x status", "git status --short"],
    ["shell", "command", "git status; rm -r x", "git status; ls"],
  ];
  const suite = pairs.flatMap(([tool, argument, denied, allowed]) => [
    { call: { tool, args: { [argument]: denied } }, expect: "deny" },
    { call: { tool, args: { [argument]: allowed } }, expect: "allow" },
  ]);
  const file = join(folder.project, "suite.jsonl");
  await Deno.writeTextFile(file, suite.map((line) => JSON.stringify(line)).join("\n"));
  const [program = "", ...args] = sallyportCommand(["check", "--project", folder.project, "--suite", file]);
  const { code, stdout } = await new Deno.Command(program, { args, env: folder.env, cwd: folder.project }).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, `${suite.length} of ${suite.length} as expected\n`]);
});
