/**
 * HTML in which no text of a log can be markup: what is put into a template is escaped, unless it came out of one.
 *
 * @module
 */

import { escapeOdd } from "../shown_text.ts";

/** A piece of HTML that {@linkcode html} made, or a constant of this program. */
export class Html {
  /** The markup. */
  readonly markup: string;

  /** `markup` is taken as it is: hand in constants only. */
  constructor(markup: string) {
    this.markup = markup;
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
 * assertEquals(html`<b>${"<i>"}</b>`.markup, "<b>&lt;i&gt;</b>");
 * ```
 */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces = template.map((text, index) => {
    const part = parts[index];
    return part === undefined ? text : text + markupOf(part);
  });
  return new Html(pieces.join(""));
}

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === "string") return escapeOdd(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
  return typeof part === "number" ? String(part) : part.map(({ markup }) => markup).join("");
}
