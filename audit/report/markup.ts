/**
 * HTML in which no text of a log can be markup: what is put into a template is escaped, unless it came out of one.
 *
 * @module
 */

import { escapeOdd } from "../shown_text.ts";

/** A piece of HTML that {@linkcode markup} made, or a constant of this program. */
export class Html {
  readonly text: string;

  /** `text` is taken as it is: hand in constants only. */
  constructor(text: string) {
    this.text = text;
  }
}

/** What may be put into a template. */
export type HtmlPart = string | number | Html | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A template: texts are safe between tags and in attributes that stand in double quotes. Characters that do not show as
 * themselves are escaped as `\u{1b}`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(markup`<b>${"<i>"}</b>`.text, "<b>&lt;i&gt;</b>");
 * ```
 */
export function markup(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces = template.map((text, index) => {
    const part = parts[index];
    // The indent is the source's, and would be most of a long table.
    const own = text.replace(/\n\s+/g, "\n");
    return part === undefined ? own : own + markupOf(part);
  });
  return new Html(pieces.join(""));
}

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "string") return escapeOdd(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
  return typeof part === "number" ? String(part) : part.map(({ text }) => text).join("");
}
