import assert from "node:assert/strict";
import { applyColours, NO_COLOURS, readTerminalSequence } from "./terminal_sequence.ts";

Deno.test("readTerminalSequence() takes each sequence whole", () => {
  const whole = [
    ...["\x1b[2J", "\x1b[1;1H", "\x1b[?25l", "\x9b2K", "\x1b]0;title\x07", "\x1b]8;;https://a.example\x1b\\"],
    ...["\x1b]52;c;YWJj\x07", "\x1bP1$r\x1b\\", "\x1b_x\x1b\\", "\x1bc", "\x1b(B", "\x9d0;t\x9c", "\x1b[8m"],
  ];
  for (const sequence of whole) {
    assert.equal(readTerminalSequence(`${sequence}rest`, 0).end, sequence.length, JSON.stringify(sequence));
  }
  assert.equal(readTerminalSequence("\x1b", 0).end, 1);
  assert.equal(readTerminalSequence("\x1b]0;no end\nrest", 0).end, 10);
});

Deno.test("readTerminalSequence() tells colours from the rest", () => {
  assert.equal(readTerminalSequence("\x1b[1;31m", 0).colours, "1;31");
  assert.equal(readTerminalSequence("\x1b[m", 0).colours, "");
  for (const other of ["\x1b[>4m", "\x1b[2J", "\x1b]0;m\x07"]) {
    assert.equal(readTerminalSequence(other, 0).colours, undefined, JSON.stringify(other));
  }
});

Deno.test("applyColours() says what cannot be seen", () => {
  const hides = (...sequences: readonly string[]) => {
    let colours = NO_COLOURS;
    let last = false;
    for (const sequence of sequences) {
      const applied = applyColours(sequence, colours);
      [colours, last] = [applied.after, applied.hides];
    }
    return last;
  };
  for (
    const hidden of [["8"], ["1;8"], ["31;41"], ["31", "41"], ["30"], ["38;5;0"], ["38;2;9;9;9;48;2;9;9;9"], ["97;107"]]
  ) {
    assert.equal(hides(...hidden), true, hidden.join());
  }
  for (const shown of [["31"], ["1;32"], ["8", "0"], ["30;42"], ["41", "31;49"], [""], ["38;5;8"], ["2"], ["8;28"]]) {
    assert.equal(hides(...shown), false, shown.join());
  }
});
