"use strict";
// Making a sheet: what was typed a moment ago is saved before the game is played.

const formsOfSheet = [...document.querySelectorAll(".maker form[method=post]")];
const typedInto = (form) => new URLSearchParams(new FormData(form)).toString();
const atFirst = new Map(formsOfSheet.map((form) => [form, typedInto(form)]));

/* Send a form as its first button would; whether everything in it could be saved. */
async function isSaved(form) {
  const sent = new FormData(form, form.querySelector("button"));
  // It leads to the page of the sheet, which nobody needs to read here.
  const answer = await fetch(form.action, { method: "POST", body: sent, redirect: "manual" });
  return answer.ok || answer.type === "opaqueredirect";
}

document.querySelector("[data-play]")?.addEventListener("click", async (event) => {
  const changed = formsOfSheet.filter((form) => typedInto(form) !== atFirst.get(form));
  if (!changed.length) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  for (const form of changed) {
    // What cannot be right, or does not arrive, is told by the page that its button leads to.
    if (!await isSaved(form).catch(() => false)) { form.requestSubmit(form.querySelector("button")); return; }
  }
  location.href = href;
});
