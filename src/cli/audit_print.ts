/**
 * Prints records in aligned columns: time, what was decided, the server, a sentence, and the record's own name.
 *
 * @module
 */

import { describeRecord, type Description } from "../../audit/describe_record.ts";
import type { LoggedRecord } from "../../audit/merge_sessions.ts";
import { shownText } from "../../audit/shown_text.ts";

/** How records are printed. */
export interface RecordPrinterOptions {
  readonly isColourful: boolean;
}

const LABEL_WIDTH = 11;
const SERVER_WIDTH = 14;
const COLOURS: Readonly<Record<Description["weight"], string>> = {
  good: "\u001b[32m",
  bad: "\u001b[31m",
  warning: "\u001b[33m",
  plain: "",
};
const DIM = "\u001b[2m";
const RESET = "\u001b[0m";

/** Makes text of records, with a line for each new day. */
export class RecordPrinter {
  readonly #options: RecordPrinterOptions;
  #day = "";

  constructor(options: RecordPrinterOptions) {
    this.#options = options;
  }

  /** The lines of one record. */
  print({ record, server }: LoggedRecord): string {
    const { label, weight, text } = describeRecord(record);
    const day = record.time.slice(0, 10);
    const heading = day === this.#day ? "" : `${this.#paint(day, DIM)}\n`;
    this.#day = day;
    const name = this.#paint(`[${shownText(record.session)}:${record.seq}]`, DIM);
    const columns = [
      record.time.slice(11, 23),
      this.#paint(label.padEnd(LABEL_WIDTH), COLOURS[weight]),
      shownText(server).slice(0, SERVER_WIDTH).padEnd(SERVER_WIDTH),
      text,
      name,
    ];
    return `${heading}${columns.join("  ")}\n`;
  }

  #paint(text: string, colour: string): string {
    return this.#options.isColourful && colour !== "" ? `${colour}${text}${RESET}` : text;
  }
}
