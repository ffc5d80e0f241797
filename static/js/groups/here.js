"use strict";
// Who is here decides at once which games stand in full colour, and which stand back.

const hereForm = document.querySelector("form.tonight");

function tellWhatFits() {
  const names = [...hereForm.elements.player].filter((input) => (input.type === "checkbox" ? input.checked : input.value.trim()));
  hereForm.querySelectorAll("[data-least]").forEach((cover) => {
    cover.classList.toggle("unfit", names.length < cover.dataset.least || names.length > cover.dataset.most);
  });
  hereForm.querySelectorAll("[data-as-before]").forEach((words) => { words.hidden = true; });
}

hereForm?.addEventListener("input", tellWhatFits);
