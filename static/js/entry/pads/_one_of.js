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
  press: (cell, key) => {
    const choice = cell.querySelector(`[data-field][value="${key}"]`);
    choice.checked = true;
    tell(choice);
    return "full";
  },
};
