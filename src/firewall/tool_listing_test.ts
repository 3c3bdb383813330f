import { LISTED, play } from "./testdata/play.ts";

Deno.test("step() lists the tools itself before a tool is called that was not listed", () => {
  play(
    `
    C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
    >S =
    S> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}
    >C =
    C> {"jsonrpc":"2.0","method":"notifications/initialized"}
    >S =
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{}}
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run","arguments":{}}}
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
    S> {"jsonrpc":"2.0","id":"sallyport-ID1","result":{"tools":[{"name":"a"}],"nextCursor":"p2"}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID2","method":"tools/list","params":{"cursor":"p2"}}
    S> {"jsonrpc":"2.0","id":"sallyport-ID2","result":{"tools":[{"name":"echo"}]}}
    >S {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    # An answer to our own id that comes again is nobody's.
    S> {"jsonrpc":"2.0","id":"sallyport-ID2","result":{"tools":[]}}
  `,
  );
});

Deno.test("step() lists in the era of the call, and gives a silent server five seconds", () => {
  const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","x":1,' +
    '"io.modelcontextprotocol/clientCapabilities":{}}';
  play(`
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},${meta}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
    T> 4000
    T> 1500
    >S {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},${meta}}}
  `);
});

const READY = `
    C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
    >S =
    S> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}
    >C =
    C> {"jsonrpc":"2.0","method":"notifications/initialized"}
    >S =
`;

Deno.test("step() judges a waiting call as unlisted when the server's list is an error or none", () => {
  for (const answer of ['"error":{"code":-32601,"message":"m"}', '"result":{"tools":5}']) {
    play(`${READY}
      C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
      >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{}}
      S> {"jsonrpc":"2.0","id":"sallyport-ID1",${answer}}
      >S {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
      # It does not ask again for every call.
      C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"other","arguments":{}}}
      >S =
    `);
  }
});

Deno.test("step() refuses a waiting call when the list shows two tools of its name", () => {
  play(`${READY}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{}}
    S> {"jsonrpc":"2.0","id":"sallyport-ID1","result":{"tools":[{"name":"echo"},{"name":"echo"}]}}
    >C tool 1 server lists two tools of this name|tool/ambiguous|6
  `);
});

Deno.test("step() lists anew for an unknown tool once the server says that its list changed", () => {
  play(`${LISTED}
    C> {"jsonrpc":"2.0","method":"notifications/initialized"}
    >S =
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"new","arguments":{}}}
    >S =
    S> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
    >C =
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"newer","arguments":{}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{}}
  `);
});

Deno.test("step() never shows its own list request to the client, nor its late answer", () => {
  play(`${READY}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{}}
    T> 6000
    >S {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    S> {"jsonrpc":"2.0","id":"sallyport-ID1","result":{"tools":[{"name":"echo"}]}}
  `);
});

Deno.test("step() stops asking for pages after a hundred", () => {
  const pages = Array.from({ length: 100 }, (_, index) => {
    const cursor = index === 0 ? "" : `"cursor":"c"`;
    return `>S {"jsonrpc":"2.0","id":"sallyport-ID${index + 1}","method":"tools/list","params":{${cursor}}}
      S> {"jsonrpc":"2.0","id":"sallyport-ID${index + 1}","result":{"tools":[],"nextCursor":"c"}}`;
  });
  play(`${READY}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    ${pages.join("\n")}
    >S {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
  `);
});
