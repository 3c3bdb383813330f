/**
 * The server that the bench measures through: small answers as fast as Deno can give them, and large texts that are
 * made once. Legacy era; `echo` gives its text back, `large` a text of `size` bytes.
 *
 * @module
 */

// deno-lint-ignore no-explicit-any -- the bench sends only what this server reads
type Loose = any;

const encoder = new TextEncoder();
const SENTENCE = "The quick brown fox jumps over the lazy dog while reading line after line of ordinary text. ";
const TOOLS = [
  {
    name: "echo",
    description: "Gives its text back",
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
  },
  {
    name: "large",
    description: "A long text",
    inputSchema: { type: "object", properties: { size: { type: "integer" } } },
  },
];
let large = "";

function resultOf(message: Loose): string {
  switch (message.method) {
    case "initialize":
      return JSON.stringify({
        protocolVersion: message.params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "bench", version: "1.0.0" },
      });
    case "tools/list":
      return JSON.stringify({ tools: TOOLS });
    case "tools/call": {
      if (message.params.name === "echo") {
        return `{"content":[{"type":"text","text":${JSON.stringify(message.params.arguments.text)}}]}`;
      }
      const size = message.params.arguments.size;
      if (large.length !== size) large = SENTENCE.repeat(Math.ceil(size / SENTENCE.length)).slice(0, size);
      return `{"content":[{"type":"text","text":"${large}"}]}`;
    }
    default:
      return "{}";
  }
}

const decoder = new TextDecoder();
let rest = "";
for await (const bytes of Deno.stdin.readable) {
  const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
  rest = lines.pop() as string;
  let out = "";
  for (const line of lines) {
    if (line === "") continue;
    const message: Loose = JSON.parse(line);
    if (message.id === undefined || message.method === undefined) continue;
    out += `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${resultOf(message)}}\n`;
  }
  const answer = encoder.encode(out);
  for (let at = 0; at < answer.length;) at += Deno.stdout.writeSync(answer.subarray(at));
}
