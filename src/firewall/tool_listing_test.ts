import { play } from "./testdata/play.ts";

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
