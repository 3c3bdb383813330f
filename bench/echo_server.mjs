/**
 * The server that the bench measures through, under Node as most servers are: `echo` gives its text back, `large` makes a
 * text of `size` bytes. Legacy era.
 *
 * @module
 */

import process from "node:process";

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

function resultOf(method, params) {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "bench", version: "1.0.0" },
      };
    case "tools/list":
      return { tools: TOOLS };
    case "tools/call": {
      const { text, size } = params.arguments;
      const given = text ?? SENTENCE.repeat(Math.ceil(size / SENTENCE.length)).slice(0, size);
      return { content: [{ type: "text", text: given }] };
    }
    default:
      return {};
  }
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  let out = "";
  for (const line of lines) {
    if (line === "") continue;
    const message = JSON.parse(line);
    if (message.id === undefined || message.method === undefined) continue;
    out += `${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: resultOf(message.method, message.params) })}\n`;
  }
  process.stdout.write(out);
});
