/**
 * JSONC to strict JSON of the same length: comments, line ends and commas in front of a closing bracket become spaces,
 * so that every offset means the same place in both.
 *
 * @module
 */

const TOKEN_REGEXP = /"(?:[^"\\\n\r]|\\[^\n\r])*"|\/\/[^\n\r]*|\/\*[^]*?\*\/|[ \t\r\n]+|[^]/g;

/** Blanks what strict JSON does not have; what is wrong otherwise stays wrong. */
export function blankComments(text: string): string {
  const pieces: string[] = [];
  /** Where in `pieces` the comma stands that is last of all that counts, if it follows a value. */
  let comma: number | undefined;
  let before = "";
  for (const [token] of text.matchAll(TOKEN_REGEXP)) {
    // A string that does not end on its line: blanking what follows could make it one that does.
    if (token === '"') return text;
    if (/^(?:\/[/*]|[ \t\r\n])/.test(token)) {
      pieces.push(" ".repeat(token.length));
      continue;
    }
    if ((token === "]" || token === "}") && comma !== undefined) pieces[comma] = " ";
    comma = token === "," && !/^[,:[{]?$/.test(before) ? pieces.length : undefined;
    before = token;
    pieces.push(token);
  }
  return pieces.join("");
}
