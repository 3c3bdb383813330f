/**
 * The shell parser, loaded only when a policy asks for it.
 *
 * @module
 */

import type { ParsedScript, SyntaxNode } from "unbash";

/** What reads a shell command, and goes through what was read. */
export interface CommandParser {
  parse(source: string): ParsedScript;
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void;
}

/** Loads the parser. */
export async function loadCommandParser(): Promise<CommandParser> {
  const { parse, forEachChild } = await import("unbash");
  return { parse, forEachChild: (node, visit) => void forEachChild(node, visit) };
}
