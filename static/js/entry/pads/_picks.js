// Things that somebody has or has not, each of which one seat alone can own.
import { isolated } from "../../_dom.js";
import { nameOf, pads, tell } from "../_cells.js";
const boxes = (cell) => [...cell.querySelectorAll("[data-field]")];
const held = (cell) => boxes(cell).filter((box) => box.checked);
const ownerOf = (cell, key) => {
  const others = [...cell.parentElement.querySelectorAll(".cell")].filter((each) => each !== cell);
  const owner = others.find((each) => boxes(each).some((box) => box.value === key && box.checked));
  return owner ? nameOf(owner.dataset.seat) : "";
};
const pointsOf = (cell) =>
  held(cell).reduce(
    (sum, { value }) =>
      sum + Number(document.querySelector(`.panel [data-key="${value}"] .worth`).textContent),
    0,
  );
const isNone = (cell) => "seen" in cell.dataset && !held(cell).length;
pads.picks = {
  face: (cell) => {
    const number = held(cell).length;
    if (number)
      return [
        String(pointsOf(cell)),
        Object.assign(document.createElement("small"), { textContent: number }),
      ];
    return isNone(cell) ? ["0"] : [];
  },
  told: (cell) => (held(cell).length ? `+${pointsOf(cell)}` : ""),
  show: (cell, panel) => {
    panel.querySelector('[data-key=""]').setAttribute("aria-pressed", isNone(cell));
    for (const box of boxes(cell)) {
      const key = panel.querySelector(`[data-key="${box.value}"]`),
        owner = ownerOf(cell, box.value);
      key.setAttribute("aria-pressed", box.checked);
      key.classList.toggle("beyond", Boolean(owner));
      key.querySelector(".owner").textContent = isolated(owner);
    }
  },
  press: (cell, key) => {
    if (key) {
      const box = boxes(cell).find((each) => each.value === key);
      box.checked = !box.checked;
      tell(box);
      return "";
    }
    // Nobody is asked for it again: with none of them all is said.
    held(cell).forEach((box) => {
      box.checked = false;
      tell(box);
    });
    cell.dataset.seen = "";
    return "full";
  },
};
