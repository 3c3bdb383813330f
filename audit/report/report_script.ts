/**
 * The one script of the report page: it hides rows of the last table that lack a word that is searched. Without it the
 * page shows all it has.
 *
 * @module
 */

/** The script. Its hash stands in the page's own content policy; it reads text and sets `hidden`, and makes no markup. */
export const REPORT_SCRIPT = `
"use strict";
const box = document.getElementById("search");
const input = document.getElementById("words");
const told = document.getElementById("found");
const rows = [...document.querySelectorAll("#rows tbody tr")];
const texts = rows.map((row) => row.textContent.toLowerCase());
function show() {
  const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let found = 0;
  rows.forEach((row, index) => {
    row.hidden = !words.every((word) => texts[index].includes(word));
    if (!row.hidden) found++;
  });
  told.textContent = found + " of " + rows.length + " rows";
}
if (box && input && told) {
  box.hidden = false;
  input.addEventListener("input", show);
  show();
}
`;
