"use strict";
// How far an import is, while the page waits for it. What takes no longer than a breath shows nothing.

const BREATH_MS = 700;

document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && event.submitter?.name === "bring_in") setTimeout(() => htmx.trigger("#going", "going"), BREATH_MS);
});
