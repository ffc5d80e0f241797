// A question with a few answers.
import { pads, tell } from "../_cells.js";
pads.one_of = {
  isOneTap: true,
  isOneWord: true,
  face: (cell) =>
    [...cell.querySelectorAll(":checked")].map((chosen) => chosen.labels[0].textContent.trim()),
  show: (cell, panel) =>
    cell
      .querySelectorAll("[data-field]")
      .forEach((choice) =>
        panel
          .querySelector(`[data-key="${choice.value}"]`)
          .setAttribute("aria-pressed", choice.checked),
      ),
  // A sign with which one answer alone begins, else the number of an answer: from 0 on if the first
  // is no.
  typed: (keys, sign) => {
    const begins = (text) => text.toLowerCase().startsWith(sign.toLowerCase());
    const found = keys.filter((key) => begins(key.dataset.key) || begins(key.textContent));
    if (sign.length === 1 && found.length === 1) return found[0];
    const isNumbered = /^\d$/.test(sign) && !keys.some((key) => /\d/.test(key.textContent));
    return isNumbered ? keys[sign - (keys[0].dataset.key === "no" ? 0 : 1)] : undefined;
  },
  press: (cell, key) => {
    const choice = cell.querySelector(`[data-field][value="${key}"]`);
    choice.checked = true;
    tell(choice);
    return "full";
  },
};
